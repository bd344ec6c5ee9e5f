/**
 * How long a platform asks us to wait: `retry-after-ms`, `retry-after` in seconds or as a date, or Google's
 * `RetryInfo` in the body, which comes without a header.
 */
export function retryAfterMs(headers: Headers, body: string, nowMs: number): number | undefined {
  const exact = amount(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const after = headers.get('retry-after');
  const seconds = amount(after);
  if (seconds !== undefined) return seconds * 1000;
  const date = after ? Date.parse(after) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - nowMs);
  const delay = amount(/"retryDelay"\s*:\s*"([\d.]{1,12})s"/.exec(body)?.[1]);
  return delay === undefined ? undefined : delay * 1000;
}

interface Headers {
  get(name: string): string | null;
}

function amount(text: string | null | undefined): number | undefined {
  return text && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
