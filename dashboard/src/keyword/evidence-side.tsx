import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount, formatLongDay, formatNumber } from '../base/format.ts';
import classes from './evidence.module.css';

interface EvidenceSideProps {
  title: string;
  keywordId: string;
  platform: string | undefined;
  days: { from: string; to: string };
  /** How many answers mention the brand, or the score. */
  count: { k?: number; score?: number; n: number; interval: [number, number] | null };
  who: string;
}

/** One of the two compared periods: its counts, and a link to its answers. */
export function EvidenceSide({ title, keywordId, platform, days, count, who }: EvidenceSideProps) {
  const { k, score, n, interval } = count;
  return (
    <section className={classes.side} aria-label={title}>
      <h3 className={classes.sideTitle}>{title}</h3>
      <Text size="sm" c="dimmed">
        {formatLongDay(days.from)} – {formatLongDay(days.to)}
      </Text>
      <p className={`${classes.count} numeric`}>
        {k === undefined ? (
          <>
            Score <strong>{score}</strong> from {formatCount(n, 'answer')}
          </>
        ) : (
          <>
            <strong>{formatNumber(k)}</strong> of {formatCount(n, 'answer')} {k === 1 ? 'mentions' : 'mention'}{' '}
            <bdi>{who}</bdi>
          </>
        )}
        {interval && ` (95% interval: ${interval[0]}–${interval[1]})`}
      </p>
      <Link
        to="/keywords/$keywordId"
        params={{ keywordId }}
        search={{ platform, status: 'valid', from: days.from, to: days.to }}
        hash="answers"
        aria-label={`View the answers: ${title}`}
      >
        View the answers
      </Link>
    </section>
  );
}
