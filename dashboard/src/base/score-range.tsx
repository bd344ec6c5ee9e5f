import classes from './score-range.module.css';

interface ScoreRangeProps {
  score: number;
  interval: [low: number, high: number];
  thick?: boolean;
}

/** The score as a point on a scale from 0 to 100, with its 95% interval as a band. The text next to it has the numbers. */
export function ScoreRange({ score, interval: [low, high], thick }: ScoreRangeProps) {
  return (
    <span className={classes.track} data-thick={thick} aria-hidden="true">
      <span className={classes.band} style={{ left: `${low}%`, width: `${high - low}%` }} />
      <span className={classes.point} style={{ left: `${score}%` }} />
    </span>
  );
}
