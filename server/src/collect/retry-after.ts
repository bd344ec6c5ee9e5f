import { retryAfterSeconds } from '@visibility/sdk';

/**
 * How long a platform asks us to wait: `retry-after-ms`, `retry-after` in seconds or as a date, or Google's `RetryInfo`
 * in the body, which has no header.
 */
export function retryAfterMs(headers: Headers, body: string, nowMs: number): number | undefined {
  const exact = amount(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const inBody = /"retryDelay"\s*:\s*"([\d.]{1,12})s"/.exec(body)?.[1];
  const seconds =
    retryAfterSeconds(headers.get('retry-after'), { date: headers.get('date'), now: nowMs }) ?? amount(inBody);
  return seconds === undefined ? undefined : seconds * 1000;
}

interface Headers {
  get(name: string): string | null;
}

function amount(text: string | null | undefined): number | undefined {
  return text && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
