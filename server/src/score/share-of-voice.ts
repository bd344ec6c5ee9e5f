import type { Random } from '../base/random.ts';
import { bootstrapShare, type VoteClass } from './bootstrap.ts';
import { toHundred } from './largest-remainder.ts';
import type { Interval } from './wilson.ts';

/** Votes for a brand in answers that mention this many tracked brands, including it. */
export interface BrandVotes {
  brandId: string;
  brandsNamed: number;
  votes: number;
}

/**
 * Metric `share_of_voice`: each brand's share of all mentions of tracked brands, in whole points. An answer gives one
 * vote to every brand it mentions. Undefined if no brand is mentioned. A brand that is never mentioned is not in the
 * result.
 */
export function sharesOfVotes(votes: readonly BrandVotes[]): Map<string, number> | undefined {
  const sums = new Map<string, number>();
  for (const { brandId, votes: count } of votes) sums.set(brandId, (sums.get(brandId) ?? 0) + count);
  const brands = [...sums.keys()].filter((brand) => (sums.get(brand) ?? 0) > 0).sort();
  if (brands.length === 0) return undefined;
  const points = toHundred(brands.map((brand) => sums.get(brand) ?? 0));
  return new Map(brands.map((brand, index) => [brand, points[index] as number]));
}

/** The 95 % interval of one brand's share, in whole points, over `answers` valid answers with these votes. */
export function intervalOfVotes(
  votes: readonly BrandVotes[],
  { brandId, answers, point }: { brandId: string; answers: number; point: number },
  random: Random,
): Interval {
  return around(point, bootstrapShare(voteClasses(votes, brandId, answers), random));
}

/** An answer that mentions three brands has three votes, so the number of such answers is a third of their votes. */
function voteClasses(votes: readonly BrandVotes[], brandId: string, answers: number): VoteClass[] {
  const sizes = new Map<number, { mine: number; all: number }>();
  for (const { brandId: voted, brandsNamed, votes: count } of votes) {
    const size = sizes.get(brandsNamed) ?? { mine: 0, all: 0 };
    size.all += count;
    if (voted === brandId) size.mine += count;
    sizes.set(brandsNamed, size);
  }
  const classes: VoteClass[] = [];
  let silent = answers;
  for (const [brandsNamed, { mine, all }] of [...sizes].sort(([a], [b]) => a - b)) {
    const naming = all / brandsNamed;
    silent -= naming;
    classes.push({ count: mine, isNamed: true, brandsNamed }, { count: naming - mine, isNamed: false, brandsNamed });
  }
  return [...classes, { count: silent, isNamed: false, brandsNamed: 0 }].filter(({ count }) => count > 0);
}

/**
 * In whole points. Largest remainder may round a share away from its nearest point, so the interval is extended to
 * contain it.
 */
function around(point: number, [low, high]: Interval): Interval {
  return [Math.min(point, Math.round(100 * low)), Math.max(point, Math.round(100 * high))];
}
