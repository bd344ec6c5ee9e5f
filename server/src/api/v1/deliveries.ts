import { SAMPLE_EVENTS } from '@visibility/sdk';
import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import type { Db } from '../../store/db.ts';
import {
  type DeliveryRecord,
  findDelivery,
  type LoggedAttempt,
  listDeliveries,
  walkDeliveries,
} from '../../store/webhooks/deliveries.ts';
import { findWebhook } from '../../store/webhooks/webhooks.ts';
import { failureText } from '../../webhooks/failure.ts';
import { retryDelivery } from '../../webhooks/replay.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery } from './paging.ts';
import * as schemas from './schemas.ts';
import { unknownWebhook } from './webhooks.ts';

const DELIVERY_EXAMPLE = {
  delivery_id: 'dlv_01kfa3m8s0v6t4w2x9y7z5a1b3',
  event_id: 'evt_01kfa3m8rzq4n6p8r2s0t1v3w5',
  webhook_id: 'wh_01kf9zzzc8e6g4h2j0k1m3n5p7',
  type: 'visibility.changed' as const,
  status: 'pending',
  attempts: 1,
  response_status: 503,
  created_at: '2026-01-31T12:00:00Z',
  next_attempt_at: '2026-01-31T12:01:02Z',
};
const ATTEMPT_EXAMPLE = {
  attempt: 1,
  started_at: '2026-01-31T12:00:00Z',
  duration_ms: 87,
  response_status: 503,
  error: 'status',
  response_body: 'Service Unavailable',
};
const PAYLOAD_EXAMPLE = {
  id: DELIVERY_EXAMPLE.event_id,
  type: DELIVERY_EXAMPLE.type,
  created_at: '2026-01-31T12:00:00Z',
  data: SAMPLE_EVENTS[DELIVERY_EXAMPLE.type],
};

const deliveryFields = {
  delivery_id: z.string(),
  event_id: z.string().describe('The same on every attempt, retry and replay.'),
  webhook_id: z.string(),
  type: schemas.eventType,
  status: z.enum(['pending', 'succeeded', 'failed', 'held', 'cancelled']),
  attempts: z.int(),
  response_status: z.int().nullable(),
  created_at: schemas.timestamp,
  next_attempt_at: schemas.timestamp.nullable(),
};

export const delivery = z
  .strictObject(deliveryFields)
  .meta({ id: 'Delivery', description: 'A delivery of an event to a webhook.', example: DELIVERY_EXAMPLE });

export const deliveryDetail = z
  .strictObject({
    ...deliveryFields,
    payload: z
      .record(z.string(), z.unknown())
      .describe('The body as it is sent. In other formats than json it is the event until the first attempt.'),
    attempt_log: z.array(
      z.strictObject({
        attempt: z.int(),
        started_at: schemas.timestamp,
        duration_ms: z.int().nullable(),
        response_status: z.int().nullable(),
        error: z.string().nullable().describe('A code such as timeout or tls_expired; null on success.'),
        response_body: z
          .string()
          .nullable()
          .describe('The first 16 KiB of the response body. Untrusted text: escape it.'),
        timings: z
          .strictObject({
            dns_ms: z.int().nullable(),
            connect_ms: z.int().nullable(),
            tls_ms: z.int().nullable(),
            first_byte_ms: z.int().nullable(),
          })
          .optional(),
        error_text: z.string().nullable().optional(),
      }),
    ),
  })
  .meta({
    id: 'DeliveryDetail',
    example: { ...DELIVERY_EXAMPLE, payload: PAYLOAD_EXAMPLE, attempt_log: [ATTEMPT_EXAMPLE] },
  });

/** The deliveries of a webhook and their attempts. */
export function deliveryRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listDeliveries',
      summary: 'Deliveries of a webhook, newest first',
      method: 'GET',
      path: '/webhooks/:webhook_id/deliveries',
      scope: 'read',
      query: z.object({
        ...pageQuery,
        status: deliveryFields.status.optional(),
        type: schemas.eventType.optional(),
        since: schemas.moment.optional(),
        until: schemas.moment.optional(),
      }),
      responses: { 200: listOf(delivery) },
      errors: { 404: 'Webhook not found' },
      async *walk({ caller, params, query }) {
        const webhook = { workspaceId: caller.workspaceId, webhookId: params.webhook_id ?? '' };
        if (!(await findWebhook(db, webhook.workspaceId, webhook.webhookId))) throw unknownWebhook();
        const filter = { status: query.status, type: query.type, ...momentsOf(query) };
        for await (const deliveries of walkDeliveries(db, webhook, filter)) yield deliveries.map(toWire);
      },
      async handle({ caller, params, query }) {
        const webhook = { workspaceId: caller.workspaceId, webhookId: params.webhook_id ?? '' };
        if (!(await findWebhook(db, webhook.workspaceId, webhook.webhookId))) throw unknownWebhook();
        const { deliveries, total } = await listDeliveries(db, webhook, {
          filter: { status: query.status, type: query.type, ...momentsOf(query) },
          page: pageIn(query),
        });
        return listPage(query, { data: deliveries.map(({ trigger: _, ...one }) => toWire(one)), total });
      },
    }),
    route({
      operation: 'getDelivery',
      summary: 'One delivery with its payload and every attempt',
      method: 'GET',
      path: '/webhooks/:webhook_id/deliveries/:delivery_id',
      scope: 'read',
      query: z.object({
        include: z.enum(['timings']).optional().describe('Adds timings and error_text to each attempt.'),
      }),
      responses: { 200: deliveryDetail },
      errors: { 404: 'Webhook not found, or Delivery not found' },
      async handle({ caller, params, query }) {
        const webhook = { workspaceId: caller.workspaceId, webhookId: params.webhook_id ?? '' };
        if (!(await findWebhook(db, webhook.workspaceId, webhook.webhookId))) throw unknownWebhook();
        const record = await findDelivery(db, webhook, params.delivery_id ?? '');
        if (!record) throw unknownDelivery();
        return { body: detailOf(record, { withTimings: query.include === 'timings' }) };
      },
    }),
    retryRoute({ db }),
  ];
}

function momentsOf({ since, until }: { since?: string | undefined; until?: string | undefined }) {
  return { since: since ? new Date(since) : undefined, until: until ? new Date(until) : undefined };
}

function retryRoute({ db }: { db: Db }): Route {
  return route({
    operation: 'retryDelivery',
    summary: 'Send the event of a delivery again, as a new delivery, or a pending one now',
    method: 'POST',
    path: '/webhooks/:webhook_id/deliveries/:delivery_id/retry',
    scope: 'write',
    responses: { 202: delivery },
    errors: {
      404: 'Webhook not found, or Delivery not found',
      409: 'Webhook is disabled, The delivery is being sent, or it was a test',
    },
    async handle({ caller, params }) {
      const webhook = { workspaceId: caller.workspaceId, webhookId: params.webhook_id ?? '' };
      if (!(await findWebhook(db, webhook.workspaceId, webhook.webhookId))) throw unknownWebhook();
      const added = await retryDelivery(db, webhook, params.delivery_id ?? '');
      const record = added && (await findDelivery(db, webhook, added));
      if (!record) throw unknownDelivery();
      const location = `/api/v1/webhooks/${webhook.webhookId}/deliveries/${added}`;
      return { status: 202, headers: { location }, body: toWire(record.delivery) };
    },
  });
}

const unknownDelivery = () => new ApiError(404, 'Delivery not found');

/** The fields of the contract. Timings and error descriptions are only included on request. */
export function detailOf(
  { delivery: fields, body, attempts }: DeliveryRecord,
  { withTimings }: { withTimings: boolean },
): z.input<typeof deliveryDetail> {
  const log = attempts.map((one) => ({ ...attemptOf(one), ...(withTimings ? timingsOf(one) : {}) }));
  return { ...toWire(fields), payload: JSON.parse(body), attempt_log: log };
}

function attemptOf({ attempt, startedAt, durationMs, responseStatus, error, responseBody }: LoggedAttempt) {
  return toWire({ attempt, startedAt, durationMs, responseStatus, error, responseBody });
}

function timingsOf({ dnsMs, connectMs, tlsMs, firstByteMs, error }: LoggedAttempt) {
  return {
    timings: toWire({ dnsMs, connectMs, tlsMs, firstByteMs }),
    error_text: error === undefined ? null : failureText(error),
  };
}
