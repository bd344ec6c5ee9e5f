import { getOrMake } from '../base/get-or-make.ts';
import { own } from '../base/own.ts';
import type { DaySources } from './day-sources.ts';

/** How many answers cite each page and domain. */
export interface SourceSum {
  /** By owner and key. */
  pages: Record<PageOwner, Map<string, number>>;
  domains: Map<string, DomainSum>;
}

export type PageOwner = 'own' | 'competitor' | 'other';

/** The answers that cite a domain: all, those that mention a competitor, and those that mention each brand. */
export interface DomainSum {
  answers: number;
  rivals: number;
  brands: Record<string, number>;
}

export function emptySum(): SourceSum {
  return { pages: { own: new Map(), competitor: new Map(), other: new Map() }, domains: new Map() };
}

const OWN_BRAND = 'brand';

/** Adds answers to a sum. An answer counts once per domain, though it can cite several of its pages. */
export function addToSum({ pages: sums, domains }: SourceSum, { ids, brands, pages }: DaySources): void {
  const brandsOf: string[][] = ids.map(() => []);
  for (const [brand, ...answers] of brands) for (const at of answers) brandsOf[at]?.push(brand);
  // The last domain that each answer was counted for: pages of one domain follow each other.
  const countedFor: string[] = [];
  for (const page of pages) {
    const [key, domain, owner] = page;
    const sum = sums[owner === '' ? 'other' : owner === OWN_BRAND ? 'own' : 'competitor'];
    sum.set(key, (sum.get(key) ?? 0) + page.length - 3);
    const counts = getOrMake(domains, domain, () => ({ answers: 0, rivals: 0, brands: {} }));
    for (let i = 3; i < page.length; i++) {
      const at = page[i] as number;
      if (countedFor[at] === domain) continue;
      countedFor[at] = domain;
      counts.answers++;
      countBrands(counts, brandsOf[at] ?? []);
    }
  }
}

function countBrands(counts: DomainSum, mentioned: string[]): void {
  for (const brand of mentioned) counts.brands[brand] = (own(counts.brands, brand) ?? 0) + 1;
  if (mentioned.some((brand) => brand !== OWN_BRAND)) counts.rivals++;
}
