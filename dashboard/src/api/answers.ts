import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo, ItemOf, QueryOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type PageOwner = NonNullable<AnswerSource['owner']>;

/** A range in an answer's text, in UTF-16 offsets: a mention or a citation mark. */
export type AnswerMark = AnswerView['marks'][number];

export type AnswerView = AnswerTo<'GET /:mode/answers/:answer_id/view'>;

export type AnswerBrand = AnswerView['brands'][number];

export type AnswerSource = AnswerView['sources'][number];

export type AnswerLine = ItemOf<'GET /:mode/keywords/:keyword_id/answers'>;

export type AnswerLineFilter = QueryOf<'GET /:mode/keywords/:keyword_id/answers'>;

export function answerQuery(mode: Mode, answerId: string) {
  return queryOptions({
    queryKey: [mode, 'answers', answerId],
    queryFn: ({ signal }) =>
      request('GET /:mode/answers/:answer_id/view', { params: { mode, answer_id: answerId }, signal }),
  });
}

export function answerLinesQuery(mode: Mode, keywordId: string, filter: AnswerLineFilter) {
  return queryOptions({
    queryKey: [mode, 'answer-lines', keywordId, filter],
    queryFn: ({ signal }) =>
      request('GET /:mode/keywords/:keyword_id/answers', {
        params: { mode, keyword_id: keywordId },
        query: filter,
        signal,
      }),
    placeholderData: (previous, query) =>
      query?.queryKey[0] === mode && query.queryKey[2] === keywordId ? previous : undefined,
  });
}
