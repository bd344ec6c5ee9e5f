import type { PageOwner } from '../api/answers.ts';
import type { CitationFilter } from '../api/citations.ts';
import { rangeOf } from '../base/period.ts';
import { parseView, readOneOf, readText, type View } from '../base/view.ts';

export const OWNERS: PageOwner[] = ['own', 'competitor', 'other'];
const TABS = ['pages', 'newest'] as const;

export const USUAL_DAYS = 30;

export interface CitationsView extends View {
  /** Defaults to the list by domain. */
  tab?: (typeof TABS)[number];
  owner?: PageOwner;
  /** A keyword's id. */
  keyword?: string;
  /** Filters by domain or page. */
  domain?: string;
  url?: string;
}

export function parseCitationsView(search: Record<string, unknown>): CitationsView {
  return {
    ...parseView(search),
    tab: readOneOf(search.tab, TABS),
    owner: readOneOf(search.owner, OWNERS),
    keyword: readText(search.keyword),
    domain: readText(search.domain),
    url: readText(search.url),
  };
}

export const PER_PAGE = 25;

export function citationFilterOf(view: CitationsView, now: Date): CitationFilter {
  const { platform, owner, keyword, domain, url } = view;
  return { ...rangeOf(view, USUAL_DAYS, now), platform, owner, keyword_id: keyword, domain, page_url: url };
}
