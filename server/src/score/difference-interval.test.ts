import { expect, test } from 'vitest';
import { differenceInterval } from './difference-interval.ts';
import { wilson } from './wilson.ts';

const of = (k: number, n: number) => ({ share: k / n, bounds: wilson(k / n, n) });

test.each([
  // The worked examples of Newcombe's paper (1998), method 10.
  [of(48, 80), of(56, 70), 0.0524, 0.3339],
  [of(3, 10), of(9, 10), 0.1705, 0.809],
  [of(0, 20), of(10, 10), 0.6791, 1],
])('the interval of a difference (%#)', (before, now, low, high) => {
  const [lower, upper] = differenceInterval(before, now);
  expect(lower).toBeCloseTo(low, 3);
  expect(upper).toBeCloseTo(high, 3);
});

test('with the sides swapped it is the same with opposite signs', () => {
  const [low, high] = differenceInterval(of(12, 40), of(22, 40));
  const [mirroredLow, mirroredHigh] = differenceInterval(of(22, 40), of(12, 40));
  expect([mirroredLow, mirroredHigh]).toEqual([-high, -low]);
});
