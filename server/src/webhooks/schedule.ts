/** Seconds until each retry, counted from the time the previous failure was stored. */
const RETRY_DELAYS = [60, 300, 1_800, 7_200, 86_400];
const LONGEST_DELAY = 86_400;
const LONGEST_REST = 15 * 60;

/** After this failed attempt, one retry is left, 24 hours later. The owner gets a warning. */
export const WARN_AFTER_ATTEMPT = RETRY_DELAYS.length;

/**
 * The delay after a failed attempt (1 is the first delivery). Undefined after the last one. Jitter adds at most 5 % or
 * a minute, so a retry is never earlier than the schedule. A receiver that asks for more time gets up to twice the
 * delay, and at most a day.
 */
export function retryDelay(
  attempt: number,
  random: () => number,
  { retryAfterSeconds = 0 }: { retryAfterSeconds?: number | undefined } = {},
): number | undefined {
  const delay = RETRY_DELAYS[attempt - 1];
  if (delay === undefined) return undefined;
  const chosen = Math.min(Math.max(delay, retryAfterSeconds), 2 * delay, LONGEST_DELAY);
  return chosen + random() * Math.min(delay * 0.05, 60);
}

/** How long all deliveries of a webhook pause after `Retry-After`, so that the others do not use up their attempts. */
export function laneRest(retryAfterSeconds: number): number {
  return Math.min(retryAfterSeconds, LONGEST_REST);
}
