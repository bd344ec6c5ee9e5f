import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { startAnew, startSessionByPassword } from '../api/session.ts';
import { FormMessage } from '../base/form-message.tsx';
import { CurrentPassword } from '../base/password-fields.tsx';
import classes from './sign-in-card.module.css';

/** Signs in and shows what was asked for: the page whose address is open, or the first one. */
export function PasswordForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useSignIn();

  function submit(event: FormEvent) {
    event.preventDefault();
    signIn.mutate({ email, password });
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <CurrentPassword value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
      <FormMessage error={signIn.error} />
      <Button type="submit" fullWidth loading={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}

function useSignIn() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isSignInPage = useRouterState({ select: ({ location }) => location.pathname === '/sign-in' });
  return useMutation({
    mutationFn: startSessionByPassword,
    onSuccess: async () => {
      if (isSignInPage) await navigate({ to: '/', replace: true });
      await startAnew(client);
    },
  });
}
