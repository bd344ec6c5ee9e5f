import { queryOptions } from '@tanstack/react-query';
import type { Answer, List, Sentiment } from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';

export type PageOwner = 'own' | 'competitor' | 'other';

/** A place in an answer's text, in UTF-16 offsets: a brand's name, or what carries a citation. */
export interface AnswerMark {
  start: number;
  end: number;
  brand_id?: string;
  /** Place in the list of sources, from 0. */
  source?: number;
}

export interface AnswerReading {
  answer: Answer;
  /** Why it was refused or failed. */
  reason: string | null;
  prompt_id: string;
  brands: AnswerBrand[];
  marks: AnswerMark[];
  sources: AnswerSource[];
  /** Of the same keyword and platform. */
  previous: string | null;
  next: string | null;
}

export interface AnswerBrand {
  brand_id: string;
  name: string | null;
  is_own: boolean;
  position: number;
  sentiment: Sentiment;
}

export interface AnswerSource {
  url: string;
  title: string | null;
  cited: boolean;
  domain: string | null;
  owner: PageOwner | null;
  owner_name: string | null;
}

export interface AnswerLine {
  answer_id: string;
  platform: string;
  status: Answer['status'];
  prompt: string;
  excerpt: string;
  position: number | null;
  sentiment: Sentiment | null;
  asked_at: string;
}

export interface AnswerLineFilter {
  page?: number;
  per_page: number;
  platform?: string;
  status?: Answer['status'];
  named?: 'yes' | 'no';
  since?: string;
  until?: string;
}

export function answerQuery(mode: Mode, answerId: string) {
  return queryOptions({
    queryKey: [mode, 'answers', answerId],
    queryFn: ({ signal }) =>
      request<AnswerReading>(`/${mode}/answers/${encodeURIComponent(answerId)}/reading`, { signal }),
  });
}

export function answerLinesQuery(mode: Mode, keywordId: string, filter: AnswerLineFilter) {
  return queryOptions({
    queryKey: [mode, 'answer-lines', keywordId, filter],
    queryFn: ({ signal }) =>
      request<List<AnswerLine>>(`/${mode}/keywords/${encodeURIComponent(keywordId)}/answers?${toQuery(filter)}`, {
        signal,
      }),
    placeholderData: (previous, query) =>
      query?.queryKey[0] === mode && query.queryKey[2] === keywordId ? previous : undefined,
  });
}
