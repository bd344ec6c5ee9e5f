import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type OverviewFilter, type OverviewScore, scoreQuery } from '../api/overview.ts';
import { formatCount, formatLongDay } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { Trend } from '../base/trend.tsx';
import classes from './overview.module.css';
import { Part } from './part.tsx';

export function ScorePart({ filter }: { filter: OverviewFilter }) {
  return (
    <Part title="Visibility" result={useQuery(scoreQuery(useMode(), filter))} height={150}>
      {(score) => (score.current ? <Score score={score} current={score.current} /> : <NoScore />)}
    </Part>
  );
}

function Score({ score, current }: { score: OverviewScore; current: NonNullable<OverviewScore['current']> }) {
  const [low, high] = current.interval;
  return (
    <>
      <div className={classes.headline}>
        <p className={`${classes.score} numeric`} title={formatCount(current.sample_size, 'answer')}>
          {current.visibility_score}
          <small> of 100</small>
        </p>
        {current.previous_score !== null && (
          <div>
            <Trend value={current.trend} />
            <Text size="xs" c="dimmed" className="numeric">
              vs. {current.previous_score} in the previous 7 days
            </Text>
          </div>
        )}
      </div>
      <ScoreRange score={current.visibility_score} interval={current.interval} thick />
      <p className={`${classes.words} numeric`}>
        95% interval: <strong>{low}</strong>–<strong>{high}</strong>
        <br />
        {formatCount(current.sample_size, 'answer')} · {formatCount(score.keywords, 'keyword')}
      </p>
      <p className={classes.note}>
        Share of answers that mention your brand in the 7 days to {formatLongDay(score.until)}.{' '}
        {score.weighting === 'prompts' ? 'All prompts are weighted equally.' : 'All answers are weighted equally.'}
      </p>
    </>
  );
}

function NoScore() {
  return <p className={classes.note}>No answers in the last 7 days match these filters.</p>;
}
