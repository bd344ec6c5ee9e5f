import { queryOptions } from '@tanstack/react-query';
import type { Sentiment } from '@visibility/sdk';
import type { ItemOf } from '@visibility/server/contract';
import type { Mode } from '../base/mode.ts';
import { request } from './request.ts';

export type Theme = ItemOf<'GET /:mode/themes'>;

/** A sentence and the answers that contain it. */
export type CountedSentence = ItemOf<'GET /:mode/sentences'>;

/** The sentiment of the mentions in one day or week. */
export type SentimentPoint = ItemOf<'GET /:mode/mentions/sentiment'>;

export type MentionSentence = ItemOf<'GET /:mode/mentions/sentences'>;

export interface MentionFilter {
  page?: number;
  per_page: number;
  since: string;
  until?: string;
  platform?: string;
  sentiment?: Sentiment;
  keyword_id?: string;
  tag?: string;
}

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

export function themesQuery(mode: Mode, filter: MentionFilter) {
  return queryOptions({
    queryKey: [mode, 'themes', filter],
    queryFn: ({ signal }) => request('GET /:mode/themes', { params: { mode }, query: countedFilter(filter), signal }),
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

interface SentimentFilter extends Pick<MentionFilter, 'since' | 'until' | 'platform' | 'keyword_id'> {
  interval: 'day' | 'week';
}

export function sentimentQuery(mode: Mode, filter: SentimentFilter) {
  return queryOptions({
    queryKey: [mode, 'sentiment', filter],
    queryFn: ({ signal }) =>
      request('GET /:mode/mentions/sentiment', { params: { mode }, query: { ...filter, per_page: 100 }, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}
