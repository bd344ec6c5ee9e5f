import { expect, test } from 'vitest';
import { clockSkew } from './clock-skew.ts';

test.each([
  ['the same time', 10_000, undefined],
  ['read during a slow response', 17_000, undefined],
  ['2 s behind', 8_000, undefined],
  ['3 s behind', 7_000, 3],
  ['30 s ahead', 50_000, 30],
])('%s', (_name, theirs, seconds) => {
  expect(clockSkew(theirs, { asked: 10_000, answered: 20_000 })).toBe(seconds);
});
