import type { PromptCounts } from './counts.ts';
import { hasAnswers, sharedPrompts, total } from './counts.ts';

const MOST_PAIRS = 12;
/** The prior: a dispersion of 1.5, with the weight of four pairs of windows. */
const PRIOR = 1.5;
const PRIOR_PAIRS = 4;

export interface Overdispersion {
  /** How much more the series varies between windows than independent answers would. At least 1. */
  phi: number;
  /** The number of pairs of consecutive windows used. */
  pairs: number;
}

/**
 * φ of `visibility_change`, from consecutive windows (oldest first) of one series. Windows without an answer are
 * skipped. A pair is compared on the prompts that both windows have. Pairs in which no answer or every answer mentions
 * the brand contain no information about dispersion and are not used.
 */
export function overdispersion(history: readonly PromptCounts[][]): Overdispersion {
  const windows = history.filter(hasAnswers).slice(-(MOST_PAIRS + 1));
  let scatter = 0;
  let pairs = 0;
  windows.forEach((window, index) => {
    const previous = windows[index - 1];
    const square = previous && standardizedSquare(previous, window);
    if (square === undefined) return;
    scatter += square;
    pairs++;
  });
  return { phi: Math.max(1, (PRIOR * PRIOR_PAIRS + scatter) / (PRIOR_PAIRS + pairs)), pairs };
}

/** The squared difference of two windows divided by its variance. 1 on average for independent answers. */
function standardizedSquare(left: readonly PromptCounts[], right: readonly PromptCounts[]): number | undefined {
  const [leftShared, rightShared] = sharedPrompts(left, right);
  const [a, b] = [total(leftShared), total(rightShared)];
  const n = a.n + b.n;
  const pooled = (a.k + b.k) / n;
  if (n === 0 || pooled === 0 || pooled === 1) return undefined;
  return (b.k / b.n - a.k / a.n) ** 2 / (pooled * (1 - pooled) * (1 / a.n + 1 / b.n));
}
