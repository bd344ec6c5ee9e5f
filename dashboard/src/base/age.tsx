import { formatAge, formatTime } from './format.ts';
import { useNow } from './session-context.ts';

/** `2 hours ago` in the workspace's time, with the exact time on hover. */
export function Age({ time, className }: { time: string; className?: string | undefined }) {
  const now = useNow();
  return (
    <time dateTime={time} title={formatTime(time)} className={className}>
      {formatAge(time, now)}
    </time>
  );
}
