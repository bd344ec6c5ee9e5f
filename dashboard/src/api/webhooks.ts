import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CreatedWebhook, Delivery, EventType, NewWebhook, Replay, Webhook } from '@visibility/sdk';
import type { AnswerTo, ItemOf, QueryOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type ShownWebhook = ItemOf<'GET /:mode/webhooks?include=settings'>;

/** Recent activity of a webhook. */
export type WebhookActivity = ItemOf<'GET /:mode/webhook-activity'>;

export type DeliveryDetail = AnswerTo<'GET /:mode/webhooks/:webhook_id/deliveries/:delivery_id?include=timings'>;

export type LogEntry = ItemOf<'GET /:mode/webhooks/:webhook_id/log'>;

/** How often a page refreshes while a delivery is in progress. */
const WATCH_MS = 3_000;

export const webhooksQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'list'],
    queryFn: ({ signal }) =>
      request('GET /:mode/webhooks?include=settings', { params: { mode }, query: { per_page: 100 }, signal }),
  });

export const webhookQuery = (mode: Mode, webhookId: string) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'one', webhookId],
    queryFn: ({ signal }) =>
      request('GET /:mode/webhooks/:webhook_id?include=settings', { params: webhook(mode, webhookId), signal }),
  });

export const webhookActivityQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'activity'],
    queryFn: ({ signal }) => request('GET /:mode/webhook-activity', { params: { mode }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.data.some(({ pending }) => pending > 0) ? WATCH_MS : false),
    staleTime: 0,
  });

export type LogFilter = QueryOf<'GET /:mode/webhooks/:webhook_id/log'>;

export const webhookLogQuery = (mode: Mode, webhookId: string, filter: LogFilter) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'log', webhookId, filter],
    queryFn: ({ signal }) =>
      request('GET /:mode/webhooks/:webhook_id/log', { params: webhook(mode, webhookId), query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => status === 'pending') ? WATCH_MS : false,
    staleTime: 0,
  });

export const deliveryQuery = (mode: Mode, webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'delivery', webhookId, deliveryId],
    queryFn: ({ signal }) =>
      request('GET /:mode/webhooks/:webhook_id/deliveries/:delivery_id?include=timings', {
        params: { ...webhook(mode, webhookId), delivery_id: deliveryId },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? WATCH_MS : false),
    staleTime: 0,
  });

const NEWEST_RECEIVED = 20;

export const inboxQuery = (mode: Mode, webhookId: string) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'inbox', webhookId],
    queryFn: ({ signal }) =>
      request('GET /:mode/webhooks/:webhook_id/inbox', {
        params: webhook(mode, webhookId),
        query: { per_page: NEWEST_RECEIVED },
        signal,
      }),
    refetchInterval: WATCH_MS,
    staleTime: 0,
  });

export type ReplayRange = Replay & Required<Pick<Replay, 'types'>>;

export const replayCountQuery = (mode: Mode, webhookId: string, { types, ...range }: ReplayRange) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'replay-count', webhookId, range, types],
    queryFn: ({ signal }) =>
      request('GET /:mode/webhooks/:webhook_id/replay-count', {
        params: webhook(mode, webhookId),
        query: { ...range, types: types.join(',') },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export type WebhookFields = Required<Pick<NewWebhook, 'url' | 'events' | 'description' | 'format' | 'payload'>>;

export function createWebhook(
  mode: Mode,
  body: WebhookFields & { secret?: string; headers: Record<string, string> },
): Promise<CreatedWebhook> {
  return request('POST /:mode/webhooks', { params: { mode }, body });
}

export function changeWebhook(
  mode: Mode,
  webhookId: string,
  body: WebhookFields & { headers?: Record<string, string | null> },
): Promise<Webhook> {
  return request('PATCH /:mode/webhooks/:webhook_id', { params: webhook(mode, webhookId), body });
}

export function disableWebhook(mode: Mode, webhookId: string): Promise<Webhook> {
  return request('PATCH /:mode/webhooks/:webhook_id', {
    params: webhook(mode, webhookId),
    body: { status: 'disabled' },
  });
}

export function enableWebhook(mode: Mode, webhookId: string, held: 'deliver' | 'drop'): Promise<Webhook> {
  return request('PATCH /:mode/webhooks/:webhook_id', {
    params: webhook(mode, webhookId),
    body: { status: 'enabled', deliver_held: held === 'deliver' },
  });
}

export function deleteWebhook(mode: Mode, webhookId: string): Promise<void> {
  return request('DELETE /:mode/webhooks/:webhook_id', { params: webhook(mode, webhookId) });
}

export function sendTest(mode: Mode, webhookId: string, type: EventType): Promise<DeliveryDetail> {
  return request('POST /:mode/webhooks/:webhook_id/test', { params: webhook(mode, webhookId), body: { type } });
}

export function rotateSecret(
  mode: Mode,
  webhookId: string,
  body: { secret?: string; grace_seconds: number },
): Promise<CreatedWebhook> {
  return request('POST /:mode/webhooks/:webhook_id/rotate-secret', { params: webhook(mode, webhookId), body });
}

export function retryDelivery(mode: Mode, webhookId: string, deliveryId: string): Promise<Delivery> {
  return request('POST /:mode/webhooks/:webhook_id/deliveries/:delivery_id/retry', {
    params: { ...webhook(mode, webhookId), delivery_id: deliveryId },
  });
}

export function replayEvents(mode: Mode, webhookId: string, range: ReplayRange): Promise<{ deliveries: number }> {
  return request('POST /:mode/webhooks/:webhook_id/replay', { params: webhook(mode, webhookId), body: range });
}

function webhook(mode: Mode, webhookId: string) {
  return { mode, webhook_id: webhookId };
}
