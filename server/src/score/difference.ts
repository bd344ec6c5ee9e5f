import type { Tally } from './counts.ts';
import { fisherMidP } from './fisher.ts';
import { twoSidedP } from './normal.ts';

/** Below this many expected answers in the smallest cell, the normal approximation is not used. */
const LEAST_EXPECTED = 5;

export interface Difference {
  method: 'z' | 'fisher mid-p';
  /** Only with method `z`. */
  z: number | undefined;
  /** The probability of a difference at least this large if nothing has changed. */
  p: number;
}

/** Tests whether two shares differ, for answers that vary `phi` times as much as independent ones. */
export function testDifference(before: Tally, now: Tally, phi: number): Difference {
  const n = before.n + now.n;
  const k = before.k + now.k;
  const leastExpected = (Math.min(k, n - k) * Math.min(before.n, now.n)) / n;
  if (leastExpected < LEAST_EXPECTED) {
    return { method: 'fisher mid-p', z: undefined, p: fisherMidP(shrink(before, phi), shrink(now, phi)) };
  }
  const pooled = k / n;
  const variance = phi * pooled * (1 - pooled) * (1 / before.n + 1 / now.n);
  const z = (now.k / now.n - before.k / before.n) / Math.sqrt(variance);
  return { method: 'z', z, p: twoSidedP(z) };
}

/** The same share with the effective number of independent answers. */
function shrink({ n, k }: Tally, phi: number): Tally {
  const worth = Math.max(1, Math.floor(n / phi));
  return { n: worth, k: Math.round((k * worth) / n) };
}
