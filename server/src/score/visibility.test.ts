import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PromptCounts } from './counts.ts';
import type { PlatformScore } from './visibility.ts';
import { overallScore, platformScore } from './visibility.ts';

const counts = fc
  .uniqueArray(fc.record({ promptId: fc.string(), n: fc.integer({ min: 0, max: 50 }), of: fc.nat() }), {
    selector: (row) => row.promptId,
    maxLength: 8,
  })
  .map((rows) => rows.map(({ promptId, n, of }): PromptCounts => ({ promptId, n, k: of % (n + 1) })));

test('22 of 40 answers are 55 points, likely between 40 and 69', () => {
  expect(platformScore(prompts([8, 5], [8, 4], [8, 4], [8, 4], [8, 5]))).toMatchObject({
    share: 0.55,
    score: 55,
    n: 40,
    k: 22,
    interval: [40, 69],
  });
});

test('all prompts are weighted equally, regardless of their number of answers', () => {
  expect(platformScore(prompts([10, 10], [1, 0]))).toMatchObject({ score: 50, n: 11, k: 10 });
});

test('rows of the same prompt are one prompt', () => {
  const days = [
    { promptId: 'a', n: 1, k: 1 },
    { promptId: 'a', n: 3, k: 0 },
    { promptId: 'b', n: 4, k: 1 },
  ];
  expect(platformScore(days)).toMatchObject({ score: 25 });
});

test('a prompt without a valid answer does not lower the score', () => {
  expect(platformScore(prompts([8, 4], [0, 0]))).toEqual(platformScore(prompts([8, 4])));
});

test('a platform without a valid answer has no score', () => {
  expect(platformScore([])).toBeUndefined();
  expect(platformScore(prompts([0, 0]))).toBeUndefined();
});

test('the overall score is the mean of unrounded shares', () => {
  const platforms = new Map([
    ['chatgpt', scoreOf(40, 5)],
    ['claude', scoreOf(200, 27)],
  ]);
  // 12.5 and 13.5, shown as 13 and 14: from these it would be 14.
  expect(overallScore(platforms)).toMatchObject({ score: 13, n: 240, k: 32 });
});

test('a platform without data is left out of the overall score, not counted as 0', () => {
  expect(overallScore(new Map([['chatgpt', scoreOf(40, 20)]]))).toMatchObject({ score: 50, n: 40 });
  expect(overallScore(new Map())).toBeUndefined();
});

test('four equal platforms of 40 answers are worth 160', () => {
  const platforms = new Map(['chatgpt', 'claude', 'gemini', 'perplexity'].map((id) => [id, scoreOf(40, 12)]));
  expect(overallScore(platforms)?.effective.answers).toBeCloseTo(160, 9);
  expect(overallScore(platforms)?.bounds).toEqual(platformScore(prompts([160, 48]))?.bounds.map(near));
});

test('if no platform varies, the interval is based on all answers', () => {
  const platforms = new Map([
    ['chatgpt', scoreOf(40, 40)],
    ['claude', scoreOf(20, 0)],
  ]);
  expect(overallScore(platforms)).toMatchObject({ score: 50, effective: { answers: 60 } });
});

test('one more answer that mentions the brand never lowers the score or its interval', () => {
  fc.assert(
    fc.property(counts, fc.nat(), (rows, pick) => {
      const before = platformScore(rows);
      const open = rows.filter((row) => row.k < row.n);
      const chosen = open[pick % (open.length || 1)];
      if (!before || !chosen) return;
      const after = platformScore(rows.map((row) => (row === chosen ? { ...row, k: row.k + 1 } : row)));
      expect(after?.score).toBeGreaterThanOrEqual(before.score);
      expect(after?.bounds[0]).toBeGreaterThanOrEqual(before.bounds[0]);
      expect(after?.bounds[1]).toBeGreaterThanOrEqual(before.bounds[1]);
    }),
  );
});

test('a score is 0 only if never mentioned, 100 only if always, and is within its interval', () => {
  fc.assert(
    fc.property(counts, (rows) => {
      const score = platformScore(rows);
      if (score) expectHonest(score);
    }),
  );
});

test('the overall score is 0 only if never mentioned, 100 only if always, and is within its interval', () => {
  fc.assert(
    fc.property(fc.array(counts, { maxLength: 6 }), (platforms) => {
      const scores = new Map<string, PlatformScore>();
      for (const [index, rows] of platforms.entries()) {
        const score = platformScore(rows);
        if (score) scores.set(`${index}`, score);
      }
      const overall = overallScore(scores);
      expect(overall === undefined).toBe(scores.size === 0);
      if (overall) expectHonest(overall);
    }),
  );
});

function expectHonest({ score, n, k, share, bounds, interval }: PlatformScore) {
  expect(score === 0).toBe(k === 0);
  expect(score === 100).toBe(k === n);
  expect(bounds[0]).toBeLessThanOrEqual(share);
  expect(bounds[1]).toBeGreaterThanOrEqual(share);
  expect(interval[0]).toBeLessThanOrEqual(score);
  expect(interval[1]).toBeGreaterThanOrEqual(score);
}

function scoreOf(n: number, k: number): PlatformScore {
  return platformScore(prompts([n, k])) as PlatformScore;
}

function prompts(...tallies: [n: number, k: number][]): PromptCounts[] {
  return tallies.map(([n, k], index) => ({ promptId: `prompt ${index}`, n, k }));
}

function near(value: number) {
  return expect.closeTo(value, 9);
}
