import { Text } from '@mantine/core';
import type { KeywordScores } from '../api/keyword.ts';
import { formatAge, formatCount, formatLongDay, formatNumber, formatTime } from '../base/format.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { useNow } from '../base/session-context.ts';
import { Trend } from '../base/trend.tsx';
import classes from './score-card.module.css';

export function ScoreCard({ scores: { record, as_of, window_days: days } }: { scores: KeywordScores }) {
  const now = useNow();
  if (!record || as_of === null) return <NotMeasured />;
  const [low, high] = record.interval;
  return (
    <section className={`card ${classes.card}`} aria-label="Overall score">
      <div className={classes.headline}>
        <p className={classes.score}>
          {record.visibility_score}
          <small> of 100</small>
        </p>
        <div className={classes.trend}>
          <Trend value={record.trend} />
          <Text size="xs" c="dimmed">
            vs. previous {days} days
          </Text>
        </div>
      </div>
      <ScoreRange score={record.visibility_score} interval={record.interval} thick />
      <Text size="sm" className="numeric">
        95% interval: <strong>{low}</strong>–<strong>{high}</strong> · {formatCount(record.sample_size, 'answer')}
      </Text>
      <dl className={`${classes.facts} numeric`}>
        <Fact
          name="Mentions"
          value={formatNumber(record.mentions)}
          hint={`Answers that mention you in the last ${days} days`}
        />
        <Fact
          name="Citations"
          value={formatNumber(record.citations)}
          hint={`Citations of your pages in the last ${days} days`}
        />
        <Fact
          name="As of"
          value={formatLongDay(as_of)}
          hint={`Updated ${formatAge(record.updated_at, now)} (${formatTime(record.updated_at)})`}
        />
      </dl>
    </section>
  );
}

function NotMeasured() {
  return (
    <section className={`card ${classes.card}`} aria-label="Overall score">
      <p className={classes.score}>–</p>
      <Text size="sm">No score yet. It appears after the prompts run for the first time.</Text>
    </section>
  );
}

function Fact({ name, value, hint }: { name: string; value: string; hint: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={hint}>{value}</dd>
    </div>
  );
}
