import type { EventType } from '../events.ts';
import type { NewWebhook, Replay, SecretRotation, WebhookChange } from '../inputs.ts';
import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { DeliveryDetailQuery, DeliveryQuery, PageQuery } from '../queries.ts';
import type { CreatedWebhook, Delivery, DeliveryDetail, List, ReplayResult, Webhook } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

export function webhookCalls(transport: Transport) {
  const { json } = transport;
  const list = (query?: PageQuery, options?: RequestOptions) =>
    json<List<Webhook>>({ method: 'GET', path: '/webhooks', query }, options);
  return {
    /** One page of the registered webhooks, oldest first. */
    list,
    iterate: (query?: PageQuery, options?: RequestOptions) =>
      iteratePages(
        (page: PageQuery) => list(page, options),
        query,
        ({ webhook_id }) => webhook_id,
      ),
    get: (webhookId: string, options?: RequestOptions) =>
      json<Webhook>({ method: 'GET', path: path`/webhooks/${webhookId}` }, options),
    /** Registers a webhook. A secret that the server made is in this answer and never again. */
    create: (webhook: NewWebhook, options?: RequestOptions) =>
      json<CreatedWebhook>({ method: 'POST', path: '/webhooks', body: webhook }, options),
    change: (webhookId: string, change: WebhookChange, options?: RequestOptions) =>
      json<Webhook>({ method: 'PATCH', path: path`/webhooks/${webhookId}`, body: change }, options),
    /** Deletes it with its deliveries. */
    delete: (webhookId: string, options?: RequestOptions) =>
      json<void>({ method: 'DELETE', path: path`/webhooks/${webhookId}` }, options),
    /** Sends a sample event once and says what the receiver answered. */
    test: (webhookId: string, type: EventType, options?: RequestOptions) =>
      json<DeliveryDetail>({ method: 'POST', path: path`/webhooks/${webhookId}/test`, body: { type } }, options),
    /** Gives it a new secret; the old one signs, too, until the grace ends. */
    rotateSecret: (webhookId: string, rotation: SecretRotation = {}, options?: RequestOptions) =>
      json<CreatedWebhook>(
        { method: 'POST', path: path`/webhooks/${webhookId}/rotate-secret`, body: rotation },
        options,
      ),
    /** Sends the events of a time range once more. */
    replay: (webhookId: string, replay: Replay, options?: RequestOptions) =>
      json<ReplayResult>({ method: 'POST', path: path`/webhooks/${webhookId}/replay`, body: replay }, options),
    deliveries: deliveryCalls(transport),
  };
}

function deliveryCalls({ json }: Transport) {
  const list = (webhookId: string, query?: DeliveryQuery, options?: RequestOptions) =>
    json<List<Delivery>>({ method: 'GET', path: path`/webhooks/${webhookId}/deliveries`, query }, options);
  return {
    /** One page of a webhook's deliveries, newest first. */
    list,
    iterate: (webhookId: string, query?: DeliveryQuery, options?: RequestOptions) =>
      iteratePages(
        (page: DeliveryQuery) => list(webhookId, page, options),
        query,
        ({ delivery_id }) => delivery_id,
      ),
    /** One delivery with its payload and every attempt. */
    get: (webhookId: string, deliveryId: string, query?: DeliveryDetailQuery, options?: RequestOptions) =>
      json<DeliveryDetail>(
        { method: 'GET', path: path`/webhooks/${webhookId}/deliveries/${deliveryId}`, query },
        options,
      ),
    /** Sends it once more, as a new delivery of the same event. */
    retry: (webhookId: string, deliveryId: string, options?: RequestOptions) =>
      json<Delivery>({ method: 'POST', path: path`/webhooks/${webhookId}/deliveries/${deliveryId}/retry` }, options),
  };
}
