import { expect, test } from 'vitest';
import { criticalT, twoSidedT } from './student-t.ts';

// From published tables of Student's t distribution.
test.each([
  [0.05, 1, 12.7062],
  [0.05, 2, 4.30265],
  [0.05, 10, 2.22814],
  [0.05, 30, 2.04227],
  [0.01, 5, 4.03214],
  [0.002, 3, 10.2145],
  [0.002, 60, 3.23171],
  [0.05, 1e6, 1.959966],
])('a value is beyond the critical one with probability %d at %d degrees of freedom', (p, df, critical) => {
  expect(criticalT(p, df)).toBeCloseTo(critical, 4);
  expect(twoSidedT(criticalT(p, df), df)).toBeCloseTo(p, 10);
});
