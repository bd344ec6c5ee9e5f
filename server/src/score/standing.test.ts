import { expect, test } from 'vitest';
import { seededRandom } from '../base/random.ts';
import type { PairedPlatform } from './paired-lead.ts';
import { pairedLead } from './paired-lead.ts';
import { compareSides, judgeStandings, NO_STANDING, type Standing } from './standing.ts';

const scatter = { own: { phi: 1, df: 60 }, competitor: { phi: 1, df: 60 } };
const LEVEL = 0.007;

/** One prompt: answers that mention only the own brand, only the competitor, both, neither. */
function platform([own, competitor, both, neither]: number[], phi = 1): PairedPlatform {
  const [a = 0, b = 0, c = 0, d = 0] = [own, competitor, both, neither];
  const counts = [{ promptId: 'p', n: a + b + c + d, own: a + c, competitor: b + c, both: c }];
  return { platform: 'chatgpt', counts, scatter: { own: { phi, df: 60 }, competitor: scatter.competitor } };
}

test('only answers that mention one brand without the other decide', () => {
  const few = pairedLead([platform([15, 5, 0, 80])]);
  const many = pairedLead([platform([15, 5, 60, 20])]);
  expect(few?.lead).toBeCloseTo(0.1);
  // McNemar with continuity correction: (|15 − 5| − 1) / √20 = 2.01.
  expect(few?.p).toBeCloseTo(0.0487, 3);
  expect(many).toEqual(few);
  expect(pairedLead([platform([0, 0, 50, 50])])).toMatchObject({ lead: 0, p: 1 });
  expect(pairedLead([platform([15, 5, 0, 80], 2)])?.p).toBeGreaterThan(0.15);
  expect(pairedLead([])).toBeUndefined();
});

test('the order of prompts does not decide a tie', () => {
  const counts = [
    [3, 4],
    [3, 5],
    [5, 2],
  ].map(([own = 0, competitor = 0], i) => ({ promptId: `p${i}`, n: 10, own, competitor, both: 0 }));
  const orders = [counts, counts.toReversed(), [...counts.slice(1), ...counts.slice(0, 1)]];
  const compared = orders.map((order) => [{ platform: 'chatgpt', counts: order, scatter }]);
  // Their sums of fractions are not all the same.
  expect(new Set(compared.map((one) => pairedLead(one)?.lead)).size).toBeGreaterThan(1);
  const leaders = compared.map((one) => compareSides([one], { from: 0, window: 0 })?.leader);
  expect(new Set(leaders).size).toBe(1);
});

function play(weeks: number[][]): Standing[] {
  let state: Pick<Standing, 'leader' | 'lead' | 'since'> = NO_STANDING;
  return weeks.map((_, window) => {
    const windows = [0, 1, 2, 3].map((ago) => weeks[window - ago]).map((week) => (week ? [platform(week)] : []));
    const [standing] = judgeStandings([{ state, windows }], { window, level: LEVEL });
    state = standing as Standing;
    return standing as Standing;
  });
}

const AHEAD = [30, 10, 20, 40];
const EVEN = [20, 20, 20, 40];
const BEHIND = [10, 30, 20, 40];

test('a crossing is the week in which a tested lead changed sides', () => {
  const played = play([AHEAD, AHEAD, EVEN, BEHIND, BEHIND, EVEN]);
  expect(played.map(({ verdict }) => verdict)).toEqual(['ahead', 'ahead', 'ahead', 'behind', 'behind', 'behind']);
  const crossed = played.filter(({ crossing }) => crossing);
  expect(crossed).toHaveLength(1);
  expect(played[3]?.crossing).toMatchObject({
    direction: 'was_overtaken',
    before: { first: 0, last: 2, lead: 14 },
    after: { first: 3, last: 3, lead: -20, own: { score: 30 }, competitor: { score: 50 } },
  });
  // Weeks before the crossing no longer count.
  expect(played[5]?.figures?.first).toBe(3);
});

test('a lead that is only untested in between is not a crossing', () => {
  const played = play([AHEAD, EVEN, EVEN, EVEN, EVEN, AHEAD]);
  expect(played[4]?.verdict).toBe('too_close_to_call');
  expect(played.every(({ crossing }) => !crossing)).toBe(true);
});

test('nothing is claimed below 20 answers', () => {
  expect(play([[19, 0, 0, 0]])[0]).toMatchObject({ verdict: 'collecting', leader: undefined });
  expect(play([[20, 0, 0, 0]])[0]?.verdict).toBe('ahead');
  expect(judgeStandings([{ state: NO_STANDING, windows: [] }], { window: 0, level: LEVEL })[0]).toMatchObject({
    verdict: 'collecting',
    figures: undefined,
  });
});

test('more competitors need a stronger lead', () => {
  const contender = (counts: number[]) => ({ state: NO_STANDING, windows: [[platform(counts)]] });
  const verdicts = (others: number) =>
    judgeStandings([contender([27, 9, 20, 44]), ...Array.from({ length: others }, () => contender(EVEN))], {
      window: 0,
      level: LEVEL,
    }).map(({ verdict }) => verdict);
  expect(verdicts(0)[0]).toBe('ahead');
  expect(verdicts(9)[0]).toBe('too_close_to_call');
});

/** Answers of one week to one prompt are alike: each week draws its own shares around the same mean. */
test('brands that are mentioned equally often are seldom called ahead, and seldom cross', () => {
  const random = seededRandom('standings');
  const week = (mean: number): number[] => {
    const counts = [0, 0, 0, 0];
    for (let prompt = 0; prompt < 5; prompt++) {
      const drift = 0.2 * (random() - 0.5);
      for (let answer = 0; answer < 8; answer++) {
        const own = random() < mean + drift;
        const competitor = random() < mean - drift;
        const cell = own ? (competitor ? 2 : 0) : competitor ? 1 : 3;
        counts[cell] = (counts[cell] ?? 0) + 1;
      }
    }
    return counts;
  };
  const runs = Array.from({ length: 300 }, () => play(Array.from({ length: 13 }, () => week(0.4))));
  const all = runs.flat();
  const called = all.filter(({ verdict }) => verdict === 'ahead' || verdict === 'behind').length / all.length;
  const crossings = all.filter(({ crossing }) => crossing).length;
  expect(called).toBeLessThan(0.02);
  expect(crossings / runs.length).toBeLessThan(0.02);
});
