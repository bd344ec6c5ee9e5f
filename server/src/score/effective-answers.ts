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

/**
 * The center of a score's interval, and its sample as a number of independent answers: a Wilson interval with
 * `answers` and the normal quantile equals one with e/φ answers and Student's t.
 */
export function effectiveAnswers(
  counts: readonly PromptCounts[],
  { before, scatter }: IntervalBasis,
): { share: number; answers: number } {
  const now = sumByPrompt(counts);
  const earlier = new Map(sumByPrompt(before).map((row) => [row.promptId, row]));
  const answered = new Set(now.map(({ promptId }) => promptId));
  const missing = [...earlier.values()].filter(({ promptId }) => !answered.has(promptId));
  const all = total([...now, ...earlier.values()]);
  const pooled = Math.min(1 - 0.25 / all.n, Math.max(0.25 / all.n, all.k / all.n));
  const rows = [...now, ...missing];
  const variance = rows.reduce((sum, { promptId, n, k }) => {
    const past = answered.has(promptId) ? earlier.get(promptId) : undefined;
    return sum + promptVariance(k + (past?.k ?? 0), n + (past?.n ?? 0), pooled) / n;
  }, 0);
  const independent = (pooled * (1 - pooled) * rows.length ** 2) / variance;
  const known = scatter ?? { phi: priorScatter(total(now).n / now.length, CORRELATION), df: undefined };
  const quantile = known.df === undefined ? Z_95 : criticalT(0.05, known.df);
  return {
    share: rows.reduce((sum, { n, k }) => sum + k / n, 0) / rows.length,
    answers: (independent / Math.max(1, known.phi)) * (Z_95 / quantile) ** 2,
  };
}
