const LIMIT = 999;

/**
 * `trend`: the change from the previous displayed score to the current one, in whole percent. It uses the displayed
 * integers, so that readers can check it with the numbers they see.
 */
export function trendPercent(previous: number | undefined, current: number): number {
  if (previous === undefined) return 0;
  if (previous === 0) return current > 0 ? 100 : 0;
  const percent = (100 * (current - previous)) / previous;
  return Math.max(-LIMIT, Math.min(LIMIT, roundHalfAwayFromZero(percent)));
}

function roundHalfAwayFromZero(value: number): number {
  return value < 0 ? -Math.floor(0.5 - value) + 0 : Math.floor(value + 0.5);
}
