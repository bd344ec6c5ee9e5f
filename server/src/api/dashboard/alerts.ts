import { z } from 'zod';
import { countFirings, listFirings } from '../../store/alerts/firings.ts';
import type { Db } from '../../store/db.ts';
import { type Route, route } from '../route.ts';
import { linksOf, metaOf, pageQuery } from '../v1/paging.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';

/** The history of alert rules. */
export function alertViewRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listAlertFirings',
      summary: 'Triggered alerts, newest first',
      ...declared('GET /:mode/alert-firings'),
      scope: 'read',
      query: z.object({ ...pageQuery, alert_id: z.string().optional() }),
      async handle({ caller, query }) {
        const { page, per_page: perPage, alert_id: alertId } = query;
        const { firings, total } = await listFirings(db, caller.workspaceId, { alertId, page: { page, perPage } });
        const shown = { page, perPage, total };
        return {
          headers: linksOf({ alert_id: alertId }, shown),
          body: { data: firings.map(toWire), meta: metaOf(shown) },
        };
      },
    }),
    route({
      operation: 'listAlertActivity',
      summary: 'How often each alert rule fired, and when it last fired',
      ...declared('GET /:mode/alert-activity'),
      scope: 'read',
      handle: async ({ caller }) => ({ body: { data: (await countFirings(db, caller.workspaceId)).map(toWire) } }),
    }),
  ];
}
