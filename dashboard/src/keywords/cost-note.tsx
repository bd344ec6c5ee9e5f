import { formatCount, formatUsd } from '../base/format.ts';
import { useEstimate } from '../base/lookups.ts';
import { useMode } from '../base/mode.ts';
import classes from './dialogs.module.css';

/** The cost of keywords before they are added. */
export function CostNote({ count, isPaused }: { count: number; isPaused: boolean }) {
  const mode = useMode();
  const { data } = useEstimate(count, { enabled: mode === 'live' });
  if (mode === 'test') return <p className={classes.note}>Answers in the sandbox are simulated and cost nothing.</p>;
  if (isPaused) return <p className={classes.note}>Paused keywords don’t run until you resume them.</p>;
  if (!data || count === 0) return null;
  const asked = data.platforms.filter(({ key }) => key !== 'none');
  if (asked.length === 0) {
    return <p className={classes.note}>No platform has an API key yet. Add one under Platforms.</p>;
  }
  const week = asked.reduce((sum, { usd_per_week }) => sum + (usd_per_week ?? 0), 0);
  return (
    <p className={classes.note}>
      Estimated total with {count === 1 ? 'this keyword' : `these ${formatCount(count, 'keyword')}`}: {formatUsd(week)}{' '}
      per week on {formatCount(asked.length, 'platform')}.
    </p>
  );
}
