import type { PromptCounts } from './counts.ts';
import { sumByPrompt, total } from './counts.ts';
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
}

export interface OverallScore extends PlatformScore {
  /** How many answers of a single platform would give an interval of this width. */
  effectiveN: number;
}

/** `platform_score` and its `interval`. All prompts are weighted equally, regardless of their number of answers. */
export function platformScore(counts: readonly PromptCounts[]): PlatformScore | undefined {
  return panelScore(panelSums(counts));
}

/** The components of a platform's score. Those of different prompts can be summed, a few keywords at a time. */
export interface PanelSums {
  /** Prompts with a valid answer. */
  prompts: number;
  /** The sum over them of the share of answers that mention the brand. */
  shares: number;
  n: number;
  k: number;
}

export function panelSums(counts: readonly PromptCounts[]): PanelSums {
  const prompts = sumByPrompt(counts);
  return { prompts: prompts.length, shares: prompts.reduce((sum, { n, k }) => sum + k / n, 0), ...total(prompts) };
}

/** Adds two sets of prompts that do not overlap. */
export function addPanels(a: PanelSums, b: PanelSums): PanelSums {
  return { prompts: a.prompts + b.prompts, shares: a.shares + b.shares, n: a.n + b.n, k: a.k + b.k };
}

export function panelScore({ prompts, shares, n, k }: PanelSums): PlatformScore | undefined {
  if (prompts === 0) return undefined;
  return { n, k, ...estimate(shares / prompts, n) };
}

/**
 * Metrics `visibility_score` and `interval`: the mean over the platforms that have data, from their unrounded shares.
 */
export function overallScore(platforms: ReadonlyMap<string, PlatformScore>): OverallScore | undefined {
  const parts = [...platforms.values()];
  if (parts.length === 0) return undefined;

  const { n, k } = total(parts);
  const share = parts.reduce((sum, part) => sum + part.share, 0) / parts.length;
  const variance = parts.reduce((sum, part) => sum + (part.share * (1 - part.share)) / part.n, 0) / parts.length ** 2;
  const effectiveN = variance === 0 ? n : (share * (1 - share)) / variance;
  return { n, k, effectiveN, ...estimate(share, effectiveN) };
}

function estimate(share: number, n: number) {
  const bounds = wilson(share, n);
  const interval: Interval = [toPoints(bounds[0]), toPoints(bounds[1])];
  return { share, score: toPoints(share), bounds, interval };
}
