import { expect, test } from 'vitest';
import { clockSkew } from './clock-skew.ts';

test.each([
  ['one of the same time', 10_000, undefined],
  ['one read during a slow answer', 17_000, undefined],
  ['one 2 s behind', 8_000, undefined],
  ['one 3 s behind', 7_000, 3],
  ['one 30 s ahead', 50_000, 30],
])('%s', (_name, theirs, seconds) => {
  expect(clockSkew(theirs, { asked: 10_000, answered: 20_000 })).toBe(seconds);
});
