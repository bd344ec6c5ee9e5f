import type { PromptCounts } from './counts.ts';

/** The share before and now, each as the mean over the prompts that were answered on both sides. */
export interface Comparison {
  before: number;
  now: number;
  /** How many independent answers of equal worth would vary as much as each side. */
  effectiveBefore: number;
  effectiveNow: number;
}

/**
 * Compares two sums of windows, one row per prompt each. Undefined if they share no answered prompt. A prompt that
 * always or never mentions the brand varies little, so its answers are worth more than those of one in between.
 */
export function compareWindows(before: readonly PromptCounts[], now: readonly PromptCounts[]): Comparison | undefined {
  const pairs = pairPrompts(before, now);
  if (pairs.length === 0) return undefined;
  const all = answersOf(before) + answersOf(now);
  const named = pairs.reduce((sum, [one, two]) => sum + one.k + two.k, 0);
  const answers = pairs.reduce((sum, [one, two]) => sum + one.n + two.n, 0);
  const pooled = Math.min(1 - 0.25 / all, Math.max(0.25 / all, named / answers));
  const sums = { before: 0, now: 0, varianceBefore: 0, varianceNow: 0 };
  for (const [one, two] of pairs) {
    const variance = promptVariance(one.k + two.k, one.n + two.n, pooled);
    sums.before += one.k / one.n;
    sums.now += two.k / two.n;
    sums.varianceBefore += variance / one.n;
    sums.varianceNow += variance / two.n;
  }
  const prompts = pairs.length;
  const effective = (variance: number) => (pooled * (1 - pooled)) / (variance / prompts ** 2 + 1e-12);
  return {
    before: sums.before / prompts,
    now: sums.now / prompts,
    effectiveBefore: effective(sums.varianceBefore),
    effectiveNow: effective(sums.varianceNow),
  };
}

/**
 * How far apart the two shares are, in standard errors of answers that vary `phi` times as much as independent ones, on
 * the arcsine scale.
 */
export function distanceOf(comparison: Comparison, phi: number): number {
  const before = Math.max(1, comparison.effectiveBefore / phi);
  const now = Math.max(1, comparison.effectiveNow / phi);
  const difference = arcsine(comparison.now, now) - arcsine(comparison.before, before);
  return (2 * difference) / Math.sqrt(1 / (before + 0.5) + 1 / (now + 0.5));
}

/** The variance of one answer to a prompt. Its share is drawn toward the pooled one by two answers. */
export function promptVariance(k: number, n: number, pooled: number): number {
  const share = (k + 2 * pooled) / (n + 2);
  return share * (1 - share) * (1 + 1 / (n + 2));
}

/** Anscombe's transformation, which makes the variance of a share almost independent of the share. */
function arcsine(share: number, n: number): number {
  return Math.asin(Math.sqrt(Math.min(1, Math.max(0, (share * n + 0.375) / (n + 0.75)))));
}

function pairPrompts(before: readonly PromptCounts[], now: readonly PromptCounts[]): [PromptCounts, PromptCounts][] {
  const earlier = new Map(before.map((row) => [row.promptId, row]));
  return now.flatMap((two): [PromptCounts, PromptCounts][] => {
    const one = earlier.get(two.promptId);
    return one && one.n > 0 && two.n > 0 ? [[one, two]] : [];
  });
}

function answersOf(rows: readonly PromptCounts[]): number {
  return rows.reduce((sum, { n }) => sum + n, 0);
}
