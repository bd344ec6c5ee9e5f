import { z } from 'zod';
import { eventOf } from '../../v1/event-schemas.ts';
import * as schemas from '../../v1/schemas.ts';

/** The change from the seven days before. */
const change = z.strictObject({
  points: z.int(),
  previous_score: z.int(),
  /** Null: not tested yet. */
  significant: z.boolean().nullable(),
  /** Where a significant change in the same direction was found. */
  platforms: z.array(z.string()),
});

const record = schemas.visibilityWithEvidence.extend({
  /** Null if either has too few answers. */
  change: change.nullable(),
  /** Answers planned in seven days, by platform. */
  planned: z.record(z.string(), z.int()),
});

/** A keyword, with or without scores. */
export const keywordRow = z.strictObject({
  keyword_id: z.string(),
  keyword: z.string(),
  status: z.enum(['active', 'paused']),
  tags: z.array(z.string()),
  country: z.string().nullable(),
  language: z.string().nullable(),
  created_at: z.string(),
  record: record.nullable(),
});

export const keywordSummary = z.strictObject({ tags: z.array(z.string()), active: z.int(), paused: z.int() });

/** Numbers are indexes in the submitted list. */
export const importResult = z.strictObject({
  added: z.int(),
  duplicates: z.array(z.int()),
  refused: z.array(z.strictObject({ place: z.int(), detail: z.string() })),
});

const estimate = z.strictObject({
  score: z.int(),
  /** 95% interval, in points. */
  interval: z.tuple([z.int(), z.int()]),
  sample_size: z.int(),
  mentions: z.int(),
});

export const keywordScores = z.strictObject({
  keyword: schemas.keyword,
  /** Null until there is a valid answer. */
  record: record.nullable(),
  window_days: z.int(),
  as_of: schemas.day.nullable(),
  /** Each point is the score of the days that end on `date`. */
  history: z.array(
    estimate.extend({ date: schemas.day, citations: z.int(), platforms: z.record(z.string(), estimate) }),
  ),
  markers: z.array(schemas.marker.extend({ date: schemas.day })),
  prompts: z.array(
    z.strictObject({ prompt_id: z.string(), text: z.string(), is_asked: z.boolean(), estimate: estimate.nullable() }),
  ),
});

/** The events that report a change of a keyword. */
export const keywordMoves = z.strictObject({
  data: z.array(z.union([eventOf['visibility.changed'], eventOf['competitor.changed'], eventOf['alert.triggered']])),
});
