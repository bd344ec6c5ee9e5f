import { z } from 'zod';
import type { SecretsBox } from '../../base/secrets-box.ts';
import type { Db } from '../../store/db.ts';
import { findDelivery } from '../../store/webhooks/deliveries.ts';
import { rotateSecret } from '../../store/webhooks/secrets.ts';
import { findWebhook } from '../../store/webhooks/webhooks.ts';
import { replay } from '../../webhooks/replay.ts';
import type { SendDeps } from '../../webhooks/send.ts';
import { sendTest } from '../../webhooks/send-test.ts';
import { type Route, route } from '../route.ts';
import { deliveryDetail, detailOf } from './deliveries.ts';
import * as schemas from './schemas.ts';
import { makeSecret, showWebhook, unknownWebhook, webhookSecret, webhookWithSecret } from './webhooks.ts';

const DAY_SECONDS = 86_400;

/** Actions on a webhook: test, replay and secret rotation. */
export function webhookActionRoutes(deps: SendDeps & { db: Db }): Route[] {
  return [testRoute(deps), replayRoute(deps), rotateRoute(deps)];
}

function testRoute(deps: SendDeps & { db: Db }): Route {
  return route({
    operation: 'testWebhook',
    summary: 'Send a sample event once and return the receiver’s response',
    method: 'POST',
    path: '/webhooks/:webhook_id/test',
    scope: 'write',
    body: z.strictObject({ type: schemas.eventType }).meta({ id: 'WebhookTest', example: { type: 'mention.new' } }),
    responses: { 200: deliveryDetail },
    errors: {
      404: 'Webhook not found',
      429: 'A webhook can be tested 10 times per minute. Try again in 42 seconds.',
    },
    async handle({ caller, params, body, origin }) {
      const webhook = { workspaceId: caller.workspaceId, webhookId: params.webhook_id ?? '' };
      const deliveryId = await sendTest(deps, webhook, { type: body.type, origin });
      const record = deliveryId && (await findDelivery(deps.db, webhook, deliveryId));
      if (!record) throw unknownWebhook();
      return { body: detailOf(record, { withTimings: true }) };
    },
  });
}

export const replayResult = z
  .strictObject({ deliveries: z.int().describe('Number of queued deliveries.') })
  .meta({ id: 'ReplayResult', description: 'What a replay queued.', example: { deliveries: 42 } });

function replayRoute({ db }: { db: Db }): Route {
  return route({
    operation: 'replayEvents',
    summary: 'Send the events of a time range again',
    method: 'POST',
    path: '/webhooks/:webhook_id/replay',
    scope: 'write',
    body: z
      .strictObject({
        since: schemas.moment.describe('Events created at or after this time.'),
        until: schemas.moment.optional().describe('Events created before this time. Default: now.'),
        types: z
          .array(schemas.eventType)
          .min(1)
          .optional()
          .describe('Default: the types that the webhook is subscribed to.'),
      })
      .meta({
        id: 'Replay',
        description: 'The events to send again: created at or after `since` and before `until`.',
        example: { since: '2026-01-31T12:00:00Z', types: ['mention.new'] },
      }),
    responses: {
      202: replayResult,
    },
    errors: { 404: 'Webhook not found', 409: 'Webhook is disabled' },
    async handle({ caller, params, body: { since, until, types } }) {
      const webhook = { workspaceId: caller.workspaceId, webhookId: params.webhook_id ?? '' };
      const range = { since: new Date(since), until: until === undefined ? undefined : new Date(until) };
      const deliveries = await replay(db, webhook, { ...range, types });
      if (deliveries === undefined) throw unknownWebhook();
      return { status: 202, body: { deliveries } };
    },
  });
}

function rotateRoute({ db, secrets }: { db: Db; secrets: SecretsBox }): Route {
  return route({
    operation: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook; the old one also signs until the grace period ends',
    method: 'POST',
    path: '/webhooks/:webhook_id/rotate-secret',
    scope: 'write',
    body: z
      .strictObject({
        secret: webhookSecret.optional(),
        grace_seconds: z
          .int()
          .min(0)
          .max(30 * DAY_SECONDS)
          .default(DAY_SECONDS)
          .describe(
            'How long X-Service-Signature is still signed with the old secret. 0: the new secret signs immediately.',
          ),
      })
      .optional()
      .transform((body) => body ?? { secret: undefined, grace_seconds: DAY_SECONDS })
      .meta({ id: 'SecretRotation', example: { grace_seconds: DAY_SECONDS } }),
    responses: { 200: webhookWithSecret },
    errors: { 404: 'Webhook not found' },
    async handle({ caller, params, body }) {
      const webhook = { workspaceId: caller.workspaceId, webhookId: params.webhook_id ?? '' };
      const secret = body.secret ?? makeSecret();
      const sealed = secrets.seal(secret, webhook.webhookId);
      const rotated = await db.transaction(async (tx) => {
        await rotateSecret(tx, webhook, { sealed, graceSeconds: body.grace_seconds });
        return findWebhook(tx, webhook.workspaceId, webhook.webhookId);
      });
      if (!rotated) throw unknownWebhook();
      return { body: body.secret === undefined ? { ...showWebhook(rotated), secret } : showWebhook(rotated) };
    },
  });
}
