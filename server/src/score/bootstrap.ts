import type { Random } from '../base/random.ts';
import type { Ballot } from './ballots.ts';
import { countVotes } from './ballots.ts';
import { drawBinomial } from './binomial.ts';
import { type Interval, Z_95 } from './wilson.ts';

const RESAMPLES = 1000;

interface Counted {
  count: number;
}

/**
 * 95 % percentile intervals of the brands' shares of all votes, by drawing the answers anew, with replacement, 1,000 times.
 * Whole answers are drawn, not votes, because brands named together rise and fall together.
 */
export function bootstrapShares(ballots: readonly Ballot[], brands: readonly string[], random: Random): Interval[] {
  const drawn = ballots.map((ballot) => ({ ...ballot }));
  const deal = dealer(ballots, drawn, random);
  const shares: number[][] = brands.map(() => []);
  for (let round = 0; round < RESAMPLES; round++) {
    deal();
    const votes = countVotes(drawn, brands);
    const all = votes.reduce((sum, count) => sum + count, 0);
    // Nobody is named in this draw: it has no shares.
    if (all === 0) continue;
    votes.forEach((count, brand) => {
      shares[brand]?.push(count / all);
    });
  }
  return shares.map(middle95);
}

/** Answers that name this many brands, of which this one is one or is not. */
export interface VoteClass {
  count: number;
  isNamed: boolean;
  brandsNamed: number;
}

/**
 * Drawing costs as much as there are answers: 15 ms for 5,000, seconds for a million. From here on the interval is what
 * the draws converge to, and differs from them by a tenth of a point.
 */
const MOST_DRAWN = 5_000;

/** The same interval for one brand alone: for it, answers that name as many brands are alike but for naming it or not. */
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

/** The share's linearised standard error, 1.96 times to both sides. */
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
 * Fills `drawn` with as many answers as `ballots` holds, drawn at random. The ballots are halved again and again, and
 * each time it is drawn how many answers fall on either side: far fewer random numbers than one for each answer.
 */
function dealer(ballots: readonly Counted[], drawn: Counted[], random: Random): () => void {
  const before = [0];
  for (const ballot of ballots) before.push((before.at(-1) ?? 0) + ballot.count);
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
  return () => split(between(0, ballots.length), 0, ballots.length);
}

function middle95(values: number[]): Interval {
  const sorted = Float64Array.from(values).sort();
  const low = sorted[Math.floor(0.025 * sorted.length)] ?? 0;
  const high = sorted[Math.ceil(0.975 * sorted.length) - 1] ?? 1;
  return [low, high];
}
