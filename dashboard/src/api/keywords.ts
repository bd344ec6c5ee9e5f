import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Keyword, List } from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';
import type { ScoredKeyword } from './visibility.ts';

/** A keyword, measured or not, with its record when there is one. */
export interface KeywordRow
  extends Pick<Keyword, 'keyword_id' | 'keyword' | 'status' | 'tags' | 'country' | 'language'> {
  created_at: string;
  record: ScoredKeyword | null;
}

export interface KeywordRowFilter {
  q?: string | undefined;
  tag?: string | undefined;
  platform?: string | undefined;
  status?: Keyword['status'] | undefined;
}

/** The longest page that the server hands out. */
export const ROWS_A_PAGE = 100;
const KEPT_MS = 600_000;

export interface KeywordRowView extends KeywordRowFilter {
  sort: string;
}

export function keywordRowsQuery(mode: Mode, view: KeywordRowView, page: number) {
  return queryOptions({
    queryKey: [mode, 'keyword-rows', view, page],
    // Given up when its rows have been scrolled past before it came.
    queryFn: ({ signal }) => fetchRows(mode, view, { page, signal }),
    gcTime: KEPT_MS,
  });
}

/** The first page stays while that of another view loads, but never the other workspace's. */
export function firstRowsQuery(mode: Mode, view: KeywordRowView) {
  return queryOptions({
    ...keywordRowsQuery(mode, view, 1),
    placeholderData: (previous: List<KeywordRow> | undefined, query) =>
      query?.queryKey[0] === mode ? keepPreviousData(previous) : undefined,
  });
}

export function fetchRows(
  mode: Mode,
  view: KeywordRowView,
  { page, signal }: { page: number; signal?: AbortSignal },
): Promise<List<KeywordRow>> {
  const query = toQuery({ ...view, page, per_page: ROWS_A_PAGE });
  return request(`/${mode}/keyword-rows?${query}`, signal ? { signal } : {});
}

export async function fetchIds(mode: Mode, filter: KeywordRowFilter): Promise<string[]> {
  const { keyword_ids } = await request<{ keyword_ids: string[] }>(`/${mode}/keyword-ids?${toQuery(filter)}`);
  return keyword_ids;
}

export interface KeywordSummary {
  tags: string[];
  active: number;
  paused: number;
}

export function keywordSummaryQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'keyword-summary'],
    queryFn: ({ signal }) => request<KeywordSummary>(`/${mode}/keyword-tags`, { signal }),
  });
}

export interface NewKeyword {
  keyword: string;
  tags: string[];
  country: string | null;
  language: string | null;
  prompts?: string[];
}

export interface ImportResult {
  added: number;
  /** Places in what was sent. */
  duplicates: number[];
  refused: { place: number; detail: string }[];
}

export function importKeywords(
  mode: Mode,
  body: { keywords: NewKeyword[]; status: Keyword['status'] },
): Promise<ImportResult> {
  return request(`/${mode}/keyword-imports`, { method: 'POST', body });
}

export type KeywordAction =
  | { action: 'pause' | 'resume' | 'delete' }
  | { action: 'add_tag' | 'remove_tag'; tag: string };

/** As many as the server takes at once. */
export const ACTED_AT_ONCE = 100;

export async function actOnKeywords(mode: Mode, act: KeywordAction, keywordIds: string[]): Promise<number> {
  const body = { ...act, keyword_ids: keywordIds };
  const { changed } = await request<{ changed: number }>(`/${mode}/keyword-actions`, { method: 'POST', body });
  return changed;
}
