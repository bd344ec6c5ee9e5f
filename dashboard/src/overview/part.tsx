import { Skeleton, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ErrorState } from '../base/states.tsx';
import classes from './overview.module.css';

interface PartProps<Data> {
  title: string;
  result: UseQueryResult<Data>;
  /** The approximate height of the content, so that the page does not shift when it loads. */
  height: number;
  /** A link to the page with all details. */
  more?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A card of the Overview that loads and reports errors independently of the others. */
export function Part<Data>({ title, result, height, more, children }: PartProps<Data>) {
  const { data, isStale, error, refetch } = useLastData(result);
  const titleId = useId();
  return (
    <section className={`card ${classes.part}`} aria-labelledby={titleId} aria-busy={isStale || data === undefined}>
      <div className={classes.head}>
        <Title order={2} size="h4" id={titleId}>
          {title}
        </Title>
        {more}
      </div>
      {data !== undefined && (
        <div className={classes.body} data-stale={isStale}>
          {children(data)}
        </div>
      )}
      {data === undefined && error && <ErrorState error={error} retry={refetch} />}
      {data === undefined && !error && <Skeleton height={height} radius={8} role="status" aria-label="Loading" />}
    </section>
  );
}

/** Keeps showing the last data when a refresh fails. */
function useLastData<Data>({ data, error, refetch, isPlaceholderData }: UseQueryResult<Data>) {
  const last = useRef(data);
  useEffect(() => {
    if (data !== undefined) last.current = data;
  }, [data]);
  return { data: data ?? last.current, isStale: isPlaceholderData || error !== null, error, refetch };
}
