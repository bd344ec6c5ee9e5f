import { expect, test } from 'vitest';
import { mayRetry, pause, retryAfterSeconds, retryDelay } from './retry.ts';

test.each([
  [0, 250, 500],
  [1, 500, 1_000],
  [2, 1_000, 2_000],
  [4, 4_000, 8_000],
  [40, 4_000, 8_000],
])('the delay before retry %i is between %i and %i ms and random', (retries, least, most) => {
  const delays = Array.from({ length: 200 }, () =>
    retryDelay(retries, { retryAfterSeconds: undefined, maxRetryDelayMs: 60_000 }),
  );
  expect(Math.min(...delays.map(Number))).toBeGreaterThanOrEqual(least);
  expect(Math.max(...delays.map(Number))).toBeLessThanOrEqual(most);
  expect(new Set(delays).size).toBeGreaterThan(100);
});

test('waits as long as the server asks, or does not retry if that is too long', () => {
  const wait = (retryAfterSeconds: number) => retryDelay(0, { retryAfterSeconds, maxRetryDelayMs: 60_000 });
  for (const seconds of [0, 1, 60]) {
    expect(wait(seconds)).toBeGreaterThanOrEqual(seconds * 1000);
    expect(wait(seconds)).toBeLessThan(seconds * 1000 + 250);
  }
  expect(wait(61)).toBeUndefined();
  expect(retryDelay(9, { retryAfterSeconds: undefined, maxRetryDelayMs: 100 })).toBe(100);
});

const NOW = Date.parse('2026-01-31T12:00:00Z');

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ 'retry-after': '' }, undefined],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': ' 17 ' }, 17],
  [{ 'retry-after': '1.5' }, 1.5],
  [{ 'retry-after': '-3' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': 'Sat, 31 Jan 2026 12:00:30 GMT' }, 30],
  [{ 'retry-after': 'Sat, 31 Jan 2026 11:59:00 GMT' }, 0],
  [{ 'retry-after': 'Sat, 31 Jan 2026 12:00:30 GMT', date: 'Sat, 31 Jan 2026 12:00:20 GMT' }, 10],
])('of %j the wait is %s s', (headers, seconds) => {
  expect(retryAfterSeconds(headers['retry-after'], { date: headers.date, now: NOW })).toBe(seconds);
});

test('retries only requests that were not processed or are safe to repeat', () => {
  const again = (isRepeatable: boolean, retryAfterSeconds?: number) =>
    [200, 400, 401, 404, 409, 422, 429, 500, 501, 502, 503, 504].filter((status) =>
      mayRetry(status, { isRepeatable, retryAfterSeconds }),
    );
  expect(again(false, 1)).toEqual([429]);
  expect(again(true)).toEqual([429, 502, 503, 504]);
  expect(again(true, 1)).toEqual([409, 429, 502, 503, 504]);
});

test('a pause ends with its signal and removes its listener', async () => {
  const ending = new AbortController();
  const listeners = { added: 0, removed: 0 };
  const { signal } = ending;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners.added++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners.removed++;
    remove(...args);
  };
  await pause(1, signal);
  const long = pause(3_600_000, signal);
  ending.abort();
  await long;
  await pause(3_600_000, signal);
  expect(listeners).toEqual({ added: 3, removed: 3 });
});
