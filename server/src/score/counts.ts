/** Of `n` valid answers `k` name the brand. */
export interface Tally {
  n: number;
  k: number;
}

/** The tally of one prompt within one window. Failed and refused answers are in neither number. */
export interface PromptCounts extends Tally {
  promptId: string;
}

/** One row per prompt, whatever the rows were split by (days, windows); prompts without a valid answer are left out. */
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

/** The tally over all prompts; its `k` is the metric `mentions`. */
export function total(rows: readonly Tally[]): Tally {
  let n = 0;
  let k = 0;
  for (const row of rows) {
    n += row.n;
    k += row.k;
  }
  return { n, k };
}

/** Whether a window has a valid answer at all. */
export function hasAnswers(window: readonly Tally[]): boolean {
  return window.some((row) => row.n > 0);
}

/** Both sides cut down to the prompts that were answered on both, so that a change of questions is not a change of score. */
export function sharedPrompts(
  left: readonly PromptCounts[],
  right: readonly PromptCounts[],
): [PromptCounts[], PromptCounts[]] {
  const [lefts, rights] = [sumByPrompt(left), sumByPrompt(right)];
  const inLeft = new Set(lefts.map((row) => row.promptId));
  const inRight = new Set(rights.map((row) => row.promptId));
  return [lefts.filter((row) => inRight.has(row.promptId)), rights.filter((row) => inLeft.has(row.promptId))];
}
