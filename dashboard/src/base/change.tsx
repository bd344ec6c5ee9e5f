import { NO_CLEAR_CHANGE, pointsText, type ScoreChange } from '../../../server/src/base/score-text.ts';
import classes from './change.module.css';
import { Icon } from './icons.tsx';

interface ChangeProps {
  /** Null: there is nothing to compare with. */
  change: ScoreChange | null;
  /** Where it is significant, if not as a whole. The change itself has no color then. */
  where?: string | undefined;
  /** What it is compared with, shown on hover. */
  hint?: string;
}

/** A change in points. Only a significant one has an arrow and a color. */
export function Change({ change, where, hint }: ChangeProps) {
  if (!change) return <span className={classes.none}>–</span>;
  const { points, significant } = change;
  if (significant && points !== 0) {
    const direction = points > 0 ? 'up' : 'down';
    return (
      <span
        className={`${classes.change} numeric`}
        data-direction={direction}
        data-part={where ? true : undefined}
        title={hint}
      >
        <span className={classes.points}>
          {!where && <Icon name={direction} size={12} />}
          {pointsText(points)}
        </span>
        <small>
          {where && <Icon name={direction} size={10} />} significant{where && ` on ${where}`}
        </small>
      </span>
    );
  }
  return (
    <span className={`${classes.change} numeric`} title={hint}>
      <span className={classes.points}>{pointsText(points)}</span>
      {significant === false && <small>{NO_CLEAR_CHANGE}</small>}
    </span>
  );
}
