const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** So that everybody who was sent away at once does not come back at once. */
const SPREAD_MS = 250;

/**
 * Whether the same request may be sent again after this status. One that was refused for its number was not carried out,
 * so it may be whatever it is; after the others only what does no harm when it is carried out twice.
 */
export function mayRetry(
  status: number,
  { isRepeatable, retryAfterSeconds }: { isRepeatable: boolean; retryAfterSeconds: number | undefined },
): boolean {
  if (status === 429) return true;
  if (!isRepeatable) return false;
  // A 409 that says when to come back: the first try is still running.
  return [502, 503, 504].includes(status) || (status === 409 && retryAfterSeconds !== undefined);
}

/** How long to wait before the next try; undefined: longer than anybody wants to. */
export function retryDelay(
  retries: number,
  { retryAfterSeconds, maxRetryDelayMs }: { retryAfterSeconds: number | undefined; maxRetryDelayMs: number },
): number | undefined {
  if (retryAfterSeconds === undefined) {
    const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** retries);
    return Math.min(maxRetryDelayMs, most * (0.5 + Math.random() / 2));
  }
  // Coming back earlier than asked would only be refused again.
  if (retryAfterSeconds * 1000 > maxRetryDelayMs) return undefined;
  return retryAfterSeconds * 1000 + Math.random() * SPREAD_MS;
}

/** `Retry-After` in seconds, whichever of its two forms it has; undefined: there is none to go by. */
export function retryAfterSeconds(
  retryAfter: string | null | undefined,
  { date, now = Date.now() }: { date?: string | null | undefined; now?: number } = {},
): number | undefined {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  // Only a date that begins with its weekday: `-3` would be read as a day of 2001.
  const then = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(then)) return undefined;
  // By the sender's clock where it tells it: the two may differ by more than the wait.
  const sentAt = Date.parse(date ?? '');
  return Math.max(0, Math.ceil((then - (Number.isNaN(sentAt) ? now : sentAt)) / 1000));
}

/** Resolves after the time, or as soon as the signal is aborted. */
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
