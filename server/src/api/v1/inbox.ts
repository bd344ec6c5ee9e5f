import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '../../store/db.ts';
import { listReceived, MOST_RECEIVED, type Received } from '../../store/webhooks/inbox.ts';
import { findWebhook } from '../../store/webhooks/webhooks.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery, wholeNumber } from './paging.ts';
import * as schemas from './schemas.ts';
import { unknownWebhook } from './webhooks.ts';

// Shorter than the usual timeouts of proxies and clients, one minute.
const LONGEST_WAIT_SECONDS = 50;
const LOOK_EVERY_MS = 500;

export const receivedRequest = z
  .strictObject({
    sequence: z.int().describe('Counts up within a webhook.'),
    delivery_id: z.string(),
    event_id: z.string(),
    type: schemas.eventType,
    attempt: z.int(),
    received_at: schemas.timestamp,
    headers: z.record(z.string(), z.string()).describe('As sent. The values of your own headers are hidden.'),
    body: z.string().describe('The raw body, whose signature is in the headers.'),
  })
  .meta({
    id: 'ReceivedRequest',
    description: 'A request that the built-in inbox received.',
    example: {
      sequence: 1,
      delivery_id: 'dlv_01kfa3m8s0v6t4w2x9y7z5a1b3',
      event_id: 'evt_01kfa3m8rzq4n6p8r2s0t1v3w5',
      type: 'mention.new',
      attempt: 1,
      received_at: '2026-11-15T09:30:00Z',
      headers: { 'content-type': 'application/json', 'webhook-id': 'evt_01kfa3m8rzq4n6p8r2s0t1v3w5' },
      body: '{"id":"evt_01kfa3m8rzq4n6p8r2s0t1v3w5","type":"mention.new",…}',
    },
  });

export interface InboxDeps {
  db: Db;
  /** Set when the server stops. Requests that wait are then answered. */
  stopping?: AbortSignal;
}

/** What the built-in inbox received for a webhook of the test workspace. */
export function inboxRoutes({ db, stopping }: InboxDeps): Route[] {
  return [
    route({
      operation: 'listReceived',
      summary: `Requests that the built-in inbox received for a webhook, newest first, at most ${MOST_RECEIVED}`,
      method: 'GET',
      path: '/webhooks/:webhook_id/inbox',
      scope: 'read',
      load: 'wait',
      query: z.object({
        ...pageQuery,
        after: wholeNumber(0, 2_147_483_647)
          .optional()
          .describe('A `sequence`: only requests that follow it, oldest first.')
          .meta({ example: 0 }),
        wait: wholeNumber(0, LONGEST_WAIT_SECONDS)
          .default(0)
          .describe('Wait up to this many seconds until there is a request.'),
      }),
      responses: { 200: listOf(receivedRequest) },
      errors: { 404: 'Webhook not found' },
      async handle({ caller, params, query: { wait, ...query } }) {
        const until = performance.now() + wait * 1000;
        for (;;) {
          const webhook = await findWebhook(db, caller.workspaceId, params.webhook_id ?? '');
          if (!webhook) throw unknownWebhook();
          const { received, total } = await listReceived(db, webhook.webhookId, {
            after: query.after,
            page: pageIn(query),
          });
          const isOver = received.length > 0 || performance.now() >= until || stopping?.aborted;
          if (isOver) return listPage(query, { data: received.map(show), total });
          await sleep(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
        }
      },
    }),
  ];
}

function show({ headers, ...received }: Received): z.input<typeof receivedRequest> {
  return { ...toWire(received), headers };
}
