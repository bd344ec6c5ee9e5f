import { VisuallyHidden } from '@mantine/core';
import classes from './platform-score.module.css';

/** A platform's score. The higher the score, the darker the background. */
export function PlatformScore({ score }: { score: number | undefined }) {
  if (score === undefined) {
    return (
      <span className={classes.none}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>No answers yet</VisuallyHidden>
      </span>
    );
  }
  return (
    <span
      className={`${classes.score} numeric`}
      style={{ background: `color-mix(in srgb, var(--accent) ${Math.round(score * 0.3)}%, transparent)` }}
    >
      {score}
    </span>
  );
}
