import type { Tally } from './counts.ts';

/** Tables whose probabilities differ by less than this (relative) are equal up to rounding. */
const TIE_TOLERANCE = 1e-9;

/**
 * Fisher's exact test with the two-sided mid-p value: tables less likely than the observed one count fully, equally
 * likely ones (including the observed one) count half. This makes the exact test less conservative. Returns 1 if all
 * answers agree, because then only one table is possible.
 */
export function fisherMidP(left: Tally, right: Tally): number {
  const named = left.k + right.k;
  if (named === 0 || named === left.n + right.n) return 1;

  const lowest = Math.max(0, named - right.n);
  const weights = tableWeights(left.n, right.n, named);
  const observed = weights[left.k - lowest] ?? 0;
  let all = 0;
  let extreme = 0;
  for (const weight of weights) {
    all += weight;
    if (Math.abs(weight - observed) <= observed * TIE_TOLERANCE) extreme += weight / 2;
    else if (weight < observed) extreme += weight;
  }
  return Math.min(1, extreme / all);
}

/**
 * Relative probabilities of every table with these margins, by the number of mentions on the left side. Computed
 * outwards from the most likely table by the ratio of neighbors: no factorials, no overflow.
 */
function tableWeights(leftN: number, rightN: number, named: number): Float64Array {
  const lowest = Math.max(0, named - rightN);
  const highest = Math.min(leftN, named);
  const mode = Math.floor(((named + 1) * (leftN + 1)) / (leftN + rightN + 2));
  const ratioToNext = (x: number) => ((named - x) * (leftN - x)) / ((x + 1) * (rightN - named + x + 1));

  const weights = new Float64Array(highest - lowest + 1);
  let weight = 1;
  weights[mode - lowest] = weight;
  for (let x = mode; x < highest; x++) {
    weight *= ratioToNext(x);
    weights[x + 1 - lowest] = weight;
  }
  weight = 1;
  for (let x = mode - 1; x >= lowest; x--) {
    weight /= ratioToNext(x);
    weights[x - lowest] = weight;
  }
  return weights;
}
