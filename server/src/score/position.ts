export interface Position {
  median: number;
  /** Answers the median is over: those that name the brand. */
  n: number;
}

/** S8: the middle place among the answers that name the brand. Answers that do not have no place, and get none. */
export function medianPosition(positions: readonly number[]): Position | undefined {
  const sorted = [...positions].sort((a, b) => a - b);
  const n = sorted.length;
  const upper = sorted[Math.floor(n / 2)];
  const lower = sorted[Math.floor((n - 1) / 2)];
  if (upper === undefined || lower === undefined) return undefined;
  return { median: (lower + upper) / 2, n };
}
