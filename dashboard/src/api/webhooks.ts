import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CreatedWebhook, Delivery, DeliveryDetail, EventType, List, Webhook } from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';

/** How a webhook has been doing. */
export interface WebhookActivity {
  webhook_id: string;
  /** In the last 24 hours, tests not counted. */
  tried_last_day: number;
  succeeded_last_day: number;
  pending: number;
  held: number;
  last_delivery_at: string | null;
  last_delivery_status: Delivery['status'] | null;
  /** While a new secret is being introduced. */
  old_secret_until: string | null;
}

export interface LogEntry extends Delivery {
  trigger: 'event' | 'replay' | 'retry' | 'test';
}

/** How often a page looks again while a delivery is on its way. */
const WATCH_MS = 3_000;

export const webhooksQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'list'],
    queryFn: ({ signal }) => request<List<Webhook>>(`/${mode}/webhooks?per_page=100`, { signal }),
  });

export const webhookQuery = (mode: Mode, webhookId: string) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'one', webhookId],
    queryFn: ({ signal }) => request<Webhook>(pathOf(mode, webhookId), { signal }),
  });

export const webhookActivityQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'activity'],
    queryFn: ({ signal }) => request<{ data: WebhookActivity[] }>(`/${mode}/webhook-activity`, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.data.some(({ pending }) => pending > 0) ? WATCH_MS : false),
    staleTime: 0,
  });

export interface LogFilter {
  status?: Delivery['status'] | undefined;
  type?: EventType | undefined;
  event_id?: string | undefined;
  page: number;
  per_page: number;
}

export const webhookLogQuery = (mode: Mode, webhookId: string, filter: LogFilter) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'log', webhookId, filter],
    queryFn: ({ signal }) => request<List<LogEntry>>(`${pathOf(mode, webhookId)}/log?${toQuery(filter)}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => status === 'pending') ? WATCH_MS : false,
    staleTime: 0,
  });

export const deliveryQuery = (mode: Mode, webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'delivery', webhookId, deliveryId],
    queryFn: ({ signal }) =>
      request<DeliveryDetail>(`${deliveryPath(mode, webhookId, deliveryId)}?include=timings`, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? WATCH_MS : false),
    staleTime: 0,
  });

export interface ReplayRange {
  since: string;
  until?: string | undefined;
  types: EventType[];
}

export const replayCountQuery = (mode: Mode, webhookId: string, { types, ...range }: ReplayRange) =>
  queryOptions({
    queryKey: [mode, 'webhooks', 'replay-count', webhookId, range, types],
    queryFn: ({ signal }) =>
      request<{ events: number }>(
        `${pathOf(mode, webhookId)}/replay-count?${toQuery({ ...range, types: types.join(',') })}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export interface WebhookFields {
  url: string;
  events: EventType[];
  description: string | null;
}

export function createWebhook(mode: Mode, body: WebhookFields & { secret?: string }): Promise<CreatedWebhook> {
  return request(`/${mode}/webhooks`, { method: 'POST', body });
}

export function changeWebhook(mode: Mode, webhookId: string, body: Partial<WebhookFields>): Promise<Webhook> {
  return request(pathOf(mode, webhookId), { method: 'PATCH', body });
}

export function disableWebhook(mode: Mode, webhookId: string): Promise<Webhook> {
  return request(pathOf(mode, webhookId), { method: 'PATCH', body: { status: 'disabled' } });
}

export function enableWebhook(mode: Mode, webhookId: string, deliverHeld: boolean): Promise<Webhook> {
  return request(pathOf(mode, webhookId), { method: 'PATCH', body: { status: 'enabled', deliver_held: deliverHeld } });
}

export function deleteWebhook(mode: Mode, webhookId: string): Promise<void> {
  return request(pathOf(mode, webhookId), { method: 'DELETE' });
}

export function sendTest(mode: Mode, webhookId: string, type: EventType): Promise<DeliveryDetail> {
  return request(`${pathOf(mode, webhookId)}/test`, { method: 'POST', body: { type } });
}

export function rotateSecret(
  mode: Mode,
  webhookId: string,
  body: { secret?: string; grace_seconds: number },
): Promise<CreatedWebhook> {
  return request(`${pathOf(mode, webhookId)}/rotate-secret`, { method: 'POST', body });
}

export function retryDelivery(mode: Mode, webhookId: string, deliveryId: string): Promise<Delivery> {
  return request(`${deliveryPath(mode, webhookId, deliveryId)}/retry`, { method: 'POST' });
}

export function replayEvents(mode: Mode, webhookId: string, range: ReplayRange): Promise<{ deliveries: number }> {
  return request(`${pathOf(mode, webhookId)}/replay`, { method: 'POST', body: range });
}

function pathOf(mode: Mode, webhookId: string): string {
  return `/${mode}/webhooks/${encodeURIComponent(webhookId)}`;
}

function deliveryPath(mode: Mode, webhookId: string, deliveryId: string): string {
  return `${pathOf(mode, webhookId)}/deliveries/${encodeURIComponent(deliveryId)}`;
}
