import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { request } from '../api/request.ts';
import { forgetSession } from '../api/session.ts';
import { EmailField } from '../base/email-field.tsx';
import { FormMessage } from '../base/form-message.tsx';
import { CurrentPassword } from '../base/password-fields.tsx';
import { useServerForm } from '../base/server-form.ts';
import classes from './sign-in-card.module.css';

/** Signs in, then shows the requested page, or the Overview on `/sign-in`. */
export function PasswordForm() {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useServerForm({
    initialValues: { email: '', password: '', code: '' },
    save: ({ email, password, code }) =>
      request('POST /session', { body: { email, password, ...(code ? { code } : {}) } }),
    changesNothing: true,
    onSaved: useShow(),
    onRefused: (problems) => problems.some(({ path }) => path === 'code') && flushSync(() => setNeedsCode(true)),
  });
  return (
    <form className={classes.form} onSubmit={form.submit}>
      <EmailField {...form.getInputProps('email')} />
      <CurrentPassword {...form.getInputProps('password')} />
      {needsCode && (
        <TextInput label="Code" autoComplete="one-time-code" maxLength={40} {...form.getInputProps('code')} />
      )}
      <FormMessage error={form.failure} />
      <Button type="submit" fullWidth loading={form.saved.isPending}>
        Sign in
      </Button>
    </form>
  );
}

function useShow() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isSignInPage = useRouterState({ select: ({ location }) => location.pathname === '/sign-in' });
  return async () => {
    if (isSignInPage) await navigate({ to: '/', replace: true });
    await forgetSession(client);
  };
}
