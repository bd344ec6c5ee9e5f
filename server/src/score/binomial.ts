import type { Random } from '../base/random.ts';

/**
 * How many of `n` independent trials with probability `p` succeed. Each trial draws a number below 1 and succeeds if it
 * is below `p`. All are drawn together, one binary digit at a time. At each digit half of the undecided trials are
 * settled, so 32 trials cost about two random numbers, and the result is exact.
 */
export function drawBinomial(n: number, p: number, random: Random): number {
  if (p >= 1) return n;
  let successes = 0;
  let undecided = n;
  let digits = p;
  while (undecided > 0 && digits > 0) {
    const ones = countHeads(undecided, random);
    digits *= 2;
    if (digits >= 1) {
      digits -= 1;
      successes += undecided - ones;
      undecided = ones;
    } else {
      undecided -= ones;
    }
  }
  return successes;
}

/** Heads in `n` tosses of a fair coin, 32 tosses per random number. */
function countHeads(n: number, random: Random): number {
  let heads = 0;
  let left = n;
  for (; left >= 32; left -= 32) heads += countOnes(random() * 4294967296);
  if (left > 0) heads += countOnes((random() * 4294967296) >>> (32 - left));
  return heads;
}

/** The number of ones in a 32-bit word: sums of neighboring 1, 2, 4 and 8 bit fields. */
function countOnes(word: number): number {
  let sum = word >>> 0;
  sum -= (sum >>> 1) & 0x55555555;
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  sum = (sum + (sum >>> 4)) & 0x0f0f0f0f;
  return Math.imul(sum, 0x01010101) >>> 24;
}
