import { Text } from '@mantine/core';
import type { KeywordScores } from '../api/keyword.ts';
import { Change } from '../base/change.tsx';
import { formatAge, formatCount, formatLongDay, formatNumber, formatTime } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { Scored } from '../base/scored.tsx';
import { useNow } from '../base/session-context.ts';
import { plannedOf } from '../keywords/score-cell.tsx';
import classes from './score-card.module.css';

export function ScoreCard({ scores: { record, as_of, window_days: days } }: { scores: KeywordScores }) {
  const now = useNow();
  if (!record || as_of === null) return <NotMeasured />;
  return (
    <section className={`card ${classes.card}`} aria-label="Overall score">
      <Scored answers={record.sample_size} planned={plannedOf(record)} isLarge>
        <Headline record={record} days={days} />
      </Scored>
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

function Headline({ record, days }: { record: NonNullable<KeywordScores['record']>; days: number }) {
  const { visibility_score, interval, sample_size, change } = record;
  const [low, high] = interval;
  const where = change?.platforms.map((id) => platformLook(id).name).join(', ');
  return (
    <>
      <div className={classes.headline}>
        <p className={classes.score}>
          {visibility_score}
          <small> of 100</small>
        </p>
        {change && (
          <div className={classes.change}>
            <Change change={change} where={where} />
            <Text size="xs" c="dimmed" className="numeric">
              vs. {change.previous_score} in the previous {days} days
            </Text>
          </div>
        )}
      </div>
      <ScoreRange score={visibility_score} interval={interval} thick />
      <Text size="sm" className="numeric">
        95% interval: <strong>{low}</strong>–<strong>{high}</strong> · {formatCount(sample_size, 'answer')}
      </Text>
    </>
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
