import { Button, Divider, Group, Loader, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { RequestError } from '../api/request.ts';
import { Command } from '../base/command.tsx';
import { PasswordForm } from './password-form.tsx';
import classes from './sign-in-card.module.css';

interface SignInCardProps {
  isWorking?: boolean;
  error?: Error;
  retry?: () => void;
}

export function SignInCard({ isWorking, error, retry }: SignInCardProps) {
  useDocumentTitle('Sign in · Visibility');
  return (
    <main className={classes.page}>
      <div className={`card ${classes.box}`}>
        <img src="/favicon.svg" alt="" width={44} height={44} />
        {isWorking ? <Working /> : error ? <Failed error={error} retry={retry} /> : <WayIn />}
      </div>
      <Text size="sm" c="dimmed" ta="center">
        Visibility asks AI assistants your keywords and scores what they answer.
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

function WayIn() {
  return (
    <>
      <Title order={1} size="h2">
        Sign in
      </Title>
      <BothWays />
    </>
  );
}

function Failed({ error, retry }: { error: Error; retry?: () => void }) {
  const isRefused = error instanceof RequestError && error.status === 401;
  return (
    <>
      <Title order={1} size="h2">
        {isRefused ? 'This link no longer works' : 'Signing in did not work'}
      </Title>
      <Text role="alert">
        {isRefused
          ? 'A link signs in once and then expires. This one was used already, or is not complete.'
          : error.message}
      </Text>
      {!isRefused && retry && <Button onClick={retry}>Try again</Button>}
      {isRefused && <BothWays />}
    </>
  );
}

function BothWays() {
  return (
    <>
      <PasswordForm />
      <Divider w="100%" label="or by link" />
      <Text size="sm" c="dimmed">
        No password yet, or forgotten? Run this in the server’s folder and open what it prints:
      </Text>
      <Command text="npx visibility link" />
    </>
  );
}
