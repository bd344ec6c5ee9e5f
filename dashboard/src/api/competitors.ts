import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Competitor, CrossingQuery, NewCompetitor, StandingQuery } from '@visibility/sdk';
import type { AnswerTo, ItemOf, QueryOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

/** The id of your own brand in the list of brands. */
export const OWN_BRAND = 'brand';

/** Your brand or a competitor, with its metrics. */
export type TrackedBrand = ItemOf<'GET /:mode/tracked-brands'>;

export type MarketFilter = QueryOf<'GET /:mode/share-of-voice'>;

export type VoiceHistory = AnswerTo<'GET /:mode/share-of-voice'>;

export type Standing = ItemOf<'GET /:mode/standings'>;

export type Crossing = ItemOf<'GET /:mode/standings/crossings'>;

/** The body of a request that creates or changes a competitor. */
export type CompetitorInput = Required<NewCompetitor>;

export type CompetitorPreview = AnswerTo<'POST /:mode/competitors/preview'>;

export type Reread = NonNullable<AnswerTo<'GET /:mode/competitors/reread'>['reread']>;

/** Queries that depend on the aliases. */
export const marketKey = (mode: Mode) => [mode, 'competitors'];

/** After a competitor was added, changed or deleted. */
export async function refreshMarket(client: QueryClient, mode: Mode): Promise<void> {
  void client.invalidateQueries({ queryKey: [mode, 'competitor-candidates'] });
  await client.invalidateQueries({ queryKey: marketKey(mode) });
}

export function brandsQuery(mode: Mode, filter: { since: string; until?: string; platform?: string | undefined }) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'brands', filter],
    queryFn: ({ signal }) => request('GET /:mode/tracked-brands', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

/** The tracked competitors, to choose from. */
export function competitorsQuery(mode: Mode) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'list'],
    queryFn: ({ signal }) => request('GET /:mode/competitors', { params: { mode }, query: { per_page: 100 }, signal }),
    staleTime: 5 * 60_000,
  });
}

/** The competitors on one keyword, in the same seven days as its own score. */
export function keywordCompetitorsQuery(mode: Mode, keywordId: string) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'keyword', keywordId],
    queryFn: ({ signal }) =>
      request('GET /:mode/competitors', {
        params: { mode },
        query: { keyword_id: keywordId, include: 'evidence', per_page: 100 },
        signal,
      }),
  });
}

export function voiceQuery(mode: Mode, filter: MarketFilter) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'voice', filter],
    queryFn: ({ signal }) => request('GET /:mode/share-of-voice', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function standingsQuery(mode: Mode, filter: StandingQuery) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'standings', filter],
    queryFn: ({ signal }) => request('GET /:mode/standings', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function crossingsQuery(mode: Mode, filter: CrossingQuery) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'crossings', filter],
    queryFn: ({ signal }) => request('GET /:mode/standings/crossings', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function candidatesQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'competitor-candidates'],
    queryFn: ({ signal }) =>
      request('GET /:mode/competitors/candidates', { params: { mode }, query: { per_page: 12 }, signal }),
    staleTime: 5 * 60_000,
  });
}

export function rereadQuery(mode: Mode) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'reread'],
    queryFn: ({ signal }) => request('GET /:mode/competitors/reread', { params: { mode }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.reread ? 1500 : false),
  });
}

export function previewQuery(mode: Mode, input: CompetitorInput & { competitor_id?: string | undefined }) {
  return queryOptions({
    queryKey: [mode, 'competitor-preview', input],
    queryFn: ({ signal }) => request('POST /:mode/competitors/preview', { params: { mode }, body: input, signal }),
    placeholderData: (previous) => previous,
    retry: false,
  });
}

export function addCompetitor(mode: Mode, input: NewCompetitor): Promise<Competitor> {
  return request('POST /:mode/competitors', { params: { mode }, body: input });
}

export function changeCompetitor(mode: Mode, competitorId: string, input: CompetitorInput): Promise<Competitor> {
  return request('PATCH /:mode/competitors/:competitor_id', {
    params: { mode, competitor_id: competitorId },
    body: input,
  });
}

export function deleteCompetitor(mode: Mode, competitorId: string): Promise<void> {
  return request('DELETE /:mode/competitors/:competitor_id', { params: { mode, competitor_id: competitorId } });
}
