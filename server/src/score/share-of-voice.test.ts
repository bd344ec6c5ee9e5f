import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { toHundred } from './largest-remainder.ts';
import { type BrandVotes, intervalOfVotes, sharesOfVotes } from './share-of-voice.ts';
import type { Interval } from './wilson.ts';

const answers = fc.array(fc.array(fc.constantFrom('acme', 'globex', 'initech', 'umbrella'), { maxLength: 6 }), {
  maxLength: 60,
});

function votesOf(answers: string[][]): BrandVotes[] {
  return answers.flatMap((named) => {
    const brands = [...new Set(named)];
    return brands.map((brandId) => ({ brandId, brandsNamed: brands.length, votes: 1 }));
  });
}

function shareOfVoice(answers: string[][]): Map<string, { points: number; interval: Interval }> {
  const votes = votesOf(answers);
  const shares = [...(sharesOfVotes(votes) ?? [])];
  return new Map(
    shares.map(([brandId, point]) => {
      const about = { brandId, answers: answers.length, point };
      return [brandId, { points: point, interval: intervalOfVotes(votes, about, seededRandom('share of voice')) }];
    }),
  );
}

/** By drawing whole answers one by one, 1,000 times. */
function drawnInterval(answers: string[][], brand: string): Interval {
  const random = seededRandom('draw');
  const shares = Array.from({ length: 1_000 }, () => {
    let [mine, all] = [0, 0];
    for (let i = 0; i < answers.length; i++) {
      const named = answers[Math.floor(random() * answers.length)] ?? [];
      mine += Number(named.includes(brand));
      all += named.length;
    }
    return (100 * mine) / all;
  }).sort((a, b) => a - b);
  return [shares[25] as number, shares[974] as number];
}

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
  const shares = shareOfVoice([['acme', 'globex', 'acme', 'acme'], ['acme'], [], ['globex', 'initech']]);
  expect([...shares].map(([brand, { points }]) => [brand, points])).toEqual([
    ['acme', 40],
    ['globex', 40],
    ['initech', 20],
  ]);
});

test('without any mention there is no share of voice', () => {
  expect(sharesOfVotes([])).toBeUndefined();
  expect(sharesOfVotes(votesOf([[], []]))).toBeUndefined();
});

test('a single brand has all of the voice, with certainty', () => {
  expect(shareOfVoice([['acme'], [], ['acme']]).get('acme')).toMatchObject({
    points: 100,
    interval: [100, 100],
  });
});

test('with one vote per answer the interval matches theory', () => {
  const many = [...Array(120).fill(['acme']), ...Array(280).fill(['globex'])];
  const [low, high] = shareOfVoice(many).get('acme')?.interval ?? [0, 0];
  // 30 ± 1.96·√(0.3·0.7/400) is 25.5 to 34.5.
  expect(Math.abs(low - 25.5)).toBeLessThanOrEqual(1);
  expect(Math.abs(high - 34.5)).toBeLessThanOrEqual(1);
});

test('brands that are always mentioned together share with certainty, because whole answers are drawn', () => {
  const together = [...Array(20).fill(['acme', 'globex']), ...Array(20).fill([])];
  expect(shareOfVoice(together).get('acme')?.interval).toEqual([50, 50]);
});

test('answers without a mention do not change the share', () => {
  const named = [['acme'], ['acme'], ['globex']];
  expect(shareOfVoice([...named, [], [], []]).get('acme')?.points).toBe(67);
});

test('points sum to 100, and each is within its interval', () => {
  fc.assert(
    fc.property(answers, (list) => {
      const shares = [...shareOfVoice(list).values()];
      if (shares.length === 0) return;
      expect(shares.reduce((sum, one) => sum + one.points, 0)).toBe(100);
      for (const { points, interval } of shares) {
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
      expect(shareOfVoice(turned)).toEqual(shareOfVoice(list));
    }),
    { numRuns: 30 },
  );
});

test.each([400, 6_000])('an interval of %i answers differs by no more than another draw does', (count) => {
  const random = seededRandom('market');
  const named = Array.from({ length: count }, () =>
    ['acme', 'globex', 'initech', 'umbrella'].filter((_, index) => random() < 0.5 - 0.1 * index),
  );
  for (const [brand, { interval }] of shareOfVoice(named)) {
    const [low, high] = drawnInterval(named, brand);
    expect(Math.abs(low - interval[0])).toBeLessThanOrEqual(1);
    expect(Math.abs(high - interval[1])).toBeLessThanOrEqual(1);
    expect(high - low).toBeGreaterThan(1);
  }
});

test('with many answers nothing is drawn', () => {
  const votes = votesOf(Array.from({ length: 6_000 }, (_, i) => (i % 3 === 0 ? ['acme'] : ['globex'])));
  const about = { brandId: 'acme', answers: 6_000, point: 33 };
  const [low, high] = intervalOfVotes(votes, about, () => {
    throw new Error('nothing is to be drawn');
  });
  // 33.3 ± 1.96·√(0.333·0.667/6000) is 32.1 to 34.5.
  expect([low, high]).toEqual([32, 35]);
});

test('a brand that is never mentioned has no share, and an interval to match', () => {
  const votes = votesOf([['acme'], ['acme', 'globex'], []]);
  expect(sharesOfVotes(votes)?.has('initech')).toBe(false);
  expect(intervalOfVotes(votes, { brandId: 'initech', answers: 3, point: 0 }, seededRandom('a'))).toEqual([0, 0]);
  expect(sharesOfVotes([])).toBeUndefined();
});
