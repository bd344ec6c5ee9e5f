import { Button, TextInput } from '@mantine/core';
import type { Member } from '../../api/people.ts';
import { request } from '../../api/request.ts';
import { EmailField } from '../../base/email-field.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { CurrentPassword } from '../../base/password-fields.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { RoleBadge } from '../role-badge.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

export function OwnRecordForm({ member, needsPassword }: { member: Member; needsPassword: boolean }) {
  const asksPassword = (email: string) => needsPassword && email.trim().toLowerCase() !== member.email;
  const form = useServerForm({
    initialValues: { name: member.name, email: member.email, current_password: '' },
    save: ({ name, email, current_password }) =>
      request('PATCH /account', { body: { name, email, ...(asksPassword(email) ? { current_password } : {}) } }),
    onSaved: ({ name, email }) => void form.setValues({ name, email, current_password: '' }),
  });

  return (
    <Section title="Name and email" aside={<RoleBadge role={member.role} />}>
      <form className={classes.form} onSubmit={form.submit}>
        <TextInput label="Name" autoComplete="name" maxLength={100} {...form.getInputProps('name')} />
        <EmailField
          description={member.role === 'owner' ? 'Used to sign in and for notifications.' : 'Used to sign in.'}
          {...form.getInputProps('email')}
        />
        {asksPassword(form.values.email) && (
          <CurrentPassword
            label="Current password"
            description="Required to change your email."
            {...form.getInputProps('current_password')}
          />
        )}
        <FormMessage error={form.failure} done={form.saved.isSuccess ? 'Saved.' : undefined} />
        <Button type="submit" variant="default" loading={form.saved.isPending}>
          Save
        </Button>
      </form>
    </Section>
  );
}
