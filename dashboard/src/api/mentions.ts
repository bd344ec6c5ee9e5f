import { queryOptions } from '@tanstack/react-query';
import type { List, Mention, Sentiment } from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';

export interface MentionSentence extends Mention {
  answer_id: string;
  /** Where the sentence names the brand, in UTF-16 offsets. */
  spans: [start: number, end: number][];
}

export interface MentionFilter {
  page?: number;
  per_page: number;
  since: string;
  platform?: string;
  sentiment?: Sentiment;
  keyword_id?: string;
  tag?: string;
}

export function mentionsQuery(mode: Mode, filter: MentionFilter) {
  return queryOptions({
    queryKey: [mode, 'mentions', filter],
    queryFn: ({ signal }) =>
      request<List<MentionSentence>>(`/${mode}/mentions/sentences?${toQuery(filter)}`, { signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}
