import { expect, test } from 'vitest';
import { medianPosition } from './position.ts';

test.each([
  [[3], { median: 3, n: 1 }],
  [[1, 10, 2], { median: 2, n: 3 }],
  [[4, 1, 2, 9], { median: 3, n: 4 }],
  [[1, 2], { median: 1.5, n: 2 }],
])('the places %j have the median %o', (positions, expected) => {
  expect(medianPosition(positions)).toEqual(expected);
});

test('a brand that no answer names has no place', () => {
  expect(medianPosition([])).toBeUndefined();
});

test('the caller’s list stays as it was', () => {
  const positions = [3, 1, 2];
  medianPosition(positions);
  expect(positions).toEqual([3, 1, 2]);
});
