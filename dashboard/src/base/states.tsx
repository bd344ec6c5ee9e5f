import { Button, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './states.module.css';

interface EmptyStateProps {
  title: string;
  /** 1 if the page shows nothing else. */
  level?: 1 | 2;
  children: ReactNode;
}

export function EmptyState({ title, level = 2, children }: EmptyStateProps) {
  return (
    <section className={`card ${classes.state}`}>
      <Title order={level} size="h3">
        {title}
      </Title>
      {children}
    </section>
  );
}

interface ErrorStateProps {
  error: Error;
  retry: () => unknown;
  title?: string;
  /** 1 if the page shows nothing else. */
  level?: 1 | 2;
}

export function ErrorState({ error, retry, title = 'Couldn’t load this', level = 2 }: ErrorStateProps) {
  return (
    <section className={`card ${classes.state}`} role="alert">
      <Title order={level} size="h3">
        {title}
      </Title>
      <Text c="dimmed">{error.message}</Text>
      <Button variant="default" onClick={() => retry()}>
        Try again
      </Button>
    </section>
  );
}
