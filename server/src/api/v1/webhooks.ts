import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { makeId } from '../../base/id.ts';
import type { SecretsBox } from '../../base/secrets-box.ts';
import type { Db } from '../../store/db.ts';
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  updateWebhook,
  type Webhook,
} from '../../store/webhooks/webhooks.ts';
import type { AddressRule } from '../../webhooks/address.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery } from './paging.ts';
import * as schemas from './schemas.ts';
import {
  changedHeaders,
  changeHeaders,
  checkPayload,
  newHeaders,
  sealHeaders,
  storedUrl,
  webhookFields,
} from './webhook-fields.ts';

export const MOST_WEBHOOKS = 20;

export const webhookSecret = z
  .string()
  .min(1)
  .max(256)
  .describe('Signs every delivery. Never returned. If omitted, the server generates one and returns it once.');
export const webhookWithSecret = schemas.webhook
  .extend({ secret: z.string().optional().describe('Only in this response, and only if the server generated it.') })
  .meta({
    ...schemas.webhook.meta(),
    id: 'WebhookWithSecret',
    description: 'The response to a creation. Only this response contains a secret that the server generated.',
  });
export const webhookWithSettings = schemas.webhook
  .extend({
    format: schemas.webhookFormat,
    payload: schemas.webhookPayload,
    header_names: z.array(z.string()).describe('Names of the extra request headers. Their values are never returned.'),
  })
  .meta({
    id: 'WebhookWithSettings',
    example: { ...(schemas.webhook.meta()?.example as object), format: 'json', payload: 'full', header_names: [] },
  });
const includeQuery = {
  include: z.enum(['settings']).optional().describe('`settings` adds `format, payload, header_names`.'),
};
export const unknownWebhook = () => new ApiError(404, 'Webhook not found');
export const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

export interface WebhookDeps {
  db: Db;
  secrets: SecretsBox;
  addresses: AddressRule;
}

/** Webhooks: register, read, change, delete. */
export function webhookRoutes(deps: WebhookDeps): Route[] {
  const { db } = deps;
  return [
    route({
      operation: 'listWebhooks',
      summary: 'Registered webhooks, oldest first',
      method: 'GET',
      path: '/webhooks',
      scope: 'read',
      query: z.object({ ...pageQuery, ...includeQuery }),
      responses: { 200: z.union([listOf(schemas.webhook), listOf(webhookWithSettings)]) },
      async handle({ caller, query }) {
        const { webhooks, total } = await listWebhooks(db, caller.workspaceId, pageIn(query));
        return listPage(query, { data: webhooks.map((webhook) => showWebhook(webhook, query.include)), total });
      },
    }),
    createWebhook(deps),
    route({
      operation: 'getWebhook',
      summary: 'One webhook',
      method: 'GET',
      path: '/webhooks/:webhook_id',
      scope: 'read',
      query: z.object(includeQuery),
      responses: { 200: z.union([schemas.webhook, webhookWithSettings]) },
      errors: { 404: 'Webhook not found' },
      async handle({ caller, params, query }) {
        const webhook = await findWebhook(db, caller.workspaceId, params.webhook_id ?? '');
        if (!webhook) throw unknownWebhook();
        return { body: showWebhook(webhook, query.include) };
      },
    }),
    changeWebhook(deps),
    route({
      operation: 'deleteWebhook',
      summary: 'Delete a webhook and its deliveries',
      method: 'DELETE',
      path: '/webhooks/:webhook_id',
      scope: 'write',
      responses: { 204: z.undefined() },
      errors: { 404: 'Webhook not found' },
      async handle({ caller, params }) {
        const isDeleted = await db.transaction((tx) => deleteWebhook(tx, caller.workspaceId, params.webhook_id ?? ''));
        if (!isDeleted) throw unknownWebhook();
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function createWebhook({ db, secrets, addresses }: WebhookDeps): Route {
  return route({
    operation: 'createWebhook',
    summary: 'Register a webhook',
    method: 'POST',
    path: '/webhooks',
    scope: 'write',
    body: z
      .strictObject({
        ...webhookFields(addresses),
        headers: newHeaders.optional(),
        secret: webhookSecret.optional(),
      })
      .meta({ id: 'NewWebhook', example: { ...EXAMPLE, secret: "It's a Secret to Everybody" } }),
    responses: { 201: webhookWithSecret },
    errors: { 409: `Webhook limit of ${MOST_WEBHOOKS} reached` },
    async handle({ caller, body }) {
      const webhookId = makeId('wh');
      const secret = body.secret ?? makeSecret();
      const url = storedUrl(body.url, caller.mode);
      const { format = 'json', payload = 'full' } = body;
      checkPayload({ format, payload });
      const headers = sealHeaders(secrets, webhookId, body.headers ?? {});
      const stored = await db.transaction(async (tx) => {
        if ((await countWebhooks(tx, caller.workspaceId)) >= MOST_WEBHOOKS) {
          throw new ApiError(409, `Webhook limit of ${MOST_WEBHOOKS} reached`);
        }
        return insertWebhook(tx, caller.workspaceId, {
          webhookId,
          url,
          events: body.events,
          sealedSecret: secrets.seal(secret, webhookId),
          description: body.description ?? undefined,
          format,
          payload,
          headers,
        });
      });
      const shown = body.secret === undefined ? { ...showWebhook(stored), secret } : showWebhook(stored);
      return { status: 201, headers: { location: `/api/v1/webhooks/${webhookId}` }, body: shown };
    },
  });
}

function changeWebhook({ db, secrets, addresses }: WebhookDeps): Route {
  const { url, events, ...fields } = webhookFields(addresses);
  return route({
    operation: 'changeWebhook',
    summary: 'Change, disable or enable a webhook',
    method: 'PATCH',
    path: '/webhooks/:webhook_id',
    scope: 'write',
    body: z
      .strictObject({
        url: url.optional(),
        events: events.optional(),
        ...fields,
        headers: changedHeaders.optional(),
        status: z.enum(['enabled', 'disabled']).optional(),
        deliver_held: z
          .boolean()
          .optional()
          .describe('When enabling: whether held deliveries are sent (the default) or cancelled.'),
      })
      .refine((change) => Object.keys(change).length > 0, 'Set at least one field, such as url, events or status')
      .refine((change) => change.deliver_held === undefined || change.status === 'enabled', {
        path: ['deliver_held'],
        message: 'is only allowed with "status": "enabled"',
      })
      .meta({ id: 'WebhookChange', example: { status: 'enabled', deliver_held: true } }),
    query: z.object(includeQuery),
    responses: { 200: z.union([schemas.webhook, webhookWithSettings]) },
    errors: { 404: 'Webhook not found' },
    async handle({ caller, params, query, body: { deliver_held: deliverHeld = true, ...changes } }) {
      const webhookId = params.webhook_id ?? '';
      const webhook = await db.transaction(async (tx) => {
        const found = await lockWebhook(tx, caller.workspaceId, webhookId);
        if (!found) return undefined;
        const { events, description, format, payload, status } = changes;
        const url = changes.url === undefined ? undefined : storedUrl(changes.url, caller.mode);
        checkPayload({ format: format ?? found.format, payload: payload ?? found.payload });
        const headers = await changeHeaders(tx, secrets, { webhook: found, url, headers: changes.headers });
        const change = { url, events, description, format, payload, headers, status, deliverHeld };
        return updateWebhook(tx, found, change);
      });
      if (!webhook) throw unknownWebhook();
      return { body: showWebhook(webhook, query.include) };
    },
  });
}

export function showWebhook({ format, payload, headerNames, ...webhook }: Webhook, include?: 'settings') {
  return toWire(include === 'settings' ? { ...webhook, format, payload, headerNames } : webhook);
}

const EXAMPLE = {
  url: 'https://example.com/hooks/visibility',
  events: ['visibility.changed', 'alert.triggered'],
  description: 'Marketing alerts',
};
