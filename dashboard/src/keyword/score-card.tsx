import { Text } from '@mantine/core';
import type { VisibilityDetail } from '@visibility/sdk';
import { formatAge, formatCount, formatNumber, formatTime } from '../base/format.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { useNow } from '../base/session-context.ts';
import { Trend } from '../base/trend.tsx';
import classes from './score-card.module.css';

export function ScoreCard({ keyword }: { keyword: VisibilityDetail }) {
  const [low, high] = keyword.interval;
  const now = useNow();
  return (
    <section className={`card ${classes.card}`} aria-label="Overall score">
      <div className={classes.headline}>
        <p className={classes.score}>
          {keyword.visibility_score}
          <small> of 100</small>
        </p>
        <div className={classes.trend}>
          <Trend value={keyword.trend} />
          <Text size="xs" c="dimmed">
            to the previous period
          </Text>
        </div>
      </div>
      <ScoreRange score={keyword.visibility_score} interval={keyword.interval} thick />
      <Text size="sm" className="numeric">
        Likely between <strong>{low}</strong> and <strong>{high}</strong> (95%), from{' '}
        {formatCount(keyword.sample_size, 'answer')}.
      </Text>
      <dl className={`${classes.facts} numeric`}>
        <Fact name="Mentions" value={formatNumber(keyword.mentions)} />
        <Fact name="Citations" value={formatNumber(keyword.citations)} />
        <Fact name="Updated" value={formatAge(keyword.updated_at, now)} hint={formatTime(keyword.updated_at)} />
      </dl>
    </section>
  );
}

function Fact({ name, value, hint }: { name: string; value: string; hint?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={hint}>{value}</dd>
    </div>
  );
}
