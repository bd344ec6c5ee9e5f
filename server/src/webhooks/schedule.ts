/** Seconds until each retry, counted from the moment the failure before it was recorded. */
const RETRY_DELAYS = [60, 300, 1_800, 7_200, 86_400];
const LONGEST_DELAY = 86_400;
const LONGEST_REST = 15 * 60;

/** The attempt whose failure leaves one retry, 24 hours later: the owner is warned. */
export const WARN_AFTER_ATTEMPT = RETRY_DELAYS.length;

/**
 * The delay after a failed attempt (1 is the first delivery), or undefined when that was the last.
 * Jitter only makes it later, by at most 5 % or a minute: nobody is asked sooner than the schedule says.
 * A receiver that asks for more time gets up to twice the delay, and never more than a day.
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

/** How long all deliveries of a webhook rest after `Retry-After`, so that the others do not burn their tries. */
export function laneRest(retryAfterSeconds: number): number {
  return Math.min(retryAfterSeconds, LONGEST_REST);
}
