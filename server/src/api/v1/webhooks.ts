import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { makeId } from '../../base/id.ts';
import { countWebhooks, insertWebhook } from '../../store/webhooks.ts';
import { webhookUrlProblem } from '../../webhooks/url.ts';
import type { AppDeps } from '../app.ts';
import { type Route, route } from '../route.ts';
import * as schemas from './schemas.ts';

const MOST_WEBHOOKS = 20;

const created = schemas.webhook
  .extend({ secret: z.string().optional().describe('Only when the server made it, and only here.') })
  .meta({ ...schemas.webhook.meta(), id: 'CreatedWebhook' });

export function webhookRoutes({ db, secrets, addresses }: AppDeps): Route[] {
  const input = z
    .strictObject({
      url: z.string().superRefine((url, context) => {
        const problem = webhookUrlProblem(url, addresses);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      }),
      events: z
        .array(schemas.eventType)
        .min(1)
        .transform((events) => [...new Set(events)]),
      secret: z.string().min(1).max(256).optional(),
      description: z.string().max(200).nullish(),
    })
    .meta({
      id: 'NewWebhook',
      example: {
        url: 'https://example.com/hook',
        events: ['visibility.changed', 'alert.triggered'],
        secret: 'a long random text',
      },
    });
  return [
    route({
      operation: 'createWebhook',
      summary: 'Register a webhook',
      method: 'POST',
      path: '/webhooks',
      scope: 'write',
      body: input,
      responses: { 201: created },
      errors: { 409: `Webhook limit of ${MOST_WEBHOOKS} reached` },
      async handle({ caller, body }) {
        const webhookId = makeId('wh');
        const secret = body.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
        const stored = await db.transaction(async (tx) => {
          if ((await countWebhooks(tx, caller.workspaceId)) >= MOST_WEBHOOKS) {
            throw new ApiError(409, `Webhook limit of ${MOST_WEBHOOKS} reached`);
          }
          return insertWebhook(tx, caller.workspaceId, {
            webhookId,
            url: body.url,
            events: body.events,
            sealedSecret: secrets.seal(secret, webhookId),
            description: body.description ?? undefined,
          });
        });
        const shown = body.secret === undefined ? { ...stored, secret } : stored;
        return { status: 201, headers: { location: `/api/v1/webhooks/${webhookId}` }, body: shown };
      },
    }),
  ];
}
