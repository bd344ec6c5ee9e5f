/** 23/40 times 100 is 57.499999999999993 in floating point, but the contract rounds half up. */
const HALF_TOLERANCE = 1e-9;

/**
 * A share (0 to 1) as whole points: R in the scoring rules. 0 means "never mentioned" and 100 "always mentioned", so
 * one answer in a thousand is still visible.
 */
export function toPoints(share: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return 100;
  return Math.min(99, Math.max(1, Math.floor(100 * share + 0.5 + HALF_TOLERANCE)));
}
