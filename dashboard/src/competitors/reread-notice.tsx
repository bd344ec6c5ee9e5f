import { Progress, Text } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatCount, formatNumber } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { useRead } from '../base/use-read.ts';
import classes from './competitors.module.css';

/** Progress of the re-analysis after names were changed. Hidden when it is done. */
export function RereadNotice() {
  const mode = useMode();
  const client = useQueryClient();
  const { data } = useRead('GET /:mode/competitors/reread', {
    refetchInterval: ({ state }) => (state.data?.reread ? 1500 : false),
  });
  const reread = data?.reread ?? undefined;
  const done = reread?.keywords_done;
  const last = useRef(done);
  useEffect(() => {
    // Every re-analyzed keyword changes the numbers, but not the suggestions, which take long.
    if (last.current !== done && last.current !== undefined) {
      const predicate = ({ queryKey }: { queryKey: QueryKey }) => queryKey[1] !== 'GET /:mode/competitors/candidates';
      void client.invalidateQueries({ queryKey: [mode], predicate });
    }
    last.current = done;
  }, [done, client, mode]);
  if (!reread) return null;
  const { keywords_done, keywords_total } = reread;
  return (
    <section className={classes.notice} aria-label="Re-analyzing answers">
      <Text size="sm">
        Re-analyzing stored answers: {formatNumber(keywords_done)} of {formatCount(keywords_total, 'keyword')} done.
        Numbers change until it is finished.
      </Text>
      <Progress
        value={keywords_total > 0 ? (100 * keywords_done) / keywords_total : 100}
        aria-label="Re-analyzed keywords"
      />
    </section>
  );
}
