import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustBenjaminiHochberg, adjustHolm } from './multiplicity.ts';

/** The example of Benjamini and Hochberg (1995), section 4.1. */
const PUBLISHED = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
];
const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 50 });

const keptByDiscovery = (values: number[]) => adjustBenjaminiHochberg(values).map((p) => p <= 0.05);
const keptByHolm = (values: number[]) => adjustHolm(values).map((p) => p < 0.05);

test('of the published example Benjamini–Hochberg keeps four and Holm three', () => {
  expect(keptByDiscovery(PUBLISHED)).toEqual(PUBLISHED.map((_, index) => index < 4));
  expect(keptByHolm(PUBLISHED)).toEqual(PUBLISHED.map((_, index) => index < 3));
});

test('the results are in the order of the inputs', () => {
  expect(keptByDiscovery([0.9, 0.001, 0.02])).toEqual([false, true, true]);
  expect(keptByHolm([0.9, 0.001, 0.02])).toEqual([false, true, true]);
  expect(adjustHolm([0.9, 0.001, 0.02])).toEqual([0.9, 0.003, 0.04]);
  expect(adjustBenjaminiHochberg([0.9, 0.001, 0.02])).toEqual([0.9, 0.003, 0.03]);
});

test('a test that fails its own step is kept by Benjamini–Hochberg if a later one passes', () => {
  expect(keptByDiscovery([0.03, 0.04])).toEqual([true, true]);
  expect(keptByHolm([0.03, 0.04])).toEqual([false, false]);
});

test('a single test is not corrected', () => {
  expect(adjustBenjaminiHochberg([0.02])).toEqual([0.02]);
  expect(adjustHolm([0.02])).toEqual([0.02]);
  expect(keptByDiscovery([])).toEqual([]);
  expect(keptByHolm([])).toEqual([]);
});

test('a correction never makes a p-value smaller, keeps their order, and Holm is the stricter', () => {
  fc.assert(
    fc.property(pValues, (values) => {
      const [discovery, family] = [adjustBenjaminiHochberg(values), adjustHolm(values)];
      values.forEach((p, i) => {
        expect(discovery[i]).toBeGreaterThanOrEqual(p);
        expect(family[i]).toBeGreaterThanOrEqual((discovery[i] ?? 0) * (1 - 1e-12));
        expect(family[i]).toBeLessThanOrEqual(1);
        values.forEach((q, j) => {
          if (p > q) return;
          expect(discovery[i]).toBeLessThanOrEqual(discovery[j] ?? 1);
          expect(family[i]).toBeLessThanOrEqual(family[j] ?? 1);
        });
      });
    }),
  );
});
