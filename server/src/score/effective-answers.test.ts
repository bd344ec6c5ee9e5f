import { expect, test } from 'vitest';
import { addSpreads, effectiveAnswers, type IntervalBasis, spreadOf } from './effective-answers.ts';

const week = (k: number[], n = 8) => k.map((one, index) => ({ promptId: `${index}`, n, k: one }));
const measured: IntervalBasis = { before: [], scatter: { phi: 2, df: 60 } };

function answersOf(...keywords: [k: number[], basis: IntervalBasis][]) {
  const spread = keywords.map(([k, basis]) => spreadOf(week(k), basis)).reduce(addSpreads, undefined);
  if (!spread) throw new Error('no answers');
  return effectiveAnswers(spread);
}

test('ten keywords with the same answers are worth ten times as much as one', () => {
  const one = answersOf([[2, 3, 4, 1, 2], measured]);
  const ten = answersOf(...Array.from({ length: 10 }, (): [number[], IntervalBasis] => [[2, 3, 4, 1, 2], measured]));
  expect(ten.share).toBeCloseTo(one.share, 12);
  expect(ten.answers).toBeCloseTo(10 * one.answers, 8);
});

test('answers that vary twice as much are worth less than half, because that is not known exactly', () => {
  const independent = answersOf([[2, 3, 4, 1, 2], { before: [], scatter: { phi: 1, df: 1e9 } }]);
  const alike = answersOf([[2, 3, 4, 1, 2], measured]);
  expect(alike.answers / independent.answers).toBeCloseTo((1.96 / 2.0003) ** 2 / 2, 3);
  const calm = answersOf([[2, 3, 4, 1, 2], { before: [], scatter: { phi: 0.5, df: 1e9 } }]);
  expect(calm.answers).toBeCloseTo(independent.answers, 6);
});

test('a prompt without an answer counts with its share of the week before', () => {
  const before = week([0, 0, 8]);
  const { share } = answersOf([[0, 0], { before, scatter: undefined }]);
  expect(share).toBeCloseTo(1 / 3, 12);
});

test('a brand that is never or always mentioned has an interval too', () => {
  for (const k of [0, 8]) {
    const { share, answers } = answersOf([[k, k], measured]);
    expect(share).toBe(k / 8);
    expect(answers).toBeCloseTo((16 / 2) * (1.96 / 2.0003) ** 2, 2);
  }
});
