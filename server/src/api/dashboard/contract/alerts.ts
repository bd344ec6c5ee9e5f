import { z } from 'zod';
import { timestamp } from '../../v1/schemas.ts';

export const firing = z.strictObject({
  event_id: z.string(),
  fired_at: timestamp,
  alert_id: z.string(),
  alert_name: z.string(),
  keyword_id: z.string(),
  keyword: z.string(),
  current_score: z.int(),
  trigger_reason: z.string(),
  within_noise: z.boolean(),
});

/** The newest alerts, and how many of all the person has not seen, up to 100. */
export const alertNotices = z.strictObject({ unseen: z.int(), data: z.array(firing) });

export const alertActivity = z.strictObject({ alert_id: z.string(), firings: z.int(), last_fired_at: timestamp });
