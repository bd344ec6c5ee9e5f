import { Button, Text, TextInput } from '@mantine/core';
import { request } from '../../api/request.ts';
import { EmailField } from '../../base/email-field.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { NewPassword } from '../../base/password-fields.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

/** Lets a user who signed in with the first link set an email and a password. */
export function ClaimForm() {
  const form = useServerForm({
    initialValues: { email: '', name: '', password: '' },
    save: (body) => request('POST /account', { body }),
  });
  return (
    <Section title="Secure your account">
      <Text c="dimmed">
        You are signed in with a one-time link. Set an email and password to become the owner of this account, sign in
        again and invite teammates. Notifications go to this email.
      </Text>
      <form className={classes.form} onSubmit={form.submit}>
        <EmailField {...form.getInputProps('email')} />
        <TextInput
          label="Name (optional)"
          description="Shown to your teammates."
          autoComplete="name"
          maxLength={100}
          {...form.getInputProps('name')}
        />
        <NewPassword {...form.getInputProps('password')} />
        <FormMessage error={form.failure} />
        <Button type="submit" loading={form.saved.isPending}>
          Set email and password
        </Button>
      </form>
    </Section>
  );
}
