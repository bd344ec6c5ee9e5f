import { NativeSelect, TextInput } from '@mantine/core';
import { MailNotice } from '../base/mail-notice.tsx';
import type { FormOf } from '../base/server-form.ts';
import classes from './alerts.module.css';
import type { RuleDraft } from './rule-form.ts';

const MAILS: { label: string; value: RuleDraft['email'] }[] = [
  { label: 'No email', value: 'off' },
  { label: 'Each time the alert fires', value: 'each' },
  { label: 'Daily digest', value: 'daily' },
];

/** Email options. Webhooks are always notified. */
export function MailFields({ form }: { form: FormOf<RuleDraft> }) {
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect label="Email" data={MAILS} {...form.getInputProps('email')} />
        {form.values.email !== 'off' && (
          <TextInput
            label="Recipients"
            placeholder="Account owner"
            description="Up to 10, separated by commas. Leave empty to email the account owner."
            {...form.getInputProps('recipients')}
          />
        )}
      </div>
      {form.values.email !== 'off' && <MailNotice />}
    </>
  );
}
