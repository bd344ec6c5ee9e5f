import { getDomain } from 'tldts';
import { remember } from '../base/remember.ts';
import type { Answer, Page } from '../collect/platform.ts';
import { isDomain } from './aliases.ts';
import { canonicalUrl } from './canonical-url.ts';
import { citationPlaces, danglingMarkers, type ListedPage } from './citation-places.ts';
import { contextAt, type Parts } from './context.ts';
import { readMarkers } from './markers.ts';
import { type Owners, ownerOf } from './owners.ts';

/** A page that an answer cites, or that the platform only retrieved. One per page and answer. */
export interface Citation {
  kind: 'cited' | 'retrieved';
  url: string;
  canonicalUrl: string;
  /** The registrable domain, `acme.io` for `docs.acme.io`, or `unresolved` for a redirect with an unknown target. */
  domain: string;
  title: string | undefined;
  owner: 'own' | 'competitor' | 'other';
  ownerId: string | undefined;
  /** Rank among the cited pages, by first citation in the text. */
  position: number | undefined;
  /** The sentence that carries the citation. */
  context: string | undefined;
}

type Sources = Pick<Answer, 'cited' | 'retrieved'>;

/** A redirect that only its own server can resolve. Its title is usually the target domain. */
const OPAQUE_REDIRECT = 'https://vertexaisearch.cloud.google.com/';

/** The pages of an answer, cited ones first in the order of citation, and markers without a source. */
export function findCitations({ cited, retrieved }: Sources, parts: Parts, owners: Owners) {
  const markers = readMarkers(parts.text, parts.masks);
  const citedPages = distinctPages(cited);
  const retrievedPages = distinctPages(retrieved);
  const listed = [...citedPages].flatMap(([canonical, { indexes }]) =>
    indexes.map((index): ListedPage => ({ canonical, index })),
  );
  const places = citationPlaces(listed, cited, markers, parts);
  const order = [...citedPages.keys()].sort((a, b) => (places.get(a) ?? Infinity) - (places.get(b) ?? Infinity) || 0);
  const citations = order.map((canonical, index): Citation => {
    const place = places.get(canonical);
    const context = place === undefined ? '' : contextAt(parts, [place, place]);
    const page = describePage(canonical, citedPages.get(canonical) as DistinctPage, owners);
    return { kind: 'cited', ...page, position: index + 1, context: context === '' ? undefined : context };
  });
  for (const [canonical, page] of retrievedPages) {
    if (citedPages.has(canonical)) continue;
    const described = describePage(canonical, page, owners);
    citations.push({ kind: 'retrieved', ...described, position: undefined, context: undefined });
  }
  const sources = Math.max(cited.length, retrieved.length, citations.length);
  return { citations, danglingMarkers: danglingMarkers(markers, cited, sources) };
}

interface DistinctPage {
  url: string;
  title: string | undefined;
  /** Indexes in the platform's list, which markers refer to. */
  indexes: number[];
}

function distinctPages(pages: Page[]): Map<string, DistinctPage> {
  const distinct = new Map<string, DistinctPage>();
  for (const [index, { url, title }] of pages.entries()) {
    const canonical = identify(url, title);
    if (canonical === undefined) continue;
    const known = distinct.get(canonical);
    if (known) {
      known.indexes.push(index);
      known.title ??= title;
    } else {
      distinct.set(canonical, { url, title, indexes: [index] });
    }
  }
  return distinct;
}

function identify(url: string, title: string | undefined): string | undefined {
  const canonical = canonicalUrl(url);
  const host = canonical?.startsWith(OPAQUE_REDIRECT) ? hostIn(title) : undefined;
  return host === undefined ? canonical : canonicalUrl(`https://${host}`);
}

/** The host that a title consists of, with or without `https://`. The sandbox has hosts under `.example`. */
function hostIn(title: string | undefined): string | undefined {
  const host = title?.trim().replace(/^https?:\/\/([^/]+)\/?$/i, '$1');
  return host !== undefined && (isDomain(host) || /^[a-z0-9.-]+\.example$/i.test(host)) ? host : undefined;
}

function describePage(canonical: string, { url, title }: DistinctPage, owners: Owners) {
  const { host, domain } = siteOf(canonical);
  const { owner, ownerId } = ownerOf(host, owners) ?? { owner: 'other' as const, ownerId: undefined };
  return { url, canonicalUrl: canonical, domain, title, owner, ownerId };
}

const siteOf = remember((canonical) => {
  const host = new URL(canonical).hostname;
  return { host, domain: canonical.startsWith(OPAQUE_REDIRECT) ? 'unresolved' : (getDomain(host) ?? host) };
}, 5_000);
