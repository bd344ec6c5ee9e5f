import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { FormOf } from '../base/server-form.ts';
import type { ReportDraft } from './report-form.ts';
import classes from './reports.module.css';

const SCHEDULES = [
  { label: 'Every week, Monday to Sunday', value: 'weekly' },
  { label: 'Every month', value: 'monthly' },
  { label: 'Once, for a period', value: 'once' },
];

interface PeriodFieldsProps {
  form: FormOf<ReportDraft>;
  now: Date;
}

/** How often it is made, and for a single report about which days. */
export function PeriodFields({ form, now }: PeriodFieldsProps) {
  const { schedule, period_start: start, period_end: end } = form.values;
  const today = now.toISOString().slice(0, 10);
  return (
    <>
      <NativeSelect label="How often" data={SCHEDULES} {...form.getInputProps('schedule')} />
      {schedule === 'once' ? (
        <div className={classes.pair}>
          <TextInput
            label="First day"
            type="date"
            required
            withAsterisk={false}
            max={end || today}
            {...form.getInputProps('period_start')}
          />
          <TextInput
            label="Last day"
            type="date"
            required
            withAsterisk={false}
            min={start}
            max={today}
            {...form.getInputProps('period_end')}
          />
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          Made when the {schedule === 'weekly' ? 'week' : 'month'} is over, in UTC. “Make now” or “Send now” does not
          wait.
        </Text>
      )}
    </>
  );
}
