import { LEAST_ANSWERS } from '../base/score-text.ts';
import type { PromptCounts } from './counts.ts';
import { hasAnswers, sharedPrompts } from './counts.ts';
import type { Difference } from './difference.ts';
import { testDifference } from './difference.ts';
import type { Overdispersion } from './overdispersion.ts';
import { overdispersion } from './overdispersion.ts';
import { toPoints } from './rounding.ts';
import { platformScore } from './visibility.ts';
import type { Interval } from './wilson.ts';

/** The four parameters of the rule that a workspace may set. */
export interface SignificanceSettings {
  /** Minimum change, in points. */
  minPoints: number;
  /** The p-value must be below this. */
  alpha: number;
  /** Minimum number of valid answers on each side. */
  minAnswers: number;
  /** Maximum number of windows in the baseline, at least 1. */
  baselineWindows: number;
}

export const DEFAULT_SIGNIFICANCE: SignificanceSettings = {
  minPoints: 10,
  alpha: 0.01,
  minAnswers: LEAST_ANSWERS,
  baselineWindows: 4,
};

/** One series (a keyword and platform, or a competitor there) when its window closes. */
export interface SeriesWindows {
  /** The window that has just closed. */
  current: PromptCounts[];
  /**
   * The windows since the series' last event, including that event's window, oldest first, without the current one. The
   * last four of them count.
   */
  baseline: PromptCounts[][];
  /** All earlier windows of the series, oldest first, without the current one. The last 13 of them count. */
  history: PromptCounts[][];
  settings?: SignificanceSettings;
}

/** What was compared, the result, and which conditions were met: the evidence of an event. */
export interface Change extends Difference, Overdispersion {
  /** Baseline: valid answers, and those that mention the brand, to the prompts present on both sides. */
  n1: number;
  k1: number;
  /** Current window, the same prompts. */
  n2: number;
  k2: number;
  /** Prompts present on both sides. */
  prompts: number;
  /** Windows pooled into the baseline. */
  windows: number;
  /** `platform_score` of the baseline and of the current window, on the prompts present on both sides. */
  previousScore: number;
  newScore: number;
  /** Their 95 % intervals, in points. */
  previousInterval: Interval;
  newInterval: Interval;
  /** R(k2/n2) − R(k1/n1), the difference that is compared with `minPoints`. */
  points: number;
  /** n1 and n2 reach `minAnswers`. */
  enoughAnswers: boolean;
  /** `points` reaches `minPoints` in either direction. */
  largeEnough: boolean;
  /** p is below `alpha`. */
  beyondChance: boolean;
}

/**
 * `visibility_change`: compares a closed window with its baseline. Undefined if they share no answered prompt. Windows
 * without a valid answer are skipped.
 */
export function judgeChange(series: SeriesWindows): Change | undefined {
  const settings = series.settings ?? DEFAULT_SIGNIFICANCE;
  const pooled = series.baseline.filter(hasAnswers).slice(-settings.baselineWindows);
  const [before, now] = sharedPrompts(pooled.flat(), series.current);
  const previous = platformScore(before);
  const current = platformScore(now);
  if (!previous || !current) return undefined;

  const points = toPoints(current.k / current.n) - toPoints(previous.k / previous.n);
  const scatter = overdispersion(series.history);
  const difference = testDifference(previous, current, scatter.phi);
  return {
    n1: previous.n,
    k1: previous.k,
    n2: current.n,
    k2: current.k,
    prompts: now.length,
    windows: pooled.length,
    previousScore: previous.score,
    newScore: current.score,
    previousInterval: previous.interval,
    newInterval: current.interval,
    points,
    ...difference,
    ...scatter,
    enoughAnswers: Math.min(previous.n, current.n) >= settings.minAnswers,
    largeEnough: Math.abs(points) >= settings.minPoints,
    beyondChance: difference.p < settings.alpha,
  };
}
