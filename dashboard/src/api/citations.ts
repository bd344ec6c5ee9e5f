import { queryOptions } from '@tanstack/react-query';
import type { ItemOf, QueryOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type CitedPage = ItemOf<'GET /:mode/citations/pages'>;

export type CitingKeyword = ItemOf<'GET /:mode/citations/keywords'>;

export type NewestCitation = ItemOf<'GET /:mode/citations/newest'>;

export type CitationFilter = QueryOf<'GET /:mode/citations/pages'>;

export function citedPagesQuery(mode: Mode, filter: CitationFilter) {
  return queryOptions({
    queryKey: [mode, 'citations', 'pages', filter],
    queryFn: ({ signal }) => request('GET /:mode/citations/pages', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function citingKeywordsQuery(mode: Mode, filter: CitationFilter) {
  return queryOptions({
    queryKey: [mode, 'citations', 'keywords', filter],
    queryFn: ({ signal }) => request('GET /:mode/citations/keywords', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function newestCitationsQuery(mode: Mode, filter: CitationFilter) {
  return queryOptions({
    queryKey: [mode, 'citations', 'newest', filter],
    queryFn: ({ signal }) => request('GET /:mode/citations/newest', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}
