import { NativeSelect, TextInput } from '@mantine/core';
import type { FormOf } from '../base/server-form.ts';
import classes from './alerts.module.css';
import type { RuleDraft } from './rule-form.ts';

const MAILS: { label: string; value: RuleDraft['email'] }[] = [
  { label: 'No email', value: 'off' },
  { label: 'Each time it fires', value: 'each' },
  { label: 'Daily digest', value: 'daily' },
];

/** Who is written to. Webhooks are told in any case. */
export function MailFields({ form }: { form: FormOf<RuleDraft> }) {
  return (
    <div className={classes.pair}>
      <NativeSelect label="Email" data={MAILS} {...form.getInputProps('email')} />
      {form.values.email !== 'off' && (
        <TextInput
          label="Recipients"
          placeholder="The account’s owner"
          description="Up to 10, separated by commas."
          {...form.getInputProps('recipients')}
        />
      )}
    </div>
  );
}
