import { Skeleton, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ErrorState } from '../base/states.tsx';
import classes from './overview.module.css';

interface PartProps<Data> {
  title: string;
  result: UseQueryResult<Data>;
  /** About as high as what will be shown, so that the page does not jump. */
  height: number;
  /** Where the part leads on. */
  more?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A card of the Overview that loads, fails and is retried by itself. */
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

/** What was shown last stays when what was asked for next does not come. */
function useLastData<Data>({ data, error, refetch, isPlaceholderData }: UseQueryResult<Data>) {
  const last = useRef(data);
  useEffect(() => {
    if (data !== undefined) last.current = data;
  }, [data]);
  return { data: data ?? last.current, isStale: isPlaceholderData || error !== null, error, refetch };
}
