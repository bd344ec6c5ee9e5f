/** The probability of a standard normal value at least as far from 0 as `z`. */
export function twoSidedP(z: number): number {
  return erfc(Math.abs(z) / Math.SQRT2);
}

/** The complementary error function for x ≥ 0, to a relative error below 1e-12. */
function erfc(x: number): number {
  return x < 2 ? 1 - erfBySeries(x) : erfcByFraction(x);
}

/** Abramowitz and Stegun 7.1.6. All terms are positive, so there is no cancellation. */
function erfBySeries(x: number): number {
  let term = x;
  let sum = x;
  for (let i = 1; term > sum * 1e-17; i++) {
    term *= (2 * x * x) / (2 * i + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** Abramowitz and Stegun 7.1.14. From x = 2 on, 60 levels exceed double precision. */
function erfcByFraction(x: number): number {
  let tail = x;
  for (let level = 60; level > 0; level--) tail = x + level / 2 / tail;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * tail);
}
