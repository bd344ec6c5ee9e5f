import { expect, test } from 'vitest';
import { retryDelay } from './schedule.ts';
import { signBody } from './signature.ts';

test('the signature is the one GitHub publishes for the same secret and body', () => {
  expect(signBody('Hello, World!', "It's a Secret to Everybody")).toBe(
    'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  );
});

test('retries come after 1 minute, 5, 30, 2 hours and 24 hours, never earlier, and none follows the fifth', () => {
  const attempts = [1, 2, 3, 4, 5, 6];
  expect(attempts.map((attempt) => retryDelay(attempt, () => 0))).toEqual([60, 300, 1_800, 7_200, 86_400, undefined]);
  expect(attempts.map((attempt) => retryDelay(attempt, () => 1))).toEqual([63, 315, 1_860, 7_260, 86_460, undefined]);
});
