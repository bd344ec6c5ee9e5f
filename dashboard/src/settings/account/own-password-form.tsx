import { Button, Text } from '@mantine/core';
import { request } from '../../api/request.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { CurrentPassword, NewPassword } from '../../base/password-fields.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

export function OwnPasswordForm({ email, needsCurrent }: { email: string; needsCurrent: boolean }) {
  const form = useServerForm({
    initialValues: { current_password: '', password: '' },
    save: ({ password, current_password }) =>
      request('POST /account/password', { body: { password, ...(needsCurrent ? { current_password } : {}) } }),
    onSaved: () => void form.reset(),
  });

  return (
    <Section title="Password">
      <Text c="dimmed">
        Changing your password signs you out everywhere else.
        {!needsCurrent && ' You have just signed in without it, so you don’t need the current password.'}
      </Text>
      <form className={classes.form} onSubmit={form.submit}>
        {/* Lets password managers assign the password to this email. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {needsCurrent && <CurrentPassword label="Current password" {...form.getInputProps('current_password')} />}
        <NewPassword label="New password" {...form.getInputProps('password')} />
        <FormMessage
          error={form.failure}
          done={form.saved.isSuccess ? 'Password changed. You are signed out everywhere else.' : undefined}
        />
        <Button type="submit" variant="default" loading={form.saved.isPending}>
          Change password
        </Button>
      </form>
    </Section>
  );
}
