import { queryOptions } from '@tanstack/react-query';
import type { AlertTriggered, CompetitorChanged, VisibilityChanged } from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';

interface Told<Type extends string, Data> {
  id: string;
  type: Type;
  created_at: string;
  data: Data;
}

/** An event that tells of a keyword's move. */
export type MoveEvent =
  | Told<'visibility.changed', VisibilityChanged>
  | Told<'competitor.changed', CompetitorChanged>
  | Told<'alert.triggered', AlertTriggered>;

/** What a change rests on. */
export interface ChangeEvidence {
  k1: number;
  n1: number;
  k2: number;
  n2: number;
  prompts: number;
  windows: number;
  previous_interval: [number, number] | null;
  new_interval: [number, number] | null;
  points: number;
  method: string;
  p: number;
  adjusted_p: number;
  correction: string;
  settings: { min_points: number; alpha: number; min_answers: number };
  window_start: string;
  window_end: string;
  baseline_start: string;
  baseline_end: string;
}

/** What an alert rests on. */
export interface AlertEvidence {
  rule: { platform: string | null; condition: string; threshold: number };
  value: number;
  interval: [number, number];
  sample_size: number;
  week_before: { value: number; interval: [number, number]; sample_size: number } | null;
  within_noise: boolean;
  window_start: string;
  window_end: string;
}

export type EventWithEvidence =
  | (Told<'visibility.changed', VisibilityChanged> & { evidence: ChangeEvidence })
  | (Told<'competitor.changed', CompetitorChanged> & { evidence: ChangeEvidence })
  | (Told<'alert.triggered', AlertTriggered> & { evidence: AlertEvidence });

export function movesQuery(mode: Mode, keywordId: string, { since }: { since: string }) {
  return queryOptions({
    queryKey: [mode, 'moves', keywordId, since],
    queryFn: ({ signal }) =>
      request<{ data: MoveEvent[] }>(`/${mode}/keywords/${encodeURIComponent(keywordId)}/moves?${toQuery({ since })}`, {
        signal,
      }),
    select: ({ data }) => data,
    placeholderData: (previous, query) =>
      query?.queryKey[0] === mode && query.queryKey[2] === keywordId ? previous : undefined,
  });
}

export function eventQuery(mode: Mode, eventId: string) {
  return queryOptions({
    queryKey: [mode, 'events', eventId],
    queryFn: ({ signal }) => request<EventWithEvidence>(`/${mode}/events/${encodeURIComponent(eventId)}`, { signal }),
  });
}
