import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPoints } from './rounding.ts';

test.each([
  [0, 0],
  [1, 100],
  [0.3, 30],
  [1 / 1000, 1],
  [999 / 1000, 99],
  [0.995, 99],
  [0.494, 49],
])('a share of %d is %i points', (share, points) => {
  expect(toPoints(share)).toBe(points);
});

test('half a point is rounded up, regardless of floating point errors in the share', () => {
  for (let k = 1; k < 200; k += 2) expect(toPoints(k / 200)).toBe(Math.min(99, (k + 1) / 2));
  expect(toPoints(23 / 40)).toBe(58);
});

test('more answers that mention the brand never lower the score', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (n, seed) => {
      const k = seed % n;
      expect(toPoints((k + 1) / n)).toBeGreaterThanOrEqual(toPoints(k / n));
    }),
  );
});

test('0 points mean never mentioned and 100 points always mentioned', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(), (n, seed) => {
      const k = seed % (n + 1);
      expect(toPoints(k / n) === 0).toBe(k === 0);
      expect(toPoints(k / n) === 100).toBe(k === n);
    }),
  );
});
