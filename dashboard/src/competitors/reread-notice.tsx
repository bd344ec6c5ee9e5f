import { Progress, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { marketKey, rereadQuery } from '../api/competitors.ts';
import { formatNumber } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import classes from './competitors.module.css';

/** How far stored answers have been read again after names were changed; nothing when they have. */
export function RereadNotice() {
  const mode = useMode();
  const client = useQueryClient();
  const { data } = useQuery(rereadQuery(mode));
  const reread = data?.reread ?? undefined;
  const done = reread?.keywords_done;
  const last = useRef(done);
  useEffect(() => {
    // The numbers move with every keyword that has been read.
    if (last.current !== done && last.current !== undefined)
      void client.invalidateQueries({ queryKey: marketKey(mode) });
    last.current = done;
  }, [done, client, mode]);
  if (!reread) return null;
  const { keywords_done, keywords_total } = reread;
  return (
    <section className={classes.notice} aria-label="Stored answers are being read again">
      <Text size="sm">
        Stored answers are being read again under the changed names: {formatNumber(keywords_done)} of{' '}
        {formatNumber(keywords_total)} keywords. Numbers move until it is done.
      </Text>
      <Progress
        value={keywords_total > 0 ? (100 * keywords_done) / keywords_total : 100}
        aria-label="Keywords read again"
      />
    </section>
  );
}
