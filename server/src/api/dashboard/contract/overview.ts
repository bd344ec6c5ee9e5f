import { z } from 'zod';
import { day, marker, scatterOfPlatform, timestamp } from '../../v1/schemas.ts';

const points = z.int().min(0).max(100);
const interval = z.tuple([points, points]);
const size = z.int().min(0);
const byPlatform = z.record(z.string(), z.int());

/** The responses for the Overview page. */
export const score = z.strictObject({
  brand: z.string().nullable(),
  keywords: size,
  /** Keywords asked in the seven days to `until`. */
  keywords_asked: size,
  since: day,
  until: day,
  weighting: z.enum(['prompts', 'answers']),
  step_days: z.int(),
  current: z
    .strictObject({
      visibility_score: points,
      interval,
      sample_size: size,
      mentions: size,
      /** Null with too few answers to compare. */
      previous_score: points.nullable(),
      /** False: no significant change in any series. Null: the sum of all series is not tested. */
      significant: z.literal(false).nullable(),
      /** Significant changes of single series found by the latest check. */
      significant_changes: size,
      /** Answers planned in seven days. Null with enough answers. */
      planned: size.nullable(),
    })
    .nullable(),
  points: z.array(
    z.strictObject({
      date: day,
      visibility_score: points,
      interval,
      sample_size: size,
      platforms: byPlatform,
      sample_sizes: byPlatform,
    }),
  ),
  markers: z.array(marker.extend({ date: day })),
});

export const voice = z.strictObject({
  since: day,
  until: day,
  sample_size: size,
  brands: z.array(
    z.strictObject({ name: z.string(), is_own: z.boolean(), share_of_voice: points, interval, mentions: size }),
  ),
});

export const move = z.strictObject({
  event_id: z.string(),
  created_at: timestamp,
  keyword_id: z.string(),
  keyword: z.string(),
  platform: z.string(),
  previous_score: points,
  new_score: points,
});

export const news = z.strictObject({ moves: z.array(move), moves_total: size });

const figure = z.strictObject({
  value: z.int().min(0),
  interval: interval.nullable(),
  sample_size: size,
});
const period = z.strictObject({ since: day, until: day });

/** Two periods side by side. */
export const comparison = z.strictObject({
  now: period,
  before: period,
  /** All rows. Only the first are sent. */
  total: size,
  /** How many keywords were asked in each period, and in both. Null: every row is one keyword. */
  keywords: z.strictObject({ now: size, before: size, both: size }).nullable(),
  rows: z.array(
    z.strictObject({
      /** A metric, or the id of a platform, a brand or a keyword. */
      id: z.string(),
      name: z.string(),
      now: figure.nullable(),
      before: figure.nullable(),
      /** Null with too few answers on a side. */
      points: z.int().nullable(),
      /** Null: not tested. */
      significant: z.boolean().nullable(),
      platforms: z.array(z.string()),
    }),
  ),
});

export const coverage = z.strictObject({
  since: day,
  until: day,
  last_answer_at: timestamp.nullable(),
  planned: size,
  platforms: z.array(
    z.strictObject({ platform: z.string(), valid: size, truncated: size, refused: size, failed: size }),
  ),
  scatter: z.array(scatterOfPlatform),
});
