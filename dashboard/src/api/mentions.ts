import { queryOptions } from '@tanstack/react-query';
import type { Sentiment } from '@visibility/sdk';
import type { ItemOf } from '@visibility/server/contract';
import type { Mode } from '../base/mode.ts';
import { request } from './request.ts';

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
