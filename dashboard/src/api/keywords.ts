import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Keyword, List, NewKeyword as SentKeyword } from '@visibility/sdk';
import type { AnswerTo, ItemOf, QueryOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

/** A keyword, with its record if it has been measured. */
export type KeywordRow = ItemOf<'GET /:mode/keyword-rows'>;

/** The record of a measured keyword. */
export type ScoredKeyword = NonNullable<KeywordRow['record']>;

/** The largest page that the server returns. */
export const ROWS_A_PAGE = 100;
const KEPT_MS = 600_000;

export type KeywordRowView = QueryOf<'GET /:mode/keyword-rows'>;

export function keywordRowsQuery(mode: Mode, view: KeywordRowView, page: number) {
  return queryOptions({
    queryKey: [mode, 'keyword-rows', view, page],
    // Cancelled when its rows are scrolled out of view.
    queryFn: ({ signal }) => fetchRows(mode, view, { page, signal }),
    gcTime: KEPT_MS,
  });
}

/** Keeps showing the previous page while the next one loads, but never one of the other workspace. */
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
  const query = { ...view, page, per_page: ROWS_A_PAGE };
  return request('GET /:mode/keyword-rows', { params: { mode }, query, ...(signal && { signal }) });
}

export async function fetchIds(mode: Mode, filter: Partial<KeywordRowView>): Promise<string[]> {
  const { keyword_ids } = await request('GET /:mode/keyword-ids', { params: { mode }, query: filter });
  return keyword_ids;
}

export type KeywordSummary = AnswerTo<'GET /:mode/keyword-tags'>;

export function keywordSummaryQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'keyword-summary'],
    queryFn: ({ signal }) => request('GET /:mode/keyword-tags', { params: { mode }, signal }),
  });
}

export type NewKeyword = Required<Omit<SentKeyword, 'prompts'>> & Pick<SentKeyword, 'prompts'>;

export type ImportResult = AnswerTo<'POST /:mode/keyword-imports'>;

export function importKeywords(
  mode: Mode,
  body: { keywords: NewKeyword[]; status: Keyword['status'] },
): Promise<ImportResult> {
  return request('POST /:mode/keyword-imports', { params: { mode }, body });
}

export type KeywordAction =
  | { action: 'pause' | 'resume' | 'delete' }
  | { action: 'add_tag' | 'remove_tag'; tag: string };

/** The most that the server accepts in one request. */
export const KEYWORDS_PER_REQUEST = 100;

export async function actOnKeywords(mode: Mode, act: KeywordAction, keywordIds: string[]): Promise<number> {
  const body = { ...act, keyword_ids: keywordIds };
  const { changed } = await request('POST /:mode/keyword-actions', { params: { mode }, body });
  return changed;
}
