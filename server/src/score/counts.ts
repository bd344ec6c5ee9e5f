/** `k` of `n` valid answers mention the brand. */
export interface Tally {
  n: number;
  k: number;
}

/** The tally of one prompt in one window, without failed and refused answers. */
export interface PromptCounts extends Tally {
  promptId: string;
}

/** Merges rows (of days or windows) into one row per prompt. Prompts without a valid answer are left out. */
export function sumByPrompt(rows: readonly PromptCounts[]): PromptCounts[] {
  const sums = new Map<string, PromptCounts>();
  for (const { promptId, n, k } of rows) {
    if (n < 1) continue;
    const sum = sums.get(promptId);
    if (sum) {
      sum.n += n;
      sum.k += k;
    } else {
      sums.set(promptId, { promptId, n, k });
    }
  }
  return [...sums.values()];
}

/** The tally over all prompts. Its `k` is the metric `mentions`. */
export function total(rows: readonly Tally[]): Tally {
  let n = 0;
  let k = 0;
  for (const row of rows) {
    n += row.n;
    k += row.k;
  }
  return { n, k };
}

/** Whether a window has any valid answer. */
export function hasAnswers(window: readonly Tally[]): boolean {
  return window.some((row) => row.n > 0);
}

/**
 * Both sides, limited to prompts that were answered on both, so that a changed panel does not look like a changed
 * score.
 */
export function sharedPrompts(
  left: readonly PromptCounts[],
  right: readonly PromptCounts[],
): [PromptCounts[], PromptCounts[]] {
  const [lefts, rights] = [sumByPrompt(left), sumByPrompt(right)];
  const inLeft = new Set(lefts.map((row) => row.promptId));
  const inRight = new Set(rights.map((row) => row.promptId));
  return [lefts.filter((row) => inRight.has(row.promptId)), rights.filter((row) => inLeft.has(row.promptId))];
}
