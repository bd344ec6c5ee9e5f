import type { PromptCounts } from './counts.ts';
import { sumByPrompt, total } from './counts.ts';
import { addSpreads, effectiveAnswers, type IntervalBasis, type Spread, spreadOf } from './effective-answers.ts';
import { toPoints } from './rounding.ts';
import type { Interval } from './wilson.ts';
import { wilson } from './wilson.ts';

export interface PlatformScore {
  /** The mean over prompts of the share of answers that mention the brand, 0 to 1, unrounded. */
  share: number;
  /** The share in whole points, 0 to 100. */
  score: number;
  /** Valid answers. */
  n: number;
  /** Valid answers that mention the brand: `mentions`. */
  k: number;
  /** 95 % interval of the share, 0 to 1, unrounded. */
  bounds: Interval;
  /** The interval in whole points, rounded like the score, so that it always contains the score. */
  interval: Interval;
  /** The center of the interval, and the number of independent answers that would make it as wide. */
  effective: { share: number; answers: number };
}

/**
 * `platform_score` and its `interval`. All prompts are weighted equally, regardless of their number of answers. Without
 * a basis, the interval takes answers as independent.
 */
export function platformScore(counts: readonly PromptCounts[], basis?: IntervalBasis): PlatformScore | undefined {
  return panelScore(panelSums(counts, basis));
}

/** The components of a platform's score. Those of different prompts can be summed, a few keywords at a time. */
export interface PanelSums {
  /** Prompts with a valid answer. */
  prompts: number;
  /** The sum over them of the share of answers that mention the brand. */
  shares: number;
  n: number;
  k: number;
  /** Undefined for an interval that takes answers as independent. */
  spread: Spread | undefined;
}

export function panelSums(counts: readonly PromptCounts[], basis?: IntervalBasis): PanelSums {
  const prompts = sumByPrompt(counts);
  const shares = prompts.reduce((sum, { n, k }) => sum + k / n, 0);
  return { prompts: prompts.length, shares, ...total(prompts), spread: basis && spreadOf(prompts, basis) };
}

/** Adds two sets of prompts that do not overlap. */
export function addPanels(a: PanelSums, b: PanelSums): PanelSums {
  const sums = { prompts: a.prompts + b.prompts, shares: a.shares + b.shares, n: a.n + b.n, k: a.k + b.k };
  return { ...sums, spread: addSpreads(a.spread, b.spread) };
}

export function panelScore({ prompts, shares, n, k, spread }: PanelSums): PlatformScore | undefined {
  if (prompts === 0) return undefined;
  const share = shares / prompts;
  return { n, k, ...estimate(share, spread ? effectiveAnswers(spread) : { share, answers: n }) };
}

/** The same score with the interval of so many independent answers. */
export function scoreWith(counts: readonly PromptCounts[], answers: number): PlatformScore | undefined {
  const { prompts, shares, n, k } = panelSums(counts);
  const share = shares / prompts;
  return prompts === 0 ? undefined : { n, k, ...estimate(share, { share, answers }) };
}

/**
 * Metrics `visibility_score` and `interval`: the mean over the platforms that have data, from their unrounded shares.
 */
export function overallScore(platforms: ReadonlyMap<string, PlatformScore>): PlatformScore | undefined {
  const parts = [...platforms.values()];
  if (parts.length === 0) return undefined;

  const { n, k } = total(parts);
  const mean = (pick: (part: PlatformScore) => number) =>
    parts.reduce((sum, part) => sum + pick(part), 0) / parts.length;
  const center = mean(({ effective }) => effective.share);
  const variance = mean(({ effective: { share, answers } }) => (share * (1 - share)) / answers) / parts.length;
  const sum = parts.reduce((all, { effective }) => all + effective.answers, 0);
  const answers = variance === 0 ? sum : (center * (1 - center)) / variance;
  return {
    n,
    k,
    ...estimate(
      mean(({ share }) => share),
      { share: center, answers },
    ),
  };
}

function estimate(share: number, effective: PlatformScore['effective']) {
  const [low, high] = wilson(effective.share, effective.answers);
  // A prompt without an answer moves the center away from the score.
  const bounds: Interval = [Math.min(low, share), Math.max(high, share)];
  const interval: Interval = [toPoints(bounds[0]), toPoints(bounds[1])];
  return { share, score: toPoints(share), bounds, interval, effective };
}
