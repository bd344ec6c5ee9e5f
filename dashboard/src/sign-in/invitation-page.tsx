import { Button, Group, Loader, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { SeenInvitation } from '../api/people.ts';
import { RequestError, request } from '../api/request.ts';
import { forgetSession } from '../api/session.ts';
import { FormMessage } from '../base/form-message.tsx';
import { NewPassword } from '../base/password-fields.tsx';
import { type ServerForm, useServerForm } from '../base/server-form.ts';
import { useRead } from '../base/use-read.ts';
import { OidcButton } from './oidc-button.tsx';
import classes from './sign-in-card.module.css';

/** Target of the invitation link `/invitation#token=…`. Browsers do not send fragments, so the token is not logged. */
export function InvitationPage() {
  useDocumentTitle('Invitation · Visibility');
  const token = useToken();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request('POST /invitation', { body: { token: token || 'none' } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <main className={classes.page}>
      <div className={`card ${classes.box}`}>
        <img src="/favicon.svg" alt="" width={44} height={44} />
        {invitation.data && <Accept token={token} invitation={invitation.data} />}
        {invitation.error && <Failed error={invitation.error} retry={() => invitation.refetch()} />}
        {invitation.isPending && <Checking />}
      </div>
    </main>
  );
}

/** Moves the token from the address bar, where others can see it, to the history state, which survives a reload. */
function useToken(): string {
  const given = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') });
  const kept = useRef('');
  if (given) kept.current = given;
  else if (!kept.current) kept.current = history.state?.invitation ?? '';
  useEffect(() => {
    if (given) history.replaceState({ ...history.state, invitation: given }, '', location.pathname);
  }, [given]);
  return kept.current;
}

function Checking() {
  return (
    <Group role="status">
      <Loader size="sm" aria-hidden="true" />
      <Title order={1} size="h3">
        Checking your invitation…
      </Title>
    </Group>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => unknown }) {
  const isGone = error instanceof RequestError && error.status === 404;
  return (
    <>
      <Title order={1} size="h2">
        {isGone ? 'This invitation no longer works' : 'Couldn’t load the invitation'}
      </Title>
      <Text role="alert">{error.message}</Text>
      {isGone ? <Link to="/sign-in">Sign in</Link> : <Button onClick={() => retry()}>Try again</Button>}
    </>
  );
}

function Accept({ token, invitation }: { token: string; invitation: SeenInvitation }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useServerForm({
    initialValues: { name: '', password: '' },
    save: (typed) => request('POST /invitation/accept', { body: { token, ...typed } }),
    changesNothing: true,
    onSaved: async () => {
      await navigate({ to: '/', replace: true });
      await forgetSession(client);
    },
  });
  const oidc = useRead('GET /sign-in-options', {}).data?.oidc;
  return (
    <>
      <Title order={1} size="h2" className={classes.breakable}>
        Join <bdi>{invitation.account_name}</bdi>
      </Title>
      {oidc && <OidcButton name={oidc.name} to="/" invitation={invitation.invitation_id} />}
      {oidc && <Text c="dimmed">Use the account of {invitation.email}.</Text>}
      {!oidc?.required && <PasswordJoin form={form} email={invitation.email} />}
    </>
  );
}

interface PasswordJoinProps {
  form: ServerForm<{ name: string; password: string }, void>;
  email: string;
}

function PasswordJoin({ form, email }: PasswordJoinProps) {
  return (
    <>
      <Text c="dimmed">Choose a password. You’ll sign in with your email and this password.</Text>
      <form className={classes.form} onSubmit={form.submit}>
        <TextInput label="Email" autoComplete="username" value={email} readOnly variant="filled" />
        <TextInput label="Name (optional)" autoComplete="name" maxLength={100} {...form.getInputProps('name')} />
        <NewPassword {...form.getInputProps('password')} />
        <FormMessage error={form.failure} />
        <Button type="submit" fullWidth loading={form.saved.isPending}>
          Join
        </Button>
      </form>
    </>
  );
}
