import { promptVariance } from './compare-windows.ts';
import { type PromptCounts, sumByPrompt, total } from './counts.ts';
import { CORRELATION, priorScatter, type Scatter } from './scatter.ts';
import { criticalT } from './student-t.ts';
import { Z_95 } from './wilson.ts';

/** What the interval of a score is based on, besides its answers. */
export interface IntervalBasis {
  /** The window before. A prompt that is missing now counts with its share there. */
  before: readonly PromptCounts[];
  /** Undefined until it was measured. */
  scatter: Scatter | undefined;
}

/** How far a series' share can be off. Those of different series can be summed. */
export interface Spread {
  /** Prompts, with those that are missing now, and the sum of their shares. */
  prompts: number;
  shares: number;
  /** The sum over prompts of the variance of their shares. */
  variance: number;
  /** The answers now and before. */
  n: number;
  k: number;
}

/** The spread of one keyword on one platform. Undefined without an answer. */
export function spreadOf(counts: readonly PromptCounts[], { before, scatter }: IntervalBasis): Spread | undefined {
  const now = sumByPrompt(counts);
  if (now.length === 0) return undefined;
  const earlier = new Map(sumByPrompt(before).map((row) => [row.promptId, row]));
  const answered = new Set(now.map(({ promptId }) => promptId));
  const missing = [...earlier.values()].filter(({ promptId }) => !answered.has(promptId));
  const all = total([...now, ...earlier.values()]);
  const pooled = withinBounds(all);
  const rows = [...now, ...missing];
  const summed = rows.reduce((sum, { promptId, n, k }) => {
    const past = answered.has(promptId) ? earlier.get(promptId) : undefined;
    return sum + promptVariance(k + (past?.k ?? 0), n + (past?.n ?? 0), pooled) / n;
  }, 0);
  // Without a single exception nothing is known about how prompts differ: all answers are worth the same.
  const isUniform = all.k === 0 || all.k === all.n;
  const variance = isUniform ? (pooled * (1 - pooled) * rows.length ** 2) / total(rows).n : summed;
  const shares = rows.reduce((sum, { n, k }) => sum + k / n, 0);
  return { prompts: rows.length, shares, variance: variance * inflation(now, scatter), ...all };
}

export function addSpreads(a: Spread | undefined, b: Spread | undefined): Spread | undefined {
  if (!a || !b) return a ?? b;
  return {
    prompts: a.prompts + b.prompts,
    shares: a.shares + b.shares,
    variance: a.variance + b.variance,
    n: a.n + b.n,
    k: a.k + b.k,
  };
}

/**
 * The center of a score's interval, and its sample as a number of independent answers: a Wilson interval with
 * `answers` and the normal quantile equals one with e/φ answers and Student's t.
 */
export function effectiveAnswers({ prompts, shares, variance, ...all }: Spread): { share: number; answers: number } {
  const pooled = withinBounds(all);
  return { share: shares / prompts, answers: (pooled * (1 - pooled) * prompts ** 2) / variance };
}

/** A chart needs that of the same scatter for every day. */
const inflations = new WeakMap<Scatter, number>();

/** How much wider than that of independent answers the interval is, squared. */
function inflation(now: PromptCounts[], scatter: Scatter | undefined): number {
  if (!scatter) return priorScatter(total(now).n / now.length, CORRELATION);
  const known = inflations.get(scatter);
  if (known !== undefined) return known;
  const computed = Math.max(1, scatter.phi) * (criticalT(0.05, scatter.df) / Z_95) ** 2;
  inflations.set(scatter, computed);
  return computed;
}

/** A share that is neither 0 nor 1. */
function withinBounds({ n, k }: { n: number; k: number }): number {
  return Math.min(1 - 0.25 / n, Math.max(0.25 / n, k / n));
}
