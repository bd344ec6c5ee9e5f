import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustBenjaminiHochberg, adjustHolm, benjaminiHochberg, holm } from './multiplicity.ts';

/** The example of Benjamini and Hochberg (1995), section 4.1. */
const PUBLISHED = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
];
const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 50 });

test('of the published example Benjamini and Hochberg keep four and Holm three', () => {
  expect(benjaminiHochberg(PUBLISHED, 0.05)).toEqual(PUBLISHED.map((_, index) => index < 4));
  expect(holm(PUBLISHED, 0.05)).toEqual(PUBLISHED.map((_, index) => index < 3));
});

test('the answers come in the order of the questions', () => {
  expect(benjaminiHochberg([0.9, 0.001, 0.02], 0.05)).toEqual([false, true, true]);
  expect(holm([0.9, 0.001, 0.02], 0.05)).toEqual([false, true, true]);
  expect(adjustHolm([0.9, 0.001, 0.02])).toEqual([0.9, 0.003, 0.04]);
  expect(adjustBenjaminiHochberg([0.9, 0.001, 0.02])).toEqual([0.9, 0.003, 0.03]);
});

test('a test that fails its own step is kept by Benjamini and Hochberg when a later one passes', () => {
  expect(benjaminiHochberg([0.03, 0.04], 0.05)).toEqual([true, true]);
  expect(holm([0.03, 0.04], 0.05)).toEqual([false, false]);
});

test('a single test is not corrected', () => {
  expect(adjustBenjaminiHochberg([0.02])).toEqual([0.02]);
  expect(adjustHolm([0.02])).toEqual([0.02]);
  expect(benjaminiHochberg([], 0.05)).toEqual([]);
  expect(holm([], 0.05)).toEqual([]);
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
