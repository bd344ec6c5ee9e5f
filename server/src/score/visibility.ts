import type { PromptCounts } from './counts.ts';
import { sumByPrompt, total } from './counts.ts';
import { toPoints } from './rounding.ts';
import type { Interval } from './wilson.ts';
import { wilson } from './wilson.ts';

export interface PlatformScore {
  /** The mean over prompts of the share of answers that name the brand, 0 to 1, unrounded. */
  share: number;
  /** The share in whole points, 0 to 100. */
  score: number;
  /** Valid answers. */
  n: number;
  /** Valid answers that name the brand: `mentions`. */
  k: number;
  /** 95 % interval of the share, 0 to 1, unrounded. */
  bounds: Interval;
  /** The same in whole points, rounded like the score, so that it always contains the score. */
  interval: Interval;
}

export interface OverallScore extends PlatformScore {
  /** How many answers of a single platform would give an interval this wide. */
  effectiveN: number;
}

/** S1 and S3: how often one platform names the brand. Every prompt weighs the same, however many answers it has. */
export function platformScore(counts: readonly PromptCounts[]): PlatformScore | undefined {
  return panelScore(panelSums(counts));
}

/** What a platform's score is made of. Those of different prompts can be added up, a few keywords at a time. */
export interface PanelSums {
  /** Prompts with a valid answer. */
  prompts: number;
  /** The sum over them of the share of answers that name the brand. */
  shares: number;
  n: number;
  k: number;
}

export function panelSums(counts: readonly PromptCounts[]): PanelSums {
  const prompts = sumByPrompt(counts);
  return { prompts: prompts.length, shares: prompts.reduce((sum, { n, k }) => sum + k / n, 0), ...total(prompts) };
}

/** Of two sets of prompts that have none in common. */
export function addPanels(a: PanelSums, b: PanelSums): PanelSums {
  return { prompts: a.prompts + b.prompts, shares: a.shares + b.shares, n: a.n + b.n, k: a.k + b.k };
}

export function panelScore({ prompts, shares, n, k }: PanelSums): PlatformScore | undefined {
  if (prompts === 0) return undefined;
  return { n, k, ...estimate(shares / prompts, n) };
}

/**
 * S2 and S3: the weighted mean over the platforms that have data, from their unrounded shares.
 * A platform weighs 1 unless `weights` says otherwise; one that weighs nothing is left out, its answers too.
 */
export function overallScore(
  platforms: ReadonlyMap<string, PlatformScore>,
  weights: ReadonlyMap<string, number> = new Map(),
): OverallScore | undefined {
  const parts = [...platforms]
    .map(([platform, score]) => ({ ...score, weight: weights.get(platform) ?? 1 }))
    .filter((part) => part.weight > 0);
  if (parts.length === 0) return undefined;

  const { n, k } = total(parts);
  const weightSum = parts.reduce((sum, part) => sum + part.weight, 0);
  const share = parts.reduce((sum, part) => sum + part.weight * part.share, 0) / weightSum;
  const variance = parts.reduce(
    (sum, part) => sum + (part.weight / weightSum) ** 2 * ((part.share * (1 - part.share)) / part.n),
    0,
  );
  const effectiveN = variance === 0 ? n : (share * (1 - share)) / variance;
  return { n, k, effectiveN, ...estimate(share, effectiveN) };
}

function estimate(share: number, n: number) {
  const bounds = wilson(share, n);
  const interval: Interval = [toPoints(bounds[0]), toPoints(bounds[1])];
  return { share, score: toPoints(share), bounds, interval };
}
