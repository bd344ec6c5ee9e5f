import { expect, test } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { drawBinomial } from './binomial.ts';

test.each([
  [8, 0.3],
  [40, 0.5],
  [100, 0.01],
  [1000, 0.9],
])('%i trials with a probability of %d have the mean and variance of the binomial distribution', (n, p) => {
  const random = seededRandom(`binomial ${n} ${p}`);
  const draws = Array.from({ length: 20_000 }, () => drawBinomial(n, p, random));
  const mean = draws.reduce((sum, k) => sum + k, 0) / draws.length;
  const variance = draws.reduce((sum, k) => sum + (k - mean) ** 2, 0) / draws.length;
  const deviation = Math.sqrt(n * p * (1 - p));
  expect(Math.abs(mean - n * p)).toBeLessThan((4 * deviation) / Math.sqrt(draws.length));
  expect(Math.abs(variance / deviation ** 2 - 1)).toBeLessThan(0.06);
});

test('every outcome has the right frequency', () => {
  const random = seededRandom('outcomes');
  const draws = Array.from({ length: 40_000 }, () => drawBinomial(3, 0.3, random));
  [0.343, 0.441, 0.189, 0.027].forEach((chance, outcome) => {
    const seen = draws.filter((k) => k === outcome).length;
    expect(Math.abs(seen / draws.length - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / draws.length));
  });
});

test('a certain outcome needs no random number', () => {
  const random = () => {
    throw new Error('drawn');
  };
  expect(drawBinomial(40, 0, random)).toBe(0);
  expect(drawBinomial(40, 1, random)).toBe(40);
  expect(drawBinomial(0, 0.5, random)).toBe(0);
});
