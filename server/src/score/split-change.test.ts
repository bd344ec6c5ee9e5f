import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Random, seededRandom } from '../base/random.ts';
import { drawBinomial } from './binomial.ts';
import { type ChangeCause, type ChangePart, type PeriodCounts, splitChange } from './split-change.ts';

const counts = fc
  .record({
    platform: fc.constantFrom('a', 'b', 'c'),
    promptId: fc.constantFrom('1', '2', '3', '4', '5'),
    n: fc.integer({ min: 0, max: 12 }),
    share: fc.constantFrom(0, 0.1, 0.5, 0.9, 1),
    isAfterModelChange: fc.boolean(),
  })
  .map(({ share, ...row }): PeriodCounts => ({ ...row, k: Math.round(row.n * share) }));
const periods = fc.record({ before: fc.array(counts, { maxLength: 20 }), now: fc.array(counts, { maxLength: 20 }) });
const rest = { phi: new Map([['a', 2]]), isSignificant: false };
const sum = (parts: ChangePart[]) => parts.reduce((all, { points }) => all + points, 0);

test('the parts are whole points that add up to the change of the scores', () => {
  fc.assert(
    fc.property(periods, ({ before, now }) => {
      const split = splitChange({ before, now, ...rest });
      if (!split) return;
      expect(sum(split.parts)).toBe(split.newScore - split.previousScore);
      expect(split.parts.every(({ points }) => Number.isInteger(points))).toBe(true);
      expect(split.parts.filter(({ cause }) => cause === 'noise')).toHaveLength(1);
    }),
  );
});

test('the order of the counts does not matter', () => {
  fc.assert(
    fc.property(periods, ({ before, now }) => {
      const turned = { before: [...before].reverse(), now: [...now].reverse(), ...rest };
      expect(splitChange(turned)).toEqual(splitChange({ before, now, ...rest }));
    }),
  );
});

test('the same period twice has no parts, and a period without answers has no split', () => {
  const before = [{ platform: 'a', promptId: '1', n: 8, k: 3 }];
  expect(splitChange({ before, now: before, ...rest })).toEqual({
    previousScore: 38,
    newScore: 38,
    parts: [{ cause: 'noise', points: 0 }],
  });
  expect(splitChange({ before, now: [], ...rest })).toBeUndefined();
});

test('a platform or prompt that answered in one period only gets its distance from the others', () => {
  const row = (platform: string, promptId: string, k: number) => ({ platform, promptId, n: 10, k });
  const before = [row('a', '1', 4), row('b', '1', 8)];
  expect(splitChange({ before, now: [row('a', '1', 4)], ...rest })).toEqual({
    previousScore: 60,
    newScore: 40,
    parts: [
      { cause: 'coverage', platform: 'b', missing: 'now', points: -20 },
      { cause: 'noise', points: 0 },
    ],
  });
  const added = [row('a', '1', 4), row('a', '2', 10)];
  expect(splitChange({ before: [row('a', '1', 4)], now: added, ...rest })?.parts).toEqual([
    { cause: 'panel', promptId: '2', missing: 'before', points: 30 },
    { cause: 'noise', points: 0 },
  ]);
});

/** Two periods of a world whose true shifts are known, as shares by name. */
interface World {
  platforms: number;
  prompts: number;
  /** Answers per prompt and platform. */
  answers: [before: number, now: number];
  shifts?: Record<string, number>;
  isSignificant?: boolean;
  /** The shift of a platform from a day within the second period on, and the part of its answers after that day. */
  model?: { platform: string; shift: number; reach: number };
}

const WORLDS = 300;
const LEVEL = 0.4;

function draw({ platforms, prompts, answers, shifts = {}, model, isSignificant = false }: World, random: Random) {
  const [before, now]: [PeriodCounts[], PeriodCounts[]] = [[], []];
  for (let p = 0; p < platforms; p++) {
    for (let j = 0; j < prompts; j++) {
      const [platform, promptId] = [`platform ${p}`, `prompt ${j}`];
      const add = (rows: PeriodCounts[], n: number, share: number, isAfterModelChange = false) =>
        rows.push({ platform, promptId, isAfterModelChange, n, k: drawBinomial(n, share, random) });
      const share = LEVEL + (shifts[platform] ?? 0) + (shifts[promptId] ?? 0);
      const after = model?.platform === platform ? Math.round(answers[1] * model.reach) : 0;
      add(before, answers[0], LEVEL);
      add(now, answers[1] - after, share);
      add(now, after, share + (model?.shift ?? 0), true);
    }
  }
  return { before, now, phi: new Map(), isSignificant };
}

/** The mean of each part over many worlds, and the root mean square of each cause. */
function splitMany(name: string, world: World) {
  const random = seededRandom(name);
  const means = new Map<string, number>();
  const squares = new Map<ChangeCause, number>();
  for (let i = 0; i < WORLDS; i++) {
    const parts = splitChange(draw(world, random))?.parts ?? [];
    for (const { cause, platform, promptId, points } of parts) {
      const part = `${cause} ${platform ?? promptId ?? ''}`.trim();
      means.set(part, (means.get(part) ?? 0) + points / WORLDS);
    }
    for (const [cause, points] of byCause(parts)) squares.set(cause, (squares.get(cause) ?? 0) + points ** 2 / WORLDS);
  }
  const size = (cause: ChangeCause) => Math.sqrt(squares.get(cause) ?? 0);
  return { mean: (part: string) => means.get(part) ?? 0, size };
}

function byCause(parts: ChangePart[]): Map<ChangeCause, number> {
  const sums = new Map<ChangeCause, number>();
  for (const { cause, points } of parts) sums.set(cause, (sums.get(cause) ?? 0) + points);
  return sums;
}

const MANY = { platforms: 4, prompts: 5, answers: [64, 64] as [number, number] };
/** Two weeks with the default number of answers. */
const WEEK = { ...MANY, answers: [8, 8] as [number, number] };
const EVENT = { platforms: 1, prompts: 5, isSignificant: true, shifts: { 'platform 0': 0.25 } };
const MODEL = { platform: 'platform 1', shift: 0.3, reach: 1 };

test.each<[string, World]>([
  ['of all platforms', WEEK],
  ['of one platform', { platforms: 1, prompts: 5, answers: [32, 8] }],
])('without a true change, most of the movement %s is noise', (name, world) => {
  const { size } = splitMany(name, world);
  const others = size('prompt') ** 2 + size('platform') ** 2;
  expect(size('noise') ** 2 / (size('noise') ** 2 + others)).toBeGreaterThan(0.75);
});

/** The mean of a part over 300 worlds, relative to the truth. Estimates lean toward 0, more so with few answers. */
test.each<[string, World, Record<string, number>, number]>([
  ['one platform', { ...MANY, shifts: { 'platform 0': -0.3 } }, { 'platform platform 0': -7.5 }, 0.9],
  ['one prompt', { ...MANY, shifts: { 'prompt 0': 0.4 } }, { 'prompt prompt 0': 8 }, 0.9],
  ['one platform, one week', { ...WEEK, shifts: { 'platform 0': -0.3 } }, { 'platform platform 0': -7.5 }, 0.3],
  ['one prompt, one week', { ...WEEK, shifts: { 'prompt 0': 0.4 } }, { 'prompt prompt 0': 8 }, 0.2],
  ['another model between the periods', { ...MANY, model: MODEL }, { 'model platform 1': 7.5 }, 0.9],
  [
    'another model in the middle of the second period',
    { ...MANY, model: { ...MODEL, shift: 0.5, reach: 0.5 } },
    { 'model platform 1': 6.25 },
    0.85,
  ],
  [
    'a platform, a prompt and a model',
    { ...MANY, shifts: { 'platform 0': -0.3, 'prompt 0': 0.3 }, model: MODEL },
    { 'platform platform 0': -7.5, 'prompt prompt 0': 6, 'model platform 1': 7.5 },
    0.85,
  ],
  ['all prompts, 160 answers', { ...EVENT, answers: [96, 32] }, { 'platform platform 0': 25 }, 0.9],
  ['all prompts, 40 answers', { ...EVENT, answers: [32, 8] }, { 'platform platform 0': 25 }, 0.6],
  [
    'one prompt, 160 answers',
    { ...EVENT, answers: [96, 32], shifts: { 'prompt 0': 0.55 } },
    { 'prompt prompt 0': 11 },
    0.7,
  ],
])('the parts are on average what a simulated world was made of: %s', (name, world, truth, least) => {
  const { mean } = splitMany(name, world);
  for (const [part, points] of Object.entries(truth)) {
    expect(mean(part) / points).toBeGreaterThan(least);
    expect(mean(part) / points).toBeLessThan(1.05);
  }
});
