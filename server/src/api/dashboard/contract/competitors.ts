import { z } from 'zod';
import { competitor } from '../../v1/competitor-schemas.ts';
import { day } from '../../v1/schemas.ts';

const points = z.int().min(0).max(100);

/** A tracked brand with all optional fields of the API. */
export const rankedBrand = competitor.required().extend({
  previous_score: points.nullable(),
  platform_samples: z.record(z.string(), z.int()),
  /** Answers planned in seven days. Null with enough answers. */
  planned: z.int().nullable(),
});

export const voiceHistory = z.strictObject({
  brands: z.array(z.strictObject({ brand_id: z.string(), name: z.string(), is_own: z.boolean() })),
  step_days: z.int(),
  points: z.array(z.strictObject({ date: day, sample_size: z.int(), shares: z.record(z.string(), points).nullable() })),
});

export const competitorPreview = z.strictObject({
  answers_read: z.int(),
  answers_total: z.int(),
  naming: z.int(),
  citing: z.int(),
  naming_now: z.int().nullable(),
  examples: z.array(
    z.strictObject({ answer_id: z.string(), keyword: z.string(), platform: z.string(), context: z.string() }),
  ),
  warnings: z.array(z.string()),
});
