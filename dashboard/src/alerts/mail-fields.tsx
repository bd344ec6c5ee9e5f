import { NativeSelect, TextInput } from '@mantine/core';
import classes from './alerts.module.css';
import type { RuleDraft } from './rule-form.ts';

const MAILS: { label: string; value: RuleDraft['email'] }[] = [
  { label: 'No e-mail', value: 'off' },
  { label: 'Each time it fires', value: 'each' },
  { label: 'Once a day, all together', value: 'daily' },
];

interface MailFieldsProps {
  draft: RuleDraft;
  onChange: (changes: Partial<RuleDraft>) => void;
}

/** Who is written to. Webhooks are told in any case. */
export function MailFields({ draft, onChange }: MailFieldsProps) {
  return (
    <div className={classes.pair}>
      <NativeSelect
        label="E-mail"
        value={draft.email}
        data={MAILS}
        onChange={({ currentTarget: { value } }) =>
          onChange({ email: MAILS.find((mail) => mail.value === value)?.value ?? 'off' })
        }
      />
      {draft.email !== 'off' && (
        <TextInput
          label="Recipients"
          placeholder="The account’s owner"
          description="Up to 10, separated by commas."
          value={draft.recipients}
          onChange={({ currentTarget }) => onChange({ recipients: currentTarget.value })}
        />
      )}
    </div>
  );
}
