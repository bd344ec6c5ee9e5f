import fc from 'fast-check';
import { expect, test } from 'vitest';
import { citationImpression } from './citation-impression.ts';

test('the example of the GEO code gives 0.526, 0.319 and 0.155', () => {
  const shares = citationImpression(
    [
      { text: 'Alpha leads the market today.', sources: [1] },
      { text: 'Beta follows closely behind here.', sources: [2] },
      { text: 'Gamma is the third option.', sources: [3] },
    ],
    3,
  );
  expect(shares.map((share) => share.toFixed(3))).toEqual(['0.526', '0.319', '0.155']);
});

test('when nothing is cited every source has 0', () => {
  expect(citationImpression([{ text: 'Nobody is cited here.', sources: [] }], 3)).toEqual([0, 0, 0]);
  expect(citationImpression([], 2)).toEqual([0, 0]);
});

test('a dangling marker earns nothing', () => {
  expect(citationImpression([{ text: 'Acme leads the field.', sources: [0, 1, 7] }], 2)).toEqual([1, 0]);
});

test('a sentence is shared equally by its markers', () => {
  expect(citationImpression([{ text: 'Acme leads the field.', sources: [1, 2] }], 2)).toEqual([0.5, 0.5]);
});

test('words are counted in any script, those of one or two characters are not', () => {
  const shares = citationImpression(
    [
      { text: 'Acme is the first', sources: [1] },
      { text: 'Акме — лидер рынка', sources: [2] },
      { text: 'It is so — 1 2 to', sources: [3] },
    ],
    3,
  );
  expect(shares[1]).toBeCloseTo(Math.exp(-0.5) / (1 + Math.exp(-0.5)), 12);
  expect(shares[2]).toBe(0);
});

test('shares sum to 1 or are all 0', () => {
  const sentence = fc.record({
    text: fc.string(),
    sources: fc.array(fc.integer({ min: -1, max: 5 }), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 10 }), (sentences) => {
      const sum = citationImpression(sentences, 4).reduce((total, share) => total + share, 0);
      expect(sum === 0 || Math.abs(sum - 1) < 1e-9).toBe(true);
    }),
  );
});
