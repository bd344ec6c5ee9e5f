import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testDifference } from './difference.ts';

test('30 of 100 against 50 of 100 gives z = 2.886751 and p = 0.003892', () => {
  const difference = testDifference({ n: 100, k: 30 }, { n: 100, k: 50 }, 1);
  expect(difference.method).toBe('z');
  expect(difference.z).toBeCloseTo(2.886751, 6);
  expect(difference.p).toBeCloseTo(0.003892, 6);
});

test.each([
  [48, 160, 1, 0.003027],
  [48, 160, 1.05, 0.003809],
  [48, 160, 1.5, 0.015482],
  [12, 40, 1, 0.023719],
])('%i of %i against 22 of 40 with a dispersion of %d gives p = %d', (k1, n1, phi, p) => {
  expect(testDifference({ n: n1, k: k1 }, { n: 40, k: 22 }, phi).p).toBeCloseTo(p, 6);
});

test('a drop has a negative z', () => {
  expect(testDifference({ n: 100, k: 50 }, { n: 100, k: 30 }, 1).z).toBeCloseTo(-2.886751, 6);
});

test('with fewer than 5 expected answers in a cell the exact test decides, on counts divided by the dispersion', () => {
  const exact = testDifference({ n: 40, k: 1 }, { n: 40, k: 8 }, 1);
  expect(exact).toMatchObject({ method: 'fisher mid-p', z: undefined });
  expect(exact.p).toBeCloseTo(0.015623, 6);
  // With a dispersion of 2, 4 of 160 and 8 of 40 are worth 2 of 80 and 4 of 20.
  expect(testDifference({ n: 160, k: 4 }, { n: 40, k: 8 }, 2)).toMatchObject({ method: 'fisher mid-p' });
  expect(testDifference({ n: 160, k: 4 }, { n: 40, k: 8 }, 2).p).toBeCloseTo(
    testDifference({ n: 80, k: 2 }, { n: 20, k: 4 }, 1).p,
    12,
  );
});

test('exactly 5 expected answers are enough for the normal test, also on the side that does not mention the brand', () => {
  expect(testDifference({ n: 40, k: 5 }, { n: 40, k: 5 }, 1).method).toBe('z');
  expect(testDifference({ n: 40, k: 4 }, { n: 40, k: 5 }, 1).method).toBe('fisher mid-p');
  expect(testDifference({ n: 40, k: 35 }, { n: 40, k: 35 }, 1).method).toBe('z');
  expect(testDifference({ n: 40, k: 36 }, { n: 40, k: 35 }, 1).method).toBe('fisher mid-p');
});

test('p is between 0 and 1, is the same in both directions, and grows with the dispersion', () => {
  const tally = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat()).map(([n, seed]) => ({ n, k: seed % (n + 1) }));
  fc.assert(
    fc.property(tally, tally, fc.double({ min: 1, max: 10, noNaN: true }), (before, now, phi) => {
      const { p, method } = testDifference(before, now, phi);
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
      expect(testDifference(now, before, phi).p).toBeCloseTo(p, 9);
      if (method === 'z') expect(testDifference(before, now, 2 * phi).p).toBeGreaterThanOrEqual(p);
    }),
  );
});
