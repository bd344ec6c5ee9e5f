import { getOrMake } from '../base/get-or-make.ts';
import type { Day, PlatformDay } from './day.ts';

/** The valid answers to one prompt on one platform: all or, with a brand, those that mention it. */
export interface DayCell {
  platform: string;
  prompt: number;
  brand: number | undefined;
  n: number;
  named: number;
  /** Pages of the brand, summed over the answers. */
  cited: number;
  /** Of a competitor: the answers that also mention the own brand, so that both can be compared on the same answers. */
  withOwn: number;
}

/** The counts of every prompt, and of every brand that its answers mention or cite. */
export function countCells(day: Day): DayCell[] {
  return Object.entries(day).flatMap(([platform, [prompts, mentions, cited]]) => {
    const cells = new Map<number | undefined, Map<number, DayCell>>();
    const cellOf = (answer: number, brand?: number) => {
      const prompt = prompts[answer] ?? 0;
      const ofBrand = getOrMake(cells, brand, () => new Map<number, DayCell>());
      return getOrMake(ofBrand, prompt, () => ({ platform, prompt, brand, n: 0, named: 0, cited: 0, withOwn: 0 }));
    };
    for (const answer of prompts.keys()) cellOf(answer).n++;
    const own = new Set(
      mentions
        .find(([brand]) => brand === 0)
        ?.slice(1)
        .map(answerOf),
    );
    for (const [brand = 0, ...list] of mentions) {
      for (const answer of list.map(answerOf)) {
        const cell = cellOf(answer, brand);
        cell.named++;
        if (brand > 0 && own.has(answer)) cell.withOwn++;
      }
    }
    for (const { brand, answer, pages } of citedIn(cited)) cellOf(answer, brand).cited += pages;
    return [...cells.values()].flatMap((ofBrand) => [...ofBrand.values()]);
  });
}

/** Valid answers on one platform, and the pages that they cite. */
export interface DayVotes {
  platform: string;
  valid: number;
  pages: number;
  brands: BrandVotes[];
}

/** One brand in the answers that mention this many tracked brands. */
export interface BrandVotes {
  brand: number;
  brandsNamed: number;
  named: number;
  positive: number;
  negative: number;
  cited: number;
}

/** The counts of every platform and brand, without prompts. */
export function countVotes(day: Day): DayVotes[] {
  return Object.entries(day).flatMap(([platform, [prompts, mentions, cited, pages]]) => {
    if (prompts.length === 0) return [];
    const brandsNamed = prompts.map(() => 0);
    for (const [, ...list] of mentions)
      for (const one of list) brandsNamed[answerOf(one)] = 1 + (brandsNamed[answerOf(one)] ?? 0);
    const votes = new Map<string, BrandVotes>();
    const votesOf = (brand: number, answer: number) => {
      const together = brandsNamed[answer] ?? 0;
      const none = { named: 0, positive: 0, negative: 0, cited: 0 };
      return getOrMake(votes, `${brand} ${together}`, () => ({ brand, brandsNamed: together, ...none }));
    };
    for (const [brand = 0, ...list] of mentions) {
      for (const one of list) {
        const sum = votesOf(brand, answerOf(one));
        sum.named++;
        if (one % 3 === 1) sum.positive++;
        if (one % 3 === 2) sum.negative++;
      }
    }
    for (const one of citedIn(cited)) votesOf(one.brand, one.answer).cited += one.pages;
    return [{ platform, valid: prompts.length, pages, brands: [...votes.values()] }];
  });
}

export interface Outcomes {
  valid: number;
  truncated: number;
  refused: number;
  failed: number;
}

/** How many answers of a platform have each status. */
export function countOutcomes([prompts, , , , rest]: PlatformDay): Outcomes {
  const sums = { valid: prompts.length, truncated: 0, refused: 0, failed: 0 };
  for (let i = 0; i < rest.length; i += 4) {
    sums.truncated += rest[i + 1] ?? 0;
    sums.refused += rest[i + 2] ?? 0;
    sums.failed += rest[i + 3] ?? 0;
  }
  return sums;
}

function answerOf(mention: number): number {
  return Math.floor(mention / 3);
}

function citedIn(cited: PlatformDay[2]): { brand: number; answer: number; pages: number }[] {
  return cited.flatMap(([brand = 0, ...list]) =>
    list.flatMap((answer, i) => (i % 2 === 0 ? [{ brand, answer, pages: list[i + 1] ?? 0 }] : [])),
  );
}
