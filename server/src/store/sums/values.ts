import type { SourceSum } from '../../score/sum-day.ts';
import { packPages } from './packed-pages.ts';

/** What is stored of a platform's sum: the same for equal sums. */
export function valuesOf(sum: SourceSum | undefined): { pages: string; domains: string } {
  const domains = [...(sum?.domains ?? [])].map(([domain, { answers }]): [string, number] => [domain, answers]);
  return { pages: sum ? packPages(sum.pages) : '', domains: JSON.stringify(domains.sort(byName).flat()) };
}

/** How many answers cite a domain, mention a competitor beside it, and mention each brand. */
export type DomainValue = [answers: number, rivals: number, brands: Record<string, number>];

/** What is stored of the domains of all platforms: the same for equal sums. */
export function domainsOf(sums: Map<string, SourceSum>): { domain: string; platforms: string }[] {
  const found = new Map<string, Record<string, DomainValue>>();
  for (const [platform, { domains }] of [...sums].sort(byName)) {
    for (const [domain, { answers, rivals, brands }] of domains) {
      const sorted = Object.fromEntries(Object.entries(brands).sort(byName));
      found.set(domain, { ...found.get(domain), [platform]: [answers, rivals, sorted] });
    }
  }
  return [...found].map(([domain, platforms]) => ({ domain, platforms: JSON.stringify(platforms) }));
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}
