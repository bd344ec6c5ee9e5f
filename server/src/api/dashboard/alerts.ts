import { z } from 'zod';
import { countFirings, listFirings } from '../../store/alerts/firings.ts';
import type { AppDeps } from '../app.ts';
import { type Route, route } from '../route.ts';
import { linksOf, listOf, metaOf, pageQuery } from '../v1/paging.ts';
import * as schemas from '../v1/schemas.ts';

const firing = z.strictObject({
  event_id: z.string(),
  fired_at: schemas.timestamp,
  alert_id: z.string(),
  alert_name: z.string(),
  keyword_id: z.string(),
  keyword: z.string(),
  current_score: z.int(),
  trigger_reason: z.string(),
  within_noise: z.boolean(),
});

const activity = z.strictObject({ alert_id: z.string(), firings: z.int(), last_fired_at: schemas.timestamp });

/** When alert rules fired, by rule. */
export function alertViewRoutes({ db }: AppDeps): Route[] {
  return [
    route({
      operation: 'listAlertFirings',
      summary: 'When alert rules fired, newest first',
      method: 'GET',
      path: '/alert-firings',
      scope: 'read',
      query: z.object({ ...pageQuery, alert_id: z.string().optional() }),
      responses: { 200: listOf(firing) },
      async handle({ caller, query }) {
        const { page, per_page: perPage, alert_id: alertId } = query;
        const { firings, total } = await listFirings(db, caller.workspaceId, { alertId, page: { page, perPage } });
        const shown = { page, perPage, total };
        return { headers: linksOf({ alert_id: alertId }, shown), body: { data: firings, meta: metaOf(shown) } };
      },
    }),
    route({
      operation: 'listAlertActivity',
      summary: 'How often each alert rule fired and when last',
      method: 'GET',
      path: '/alert-activity',
      scope: 'read',
      responses: { 200: z.strictObject({ data: z.array(activity) }) },
      handle: async ({ caller }) => ({ body: { data: await countFirings(db, caller.workspaceId) } }),
    }),
  ];
}
