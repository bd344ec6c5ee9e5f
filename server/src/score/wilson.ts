/** A lower and an upper bound. */
export type Interval = [low: number, high: number];

/** The 97.5 % point of the standard normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * The 95 % Wilson score interval of a share over `n` answers. Unlike share ± 2 standard errors it stays within 0 and 1,
 * and has a width even if no answer or every answer mentions the brand.
 */
export function wilson(share: number, n: number): Interval {
  const zz = Z_95 ** 2 / n;
  const center = (share + zz / 2) / (1 + zz);
  const reach = Math.sqrt(zz * share * (1 - share) + (zz * zz) / 4) / (1 + zz);
  // Rounding errors would give 1e-17 instead of 0, or 1.0000000000000002, or just miss the share.
  return [Math.max(0, Math.min(share, center - reach)), Math.min(1, Math.max(share, center + reach))];
}
