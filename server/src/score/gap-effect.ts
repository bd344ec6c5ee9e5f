import { LEAST_ANSWERS } from '../base/score-text.ts';
import { promptVariance } from './compare-windows.ts';
import { holm } from './holm.ts';
import type { Scatter } from './scatter.ts';
import { criticalT, twoSidedT } from './student-t.ts';
import type { Interval } from './wilson.ts';

/** Answers to one prompt that mention or cite a competitor: `k` of `n` have no mention of the brand. */
export interface PromptGap {
  /** With the source, and without it. */
  n1: number;
  k1: number;
  n0: number;
  k0: number;
}

/** A domain, page or query of one keyword on one platform. */
export interface GapCandidate<Source> {
  source: Source;
  prompts: PromptGap[];
}

export interface GapEffect {
  /** The share of answers that would mention the brand if those with the source did so as often as the others. */
  effect: number;
  interval: Interval;
  /** The share of answers without the brand: with the source, and without it. */
  absence: number;
  otherAbsence: number;
  /** After correction for all candidates. */
  adjustedP: number;
}

/** What the candidates of one keyword and platform have in common. */
export interface GapBasis {
  /** All valid answers. */
  answers: number;
  scatter: Scatter;
}

/** Fewer answers on either side cannot be significant, so that they would only make the correction stricter. */
export const LEAST_COMPARED = 8;
/** The chance of any false gap per keyword and platform. */
const LEVEL = 0.05;

/**
 * The candidates after which the brand is missing more often than chance explains, largest effect first. They are
 * corrected together by Holm's method.
 */
export function findGaps<Source>(
  candidates: readonly GapCandidate<Source>[],
  { answers, scatter }: GapBasis,
): (GapEffect & { source: Source })[] {
  if (answers < LEAST_ANSWERS) return [];
  const critical = criticalT(0.05, scatter.df);
  const tested = candidates.flatMap(({ source, prompts }) => {
    const compared = compare(prompts, { answers, scatter, critical });
    return compared ? [{ source, ...compared }] : [];
  });
  const adjusted = holm(tested.map(({ p }) => p));
  return tested
    .map(({ p: _, ...gap }, index) => ({ ...gap, adjustedP: adjusted[index] ?? 1 }))
    .filter(({ effect, adjustedP }) => effect > 0 && adjustedP < LEVEL)
    .sort((a, b) => b.effect - a.effect);
}

/**
 * Prompts are compared with themselves (Mantel and Haenszel), because both the sources and the brands of an answer
 * depend on its prompt. Undefined with too few answers on one side.
 */
function compare(prompts: readonly PromptGap[], { answers, scatter, critical }: GapBasis & { critical: number }) {
  const sums = { n1: 0, n0: 0, k: 0, weight: 0, with: 0, without: 0, variance: 0 };
  for (const { n1, k1, n0, k0 } of prompts) {
    sums.n1 += n1;
    sums.n0 += n0;
    sums.k += k1 + k0;
  }
  const all = sums.n1 + sums.n0;
  if (sums.n1 < LEAST_COMPARED || sums.n0 < LEAST_COMPARED) return undefined;
  const pooled = Math.min(1 - 0.25 / all, Math.max(0.25 / all, sums.k / all));
  for (const { n1, k1, n0, k0 } of prompts) {
    if (n1 === 0 || n0 === 0) continue;
    const weight = (n1 * n0) / (n1 + n0);
    sums.weight += weight;
    sums.with += (weight * k1) / n1;
    sums.without += (weight * k0) / n0;
    sums.variance += weight * promptVariance(k1 + k0, n1 + n0, pooled);
  }
  // The source occurs in all answers to some prompts and in none to the others: nothing can be compared.
  if (sums.weight < LEAST_COMPARED / 2) return undefined;
  const [absence, otherAbsence] = [sums.with / sums.weight, sums.without / sums.weight];
  const share = sums.n1 / answers;
  const error = Math.sqrt(sums.variance * Math.max(1, scatter.phi)) / sums.weight;
  const reach = critical * error;
  const difference = absence - otherAbsence;
  const interval: Interval = [share * (difference - reach), share * Math.min(1, difference + reach)];
  return { effect: share * difference, interval, absence, otherAbsence, p: twoSidedT(difference / error, scatter.df) };
}
