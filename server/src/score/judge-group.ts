import { type Comparison, compareWindows, distanceOf } from './compare-windows.ts';
import { hasAnswers, type PromptCounts, sumByPrompt, total } from './counts.ts';
import { twoSidedP } from './normal.ts';
import { toPoints } from './rounding.ts';
import {
  assumedScatter,
  CORRELATION,
  type GroupScatter,
  groupScatter,
  priorScatter,
  type Scatter,
  seriesScatter,
} from './scatter.ts';
import { twoSidedT } from './student-t.ts';

/** The parameters of the rule. A workspace may set the first two. */
export interface ChangeSettings {
  /** Minimum change, in points. */
  minPoints: number;
  /** The p-value of the closed window must be below this; that of three windows together below two sevenths of it. */
  level: number;
  /** Minimum number of valid answers on each side. */
  minAnswers: number;
}

export const DEFAULT_CHANGE_SETTINGS: ChangeSettings = { minPoints: 10, level: 0.007, minAnswers: 20 };

/** The closed window against the 12 before it, and three windows together against the 12 before them. */
export const WINDOWS_JUDGED = 15;
/** How many windows are remembered. */
export const MEMORY = 12;
const [LONG, SHORT] = [12, 4];
const SECOND_LOOK_WINDOWS = 3;
const SECOND_LOOK_SHARE = 2 / 7;
const MOST_ERROR = 12;

/** What a series remembers of one window. */
export interface WindowMemory {
  /** The squared distance of the window from its baseline, and of the last three windows from theirs. */
  square: number | undefined;
  square3: number | undefined;
  /** How badly the 4 and the 12 windows before predicted this one. */
  error4: number;
  error12: number;
}

/** A series (a keyword and platform, or a competitor there) when its window closes. */
export interface SeriesToJudge {
  /** The counts by the number of windows ago. 0 is the closed one. */
  windows: readonly (readonly PromptCounts[] | undefined)[];
  /** The first window that may be part of a baseline: that of the last event. */
  since: number;
}

interface Baseline {
  before: PromptCounts[];
  /** How many windows with answers it has, and the first and last of them. */
  windows: number;
  first: number;
  last: number;
}

/** One comparison of a series with its baseline, with enough answers and points. */
export interface Look extends Scatter, Baseline {
  look: 'week' | 'three_weeks';
  now: PromptCounts[];
  comparison: Comparison;
  z: number;
  /** The probability of a distance at least this large if nothing has changed. */
  p: number;
  /** p must be below this. */
  level: number;
  /** The first window of the new level. */
  start: number;
}

export interface SeriesJudgement {
  memory: WindowMemory;
  /** The scatter that the closed window was judged by. */
  scatter: Scatter;
  /** The scatter that is assumed before anything was measured. */
  prior: number;
  /** Those with enough answers and points. The first is preferred. */
  looks: Look[];
}

/** What the series of one platform have in common. One series alone says little about how much answers vary. */
export interface Group {
  /** The number of windows in a baseline: 12, or 4 where these predicted the group's last windows better. */
  baselineWindows: number;
  scatter: GroupScatter;
  scatter3: GroupScatter;
}

/** From what each series of the group remembers. */
export function rememberGroup(series: readonly (readonly WindowMemory[])[]): Group {
  const memories = series.map((memory) => memory.slice(-MEMORY));
  const errors = { short: 0, long: 0 };
  for (const { error4, error12 } of memories.flat()) {
    errors.short += error4;
    errors.long += error12;
  }
  return {
    baselineWindows: errors.short < errors.long - 1e-9 ? SHORT : LONG,
    scatter: groupScatter(memories.map((memory) => memory.map(({ square }) => square))),
    scatter3: groupScatter(memories.map((memory) => memory.map(({ square3 }) => square3))),
  };
}

export interface Judging {
  window: number;
  group: Group;
  /** The place of the series in its group. Undefined: it is new. */
  index: number | undefined;
  settings: ChangeSettings;
}

/** `visibility_change`: compares the closed window of a series with its baseline. */
export function judgeSeries(series: SeriesToJudge, judging: Judging): SeriesJudgement {
  const { window, index, group, settings } = judging;
  const now = sumByPrompt(series.windows[0] ?? []);
  const [before4, before12] = [SHORT, LONG].map((windows) => baselineOf(series, { window, end: window, windows })) as [
    Baseline,
    Baseline,
  ];
  const perPrompt = total(now).n / Math.max(1, now.length);
  const isFirst = window <= 1;
  const prior = priorScatter(perPrompt, CORRELATION);
  const scatter = isFirst ? assumedScatter(prior) : seriesScatter(group.scatter, index, prior);
  const baseline = group.baselineWindows === SHORT ? before4 : before12;
  const week = lookAt({ look: 'week', ...baseline, now, start: window, level: settings.level, ...scatter }, settings);
  const three = lookAtThree(series, { ...judging, perPrompt });
  return {
    memory: {
      square: week.square,
      square3: three?.square,
      error4: predictionError(before4.before, now),
      error12: predictionError(before12.before, now),
    },
    scatter,
    prior,
    looks: [week.look, three?.look].filter((look) => look !== undefined),
  };
}

/** A change that grows over three weeks can be too small in each of them. */
function lookAtThree(series: SeriesToJudge, { window, perPrompt, ...judging }: Judging & { perPrompt: number }) {
  const { index, group, settings } = judging;
  if (window <= SECOND_LOOK_WINDOWS || series.since > window - SECOND_LOOK_WINDOWS) return undefined;
  const start = window - SECOND_LOOK_WINDOWS + 1;
  const prior = priorScatter(SECOND_LOOK_WINDOWS * perPrompt, CORRELATION / SECOND_LOOK_WINDOWS);
  const baseline = baselineOf(series, { window, end: start, windows: LONG });
  const now = sumByPrompt(series.windows.slice(0, SECOND_LOOK_WINDOWS).flatMap((rows) => rows ?? []));
  const level = settings.level * SECOND_LOOK_SHARE;
  return lookAt(
    { look: 'three_weeks', ...baseline, now, start, level, ...seriesScatter(group.scatter3, index, prior) },
    settings,
  );
}

/** The windows before `end` that may be part of a baseline, at most so many. */
function baselineOf(
  { windows: counts, since }: SeriesToJudge,
  { window, end, windows }: { window: number; end: number; windows: number },
): Baseline {
  const rows: PromptCounts[] = [];
  const used: number[] = [];
  for (let at = Math.max(since, end - windows, 0); at < end; at++) {
    const answered = counts[window - at] ?? [];
    if (!hasAnswers(answered)) continue;
    rows.push(...answered);
    used.push(at);
  }
  return { before: sumByPrompt(rows), windows: used.length, first: used[0] ?? end, last: used.at(-1) ?? end };
}

/** The square that is remembered, and the look itself if it has enough answers and points. */
function lookAt(
  look: Omit<Look, 'comparison' | 'z' | 'p'>,
  settings: ChangeSettings,
): { square: number | undefined; look: Look | undefined } {
  const comparison = compareWindows(look.before, look.now);
  if (!comparison) return { square: undefined, look: undefined };
  const square = distanceOf(comparison, 1) ** 2;
  return { square, look: isFar(look, settings) ? { ...look, comparison, ...testOf(comparison, look) } : undefined };
}

function testOf(comparison: Comparison, { phi, df }: Scatter): Pick<Look, 'z' | 'p'> {
  const atLeastOne = Math.max(1, phi);
  const z = distanceOf(comparison, atLeastOne) * Math.sqrt(atLeastOne);
  return { z, p: Math.max(twoSidedP(z), twoSidedT(z / Math.sqrt(phi), df)) };
}

/**
 * Compares a period of any length with those before it, by the scatter of the series, or if it was not measured yet, by
 * that of the periods. The newest is first. Undefined if they share no answered prompt.
 */
export function comparePeriods(
  periods: readonly (readonly PromptCounts[] | undefined)[],
  { scatter, settings }: { scatter: Scatter | undefined; settings: ChangeSettings },
): { look: Look; isFar: boolean } | undefined {
  const now = sumByPrompt(periods[0] ?? []);
  const baseline = baselineOf({ windows: periods, since: 0 }, { window: LONG, end: LONG, windows: LONG });
  const comparison = compareWindows(baseline.before, now);
  if (!comparison) return undefined;
  const known = scatter ?? ownScatter(periods, settings);
  const basis = { look: 'week' as const, ...baseline, now, start: LONG, level: settings.level, ...known };
  return { look: { ...basis, comparison, ...testOf(comparison, known) }, isFar: isFar(basis, settings) };
}

/** The scatter of a series that is judged alone, before its newest period. */
function ownScatter(periods: readonly (readonly PromptCounts[] | undefined)[], settings: ChangeSettings): Scatter {
  const now = sumByPrompt(periods[0] ?? []);
  const memory: WindowMemory[] = [];
  const first = periods.findLastIndex((period) => hasAnswers(period ?? []));
  for (let window = 1; window < first; window++) {
    const group = rememberGroup([memory]);
    const series = { windows: periods.slice(first - window), since: 0 };
    if (hasAnswers(series.windows[0] ?? []))
      memory.push(judgeSeries(series, { window, group, index: 0, settings }).memory);
  }
  return seriesScatter(rememberGroup([memory]).scatter, 0, priorScatter(total(now).n / now.length, CORRELATION));
}

function isFar({ before, now }: Pick<Look, 'before' | 'now'>, { minAnswers, minPoints }: ChangeSettings): boolean {
  const [one, two] = [total(before), total(now)];
  if (Math.min(one.n, two.n) < minAnswers) return false;
  return Math.abs(toPoints(two.k / two.n) - toPoints(one.k / one.n)) >= minPoints;
}

/** The squared difference on the arcsine scale, in units of the window's own variance. */
function predictionError(before: PromptCounts[], now: PromptCounts[]): number {
  const comparison = compareWindows(before, now);
  if (!comparison) return 0;
  const { effectiveBefore, effectiveNow } = comparison;
  const variance = 1 / (effectiveBefore + 0.5) + 1 / (effectiveNow + 0.5);
  return Math.min(MOST_ERROR, distanceOf(comparison, 1) ** 2 * variance * effectiveNow);
}
