import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { KeywordChange } from '@visibility/sdk';
import type { AnswerTo } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type Estimate = NonNullable<PromptShare['estimate']>;

/** The score of the days that end on `date`. */
export type ScorePoint = KeywordScores['history'][number];

export type PromptShare = KeywordScores['prompts'][number];

export type KeywordScores = AnswerTo<'GET /:mode/keywords/:keyword_id/scores'>;

export function keywordScoresQuery(mode: Mode, keywordId: string, range: { since: string; until?: string }) {
  return queryOptions({
    queryKey: [mode, 'keyword-scores', keywordId, range],
    queryFn: ({ signal }) =>
      request('GET /:mode/keywords/:keyword_id/scores', {
        params: { mode, keyword_id: keywordId },
        query: range,
        signal,
      }),
    placeholderData: (previous) => (previous?.keyword.keyword_id === keywordId ? previous : undefined),
  });
}

export async function changeKeyword(client: QueryClient, { mode, keywordId }: KeywordPlace, change: KeywordChange) {
  await request('PATCH /:mode/keywords/:keyword_id', { params: { mode, keyword_id: keywordId }, body: change });
  await client.invalidateQueries({ queryKey: [mode] });
}

export async function deleteKeyword(client: QueryClient, { mode, keywordId }: KeywordPlace): Promise<void> {
  await request('DELETE /:mode/keywords/:keyword_id', { params: { mode, keyword_id: keywordId } });
  client.removeQueries({ queryKey: [mode, 'keyword-scores', keywordId] });
  void client.invalidateQueries({ queryKey: [mode] });
}

interface KeywordPlace {
  mode: Mode;
  keywordId: string;
}

/** The first keywords that contain the text. */
export function foundKeywordsQuery(mode: Mode, q: string) {
  return queryOptions({
    queryKey: [mode, 'found-keywords', q],
    queryFn: ({ signal }) =>
      request('GET /:mode/keywords', { params: { mode }, query: { q: q.trim(), per_page: 20 }, signal }),
    select: ({ data }) => data,
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function namedKeywordQuery(mode: Mode, keywordId: string) {
  return queryOptions({
    queryKey: [mode, 'keyword', keywordId],
    queryFn: ({ signal }) =>
      request('GET /:mode/keywords/:keyword_id', { params: { mode, keyword_id: keywordId }, signal }),
  });
}
