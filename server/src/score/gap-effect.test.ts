import { expect, test } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { findGaps, type PromptGap } from './gap-effect.ts';

const independent = { phi: 1, df: 1e6 };
const find = (prompts: PromptGap[], { answers = 100, scatter = independent, others = 0 } = {}) => {
  const plain = { n1: 50, k1: 25, n0: 50, k0: 25 };
  const rest = Array.from({ length: others }, (_, i) => ({ source: `other ${i}`, prompts: [plain] }));
  return findGaps([{ source: 'it', prompts }, ...rest], { answers, scatter });
};

test('the effect is the share of answers with the source times the difference of absence', () => {
  const [gap] = find([{ n1: 20, k1: 18, n0: 20, k0: 6 }], { answers: 50 });
  expect(gap).toMatchObject({ source: 'it', absence: 0.9, otherAbsence: 0.3 });
  expect(gap?.effect).toBeCloseTo(0.4 * 0.6);
  // v = q(1−q)(1+1/42) with q = (24+1.2)/42, w = 10: 0.6 ± 1.96·√(10v)/10.
  const reach = 1.96 * Math.sqrt((0.6 * 0.4 * (1 + 1 / 42)) / 10);
  expect(gap?.interval[0]).toBeCloseTo(0.4 * (0.6 - reach), 4);
  expect(gap?.interval[1]).toBeCloseTo(0.4 * (0.6 + reach), 4);
});

test('answers that vary together are worth less', () => {
  const prompts = [{ n1: 20, k1: 17, n0: 20, k0: 9 }];
  expect(find(prompts)).toHaveLength(1);
  expect(find(prompts, { scatter: { phi: 3, df: 20 } })).toEqual([]);
});

test('more comparisons need a clearer difference', () => {
  const prompts = [{ n1: 20, k1: 17, n0: 20, k0: 9 }];
  expect(find(prompts, { others: 30 })).toEqual([]);
});

test.each([
  ['a source that occurs in every answer', [{ n1: 40, k1: 40, n0: 0, k0: 0 }]],
  // One prompt never mentions the brand and prefers the source, the other one always and never.
  [
    'a source that a prompt prefers',
    [
      { n1: 36, k1: 36, n0: 4, k0: 4 },
      { n1: 4, k1: 0, n0: 36, k0: 0 },
    ],
  ],
  ['a source that mentions the brand', [{ n1: 20, k1: 2, n0: 20, k0: 18 }]],
  ['a source with too few answers', [{ n1: 7, k1: 7, n0: 40, k0: 0 }]],
])('%s is no gap', (_, prompts) => {
  expect(find(prompts)).toEqual([]);
});

test('fewer than 20 answers claim nothing', () => {
  expect(find([{ n1: 9, k1: 9, n0: 9, k0: 0 }], { answers: 19 })).toEqual([]);
  expect(find([{ n1: 9, k1: 9, n0: 9, k0: 0 }], { answers: 20 })).toHaveLength(1);
});

test('without a gap, a keyword and platform has a false one in less than 5 % of cases', () => {
  const random = seededRandom('gaps');
  const draw = (n: number, share: number) => Array.from({ length: n }, () => random() < share).filter(Boolean).length;
  let falseOnes = 0;
  const rounds = 1_000;
  for (let round = 0; round < rounds; round++) {
    const candidates = Array.from({ length: 12 }, (_, source) => ({
      source,
      prompts: [0.2, 0.5, 0.8].map((share) => ({ n1: 12, k1: draw(12, share), n0: 20, k0: draw(20, share) })),
    }));
    if (findGaps(candidates, { answers: 110, scatter: independent }).length > 0) falseOnes++;
  }
  expect(falseOnes / rounds).toBeLessThan(0.05);
  expect(falseOnes / rounds).toBeGreaterThan(0.005);
});
