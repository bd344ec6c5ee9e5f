import { Text } from '@mantine/core';
import type { OverviewFilter, OverviewScore } from '../api/overview.ts';
import { Change } from '../base/change.tsx';
import { formatCount, formatLongDay } from '../base/format.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { Scored } from '../base/scored.tsx';
import { useRead } from '../base/use-read.ts';
import classes from './overview.module.css';
import { Part } from './part.tsx';

export function ScorePart({ filter }: { filter: OverviewFilter }) {
  return (
    <Part title="Visibility" result={useRead('GET /:mode/overview', { query: filter })} height={150}>
      {(score) => (score.current ? <Score score={score} current={score.current} /> : <NoScore />)}
    </Part>
  );
}

type Current = NonNullable<OverviewScore['current']>;

function Score({ score, current }: { score: OverviewScore; current: Current }) {
  const { sample_size, planned } = current;
  const basis = `${formatCount(sample_size, 'answer')} · ${formatCount(score.keywords_asked, 'keyword')}`;
  return (
    <>
      <Scored answers={sample_size} planned={planned} isLarge>
        <Headline current={current} />
      </Scored>
      <p className={`${classes.words} numeric`}>{basis}</p>
      <p className={classes.note}>
        Share of answers that mention your brand in the 7 days to {formatLongDay(score.until)}.{' '}
        {score.weighting === 'prompts' ? 'All prompts are weighted equally.' : 'All answers are weighted equally.'}
      </p>
    </>
  );
}

function Headline({ current }: { current: Current }) {
  const { visibility_score, interval, previous_score, significant, significant_changes } = current;
  const [low, high] = interval;
  return (
    <>
      <div className={classes.headline}>
        <p className={`${classes.score} numeric`} title={formatCount(current.sample_size, 'answer')}>
          {visibility_score}
          <small> of 100</small>
        </p>
        {previous_score !== null && (
          <div>
            <Change change={{ points: visibility_score - previous_score, significant }} />
            <Text size="xs" c="dimmed" className="numeric">
              vs. {previous_score} in the previous 7 days
              {significant_changes > 0 && `, with ${formatCount(significant_changes, 'significant change')}`}
            </Text>
          </div>
        )}
      </div>
      <ScoreRange score={visibility_score} interval={interval} thick />
      <p className={`${classes.words} numeric`}>
        95% interval: <strong>{low}</strong>–<strong>{high}</strong>
      </p>
    </>
  );
}

function NoScore() {
  return <p className={classes.note}>No answers in the last 7 days match these filters.</p>;
}
