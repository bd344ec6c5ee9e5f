import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { changeReport, createReport, type ReportRow, refreshReports } from '../api/reports.ts';
import { FormDialog } from '../base/form-dialog.tsx';
import { useMode } from '../base/mode.ts';
import { useServerForm } from '../base/server-form.ts';
import { useNow } from '../base/session-context.ts';
import { ContentFields } from './content-fields.tsx';
import { PeriodFields } from './period-fields.tsx';
import { changeOf, draftOf, reportOf } from './report-form.ts';

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
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: draftOf(report, now),
    save: (draft) =>
      report ? changeReport(mode, report.report_id, changeOf(draft)) : createReport(mode, reportOf(draft)),
    onSaved: async () => {
      await refreshReports(client, mode);
      onClose();
    },
  });
  return (
    <FormDialog
      title={report ? `Edit ${report.name}` : 'Create report'}
      action={labelOf(report, form.values.schedule)}
      form={form}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Weekly visibility"
        required
        withAsterisk={false}
        maxLength={200}
        {...form.getInputProps('name')}
      />
      {!report && <PeriodFields form={form} now={now} />}
      <NativeSelect
        label="Format"
        description="Format of the emailed file. All formats can be downloaded here."
        data={FORMATS}
        {...form.getInputProps('format')}
      />
      <ContentFields form={form} />
      <TextInput
        label="Recipients"
        description="Email addresses, separated by commas. Leave empty to skip email."
        {...form.getInputProps('recipients')}
      />
    </FormDialog>
  );
}

function labelOf(report: ReportRow | undefined, schedule: ReportRow['schedule']): string {
  if (report) return 'Save schedule';
  return schedule === 'once' ? 'Create report' : 'Create schedule';
}
