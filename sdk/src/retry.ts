const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** Spreads retries, so that rejected clients do not all come back at the same time. */
const SPREAD_MS = 250;

/**
 * Whether a request may be retried after this status. A 429 was not processed, so any request can be sent again. After
 * other statuses, only requests that are safe to process twice.
 */
export function mayRetry(
  status: number,
  { isRepeatable, retryAfterSeconds }: { isRepeatable: boolean; retryAfterSeconds: number | undefined },
): boolean {
  if (status === 429) return true;
  if (!isRepeatable) return false;
  // A 409 with Retry-After: the first attempt is still running.
  return [502, 503, 504].includes(status) || (status === 409 && retryAfterSeconds !== undefined);
}

/** The delay before the next attempt; undefined if it is longer than the maximum. */
export function retryDelay(
  retries: number,
  { retryAfterSeconds, maxRetryDelayMs }: { retryAfterSeconds: number | undefined; maxRetryDelayMs: number },
): number | undefined {
  if (retryAfterSeconds === undefined) {
    const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** retries);
    return Math.min(maxRetryDelayMs, most * (0.5 + Math.random() / 2));
  }
  // An earlier retry would be rejected again.
  if (retryAfterSeconds * 1000 > maxRetryDelayMs) return undefined;
  return retryAfterSeconds * 1000 + Math.random() * SPREAD_MS;
}

/** `Retry-After` in seconds, from either of its two forms; undefined if it is missing or invalid. */
export function retryAfterSeconds(
  retryAfter: string | null | undefined,
  { date, now = Date.now() }: { date?: string | null | undefined; now?: number } = {},
): number | undefined {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  // Only dates that start with a weekday: `-3` would be parsed as a day in 2001.
  const then = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(then)) return undefined;
  // Measured with the server's clock if it sends one: the clocks may differ by more than the delay.
  const sentAt = Date.parse(date ?? '');
  return Math.max(0, Math.ceil((then - (Number.isNaN(sentAt) ? now : sentAt)) / 1000));
}

/** Resolves after the delay, or as soon as the signal is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
