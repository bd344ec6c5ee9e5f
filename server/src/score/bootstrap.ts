import type { Random } from '../base/random.ts';
import { drawBinomial } from './binomial.ts';
import { type Interval, Z_95 } from './wilson.ts';

const RESAMPLES = 1000;

/** Answers that mention this many brands, with or without this one. */
export interface VoteClass {
  count: number;
  isNamed: boolean;
  brandsNamed: number;
}

/**
 * The cost of drawing grows with the number of answers: 15 ms for 5,000, seconds for a million. Above this number the
 * interval is computed as the limit of the draws, which differs by a tenth of a point.
 */
const MOST_DRAWN = 5_000;

/**
 * 95 % percentile interval of a brand's share of all votes, by resampling the answers with replacement 1,000 times.
 * Whole answers are drawn, not votes, because brands that are mentioned together are correlated. Answers with the same
 * number of brands differ only in whether they mention this one.
 */
export function bootstrapShare(classes: readonly VoteClass[], random: Random): Interval {
  const answers = classes.reduce((sum, { count }) => sum + count, 0);
  if (answers > MOST_DRAWN) return normalShare(classes);
  const drawn = classes.map((one) => ({ ...one }));
  const deal = dealer(classes, drawn, random);
  const shares: number[] = [];
  for (let round = 0; round < RESAMPLES; round++) {
    deal();
    let mine = 0;
    let all = 0;
    for (const { count, isNamed, brandsNamed } of drawn) {
      if (isNamed) mine += count;
      all += count * brandsNamed;
    }
    if (all > 0) shares.push(mine / all);
  }
  return middle95(shares);
}

/** The share ± 1.96 times its linearized standard error. */
function normalShare(classes: readonly VoteClass[]): Interval {
  const all = classes.reduce((sum, { count, brandsNamed }) => sum + count * brandsNamed, 0);
  if (all === 0) return [0, 1];
  const share = classes.reduce((sum, { count, isNamed }) => sum + (isNamed ? count : 0), 0) / all;
  const variance = classes.reduce(
    (sum, { count, isNamed, brandsNamed }) => sum + count * ((isNamed ? 1 : 0) - share * brandsNamed) ** 2,
    0,
  );
  const reach = (Z_95 * Math.sqrt(variance)) / all;
  return [Math.max(0, share - reach), Math.min(1, share + reach)];
}

/**
 * Fills `drawn` with as many answers as `classes` holds, drawn at random. The classes are split in halves repeatedly,
 * and each time a draw decides how many answers fall on either side. This needs far fewer random numbers than one per
 * answer.
 */
function dealer(classes: readonly VoteClass[], drawn: VoteClass[], random: Random): () => void {
  const before = [0];
  for (const { count } of classes) before.push((before.at(-1) ?? 0) + count);
  const between = (from: number, to: number) => (before[to] ?? 0) - (before[from] ?? 0);

  function split(answers: number, from: number, to: number) {
    const only = drawn[from];
    if (to - from === 1 && only) {
      only.count = answers;
      return;
    }
    const middle = (from + to) >> 1;
    const left = drawBinomial(answers, between(from, middle) / between(from, to), random);
    split(left, from, middle);
    split(answers - left, middle, to);
  }
  return () => split(between(0, classes.length), 0, classes.length);
}

function middle95(values: number[]): Interval {
  const sorted = Float64Array.from(values).sort();
  const low = sorted[Math.floor(0.025 * sorted.length)] ?? 0;
  const high = sorted[Math.ceil(0.975 * sorted.length) - 1] ?? 1;
  return [low, high];
}
