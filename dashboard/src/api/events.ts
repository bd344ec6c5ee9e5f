import type { ChangeReasons, Comparison } from '@visibility/sdk';
import type { ItemOf } from '@visibility/server/contract';
import type { KeywordScores } from './keyword.ts';

/** An event that reports a change of a keyword. */
export type MoveEvent = ItemOf<'GET /:mode/keywords/:keyword_id/moves'>;

/** The evidence of a change. */
export type ChangeEvidence = {
  k1: number;
  n1: number;
  k2: number;
  n2: number;
  prompts: number;
  windows: number;
  previous_interval: [number, number] | null;
  new_interval: [number, number] | null;
  points: number;
  look: 'week' | 'three_weeks';
  p: number;
  adjusted_p: number;
  correction: string;
  settings: { min_points: number; level: number; min_answers: number };
  window_start: string;
  window_end: string;
  baseline_start: string;
  baseline_end: string;
  markers: EventMarker[];
  split: ChangeSplit | null;
  why: ChangeReasons | null;
};

/** Where a change comes from. The parts add up to `points`. Null if the answers of a period are gone. */
export type ChangeSplit = Pick<Comparison, 'parts'> & { points: number };

/** A change of the measurement between the compared days. */
export type EventMarker = Omit<KeywordScores['markers'][number], 'type'>;

/** The evidence of an alert. */
export type AlertEvidence = {
  rule: { platform: string | null; condition: string; threshold: number };
  value: number;
  interval: [number, number];
  sample_size: number;
  week_before: { value: number; interval: [number, number]; sample_size: number } | null;
  within_noise: boolean;
  window_start: string;
  window_end: string;
  markers: EventMarker[];
  split: ChangeSplit | null;
  why: ChangeReasons | null;
};

type Move<Type extends MoveEvent['type']> = Extract<MoveEvent, { type: Type }>;

export type EventWithEvidence =
  | (Move<'visibility.changed'> & { evidence: ChangeEvidence })
  | (Move<'competitor.changed'> & { evidence: ChangeEvidence })
  | (Move<'alert.triggered'> & { evidence: AlertEvidence });
