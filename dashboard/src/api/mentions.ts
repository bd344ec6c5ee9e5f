import { queryOptions } from '@tanstack/react-query';
import type { SentimentQuery } from '@visibility/sdk';
import type { ItemOf, QueryOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

/** A reason for or against the brand, or a role of it. */
export type Attribute = ItemOf<'GET /:mode/attributes'>;

/** A sentence and the answers that contain it. */
export type CountedSentence = ItemOf<'GET /:mode/sentences'>;

/** The sentiment of the mentions in one day or week. */
export type SentimentPoint = ItemOf<'GET /:mode/mentions/sentiment'>;

export type MentionSentence = ItemOf<'GET /:mode/mentions/sentences'>;

export type MentionFilter = QueryOf<'GET /:mode/mentions/sentences'>;

export function mentionsQuery(mode: Mode, filter: MentionFilter) {
  return queryOptions({
    queryKey: [mode, 'mentions', filter],
    queryFn: ({ signal }) => request('GET /:mode/mentions/sentences', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

/** Filters by sentiment and tag do not apply. */
function countedFilter({ sentiment: _, tag: __, ...filter }: MentionFilter) {
  return filter;
}

export function attributesQuery(mode: Mode, filter: MentionFilter) {
  return queryOptions({
    queryKey: [mode, 'attributes', filter],
    queryFn: ({ signal }) =>
      request('GET /:mode/attributes', { params: { mode }, query: countedFilter(filter), signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function sentencesQuery(mode: Mode, filter: MentionFilter) {
  return queryOptions({
    queryKey: [mode, 'sentences', filter],
    queryFn: ({ signal }) =>
      request('GET /:mode/sentences', { params: { mode }, query: countedFilter(filter), signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function sentimentQuery(mode: Mode, filter: SentimentQuery) {
  return queryOptions({
    queryKey: [mode, 'sentiment', filter],
    queryFn: ({ signal }) =>
      request('GET /:mode/mentions/sentiment', { params: { mode }, query: { ...filter, per_page: 100 }, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}
