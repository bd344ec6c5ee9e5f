interface Tested {
  p: number;
  /** p must be below this. */
  level: number;
}

interface Hit<Look> {
  look: Look;
  /** The p-value after the correction. */
  adjustedP: number;
}

/**
 * The look by which each series changed, or undefined. With a size, series are corrected together by Holm's procedure,
 * so that more comparisons do not give more chance findings. Each look counts relative to its own level.
 */
export function correctFamily<Look extends Tested>(
  series: readonly Look[][],
  size?: number,
): (Hit<Look> | undefined)[] {
  const best = series.map((looks) => looks.find(({ p, level }) => p < level));
  if (size === undefined) return best.map((look) => look && { look, adjustedP: look.p });
  const hits: (Hit<Look> | undefined)[] = series.map(() => undefined);
  const ranked = [...best.entries()]
    .flatMap(([index, look]) => (look ? [{ index, look, relative: look.p / look.level }] : []))
    .sort((a, b) => a.relative - b.relative);
  for (const [rank, { index, look, relative }] of ranked.entries()) {
    const times = Math.max(1, size - rank);
    if (relative * times >= 1) break;
    hits[index] = { look, adjustedP: Math.min(1, look.p * times) };
  }
  return hits;
}
