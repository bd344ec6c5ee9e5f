import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AnswerLines } from '../answer/answer-lines.tsx';
import { answerLinesQuery } from '../api/answers.ts';
import { formatCount, formatLongDay, formatNumber } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { ErrorState } from '../base/states.tsx';
import classes from './evidence.module.css';

const SHOWN = 4;

interface EvidenceSideProps {
  title: string;
  keywordId: string;
  platform: string | undefined;
  days: { from: string; to: string };
  /** How many answers mention the brand, or the score. */
  count: { k?: number; score?: number; n: number; interval: [number, number] | null };
  who: string;
  /** Whether it is about your own brand. */
  isOwn: boolean;
}

/** One of the two compared periods: the counts and the latest answers. */
export function EvidenceSide({ title, keywordId, platform, days, count, who, isOwn }: EvidenceSideProps) {
  const filter = { platform, since: days.from, until: days.to, status: 'valid' as const, per_page: SHOWN };
  const { data, error, refetch } = useQuery(answerLinesQuery(useMode(), keywordId, filter));
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
      {!data && error && <ErrorState error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={180} role="status" aria-label={`Loading answers: ${title}`} />}
      {data && (
        <>
          <AnswerLines label={`Latest answers: ${title}`} answers={data.data} />
          <Link
            to="/keywords/$keywordId"
            params={{ keywordId }}
            search={{ platform, status: 'valid', from: days.from, to: days.to }}
            hash="answers"
          >
            View all {formatCount(data.meta.total, 'valid answer')}
          </Link>
        </>
      )}
      {!isOwn && (
        <Text size="xs" c="dimmed">
          The list shows which answers mention you. Open an answer to see all brands it mentions.
        </Text>
      )}
    </section>
  );
}
