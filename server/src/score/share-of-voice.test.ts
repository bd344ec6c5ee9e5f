import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Random, seededRandom } from '../base/random.ts';
import { mergeBallots } from './ballots.ts';
import { toHundred } from './largest-remainder.ts';
import { type BrandVotes, intervalOfVotes, sharesOfVotes, voiceShares } from './share-of-voice.ts';

const answers = fc.array(fc.array(fc.constantFrom('acme', 'globex', 'initech', 'umbrella'), { maxLength: 6 }), {
  maxLength: 60,
});

const shareOfVoice = (answers: string[][], random: Random) =>
  voiceShares(mergeBallots(answers.map((brands) => ({ brands, count: 1 }))), random);

test('three equal brands are 34, 33 and 33', () => {
  expect(toHundred([1, 1, 1])).toEqual([34, 33, 33]);
});

test.each([
  [[1], [100]],
  [
    [2, 1],
    [67, 33],
  ],
  [
    [1, 2],
    [33, 67],
  ],
  [
    [5, 0],
    [100, 0],
  ],
  [
    [3, 3, 1, 1, 1],
    [34, 33, 11, 11, 11],
  ],
  [
    [47, 16, 15.8, 12, 6.1, 3.1],
    [47, 16, 16, 12, 6, 3],
  ],
  [
    [1, 1999],
    [0, 100],
  ],
])('votes of %j are %j of a hundred', (votes, points) => {
  expect(toHundred(votes)).toEqual(points);
});

test('an answer gives one vote to each brand it mentions', () => {
  const shares = shareOfVoice([['acme', 'globex', 'acme', 'acme'], ['acme'], [], ['globex', 'initech']], random());
  expect(shares?.get('acme')).toMatchObject({ votes: 2, share: 0.4, points: 40 });
  expect(shares?.get('globex')).toMatchObject({ votes: 2, share: 0.4, points: 40 });
  expect(shares?.get('initech')).toMatchObject({ votes: 1, share: 0.2, points: 20 });
  expect(shares?.get('umbrella')).toBeUndefined();
});

test('without any mention there is no share of voice', () => {
  expect(shareOfVoice([], random())).toBeUndefined();
  expect(shareOfVoice([[], []], random())).toBeUndefined();
});

test('a single brand has all of the voice, with certainty', () => {
  expect(shareOfVoice([['acme'], [], ['acme']], random())?.get('acme')).toMatchObject({
    points: 100,
    interval: [100, 100],
  });
});

test('with one vote per answer the interval matches theory', () => {
  const many = [...Array(120).fill(['acme']), ...Array(280).fill(['globex'])];
  const [low, high] = shareOfVoice(many, random())?.get('acme')?.interval ?? [0, 0];
  // 30 ± 1.96·√(0.3·0.7/400) is 25.5 to 34.5.
  expect(Math.abs(low - 25.5)).toBeLessThanOrEqual(1);
  expect(Math.abs(high - 34.5)).toBeLessThanOrEqual(1);
});

test('brands that are always mentioned together share with certainty, because whole answers are drawn', () => {
  const together = [...Array(20).fill(['acme', 'globex']), ...Array(20).fill([])];
  expect(shareOfVoice(together, random())?.get('acme')?.interval).toEqual([50, 50]);
});

test('answers without a mention do not change the share', () => {
  const named = [['acme'], ['acme'], ['globex']];
  expect(shareOfVoice([...named, [], [], []], random())?.get('acme')?.points).toBe(67);
});

test('points sum to 100, shares to 1, and each is within its interval', () => {
  fc.assert(
    fc.property(answers, (list) => {
      const shares = [...(shareOfVoice(list, random())?.values() ?? [])];
      if (shares.length === 0) return;
      expect(shares.reduce((sum, one) => sum + one.points, 0)).toBe(100);
      expect(shares.reduce((sum, one) => sum + one.share, 0)).toBeCloseTo(1, 12);
      for (const { points, share, interval } of shares) {
        expect(Math.abs(points - 100 * share)).toBeLessThan(1);
        expect(interval[0]).toBeLessThanOrEqual(points);
        expect(interval[1]).toBeGreaterThanOrEqual(points);
      }
    }),
  );
});

test('the same seed gives the same intervals, for any order of the answers', () => {
  fc.assert(
    fc.property(answers, (list) => {
      const turned = [...list].reverse().map((brands) => [...brands].reverse());
      expect(shareOfVoice(turned, random())).toEqual(shareOfVoice(list, random()));
    }),
    { numRuns: 30 },
  );
});

function random() {
  return seededRandom('share of voice');
}

const votesOf = (ballots: string[][]): BrandVotes[] =>
  ballots.flatMap((brands) => brands.map((brandId) => ({ brandId, brandsNamed: brands.length, votes: 1 })));

test('votes that are already summed give the same shares as the answers', () => {
  fc.assert(
    fc.property(answers, (named) => {
      const ballots = named.map((brands) => [...new Set(brands)]);
      const shares = shareOfVoice(ballots, seededRandom('a'));
      const expected = shares && new Map([...shares].map(([brand, { points }]) => [brand, points]));
      expect(sharesOfVotes(votesOf(ballots))).toEqual(expected);
    }),
  );
});

test('and an interval that differs by no more than another draw does', () => {
  const random = seededRandom('market');
  const ballots = Array.from({ length: 400 }, () =>
    ['acme', 'globex', 'initech', 'umbrella'].filter((_, index) => random() < 0.5 - 0.1 * index),
  );
  const shares = shareOfVoice(ballots, seededRandom('a'));
  for (const [brandId, { points: point, interval }] of shares ?? []) {
    const about = { brandId, answers: ballots.length, point };
    const [low, high] = intervalOfVotes(votesOf(ballots), about, seededRandom('b'));
    expect(Math.abs(low - interval[0])).toBeLessThanOrEqual(1);
    expect(Math.abs(high - interval[1])).toBeLessThanOrEqual(1);
    expect(high - low).toBeGreaterThan(2);
  }
});

test('with many answers the interval is computed, and equals the result of drawing', () => {
  const random = seededRandom('market');
  const ballots = Array.from({ length: 6_000 }, () =>
    ['acme', 'globex', 'initech', 'umbrella'].filter((_, index) => random() < 0.5 - 0.15 * index),
  );
  for (const [brandId, { points: point, interval }] of shareOfVoice(ballots, seededRandom('a')) ?? []) {
    const about = { brandId, answers: ballots.length, point };
    const [low, high] = intervalOfVotes(votesOf(ballots), about, () => {
      throw new Error('nothing is to be drawn');
    });
    expect(Math.abs(low - interval[0])).toBeLessThanOrEqual(1);
    expect(Math.abs(high - interval[1])).toBeLessThanOrEqual(1);
  }
});

test('a brand that is never mentioned has no share, and an interval to match', () => {
  const votes = votesOf([['acme'], ['acme', 'globex'], []]);
  expect(sharesOfVotes(votes)?.has('initech')).toBe(false);
  expect(intervalOfVotes(votes, { brandId: 'initech', answers: 3, point: 0 }, seededRandom('a'))).toEqual([0, 0]);
  expect(sharesOfVotes([])).toBeUndefined();
});
