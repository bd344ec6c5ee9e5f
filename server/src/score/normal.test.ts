import fc from 'fast-check';
import { expect, test } from 'vitest';
import { twoSidedP } from './normal.ts';

test('a z of 2.886751 has p = 0.003892', () => {
  expect(twoSidedP(2.886751)).toBeCloseTo(0.003892, 6);
  expect(twoSidedP(1.959963984540054)).toBeCloseTo(0.05, 14);
});

test.each([
  [0, 1],
  [0.1, 0.8875370839817152],
  [0.5, 0.4795001221869535],
  [1, 0.15729920705028513],
  [1.5, 0.033894853524689274],
  [1.99, 0.004888586800383003],
  [2, 0.004677734981047265],
  [2.5, 0.0004069520174449589],
  [3, 2.2090496998585438e-5],
  [5, 1.5374597944280351e-12],
  [10, 2.088487583762545e-45],
])('the error function at %d is right to twelve digits', (x, erfc) => {
  expect(Math.abs(twoSidedP(x * Math.SQRT2) / erfc - 1)).toBeLessThan(1e-12);
});

test('p is between 0 and 1, falls with the distance, and ignores the direction', () => {
  const z = fc.double({ min: 0, max: 40, noNaN: true });
  fc.assert(
    fc.property(z, z, (a, b) => {
      const [near, far] = a < b ? [a, b] : [b, a];
      expect(twoSidedP(far)).toBeLessThanOrEqual(twoSidedP(near) * (1 + 1e-12));
      expect(twoSidedP(far)).toBeGreaterThanOrEqual(0);
      expect(twoSidedP(near)).toBeLessThanOrEqual(1);
      expect(twoSidedP(-a)).toBe(twoSidedP(a));
    }),
  );
});
