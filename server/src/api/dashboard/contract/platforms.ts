import { z } from 'zod';
import { day, timestamp } from '../../v1/schemas.ts';

const usd = z.number().min(0);
/** Whose API key is used for a platform. The key itself is never returned. */
const keyOrigin = z.enum(['workspace', 'environment', 'none']);

/** An OpenAI-compatible server that the workspace named. */
const instance = z.strictObject({ base_url: z.string(), request_body: z.record(z.string(), z.unknown()) });

export const platformState = z.strictObject({
  platform: z.string(),
  key: keyOrigin,
  model: z.string(),
  instance: instance.nullable(),
  usd_per_question: usd.nullable(),
  price_as_of: z.string().nullable(),
  planned_today: z.int(),
  asked_today: z.int(),
  last_answer_at: z.string().nullable(),
  failing_since: z.string().nullable(),
  failure: z.string().nullable(),
  /** Why a platform with a key has no answer in the last 7 days. */
  no_answers_because: z.enum(['no_brand', 'no_keywords', 'failing', 'budget', 'queued', 'next_round']).nullable(),
  /** When the model is shut down, if announced. */
  model_ends_on: z.string().nullable(),
  is_price_old: z.boolean(),
  /** Signs that the platform changed its replies, one sentence each. */
  reply_signals: z.array(z.string()),
  spent_today_usd: usd,
  spent_month_usd: usd,
});

export const keyCheck = z.strictObject({
  result: z.enum(['works', 'refused', 'quota', 'answered', 'unreachable']),
  /** The status if the platform responded; the problem if it was unreachable. */
  reason: z.string().nullable(),
  /** Whether the platform still serves the model, and until when, if it says so. */
  model_state: z.enum(['served', 'gone', 'unknown']),
  model_ends_on: z.string().nullable(),
});

const caps = { daily_cap_usd: usd.nullable(), monthly_cap_usd: usd.nullable() };
const spent = { spent_today_usd: usd, spent_month_usd: usd };

export const budgetState = z.strictObject({
  ...caps,
  ...spent,
  /** The widest interval allowed, in points. Null: every prompt is asked eight times a week. */
  interval_points: z.int().nullable(),
});

export const estimate = z.strictObject({
  /** How many prompts the estimate is based on. */
  prompts: z.int(),
  platforms: z.array(
    z.strictObject({
      platform: z.string(),
      key: keyOrigin,
      model: z.string(),
      price_as_of: z.string().nullable(),
      questions_per_week: z.int(),
      /** Null: the price is unknown. */
      usd_per_week: usd.nullable(),
    }),
  ),
});

export const usageSummary = z.strictObject({
  plan: z.enum(['free', 'pro', 'enterprise']),
  /** In the current hourly window; `resets_at` is null outside of one. */
  requests: z.strictObject({ used: z.int(), limit: z.int(), resets_at: timestamp.nullable() }),
  /** In the workspace's own time. */
  month: z.strictObject({
    since: day,
    until: day,
    platforms: z.array(
      z.strictObject({
        platform: z.string(),
        valid: z.int(),
        truncated: z.int(),
        refused: z.int(),
        failed: z.int(),
        cost_usd: usd,
      }),
    ),
  }),
  budget: z.strictObject({ ...caps, ...spent }),
  questions_waiting: z.int(),
  keywords: z.strictObject({ active: z.int(), paused: z.int() }),
  webhooks: z.strictObject({ used: z.int(), limit: z.int() }),
  active_keys: z.int(),
  /** Null: this process does not know the setting. */
  event_days: z.int().nullable(),
});
