import { formatAge, formatShortDate, formatTime } from '../base/format.ts';
import classes from './settings.module.css';

/** `2 hours ago`, with the exact time on hover. Uses the real time, also in the sandbox. */
export function When({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatTime(time)}>
      {formatAge(time, new Date())}
    </time>
  );
}

/** A date, with the exact time on hover. */
export function Day({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatTime(time)} className={classes.day}>
      {formatShortDate(time)}
    </time>
  );
}
