import type { SourceType } from '@visibility/sdk';
import type { PageOwner } from '../api/answers.ts';
import type { CitationFilter } from '../api/citations.ts';
import { rangeOf } from '../base/period.ts';
import { parseView, readOneOf, readText, type View } from '../base/view.ts';
import { SOURCE_TYPES } from './source-words.ts';

export const OWNERS: PageOwner[] = ['own', 'competitor', 'other'];
const TABS = ['pages', 'newest'] as const;

export const USUAL_DAYS = 30;

export interface CitationsView extends View {
  /** Defaults to the list by domain. */
  tab?: (typeof TABS)[number];
  /** Filters single citations. */
  owner?: PageOwner;
  /** Filters domains and pages. */
  type?: SourceType;
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
    type: readOneOf(search.type, SOURCE_TYPES),
    keyword: readText(search.keyword),
    domain: readText(search.domain),
    url: readText(search.url),
  };
}

export const PER_PAGE = 25;

export function citationFilterOf(view: CitationsView, now: Date): CitationFilter {
  const { tab, platform, owner, type, keyword, domain, url } = view;
  const kind = tab === 'newest' ? { owner } : { type };
  return { ...rangeOf(view, USUAL_DAYS, now), platform, ...kind, keyword_id: keyword, domain, page_url: url };
}
