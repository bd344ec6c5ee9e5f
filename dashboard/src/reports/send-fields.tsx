import { NativeSelect, TextInput } from '@mantine/core';
import type { FormOf } from '../base/server-form.ts';
import type { ReportDraft } from './report-form.ts';
import { dayName, WEEKDAYS } from './report-words.ts';
import classes from './reports.module.css';

const SOON = { label: 'As soon as the period is over', value: '' };
const MONTH_DAYS = Array.from({ length: 28 }, (_, index) => String(index + 1));

/** When a scheduled report is sent. */
export function SendFields({ form }: { form: FormOf<ReportDraft> }) {
  const { schedule, send_day: day } = form.values;
  if (schedule === 'once') return null;
  const days = schedule === 'weekly' ? WEEKDAYS.map((_, index) => String(index + 1)) : MONTH_DAYS;
  return (
    <>
      <NativeSelect
        label="Send"
        data={[SOON, ...days.map((value) => ({ value, label: dayName(schedule, Number(value)) }))]}
        {...form.getInputProps('send_day')}
      />
      {day !== '' && (
        <div className={classes.pair}>
          <TextInput label="Time" type="time" required {...form.getInputProps('send_time')} />
          <TextInput label="Time zone" placeholder="Europe/Berlin" required {...form.getInputProps('time_zone')} />
        </div>
      )}
    </>
  );
}
