import { Button, Skeleton, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
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

interface LoadedProps<Data> {
  result: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** The approximate height of the content, so that the page does not shift when it loads. */
  height: number;
  children: (data: Data) => ReactNode;
}

/** What a request found: a gray box until it answers, or why it failed. Once there, it stays if a refresh fails. */
export function Loaded<Data>({ result, height, children }: LoadedProps<Data>) {
  return result.data === undefined ? <Waiting result={result} height={height} /> : children(result.data);
}

/** In place of what is not there yet. */
export function Waiting({ result: { data, error, refetch }, height }: Omit<LoadedProps<unknown>, 'children'>) {
  if (data !== undefined) return null;
  if (error) return <ErrorState error={error} retry={refetch} />;
  return <Skeleton height={height} radius={12} role="status" aria-label="Loading" />;
}
