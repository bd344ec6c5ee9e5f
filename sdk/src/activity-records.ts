/** What can happen to the service itself. */
export const ACTIVITY_TYPES = [
  'collection.finished',
  'platform.key_refused',
  'webhook.failing',
  'webhook.disabled',
] as const;

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** An entry of the operational feed. Unlike events, it is never sent to webhooks. */
export interface Activity {
  activity_id: string;
  type: ActivityType;
  created_at: string;
  /** The entry as a sentence. */
  message: string;
  /** Depends on the type: `day`, `prompts` and `missed`; `platform`; or `webhook_id`, `url` and `delivery_id`. */
  data: Record<string, unknown>;
}
