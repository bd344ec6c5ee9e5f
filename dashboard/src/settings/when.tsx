import { formatAge, formatShortDate, formatTime } from '../base/format.ts';
import classes from './settings.module.css';

/** `2 hours ago`, the exact time on hover. Keys, sessions and deliveries live in real time, also while the sandbox is shown. */
export function When({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatTime(time)}>
      {formatAge(time, new Date())}
    </time>
  );
}

/** A day, the exact time on hover. */
export function Day({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatTime(time)} className={classes.day}>
      {formatShortDate(time)}
    </time>
  );
}
