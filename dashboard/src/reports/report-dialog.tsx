import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeReport, createReport, type ReportRow, refreshReports } from '../api/reports.ts';
import { FormDialog } from '../base/form-dialog.tsx';
import { useMode } from '../base/mode.ts';
import { useNow } from '../base/session-context.ts';
import { ContentFields } from './content-fields.tsx';
import { PeriodFields } from './period-fields.tsx';
import { changeOf, draftOf, reportOf } from './report-form.ts';

const FORMATS = [
  { label: 'PDF, to hand on', value: 'pdf' },
  { label: 'CSV, a row per keyword and day', value: 'csv' },
  { label: 'JSON, for programs', value: 'json' },
];

interface ReportDialogProps {
  /** The schedule that is changed; undefined: a new report. */
  report: ReportRow | undefined;
  onClose: () => void;
}

export function ReportDialog({ report, onClose }: ReportDialogProps) {
  const mode = useMode();
  const now = useNow();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(report, now));
  const change = (changes: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...changes }));
  const saved = useMutation({
    mutationFn: async () =>
      report ? changeReport(mode, report.report_id, changeOf(draft)) : createReport(mode, reportOf(draft)),
    onSuccess: async () => {
      await refreshReports(client, mode);
      onClose();
    },
  });

  return (
    <FormDialog
      title={report ? `Edit ${report.name}` : 'New report'}
      action={labelOf(report, draft.schedule)}
      saved={saved}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Weekly visibility"
        required
        withAsterisk={false}
        maxLength={200}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      {!report && <PeriodFields draft={draft} now={now} onChange={change} />}
      <NativeSelect
        label="Format"
        description="What is sent. Here it can be downloaded in all three."
        value={draft.format}
        data={FORMATS}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'pdf' || value === 'csv' || value === 'json') change({ format: value });
        }}
      />
      <ContentFields draft={draft} onChange={change} />
      <TextInput
        label="Recipients"
        description="E-mail addresses, separated by commas. Empty: it is only kept here."
        value={draft.recipients}
        onChange={({ currentTarget }) => change({ recipients: currentTarget.value })}
      />
    </FormDialog>
  );
}

function labelOf(report: ReportRow | undefined, schedule: ReportRow['schedule']): string {
  if (report) return 'Save schedule';
  return schedule === 'once' ? 'Make report' : 'Start schedule';
}
