/** Each p-value as the smallest q at which the Benjamini–Hochberg procedure would keep it. */
export function adjustBenjaminiHochberg(pValues: readonly number[]): number[] {
  const adjusted = new Array<number>(pValues.length);
  let least = 1;
  for (const [rank, index] of [...ascending(pValues).entries()].reverse()) {
    least = Math.min(least, (pValues[index] ?? 1) * (pValues.length / (rank + 1)));
    adjusted[index] = least;
  }
  return adjusted;
}

/** Each p-value as the smallest alpha at which Holm's procedure would keep it. */
export function adjustHolm(pValues: readonly number[]): number[] {
  const adjusted = new Array<number>(pValues.length);
  let most = 0;
  for (const [rank, index] of ascending(pValues).entries()) {
    most = Math.max(most, Math.min(1, (pValues[index] ?? 1) * (pValues.length - rank)));
    adjusted[index] = most;
  }
  return adjusted;
}

/** Indexes, sorted by p-value, smallest first. */
function ascending(pValues: readonly number[]): number[] {
  return pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 1) - (pValues[b] ?? 1));
}
