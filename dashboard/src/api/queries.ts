import { queryOptions } from '@tanstack/react-query';
import type { SearchQueryQuery } from '@visibility/sdk';
import type { ItemOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

/** A web search that assistants run for a keyword. */
export type SearchQuery = ItemOf<'GET /:mode/queries'>;

export function searchQueriesQuery(mode: Mode, filter: SearchQueryQuery) {
  return queryOptions({
    queryKey: [mode, 'queries', filter],
    queryFn: ({ signal }) =>
      request('GET /:mode/queries', { params: { mode }, query: { ...filter, include: 'evidence' }, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}
