import classes from './score-range.module.css';

interface ScoreRangeProps {
  score: number;
  interval: [low: number, high: number];
  thick?: boolean;
}

/** The score as a point on 0–100 and its 95 % interval as a band. The numbers stand beside it as text. */
export function ScoreRange({ score, interval: [low, high], thick }: ScoreRangeProps) {
  return (
    <span className={classes.track} data-thick={thick} aria-hidden="true">
      <span className={classes.band} style={{ left: `${low}%`, width: `${high - low}%` }} />
      <span className={classes.point} style={{ left: `${score}%` }} />
    </span>
  );
}
