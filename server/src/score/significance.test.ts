import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PromptCounts } from './counts.ts';
import { type Change, DEFAULT_SIGNIFICANCE, judgeChange } from './significance.ts';

const fires = ({ enoughAnswers, largeEnough, beyondChance }: Change) => enoughAnswers && largeEnough && beyondChance;

test('from 30 over four calm weeks to 55 this week is an event, with all its evidence', () => {
  const change = judge({ current: week(22), baseline: calm(4) });
  expect(change).toEqual({
    n1: 160,
    k1: 48,
    n2: 40,
    k2: 22,
    prompts: 5,
    windows: 4,
    previousScore: 30,
    newScore: 55,
    previousInterval: [23, 38],
    newInterval: [40, 69],
    points: 25,
    method: 'z',
    z: expect.closeTo(2.964997, 6),
    p: expect.closeTo(0.003027, 6),
    phi: 1,
    pairs: 12,
    enoughAnswers: true,
    largeEnough: true,
    beyondChance: true,
  });
  expect(fires(change)).toBe(true);
});

test('the same rise in a volatile series is not an event', () => {
  const restless = Array.from({ length: 13 }, (_, index) => week(index % 2 ? 9 : 15));
  const change = judge({ current: week(22), baseline: calm(4), history: restless });
  expect(change.phi).toBeGreaterThan(1.4);
  expect(change).toMatchObject({ enoughAnswers: true, largeEnough: true, beyondChance: false });
  expect(fires(change)).toBe(false);
});

test('the same rise against a single week is not an event', () => {
  const change = judge({ current: week(22), baseline: calm(1) });
  expect(change.p).toBeCloseTo(0.023719, 6);
  expect(fires(change)).toBe(false);
});

test('with 19 answers on either side there is no event, with 20 there is', () => {
  const of = (n: number, k: number) => [{ promptId: 'one', n, k }];
  expect(fires(judge({ current: of(19, 19), baseline: [of(160, 16)] }))).toBe(false);
  expect(fires(judge({ current: of(20, 20), baseline: [of(160, 16)] }))).toBe(true);
  expect(fires(judge({ current: of(160, 16), baseline: [of(19, 19)] }))).toBe(false);
  expect(fires(judge({ current: of(160, 16), baseline: [of(20, 20)] }))).toBe(true);
});

test('9 points are never an event, 10 points are, up or down', () => {
  const of = (k: number) => [{ promptId: 'one', n: 10_000, k }];
  expect(fires(judge({ current: of(3_900), baseline: [of(3_000)] }))).toBe(false);
  expect(fires(judge({ current: of(4_000), baseline: [of(3_000)] }))).toBe(true);
  expect(fires(judge({ current: of(2_000), baseline: [of(3_000)] }))).toBe(true);
  expect(judge({ current: of(2_000), baseline: [of(3_000)] }).points).toBe(-10);
});

test('the points compared with the limit are whole points', () => {
  const of = (k: number) => [{ promptId: 'one', n: 1000, k }];
  // 29.5 is shown as 30 and 39.5 as 40; 30.4 is shown as 30 and 39.4 as 39.
  expect(judge({ current: of(395), baseline: [of(304)] }).points).toBe(10);
  expect(judge({ current: of(394), baseline: [of(295)] }).points).toBe(9);
});

test('the last four windows of the baseline count, and empty ones are skipped', () => {
  const baseline = [week(40), week(12), week(12), [], week(12), week(12)];
  expect(judge({ current: week(22), baseline })).toMatchObject({ n1: 160, k1: 48, windows: 4 });
});

test('only prompts answered on both sides are compared', () => {
  const fresh = { promptId: 'fresh', n: 40, k: 40 };
  const gone = { promptId: 'gone', n: 40, k: 40 };
  const change = judge({ current: [...week(12), fresh], baseline: [[...week(12), gone], week(12)] });
  expect(change).toMatchObject({ n1: 80, k1: 24, n2: 40, k2: 12, prompts: 5, previousScore: 30, newScore: 30 });
});

test('the published scores are platform scores: all prompts are weighted equally', () => {
  const current = [
    { promptId: 'a', n: 30, k: 30 },
    { promptId: 'b', n: 10, k: 0 },
  ];
  const baseline = [
    [
      { promptId: 'a', n: 30, k: 6 },
      { promptId: 'b', n: 10, k: 0 },
    ],
  ];
  expect(judge({ current, baseline })).toMatchObject({ previousScore: 10, newScore: 50, points: 60 });
});

test('without a baseline, or without a shared prompt, there is nothing to judge', () => {
  expect(judgeChange({ current: week(22), baseline: [], history: [] })).toBeUndefined();
  expect(judgeChange({ current: [], baseline: calm(4), history: [] })).toBeUndefined();
  const other = [{ promptId: 'other', n: 40, k: 12 }];
  expect(judgeChange({ current: week(22), baseline: [other], history: [] })).toBeUndefined();
});

test('a brand that was never mentioned and appears is judged by the exact test', () => {
  const change = judge({ current: week(8), baseline: [week(0), week(0)] });
  expect(change).toMatchObject({ method: 'fisher mid-p', z: undefined, previousScore: 0, newScore: 20 });
  expect(fires(change)).toBe(true);
});

test('the four parameters of the rule can be set', () => {
  const series = { current: week(22), baseline: calm(4) };
  const set = (changed: Partial<typeof DEFAULT_SIGNIFICANCE>) => {
    const settings = { ...DEFAULT_SIGNIFICANCE, ...changed };
    return fires(judge({ ...series, settings }));
  };
  expect(DEFAULT_SIGNIFICANCE).toEqual({ minPoints: 10, alpha: 0.01, minAnswers: 20, baselineWindows: 4 });
  expect(set({})).toBe(true);
  expect(set({ minPoints: 26 })).toBe(false);
  expect(set({ alpha: 0.003 })).toBe(false);
  expect(set({ minAnswers: 41 })).toBe(false);
  expect(set({ baselineWindows: 1 })).toBe(false);
});

test('a rise and the same drop have the same significance', () => {
  const counts = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.nat()), { minLength: 1, maxLength: 6 })
    .map((rows) => rows.map(([n, seed], index): PromptCounts => ({ promptId: `${index}`, n, k: seed % (n + 1) })));
  fc.assert(
    fc.property(counts, counts, (one, other) => {
      const there = judge({ current: one, baseline: [other] });
      const back = judge({ current: other, baseline: [one] });
      expect(back.p).toBeCloseTo(there.p, 9);
      expect(back.points + there.points).toBe(0);
      expect(fires(back)).toBe(fires(there));
    }),
  );
});

interface Given {
  current: PromptCounts[];
  baseline: PromptCounts[][];
  history?: PromptCounts[][];
  settings?: typeof DEFAULT_SIGNIFICANCE;
}

function judge({ history = calm(13), ...series }: Given) {
  const change = judgeChange({ ...series, history });
  if (!change) throw new Error('nothing to judge');
  return change;
}

function calm(windows: number): PromptCounts[][] {
  return Array.from({ length: windows }, () => week(12));
}

/** Five prompts, eight answers each. `k` of all 40 mention the brand. */
function week(k: number): PromptCounts[] {
  return Array.from({ length: 5 }, (_, index) => ({ promptId: `${index}`, n: 8, k: Math.floor((k + index) / 5) }));
}
