import { compareTexts } from '../base/compare-texts.ts';
import { groupBy } from '../base/group-by.ts';
import { type PromptCounts, sumByPrompt, type Tally, total } from './counts.ts';
import { estimateShifts, type MeasuredShift } from './estimate-shifts.ts';
import { roundToSum } from './largest-remainder.ts';
import { toPoints } from './rounding.ts';

/**
 * - `prompt`: the share of one prompt changed.
 * - `platform`: the shares of all prompts on one platform changed together.
 * - `model`: the same, where it coincides with a change of the platform's model.
 * - `panel`: a prompt was answered in one of the periods only.
 * - `coverage`: a platform answered in one of the periods only.
 * - `noise`: cannot be distinguished from chance.
 */
export type ChangeCause = 'prompt' | 'platform' | 'model' | 'panel' | 'coverage' | 'noise';

export interface ChangePart {
  cause: ChangeCause;
  platform?: string;
  promptId?: string;
  /** Of `panel` and `coverage`: the period that has no answers. */
  missing?: 'before' | 'now';
  points: number;
}

/** The counts of one prompt on one platform. Several rows are added up. */
export interface PeriodCounts extends PromptCounts {
  platform: string;
  /** Whether the answers are from after the platform's change of model. */
  isAfterModelChange?: boolean;
}

export interface PeriodsToSplit {
  before: PeriodCounts[];
  now: PeriodCounts[];
  /** How much more the answers of a platform vary than independent ones. Below 1 counts as 1. */
  phi: ReadonlyMap<string, number>;
  /** Whether the change is known to be significant. Less of it is then taken for noise. */
  isSignificant: boolean;
}

export interface SplitChange {
  previousScore: number;
  newScore: number;
  /** Whole points that add up to `newScore` − `previousScore`. The largest first, noise last, no zeros except noise. */
  parts: ChangePart[];
}

/** Where the change of a score between two periods comes from. Undefined if a period has no valid answer. */
export function splitChange(periods: PeriodsToSplit): SplitChange | undefined {
  const [before, now] = [byPlatform(periods.before), byPlatform(periods.now)];
  if (before.size === 0 || now.size === 0) return undefined;
  const [sharesBefore, sharesNow] = [platformShares(before), platformShares(now)];
  const platforms = splitMean(sharesBefore, sharesNow);
  const compared = platforms.lasting.map((platform) =>
    comparePlatform(platform, {
      before: before.get(platform) ?? [],
      now: now.get(platform) ?? [],
      phi: periods.phi.get(platform) ?? 1,
    }),
  );
  const within = [...compared.flatMap(({ panel }) => panel), ...explain(compared, periods)];
  const amounts = [
    ...platforms.replaced.map(({ id, ...part }) => ({ ...part, cause: 'coverage' as const, platform: id })),
    ...within.map((part) => ({ ...part, amount: part.amount * platforms.weight })),
  ];
  const [previousScore, newScore] = [toPoints(mean(sharesBefore.values())), toPoints(mean(sharesNow.values()))];
  return { previousScore, newScore, parts: toParts(amounts, newScore - previousScore) };
}

/** A part of a change, unrounded, as a share. */
interface Amount extends Omit<ChangePart, 'points'> {
  amount: number;
}

/** Platforms with valid answers. Always in the same order, because sums of fractions depend on it. */
function byPlatform(counts: PeriodCounts[]): Map<string, PeriodCounts[]> {
  const valid = counts.filter(({ n }) => n > 0);
  const inOrder = valid.sort((a, b) => compareTexts(a.platform, b.platform) || compareTexts(a.promptId, b.promptId));
  return groupBy(inOrder, ({ platform }) => platform);
}

function platformShares(platforms: Map<string, PeriodCounts[]>): Map<string, number> {
  return new Map([...platforms].map(([platform, counts]) => [platform, mean(promptShares(counts).values())]));
}

function promptShares(counts: PeriodCounts[]): Map<string, number> {
  return new Map(sumByPrompt(counts).map(({ promptId, n, k }) => [promptId, k / n]));
}

/**
 * Splits the change of a mean exactly: what has a value in both periods contributes its difference times `weight`, what
 * has a value in one period only contributes its distance from the level of the others.
 */
function splitMean(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>) {
  const lasting = [...before.keys()].filter((id) => now.has(id));
  const known = lasting.length > 0 ? lasting : [...before.keys(), ...now.keys()];
  const level = mean(known.flatMap((id) => [before.get(id) ?? [], now.get(id) ?? []].flat()));
  const added = [...now].filter(([id]) => !before.has(id));
  const removed = [...before].filter(([id]) => !now.has(id));
  return {
    lasting,
    weight: (1 / before.size + 1 / now.size) / 2,
    replaced: [
      ...added.map(([id, share]) => ({ id, missing: 'before' as const, amount: (share - level) / now.size })),
      ...removed.map(([id, share]) => ({ id, missing: 'now' as const, amount: (level - share) / before.size })),
    ],
  };
}

interface ComparedPlatform {
  panel: Amount[];
  /** Prompts with answers in both periods, and the weight of each in the platform's score. */
  shifts: MeasuredShift[];
  weight: number;
  model: ModelChange;
}

interface PlatformPeriods {
  before: PeriodCounts[];
  now: PeriodCounts[];
  phi: number;
}

function comparePlatform(platform: string, { before, now, phi }: PlatformPeriods): ComparedPlatform {
  const { lasting, weight, replaced } = splitMean(promptShares(before), promptShares(now));
  const [earlier, later] = [tallies(before), tallies(now)];
  const shifts = lasting.map((promptId) => {
    const [one, two] = [earlier.get(promptId) ?? NONE, later.get(promptId) ?? NONE];
    const variance = Math.max(1, phi) * samplingVariance(one, two);
    return { platform, promptId, difference: two.k / two.n - one.k / one.n, variance };
  });
  const panel = replaced.map(({ id, ...part }) => ({ ...part, cause: 'panel' as const, promptId: id }));
  return { panel, shifts, weight, model: modelChange(before, now) };
}

const NONE: Tally = { n: 0, k: 0 };

function tallies(counts: PeriodCounts[]): Map<string, Tally> {
  return new Map(sumByPrompt(counts).map((row) => [row.promptId, row]));
}

/** The variance of the difference of two shares. One answer of each kind is added, so that it is never 0. */
function samplingVariance(one: Tally, two: Tally): number {
  const share = (one.k + two.k + 1) / (one.n + two.n + 2);
  return share * (1 - share) * (1 / one.n + 1 / two.n);
}

/** The parts of the platforms and of the prompts. What they leave is noise. */
function explain(platforms: ComparedPlatform[], { isSignificant }: PeriodsToSplit): Amount[] {
  const cells = platforms.flatMap(({ shifts, weight, model }) => shifts.map((shift) => ({ shift, weight, model })));
  if (cells.length === 0) return [];
  const estimates = estimateShifts(
    cells.map(({ shift }) => shift),
    isSignificant ? 'significant' : 'any',
  );
  return cells.flatMap(({ shift: { platform, promptId }, weight, model }, index): Amount[] => {
    const { platform: shared = 0, prompt = 0 } = estimates[index] ?? {};
    const ofModel = shared * explainedShare(model, shared);
    return [
      { cause: 'prompt', promptId, amount: weight * prompt },
      { cause: 'model', platform, amount: weight * ofModel },
      { cause: 'platform', platform, amount: weight * (shared - ofModel) },
    ];
  });
}

interface ModelChange {
  /** Share after the change − share before it, over both periods. */
  step: number;
  /** How much larger the part of answers from after the change is in the second period: 1 if it lies between them. */
  reach: number;
}

function modelChange(before: PeriodCounts[], now: PeriodCounts[]): ModelChange {
  const all = [...before, ...now];
  const old = promptShares(all.filter(({ isAfterModelChange }) => !isAfterModelChange));
  const recent = promptShares(all.filter(({ isAfterModelChange }) => isAfterModelChange));
  const steps = [...recent].flatMap(([id, share]) => (old.has(id) ? [share - (old.get(id) ?? 0)] : []));
  return { step: steps.length > 0 ? mean(steps) : 0, reach: partAfter(now) - partAfter(before) };
}

function partAfter(counts: PeriodCounts[]): number {
  return total(counts.filter(({ isAfterModelChange }) => isAfterModelChange)).n / total(counts).n;
}

/** The part of a platform's shift, 0 to 1, that the step at the change of its model explains. */
function explainedShare({ step, reach }: ModelChange, shift: number): number {
  if (reach >= 1) return 1;
  return shift === 0 ? 0 : Math.min(1, Math.max(0, (step * reach) / shift));
}

/** Adds up amounts of the same kind and rounds them to whole points. What they leave of the change is noise. */
function toParts(amounts: Amount[], change: number): ChangePart[] {
  const kinds = [...groupBy(amounts, nameOf).values()];
  const sums = kinds.map((same) => same.reduce((sum, { amount }) => sum + 100 * amount, 0));
  const noise = sums.reduce((rest, sum) => rest - sum, change);
  const points = roundToSum([...sums, noise], change);
  const parts = kinds.flatMap(([first], index) => {
    if (!first || !points[index]) return [];
    const { amount: _, ...about } = first;
    return [{ ...about, points: points[index] }];
  });
  parts.sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  return [...parts, { cause: 'noise', points: points.at(-1) ?? 0 }];
}

function nameOf({ cause, platform, promptId, missing }: Amount): string {
  return [cause, platform, promptId, missing].join(' ');
}

function mean(values: Iterable<number>): number {
  const all = [...values];
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}
