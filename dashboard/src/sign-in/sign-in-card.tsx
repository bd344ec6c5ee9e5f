import { Button, Divider, Group, Loader, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { RequestError } from '../api/request.ts';
import { Command } from '../base/command.tsx';
import { useRead } from '../base/use-read.ts';
import { OidcButton, OidcProblem } from './oidc-button.tsx';
import { PasswordForm } from './password-form.tsx';
import classes from './sign-in-card.module.css';

interface SignInCardProps {
  isWorking?: boolean;
  /** Why single sign-on failed. */
  problem?: string;
  error?: Error;
  retry?: () => void;
}

export function SignInCard({ isWorking, problem, error, retry }: SignInCardProps) {
  useDocumentTitle('Sign in · Visibility');
  return (
    <main className={classes.page}>
      <div className={`card ${classes.box}`}>
        <img src="/favicon.svg" alt="" width={44} height={44} />
        {isWorking ? <Working /> : error ? <Failed error={error} retry={retry} /> : <SignIn problem={problem} />}
      </div>
      <Text size="sm" c="dimmed" ta="center">
        Track how often AI assistants mention your brand.
      </Text>
    </main>
  );
}

function Working() {
  return (
    <Group role="status">
      <Loader size="sm" aria-hidden="true" />
      <Title order={1} size="h3">
        Signing you in…
      </Title>
    </Group>
  );
}

function SignIn({ problem }: { problem?: string | undefined }) {
  return (
    <>
      <Title order={1} size="h2">
        Sign in
      </Title>
      {problem && <OidcProblem reason={problem} />}
      <SignInOptions />
    </>
  );
}

function Failed({ error, retry }: { error: Error; retry?: () => void }) {
  const isRefused = error instanceof RequestError && error.status === 401;
  return (
    <>
      <Title order={1} size="h2">
        {isRefused ? 'This link no longer works' : 'Couldn’t sign in'}
      </Title>
      <Text role="alert">
        {isRefused
          ? 'A link works once. This one was already used or is incomplete. Create a new link or sign in with your password.'
          : error.message}
      </Text>
      {!isRefused && retry && <Button onClick={retry}>Try again</Button>}
      {isRefused && <SignInOptions />}
    </>
  );
}

function SignInOptions() {
  const { data: options, isPending } = useRead('GET /sign-in-options', {});
  const oidc = options?.oidc;
  if (isPending) return <Loader size="sm" aria-label="Loading" />;
  return (
    <>
      {oidc && <OidcButton name={oidc.name} />}
      {oidc && !oidc.required && <Divider w="100%" label="or with a password" />}
      {!oidc?.required && <PasswordForm />}
      <Divider w="100%" label="or with a link" />
      <Text size="sm" c="dimmed">
        {oidc?.required ? 'Operators of this server: run' : 'No password, or forgot it? Run'} this in the server’s
        folder and open the link it prints:
      </Text>
      <Command text="npx visibility link" />
    </>
  );
}
