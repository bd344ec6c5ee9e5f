import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { ReportDraft } from './report-form.ts';
import classes from './reports.module.css';

const SCHEDULES = [
  { label: 'Every week, Monday to Sunday', value: 'weekly' },
  { label: 'Every month', value: 'monthly' },
  { label: 'Once, for a period', value: 'once' },
];

interface PeriodFieldsProps {
  draft: ReportDraft;
  now: Date;
  onChange: (changes: Partial<ReportDraft>) => void;
}

/** How often it is made, and for a single report about which days. */
export function PeriodFields({ draft, now, onChange }: PeriodFieldsProps) {
  const today = now.toISOString().slice(0, 10);
  return (
    <>
      <NativeSelect
        label="How often"
        value={draft.schedule}
        data={SCHEDULES}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'weekly' || value === 'monthly' || value === 'once') onChange({ schedule: value });
        }}
      />
      {draft.schedule === 'once' ? (
        <div className={classes.pair}>
          <TextInput
            label="First day"
            type="date"
            required
            withAsterisk={false}
            max={draft.periodEnd || today}
            value={draft.periodStart}
            onChange={({ currentTarget }) => onChange({ periodStart: currentTarget.value })}
          />
          <TextInput
            label="Last day"
            type="date"
            required
            withAsterisk={false}
            min={draft.periodStart}
            max={today}
            value={draft.periodEnd}
            onChange={({ currentTarget }) => onChange({ periodEnd: currentTarget.value })}
          />
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          Made when the {draft.schedule === 'weekly' ? 'week' : 'month'} is over, in UTC. “Make now” or “Send now” does
          not wait.
        </Text>
      )}
    </>
  );
}
