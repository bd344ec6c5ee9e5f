import { queryOptions } from '@tanstack/react-query';
import type { List } from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import type { PageOwner } from './answers.ts';
import { request, toQuery } from './request.ts';

export interface CitedDomain {
  domain: string;
  owner: PageOwner;
  citations: number;
  platforms: Record<string, number>;
}

export interface CitedPage {
  /** Its one address, whatever the answers add to it. */
  page: string;
  title: string | null;
  domain: string;
  owner: PageOwner;
  citations: number;
}

export interface CitingKeyword {
  keyword_id: string;
  keyword: string;
  citations: number;
  platforms: Record<string, number>;
}

export interface NewestCitation {
  citation_id: string;
  answer_id: string;
  keyword_id: string;
  keyword: string;
  platform: string;
  url: string;
  domain: string;
  title: string | null;
  context: string | null;
  owner: PageOwner;
  detected_at: string;
}

export interface CitationFilter {
  page?: number;
  per_page?: number;
  since: string;
  platform?: string;
  owner?: PageOwner;
  keyword_id?: string;
  domain?: string;
  page_url?: string;
}

interface Counted<Item> extends List<Item> {
  /** `citations`: of all pages of the list together. */
  meta: List<Item>['meta'] & { citations: number };
}

export function citedDomainsQuery(mode: Mode, filter: CitationFilter) {
  return citationsQuery<Counted<CitedDomain>>(mode, 'domains', filter);
}

export function citedPagesQuery(mode: Mode, filter: CitationFilter) {
  return citationsQuery<Counted<CitedPage>>(mode, 'pages', filter);
}

export function citingKeywordsQuery(mode: Mode, filter: CitationFilter) {
  return citationsQuery<{ data: CitingKeyword[] }>(mode, 'keywords', filter);
}

export function newestCitationsQuery(mode: Mode, filter: CitationFilter) {
  return citationsQuery<{ data: NewestCitation[]; has_more: boolean }>(mode, 'newest', filter);
}

function citationsQuery<Answer>(mode: Mode, list: string, filter: CitationFilter) {
  return queryOptions({
    queryKey: [mode, 'citations', list, filter],
    queryFn: ({ signal }) => request<Answer>(`/${mode}/citations/${list}?${toQuery(filter)}`, { signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}
