import { useQuery } from '@tanstack/react-query';
import { estimateQuery } from '../api/platforms.ts';
import { formatCount, formatUsd } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import classes from './dialogs.module.css';

/** What so many more keywords cost, said before they are added. */
export function CostNote({ count, isPaused }: { count: number; isPaused: boolean }) {
  const mode = useMode();
  const { data } = useQuery({ ...estimateQuery(mode, count), enabled: mode === 'live' && count > 0 });
  if (mode === 'test') return <p className={classes.note}>The sandbox answers them itself: no cost.</p>;
  if (isPaused) return <p className={classes.note}>Paused keywords are not asked until you resume them.</p>;
  if (!data || count === 0) return null;
  const asked = data.platforms.filter(({ key }) => key !== 'none');
  if (asked.length === 0) {
    return <p className={classes.note}>No platform has a key yet, so nothing is asked. Set one under Platforms.</p>;
  }
  const week = asked.reduce((sum, { usd_per_week }) => sum + (usd_per_week ?? 0), 0);
  return (
    <p className={classes.note}>
      They are asked from now on. With these {formatCount(count, 'keyword')} your plan costs about {formatUsd(week)} a
      week on {formatCount(asked.length, 'platform')}.
    </p>
  );
}
