import { getDomain } from 'tldts';
import { canonicalUrl } from '../canonical-url.ts';
import { PAGE_RULES } from './page-rules.ts';
import { sourceTypeOf } from './source-type.ts';
import type { PageType, RuledType, SourceType } from './types.ts';

export interface GivenType {
  type: RuledType;
  setBy: 'workspace' | 'operator';
}

/** Types that people set for domains. They take precedence over the rules. */
export type GivenTypes = ReadonlyMap<string, GivenType>;

/** A page as a citation stores it. */
export interface SourcePage {
  /** The registrable domain, or `unresolved`. */
  domain: string;
  canonicalUrl: string;
  owner: 'own' | 'competitor' | 'other';
  title?: string | undefined;
}

export interface Classified {
  sourceType: SourceType;
  pageType: PageType;
}

/**
 * The types of a cited page. The site's type is, in this order: the brand's or a competitor's own, the one that people
 * set for the domain, the one of the rules. If none applies, it is `unclassified`.
 */
export function classifyPage({ domain, canonicalUrl, owner, title }: SourcePage, given: GivenTypes): Classified {
  if (domain === 'unresolved') return { sourceType: 'unclassified', pageType: 'other' };
  const sourceType = owner === 'other' ? (given.get(domain)?.type ?? sourceTypeOf(canonicalUrl)) : owner;
  // The title of an unresolved redirect is the host. Which of its pages is cited is unknown.
  const isOnlyHost = title?.trim().toLowerCase() === new URL(canonicalUrl).hostname;
  return { sourceType, pageType: isOnlyHost ? 'other' : pageTypeOf(canonicalUrl, { title, source: sourceType }) };
}

/** The type of a domain: the one that most citations of its pages have. Pages without a type do not count. */
export function typeOfDomain(pages: (Classified & { citations: number })[]): SourceType {
  const sums = new Map<SourceType, number>();
  for (const { sourceType, citations } of pages) {
    if (sourceType !== 'unclassified') sums.set(sourceType, (sums.get(sourceType) ?? 0) + citations);
  }
  const [most] = [...sums].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return most?.[0] ?? 'unclassified';
}

/** Whether a text is a domain as citations store it: `acme.io`, not `www.acme.io`, `Acme.io` or `co.uk`. */
export function isSourceDomain(text: string): boolean {
  const url = text.includes('.') ? canonicalUrl(`https://${text}`) : undefined;
  return url === `https://${text}` && getDomain(text) === text;
}

/** Where a page that no rule recognizes is most likely an article. */
const PUBLISHERS: SourceType[] = ['editorial', 'institutional', 'reference'];

/** What kind of page it is, from its canonical URL, its title and its site. */
function pageTypeOf(url: string, { title = '', source }: { title?: string | undefined; source: SourceType }): PageType {
  const { hostname, pathname, search } = new URL(url);
  const address = `${hostname}${pathname}${search}`;
  const rule = PAGE_RULES.find(({ url: inUrl, title: inTitle }) => inUrl?.test(address) || inTitle?.test(title));
  return rule?.type ?? (PUBLISHERS.includes(source) ? 'article' : 'other');
}
