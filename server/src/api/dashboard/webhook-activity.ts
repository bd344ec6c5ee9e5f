import { z } from 'zod';
import type { Db } from '../../store/db.ts';
import { countReplay, listWebhookActivity } from '../../store/webhooks/activity.ts';
import { listDeliveries } from '../../store/webhooks/deliveries.ts';
import { findWebhook } from '../../store/webhooks/webhooks.ts';
import { type Route, route } from '../route.ts';
import { metaOf, pageQuery } from '../v1/paging.ts';
import * as schemas from '../v1/schemas.ts';
import { unknownWebhook } from '../v1/webhooks.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';
import { deliveryStatus } from './contract/webhooks.ts';

/** Data for Settings → Webhooks that the API records do not have. */
export function webhookActivityRoutes(deps: { db: Db }): Route[] {
  return [activityRoute(deps), logRoute(deps), replayCountRoute(deps)];
}

function activityRoute({ db }: { db: Db }): Route {
  return route({
    ...declared('GET /:mode/webhook-activity'),
    scope: 'read',
    async handle({ caller }) {
      const activity = await listWebhookActivity(db, caller.workspaceId);
      return { body: { data: activity.map(toWire) } };
    },
  });
}

export const logQuery = z.object({
  ...pageQuery,
  status: deliveryStatus.optional(),
  type: schemas.eventType.optional(),
  event_id: z.string().max(100).regex(/^\w+$/, 'must be the id of an event, such as evt_…').optional(),
});

function logRoute({ db }: { db: Db }): Route {
  return route({
    ...declared('GET /:mode/webhooks/:webhook_id/log'),
    scope: 'read',
    query: logQuery,
    errors: { 404: 'Webhook not found' },
    async handle({ caller, params, query: { page, per_page: perPage, event_id: eventId, status, type } }) {
      const webhook = { workspaceId: caller.workspaceId, webhookId: params.webhook_id ?? '' };
      if (!(await findWebhook(db, webhook.workspaceId, webhook.webhookId))) throw unknownWebhook();
      const filter = { status, type, eventId };
      const { deliveries, total } = await listDeliveries(db, webhook, { filter, page: { page, perPage } });
      return { body: { data: deliveries.map(toWire), meta: metaOf({ total, page, perPage }) } };
    },
  });
}

function replayCountRoute({ db }: { db: Db }): Route {
  return route({
    ...declared('GET /:mode/webhooks/:webhook_id/replay-count'),
    scope: 'read',
    query: z.object({
      since: schemas.moment,
      until: schemas.moment.optional(),
      types: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(schemas.eventType))
        .optional(),
    }),
    errors: { 404: 'Webhook not found' },
    async handle({ caller, params, query: { since, until, types } }) {
      const webhook = await findWebhook(db, caller.workspaceId, params.webhook_id ?? '');
      if (!webhook) throw unknownWebhook();
      const range = { since: new Date(since), until: until === undefined ? undefined : new Date(until) };
      return {
        body: { events: await countReplay(db, caller.workspaceId, { ...range, types: types ?? webhook.events }) },
      };
    },
  });
}
