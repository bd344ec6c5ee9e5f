import { Tooltip, VisuallyHidden } from '@mantine/core';
import type { ScoredKeyword } from '../api/visibility.ts';
import { formatCount } from '../base/format.ts';
import { ScoreRange } from '../base/score-range.tsx';
import classes from './score-cell.module.css';

/** The overall score and how sure it is. `opened` shows the sentence to those who came by keyboard. */
export function ScoreCell({ record, opened }: { record: ScoredKeyword; opened: boolean }) {
  const { visibility_score, interval } = record;
  const sentence = describeEvidence(record);
  return (
    <Tooltip label={sentence} opened={opened || undefined} multiline maw={260} withArrow>
      <span className={classes.score}>
        <span className={`${classes.number} numeric`}>{visibility_score}</span>
        <span className={classes.range}>
          <ScoreRange score={visibility_score} interval={interval} />
          <span className={`${classes.interval} numeric`} aria-hidden="true">
            {interval[0]}–{interval[1]}
          </span>
        </span>
        <VisuallyHidden>{sentence}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}

export function describeEvidence({ interval: [low, high], sample_size }: ScoredKeyword): string {
  return `Likely between ${low} and ${high} (95%), from ${formatCount(sample_size, 'answer')}.`;
}
