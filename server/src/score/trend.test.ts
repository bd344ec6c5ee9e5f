import { expect, test } from 'vitest';
import { signedPercent } from './signed.ts';
import { trendPercent } from './trend.ts';

test.each([
  [65, 78, '+20%'],
  [30, 55, '+83%'],
  [50, 46, '-8%'],
  [50, 50, '+0%'],
  [40, 41, '+3%'],
  [40, 39, '-3%'],
  [80, 81, '+1%'],
  [80, 79, '-1%'],
  [67, 67, '+0%'],
  [100, 0, '-100%'],
  [0, 1, '+100%'],
  [0, 100, '+100%'],
  [0, 0, '+0%'],
  [1, 100, '+999%'],
  [1, 10, '+900%'],
  [1, 11, '+999%'],
])('from %i to %i is %s', (previous, current, text) => {
  expect(signedPercent(trendPercent(previous, current))).toBe(text);
});

test('without an earlier window there is nothing to compare with', () => {
  expect(trendPercent(undefined, 55)).toBe(0);
});

test('no change is 0, never minus 0', () => {
  for (let previous = 0; previous <= 100; previous++) expect(trendPercent(previous, previous)).toBe(0);
});
