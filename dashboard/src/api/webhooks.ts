import type { AnswerTo, ItemOf } from '@visibility/server/contract';

export type ShownWebhook = ItemOf<'GET /:mode/webhooks?include=settings'>;

/** Recent activity of a webhook. */
export type WebhookActivity = ItemOf<'GET /:mode/webhook-activity'>;

export type DeliveryDetail = AnswerTo<'GET /:mode/webhooks/:webhook_id/deliveries/:delivery_id?include=timings'>;

export type LogEntry = ItemOf<'GET /:mode/webhooks/:webhook_id/log'>;

/** How often a page refreshes while a delivery is in progress. */
export const WATCH_MS = 3_000;
