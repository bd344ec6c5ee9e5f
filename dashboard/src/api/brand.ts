import { queryOptions } from '@tanstack/react-query';
import type { Mode } from '../base/mode.ts';
import type { NewKeyword } from './keywords.ts';
import { request } from './request.ts';

export interface Alias {
  text: string;
  case: 'smart' | 'exact' | 'insensitive';
  require_any: string[];
  exclude_any: string[];
}

export interface Brand {
  name: string;
  /** Other names, and the name itself where it has a rule of its own. */
  aliases: Alias[];
  domains: string[];
}

export interface BrandState {
  /** Null until the brand was named. */
  brand: Brand | null;
  competitors: { name: string; domains: string[] }[];
  reading: number;
  /** Stored answers are being read under these names. */
  reread: { keywords_done: number; keywords_total: number } | null;
}

export function brandQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'brand'],
    queryFn: ({ signal }) => request<BrandState>(`/${mode}/brand`, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.reread ? 1000 : false),
  });
}

export function changeBrand(mode: Mode, body: Brand): Promise<BrandState> {
  return request(`/${mode}/brand`, { method: 'PATCH', body });
}

export interface KeywordPreview {
  keyword_id: string;
  keyword: string;
  score_before: number;
  score_after: number;
  answers: number;
  gained: number;
  lost: number;
  examples: { answer_id: string; platform: string; change: 'gained' | 'lost'; context: string }[];
}

interface NameWarning {
  name: string;
  warning: string;
}

interface PreviewPart {
  keywords: KeywordPreview[];
  warnings: NameWarning[];
  keywords_done: number;
  keywords_total: number;
  /** Where to go on; null: that was all. */
  next: string | null;
}

/** One part of a preview; a large workspace takes many. */
export function previewBrand(
  mode: Mode,
  body: Brand & { after: string | null },
  signal: AbortSignal,
): Promise<PreviewPart> {
  return request(`/${mode}/brand/preview`, { method: 'POST', body, signal });
}

export interface Beginning {
  brand: Brand;
  competitors: Brand[];
  keywords: NewKeyword[];
  budget?: { daily_cap_usd: number | null; monthly_cap_usd: number | null };
  dry_run: boolean;
}

interface Begun {
  keywords_added: number;
  duplicates: number[];
  warnings: NameWarning[];
}

/** All or nothing; with `dry_run` it only says what is wrong. */
export function startMeasuring(mode: Mode, body: Beginning): Promise<Begun> {
  return request(`/${mode}/start`, { method: 'POST', body });
}
