import { VisuallyHidden } from '@mantine/core';
import type { ScoredKeyword } from '../api/keywords.ts';
import { formatCount, formatNumber } from '../base/format.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { Scored } from '../base/scored.tsx';
import classes from './score-cell.module.css';

/** The overall score, its interval and the number of answers. */
export function ScoreCell({ record }: { record: ScoredKeyword | null }) {
  if (!record) return <span className={classes.none}>Not measured yet</span>;
  const { visibility_score, interval, sample_size } = record;
  const sentence = describeEvidence(record);
  return (
    <Scored answers={sample_size} planned={plannedOf(record)}>
      <span className={classes.score} title={sentence}>
        <span className={`${classes.number} numeric`}>{visibility_score}</span>
        <span className={classes.range}>
          <ScoreRange score={visibility_score} interval={interval} />
          <span className={`${classes.interval} numeric`} aria-hidden="true">
            <span>
              {interval[0]}–{interval[1]}
            </span>
            <span>n={formatNumber(sample_size)}</span>
          </span>
        </span>
        <VisuallyHidden>{sentence}</VisuallyHidden>
      </span>
    </Scored>
  );
}

/** Planned answers on all platforms. */
export function plannedOf({ planned }: Pick<ScoredKeyword, 'planned'>): number {
  return Object.values(planned).reduce((sum, answers) => sum + answers, 0);
}

function describeEvidence({ interval: [low, high], sample_size }: ScoredKeyword): string {
  return `95% interval: ${low}–${high} · ${formatCount(sample_size, 'answer')}`;
}
