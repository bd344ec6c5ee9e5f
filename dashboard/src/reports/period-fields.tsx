import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { FormOf } from '../base/server-form.ts';
import type { ReportDraft } from './report-form.ts';
import classes from './reports.module.css';

const SCHEDULES = [
  { label: 'Weekly (Monday to Sunday)', value: 'weekly' },
  { label: 'Monthly', value: 'monthly' },
  { label: 'Once', value: 'once' },
];

interface PeriodFieldsProps {
  form: FormOf<ReportDraft>;
  now: Date;
}

/** The schedule, or the period of a one-off report. */
export function PeriodFields({ form, now }: PeriodFieldsProps) {
  const { schedule, period_start: start, period_end: end } = form.values;
  const today = now.toISOString().slice(0, 10);
  return (
    <>
      <NativeSelect label="Schedule" data={SCHEDULES} {...form.getInputProps('schedule')} />
      {schedule === 'once' ? (
        <div className={classes.pair}>
          <TextInput
            label="First day"
            type="date"
            required
            max={end || today}
            {...form.getInputProps('period_start')}
          />
          <TextInput
            label="Last day"
            type="date"
            required
            min={start}
            max={today}
            {...form.getInputProps('period_end')}
          />
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          Generated at the end of each {schedule === 'weekly' ? 'week' : 'month'} (UTC).
        </Text>
      )}
    </>
  );
}
