import { EVENT_TYPES } from '@visibility/sdk';
import { z } from 'zod';

/** The records of the contract, as the server checks them. */
export const timestamp = z.iso.datetime({ precision: 0 });
export const day = z.iso.date({ error: 'must be a date such as 2026-01-31' });

export const keyword = z.strictObject({
  keyword_id: z.string(),
  keyword: z.string(),
  status: z.enum(['active', 'paused']),
  tags: z.array(z.string()),
  country: z.string().nullable(),
  language: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

const score = z.int().min(0).max(100);
const platforms = z.record(z.string(), score);

const visibilityFields = {
  keyword_id: z.string(),
  keyword: z.string(),
  visibility_score: score,
  mentions: z.int(),
  citations: z.int(),
  platforms,
  trend: z.string().regex(/^[+-]\d+%$/),
  updated_at: timestamp,
};

const evidenceFields = {
  sample_size: z.int(),
  interval: z.tuple([score, score]),
  metric_version: z.int(),
};

export const visibility = z.strictObject(visibilityFields);
export const visibilityWithEvidence = z.strictObject({ ...visibilityFields, ...evidenceFields });

export const visibilityDetail = z.strictObject({
  ...visibilityFields,
  ...evidenceFields,
  history: z.array(
    z.strictObject({
      date: day,
      visibility_score: score,
      mentions: z.int(),
      citations: z.int(),
      sample_size: z.int(),
      platforms,
    }),
  ),
});

export const answer = z.strictObject({
  answer_id: z.string(),
  keyword_id: z.string(),
  keyword: z.string(),
  platform: z.string(),
  surface: z.enum(['api', 'scraped', 'import', 'simulated']),
  model: z.string().nullable(),
  prompt: z.string(),
  text: z.string(),
  sources: z.array(z.strictObject({ url: z.string(), title: z.string().nullable(), cited: z.boolean() })),
  status: z.enum(['valid', 'refused', 'failed']),
  asked_at: timestamp,
  cost_usd: z.number().nullable(),
});

export const ingestResult = z.strictObject({
  line: z.int(),
  status: z.enum(['stored', 'duplicate', 'refused']),
  answer_id: z.string().optional(),
  detail: z.string().optional(),
});

export const eventType = z.enum(EVENT_TYPES);

export const webhook = z.strictObject({
  webhook_id: z.string(),
  url: z.string(),
  events: z.array(eventType),
  status: z.enum(['enabled', 'disabled']),
  description: z.string().nullable(),
  disabled_at: timestamp.nullable(),
  disabled_reason: z.enum(['delivery_failures', 'gone', 'user']).nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
