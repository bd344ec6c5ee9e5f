import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Evidence, Keyword, List, VisibilityRecord } from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';

export interface Estimate {
  score: number;
  /** 95 % interval, in points. */
  interval: [low: number, high: number];
  sample_size: number;
  mentions: number;
}

/** The score of the days that end on `date`. */
export interface ScorePoint extends Estimate {
  date: string;
  citations: number;
  platforms: Record<string, Estimate>;
}

export interface PromptShare {
  prompt_id: string;
  text: string;
  is_asked: boolean;
  estimate: Estimate | null;
}

export interface KeywordScores {
  keyword: Keyword;
  /** Null until there is a valid answer. */
  record: (VisibilityRecord & Evidence) | null;
  window_days: number;
  as_of: string | null;
  history: ScorePoint[];
  prompts: PromptShare[];
}

export interface KeywordChange {
  status?: 'active' | 'paused';
  tags?: string[];
  prompts?: string[];
}

export function keywordScoresQuery(mode: Mode, keywordId: string, { since }: { since: string }) {
  return queryOptions({
    queryKey: [mode, 'keyword-scores', keywordId, since],
    queryFn: ({ signal }) =>
      request<KeywordScores>(`/${mode}/keywords/${encodeURIComponent(keywordId)}/scores?${toQuery({ since })}`, {
        signal,
      }),
    placeholderData: (previous) => (previous?.keyword.keyword_id === keywordId ? previous : undefined),
  });
}

export async function changeKeyword(client: QueryClient, { mode, keywordId }: KeywordPlace, change: KeywordChange) {
  await request<Keyword>(`/${mode}/keywords/${encodeURIComponent(keywordId)}`, { method: 'PATCH', body: change });
  await client.invalidateQueries({ queryKey: [mode] });
}

export async function deleteKeyword(client: QueryClient, { mode, keywordId }: KeywordPlace): Promise<void> {
  await request(`/${mode}/keywords/${encodeURIComponent(keywordId)}`, { method: 'DELETE' });
  client.removeQueries({ queryKey: [mode, 'keyword-scores', keywordId] });
  void client.invalidateQueries({ queryKey: [mode] });
}

interface KeywordPlace {
  mode: Mode;
  keywordId: string;
}

/** The first keywords whose words contain the text. */
export function foundKeywordsQuery(mode: Mode, q: string) {
  return queryOptions({
    queryKey: [mode, 'found-keywords', q],
    queryFn: ({ signal }) =>
      request<List<Keyword>>(`/${mode}/keywords?${toQuery({ q: q.trim(), per_page: 20 })}`, { signal }),
    select: ({ data }) => data,
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function namedKeywordQuery(mode: Mode, keywordId: string) {
  return queryOptions({
    queryKey: [mode, 'keyword', keywordId],
    queryFn: ({ signal }) => request<Keyword>(`/${mode}/keywords/${encodeURIComponent(keywordId)}`, { signal }),
  });
}
