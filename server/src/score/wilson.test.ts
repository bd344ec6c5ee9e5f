import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wilson } from './wilson.ts';

test.each([
  [0, 10, 0, 0.277533],
  [3, 10, 0.107791, 0.603222],
  [12, 40, 0.180748, 0.4543],
  [40, 40, 0.912378, 1],
  [32, 50, 0.50141, 0.758613],
])('%i of %i has the interval %d to %d', (k, n, low, high) => {
  const interval = wilson(k / n, n);
  expect(interval[0]).toBeCloseTo(low, 6);
  expect(interval[1]).toBeCloseTo(high, 6);
});

test('the bounds are exactly 0 if never mentioned and exactly 1 if always mentioned', () => {
  for (const n of [1, 3, 7, 40, 1234]) {
    expect(wilson(0, n)[0]).toBe(0);
    expect(wilson(1, n)[1]).toBe(1);
  }
});

test('the interval contains the share, stays within 0 and 1, and narrows with more answers', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 100_000 }), (share, n) => {
      const [low, high] = wilson(share, n);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(share);
      expect(high).toBeGreaterThanOrEqual(share);
      expect(high).toBeLessThanOrEqual(1);
      const [lowOfMore, highOfMore] = wilson(share, 4 * n);
      expect(highOfMore - lowOfMore).toBeLessThan(high - low);
    }),
  );
});
