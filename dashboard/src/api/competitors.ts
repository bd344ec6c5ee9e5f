import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  Competitor,
  CompetitorCandidate,
  CompetitorEvidence,
  CompetitorNames,
  List,
  NewAlias,
} from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';

/** The id of the own brand among the standings. */
export const OWN_BRAND = 'brand';

export type Standing = Competitor & Required<CompetitorEvidence> & Required<CompetitorNames>;

export interface MarketFilter {
  days: number;
  platform?: string | undefined;
}

export interface VoiceHistory {
  brands: { brand_id: string; name: string; is_own: boolean }[];
  step_days: number;
  points: { date: string; sample_size: number; shares: Record<string, number> | null }[];
}

export interface Duel {
  keyword_id: string;
  keyword: string;
  own: SideScore;
  rival: SideScore;
  gap: number;
  ahead: 'own' | 'rival' | 'even';
}

export interface SideScore {
  visibility_score: number;
  interval: [number, number];
  sample_size: number;
}

export interface HeadToHead {
  competitor_id: string;
  name: string;
  duels: Duel[];
  keywords_examined: number;
  keywords_total: number;
}

/** A competitor as it is sent to be stored. */
export interface CompetitorWish {
  name: string;
  domain: string | null;
  aliases: NewAlias[];
  domains: string[];
}

export interface CompetitorPreview {
  answers_read: number;
  answers_total: number;
  naming: number;
  citing: number;
  naming_now: number | null;
  examples: { answer_id: string; keyword: string; platform: string; context: string }[];
  warnings: string[];
}

export interface Reread {
  keywords_done: number;
  keywords_total: number;
}

/** What changes with the names that answers are read under. */
export const marketKey = (mode: Mode) => [mode, 'competitors'];

/** After a competitor was added, changed or deleted. */
export async function refreshMarket(client: QueryClient, mode: Mode): Promise<void> {
  void client.invalidateQueries({ queryKey: [mode, 'competitor-candidates'] });
  await client.invalidateQueries({ queryKey: marketKey(mode) });
}

export function standingsQuery(mode: Mode, filter: { since: string; platform?: string | undefined }) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'standings', filter],
    queryFn: ({ signal }) => request<{ data: Standing[] }>(`/${mode}/standings?${toQuery(filter)}`, { signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function voiceQuery(mode: Mode, filter: MarketFilter) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'voice', filter],
    queryFn: ({ signal }) => request<VoiceHistory>(`/${mode}/share-of-voice?${toQuery(filter)}`, { signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function headToHeadQuery(mode: Mode, competitorId: string, filter: MarketFilter) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'head-to-head', competitorId, filter],
    queryFn: ({ signal }) =>
      request<HeadToHead>(`/${mode}/head-to-head/${encodeURIComponent(competitorId)}?${toQuery(filter)}`, { signal }),
    placeholderData: (previous) => (previous?.competitor_id === competitorId ? previous : undefined),
  });
}

export function candidatesQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'competitor-candidates'],
    queryFn: ({ signal }) =>
      request<List<CompetitorCandidate>>(`/${mode}/competitors/candidates?per_page=12`, { signal }),
    staleTime: 5 * 60_000,
  });
}

export function rereadQuery(mode: Mode) {
  return queryOptions({
    queryKey: [...marketKey(mode), 'reread'],
    queryFn: ({ signal }) => request<{ reread: Reread | null }>(`/${mode}/competitors/reread`, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.reread ? 1500 : false),
  });
}

export function previewQuery(mode: Mode, wish: CompetitorWish & { competitor_id?: string | undefined }) {
  return queryOptions({
    queryKey: [mode, 'competitor-preview', wish],
    queryFn: ({ signal }) =>
      request<CompetitorPreview>(`/${mode}/competitors/preview`, { method: 'POST', body: wish, signal }),
    placeholderData: (previous) => previous,
    retry: false,
  });
}

export function addCompetitor(mode: Mode, wish: Partial<CompetitorWish> & { name: string }): Promise<Competitor> {
  return request(`/${mode}/competitors`, { method: 'POST', body: wish });
}

export function changeCompetitor(mode: Mode, competitorId: string, wish: CompetitorWish): Promise<Competitor> {
  return request(`/${mode}/competitors/${encodeURIComponent(competitorId)}`, { method: 'PATCH', body: wish });
}

export function deleteCompetitor(mode: Mode, competitorId: string): Promise<void> {
  return request(`/${mode}/competitors/${encodeURIComponent(competitorId)}`, { method: 'DELETE' });
}
