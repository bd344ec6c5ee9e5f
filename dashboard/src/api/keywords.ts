import type { List, NewKeyword as SentKeyword } from '@visibility/sdk';
import type { ItemOf, QueryOf } from '@visibility/server/contract';
import { type Read, read } from './read.ts';
import { type Mode, request } from './request.ts';

/** A keyword, with its record if it has been measured. */
export type KeywordRow = ItemOf<'GET /:mode/keyword-rows'>;

/** The record of a measured keyword. */
export type ScoredKeyword = NonNullable<KeywordRow['record']>;

/** The largest page that the server returns. */
export const ROWS_A_PAGE = 100;

export type KeywordRowView = QueryOf<'GET /:mode/keyword-rows'>;

export function keywordRowsQuery(mode: Mode, view: KeywordRowView, page: number): Read<List<KeywordRow>> {
  const query = { ...view, page, per_page: ROWS_A_PAGE };
  return read('GET /:mode/keyword-rows', { params: { mode }, query });
}

export function fetchRows(
  mode: Mode,
  view: KeywordRowView,
  { page, signal }: { page: number; signal: AbortSignal },
): Promise<List<KeywordRow>> {
  const query = { ...view, page, per_page: ROWS_A_PAGE };
  return request('GET /:mode/keyword-rows', { params: { mode }, query, signal });
}

export type NewKeyword = Required<Omit<SentKeyword, 'prompts'>> & Pick<SentKeyword, 'prompts'>;

export type KeywordAction =
  | { action: 'pause' | 'resume' | 'delete' }
  | { action: 'add_tag' | 'remove_tag'; tag: string };

/** The most that the server accepts in one request. */
export const KEYWORDS_PER_REQUEST = 100;
