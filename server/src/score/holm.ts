/** The p-values after Holm's correction, in the same order: the chance of any false finding stays below the level. */
export function holm(values: readonly number[]): number[] {
  const adjusted = values.map(() => 1);
  const ranked = [...values.entries()].sort(([, a], [, b]) => a - b);
  let largest = 0;
  for (const [rank, [index, p]] of ranked.entries()) {
    largest = Math.max(largest, Math.min(1, p * (values.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
