import { queryOptions } from '@tanstack/react-query';
import type { Keyword, List } from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';

export interface OverviewFilter {
  days: number;
  platform?: string;
  tag?: string;
}

export interface OverviewPoint {
  date: string;
  visibility_score: number;
  interval: [low: number, high: number];
  sample_size: number;
  platforms: Record<string, number>;
  sample_sizes: Record<string, number>;
}

export interface OverviewScore {
  brand: string | null;
  keywords: number;
  since: string;
  /** The day of the newest answer. */
  until: string;
  /** What weighs the same in the score. */
  weighting: 'prompts' | 'answers';
  step_days: number;
  /** Null: no answer in the seven days before `until`. */
  current: {
    visibility_score: number;
    interval: [low: number, high: number];
    sample_size: number;
    mentions: number;
    previous_score: number | null;
    trend: string;
  } | null;
  points: OverviewPoint[];
}

export interface OverviewVoice {
  since: string;
  until: string;
  sample_size: number;
  brands: {
    name: string;
    is_own: boolean;
    share_of_voice: number;
    interval: [low: number, high: number];
    mentions: number;
  }[];
}

interface Place {
  keyword_id: string;
  keyword: string;
  platform: string;
}

export interface OverviewNews {
  moves: (Place & { event_id: string; created_at: string; previous_score: number; new_score: number })[];
  moves_total: number;
  mentions: (Place & {
    mention_id: string;
    answer_id: string;
    sentiment: 'positive' | 'neutral' | 'negative';
    context: string;
    detected_at: string;
  })[];
  citations: (Place & {
    citation_id: string;
    answer_id: string;
    url: string;
    domain: string;
    title: string | null;
    detected_at: string;
  })[];
}

export interface OverviewCoverage {
  since: string;
  until: string;
  last_answer_at: string | null;
  /** Questions that the plan asks in these days; 0 where answers are handed in by others. */
  planned: number;
  platforms: { platform: string; valid: number; refused: number; failed: number }[];
}

export function scoreQuery(mode: Mode, filter: OverviewFilter) {
  return queryOptions({
    queryKey: [mode, 'overview', 'score', filter],
    queryFn: ({ signal }) => request<OverviewScore>(`/${mode}/overview?${toQuery(filter)}`, { signal }),
    placeholderData: keptWithin(mode),
  });
}

export function voiceQuery(mode: Mode, filter: OverviewFilter) {
  return queryOptions({
    queryKey: [mode, 'overview', 'voice', filter],
    queryFn: ({ signal }) => request<OverviewVoice>(`/${mode}/overview/voice?${toQuery(filter)}`, { signal }),
    placeholderData: keptWithin(mode),
  });
}

export function newsQuery(mode: Mode, filter: OverviewFilter) {
  return queryOptions({
    queryKey: [mode, 'overview', 'news', filter],
    queryFn: ({ signal }) => request<OverviewNews>(`/${mode}/overview/news?${toQuery(filter)}`, { signal }),
    placeholderData: keptWithin(mode),
  });
}

export function coverageQuery(mode: Mode, filter: OverviewFilter) {
  return queryOptions({
    queryKey: [mode, 'overview', 'coverage', filter],
    queryFn: ({ signal }) => request<OverviewCoverage>(`/${mode}/overview/coverage?${toQuery(filter)}`, { signal }),
    placeholderData: keptWithin(mode),
  });
}

/** The old numbers stay while the next ones load, but never the other workspace's. */
function keptWithin(mode: Mode) {
  return <Data>(previous: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[0] === mode ? previous : undefined;
}

/** How many keywords a workspace has. */
export function keywordCountQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'keywords', 'count'],
    queryFn: ({ signal }) => request<List<Keyword>>(`/${mode}/keywords?per_page=1`, { signal }),
    select: ({ meta }) => meta.total,
  });
}
