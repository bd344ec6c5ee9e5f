import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changePassword, sessionsQuery } from '../../api/people.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { CurrentPassword, NewPassword } from '../../base/password-fields.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

export function OwnPasswordForm({ email, needsCurrent }: { email: string; needsCurrent: boolean }) {
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      setCurrent('');
      setPassword('');
      return client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    change.mutate({ password, ...(needsCurrent ? { current_password: current } : {}) });
  }

  return (
    <Section title="Password">
      <Text c="dimmed">
        A new password signs you out everywhere else.
        {!needsCurrent && ' You just came by a link, so the old one is not asked for.'}
      </Text>
      <form className={classes.form} onSubmit={submit}>
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {needsCurrent && (
          <CurrentPassword
            label="Current password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        )}
        <NewPassword
          label="New password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <FormMessage
          error={change.error}
          done={change.isSuccess ? 'Changed. You are signed out everywhere else.' : undefined}
        />
        <Button type="submit" variant="default" loading={change.isPending}>
          Change the password
        </Button>
      </form>
    </Section>
  );
}
