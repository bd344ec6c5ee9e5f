import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo, QueryOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type OverviewFilter = QueryOf<'GET /:mode/overview'>;

export type OverviewPoint = OverviewScore['points'][number];

export type OverviewScore = AnswerTo<'GET /:mode/overview'>;

export type OverviewVoice = AnswerTo<'GET /:mode/overview/voice'>;

export type OverviewNews = AnswerTo<'GET /:mode/overview/news'>;

export type OverviewCoverage = AnswerTo<'GET /:mode/overview/coverage'>;

export function scoreQuery(mode: Mode, filter: OverviewFilter) {
  return queryOptions({
    queryKey: [mode, 'overview', 'score', filter],
    queryFn: ({ signal }) => request('GET /:mode/overview', { params: { mode }, query: filter, signal }),
    placeholderData: keptWithin(mode),
  });
}

export function voiceQuery(mode: Mode, filter: OverviewFilter) {
  return queryOptions({
    queryKey: [mode, 'overview', 'voice', filter],
    queryFn: ({ signal }) => request('GET /:mode/overview/voice', { params: { mode }, query: filter, signal }),
    placeholderData: keptWithin(mode),
  });
}

export function newsQuery(mode: Mode, filter: OverviewFilter) {
  return queryOptions({
    queryKey: [mode, 'overview', 'news', filter],
    queryFn: ({ signal }) => request('GET /:mode/overview/news', { params: { mode }, query: filter, signal }),
    placeholderData: keptWithin(mode),
  });
}

export function coverageQuery(mode: Mode, filter: OverviewFilter) {
  return queryOptions({
    queryKey: [mode, 'overview', 'coverage', filter],
    queryFn: ({ signal }) => request('GET /:mode/overview/coverage', { params: { mode }, query: filter, signal }),
    placeholderData: keptWithin(mode),
  });
}

/** Keeps showing the previous numbers while the next ones load, but never those of the other workspace. */
function keptWithin(mode: Mode) {
  return <Data>(previous: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[0] === mode ? previous : undefined;
}

/** How many keywords a workspace has. */
export function keywordCountQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'keywords', 'count'],
    queryFn: ({ signal }) => request('GET /:mode/keywords', { params: { mode }, query: { per_page: 1 }, signal }),
    select: ({ meta }) => meta.total,
  });
}
