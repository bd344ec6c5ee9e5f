import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { withDeadline } from './deadline.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

test('the signal aborts after the time', async () => {
  expect(await withDeadline(5, undefined, untilAborted)).toMatchObject({ name: 'TimeoutError' });
});

test('the signal aborts with the outer one, for the same reason', async () => {
  const outer = new AbortController();
  const ending = withDeadline(60_000, outer.signal, untilAborted);
  outer.abort('stopped');
  expect(await ending).toBe('stopped');
  expect(await withDeadline(60_000, outer.signal, async (signal) => signal.reason)).toBe('stopped');
});

test('leaves no timer and no listener behind', async () => {
  const outer = new AbortController();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await withDeadline(60_000, outer.signal, async () => undefined);
  await expect(withDeadline(60_000, outer.signal, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(getEventListeners(outer.signal, 'abort')).toEqual([]);
  expect(timers()).toBe(before);
});
