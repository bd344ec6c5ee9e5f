import { expect, test } from 'vitest';
import { createWaker } from './waker.ts';

// Longer than any test waits: a rest that does not end fails the test.
const LONG_MS = 3_600_000;
const { signal } = new AbortController();

test('a rest ends on a wake-up, also if it came before the rest started', async () => {
  const waker = createWaker();
  const resting = waker.rest(LONG_MS, signal);
  waker.wake();
  await resting;
  waker.wake();
  await waker.rest(LONG_MS, signal);
});

test('one call ends one rest', async () => {
  const waker = createWaker();
  waker.wake();
  waker.wake();
  await waker.rest(LONG_MS, signal);
  let isOver = false;
  const resting = waker.rest(LONG_MS, signal).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  waker.wake();
  await resting;
});

test('a rest ends on abort and does not start after it', async () => {
  const stopping = new AbortController();
  const waker = createWaker();
  const resting = waker.rest(LONG_MS, stopping.signal);
  stopping.abort();
  await resting;
  await waker.rest(LONG_MS, stopping.signal);
});
