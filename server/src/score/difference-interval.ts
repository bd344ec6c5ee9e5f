import type { Interval } from './wilson.ts';

/** A share with its 95 % interval, all from 0 to 1. */
interface Estimate {
  share: number;
  bounds: Interval;
}

/**
 * The 95 % interval of the difference `now − before` of two shares, from their Wilson intervals (Newcombe's hybrid
 * score method). Unlike a normal approximation it is valid for few answers and near 0 and 100.
 */
export function differenceInterval(before: Estimate, now: Estimate): Interval {
  const difference = now.share - before.share;
  const down = Math.hypot(now.share - now.bounds[0], before.bounds[1] - before.share);
  const up = Math.hypot(now.bounds[1] - now.share, before.share - before.bounds[0]);
  return [difference - down, difference + up];
}
