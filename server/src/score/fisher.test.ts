import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tally } from './counts.ts';
import { fisherMidP } from './fisher.ts';

// The first three are the rule's golden vectors; the others were computed with exact fractions.
test.each([
  [0, 20, 4, 20, 0.053015],
  [1, 40, 8, 40, 0.015623],
  [2, 20, 9, 20, 0.017146],
  [3, 160, 5, 40, 0.004942],
  [0, 400, 3, 100, 0.003904],
  [1590, 1600, 390, 400, 0.001495],
  [7, 30, 7, 30, 0.880534],
])('%i of %i against %i of %i gives p = %d', (k1, n1, k2, n2, p) => {
  expect(fisherMidP({ n: n1, k: k1 }, { n: n2, k: k2 })).toBeCloseTo(p, 6);
});

test('answers that all agree prove nothing', () => {
  expect(fisherMidP({ n: 160, k: 0 }, { n: 40, k: 0 })).toBe(1);
  expect(fisherMidP({ n: 160, k: 160 }, { n: 40, k: 40 })).toBe(1);
});

test('a hundred thousand answers neither overflow nor lose the tail', () => {
  const p = fisherMidP({ n: 100_000, k: 50_000 }, { n: 100_000, k: 51_000 });
  expect(p).toBeGreaterThan(7e-6);
  expect(p).toBeLessThan(9e-6);
  expect(fisherMidP({ n: 100_000, k: 0 }, { n: 100_000, k: 100_000 })).toBe(0);
});

test('p is between 0 and 1 and independent of the order of sides and outcomes', () => {
  fc.assert(
    fc.property(tally(), tally(), (left, right) => {
      const p = fisherMidP(left, right);
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
      expect(fisherMidP(right, left)).toBeCloseTo(p, 9);
      expect(fisherMidP(inverted(left), inverted(right))).toBeCloseTo(p, 9);
    }),
  );
});

function tally() {
  return fc.tuple(fc.integer({ min: 1, max: 300 }), fc.nat()).map(([n, seed]): Tally => ({ n, k: seed % (n + 1) }));
}

function inverted({ n, k }: Tally): Tally {
  return { n, k: n - k };
}
