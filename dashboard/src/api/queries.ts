import { queryOptions } from '@tanstack/react-query';
import type { ItemOf } from '@visibility/server/contract';
import type { Mode } from '../base/mode.ts';
import { request } from './request.ts';

/** A web search that assistants run for a keyword. */
export type SearchQuery = ItemOf<'GET /:mode/queries'>;

export interface SearchQueryFilter {
  page?: number;
  per_page: number;
  since: string;
  until?: string;
  platform?: string;
  keyword_id?: string;
  q?: string;
}

export function searchQueriesQuery(mode: Mode, filter: SearchQueryFilter) {
  return queryOptions({
    queryKey: [mode, 'queries', filter],
    queryFn: ({ signal }) =>
      request('GET /:mode/queries', { params: { mode }, query: { ...filter, include: 'evidence' }, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}
