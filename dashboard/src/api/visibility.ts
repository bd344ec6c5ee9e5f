import { queryOptions } from '@tanstack/react-query';
import type { Evidence, List, VisibilityDetail, VisibilityRecord } from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import { keywordSummaryQuery } from './keywords.ts';
import { request, toQuery } from './request.ts';

export type ScoredKeyword = VisibilityRecord & Evidence;

export interface VisibilityFilter {
  page: number;
  per_page: number;
  q?: string;
  sort?: string;
  tag?: string;
}

export function visibilityQuery(mode: Mode, filter: VisibilityFilter) {
  return queryOptions({
    queryKey: [mode, 'visibility', filter],
    queryFn: ({ signal }) =>
      request<List<ScoredKeyword>>(`/${mode}/visibility?${toQuery({ ...filter, include: 'evidence' })}`, { signal }),
    // The old page stays while the next one loads, but never the other workspace's.
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function keywordQuery(mode: Mode, keywordId: string, { since }: { since: string }) {
  return queryOptions({
    queryKey: [mode, 'visibility', keywordId, since],
    queryFn: ({ signal }) =>
      request<VisibilityDetail>(`/${mode}/visibility/${encodeURIComponent(keywordId)}?${toQuery({ since })}`, {
        signal,
      }),
    placeholderData: (previous) => (previous?.keyword_id === keywordId ? previous : undefined),
  });
}

/** Every tag in use. */
export function tagsQuery(mode: Mode) {
  return queryOptions({ ...keywordSummaryQuery(mode), select: ({ tags }) => tags });
}
