/** Seconds until each retry, counted from the moment the failure before it was recorded. */
const RETRY_DELAYS = [60, 300, 1_800, 7_200, 86_400];

/**
 * The delay after a failed attempt (1 is the first delivery), or undefined when that was the last.
 * Jitter only makes it later, by at most 5 % or a minute: nobody is asked sooner than the schedule says.
 */
export function retryDelay(attempt: number, random: () => number): number | undefined {
  const delay = RETRY_DELAYS[attempt - 1];
  return delay === undefined ? undefined : delay + random() * Math.min(delay * 0.05, 60);
}
