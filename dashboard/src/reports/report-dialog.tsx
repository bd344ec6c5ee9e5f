import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CHANGES_NOTHING } from '../api/query-client.ts';
import type { ReportRow } from '../api/reports.ts';
import { fileFrom, request } from '../api/request.ts';
import { FormDialog } from '../base/form-dialog.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { MailNotice } from '../base/mail-notice.tsx';
import { useMode } from '../base/mode.ts';
import { useServerForm } from '../base/server-form.ts';
import { useNow } from '../base/session-context.ts';
import { ContentFields } from './content-fields.tsx';
import { LookFields } from './look-fields.tsx';
import { PeriodFields } from './period-fields.tsx';
import { changeOf, draftOf, type ReportDraft, reportOf } from './report-form.ts';
import { SendFields } from './send-fields.tsx';

const FORMATS = [
  { label: 'PDF (for sharing)', value: 'pdf' },
  { label: 'CSV (one row per keyword and day)', value: 'csv' },
  { label: 'JSON (for programs)', value: 'json' },
];

interface ReportDialogProps {
  /** The schedule to edit. Undefined for a new report. */
  report: ReportRow | undefined;
  onClose: () => void;
}

export function ReportDialog({ report, onClose }: ReportDialogProps) {
  const mode = useMode();
  const now = useNow();
  const form = useServerForm({
    initialValues: draftOf(report, now),
    save: (draft) => {
      if (!report) return request('POST /:mode/reports', { params: { mode }, body: reportOf(draft) });
      const params = { mode, report_id: report.report_id };
      return request('PATCH /:mode/reports/:report_id', { params, body: changeOf(draft) });
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={report ? `Edit ${report.name}` : 'Create report'}
      action={labelOf(report, form.values.schedule)}
      form={form}
      extra={<PreviewButton draft={form.values} report={report} />}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Weekly visibility"
        required
        maxLength={200}
        {...form.getInputProps('name')}
      />
      {!report && <PeriodFields form={form} now={now} />}
      <SendFields form={form} />
      <NativeSelect
        label="Format"
        description="Format of the emailed file. All formats can be downloaded here."
        data={FORMATS}
        {...form.getInputProps('format')}
      />
      <ContentFields form={form} />
      {form.values.format === 'pdf' && <LookFields form={form} hasLogo={report?.has_logo ?? false} />}
      <TextInput
        label="Recipients"
        description="Email addresses, separated by commas. Leave empty to skip email."
        {...form.getInputProps('recipients')}
      />
      <MailNotice />
    </FormDialog>
  );
}

function labelOf(report: ReportRow | undefined, schedule: ReportRow['schedule']): string {
  if (report) return 'Save schedule';
  return schedule === 'once' ? 'Create report' : 'Create schedule';
}

/** Downloads the report as it would be now. Nothing is saved or sent. */
function PreviewButton({ draft, report }: { draft: ReportDraft; report: ReportRow | undefined }) {
  const mode = useMode();
  const preview = useMutation({
    mutationFn: async () => {
      const kept = report && draft.logo === undefined ? { logo_from: report.report_id } : {};
      return fileFrom(`/${mode}/reports/preview`, {
        ...reportOf({ ...draft, name: draft.name || 'Report' }),
        ...kept,
      });
    },
    onSuccess: openFile,
    meta: CHANGES_NOTHING,
  });
  return (
    <>
      {preview.error && <FormMessage error={preview.error} />}
      <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate()}>
        Preview
      </Button>
    </>
  );
}

function openFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
