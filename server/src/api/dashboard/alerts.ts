import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { countFirings, countUnseen, listFirings, markSeen } from '../../store/alerts/firings.ts';
import type { Db } from '../../store/db.ts';
import { type Caller, type Route, route } from '../route.ts';
import { linksOf, metaOf, pageQuery } from '../v1/paging.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';

const NEWEST = { page: 1, perPage: 8 };
const MOST_UNSEEN = 100;

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
    route({
      operation: 'listAlertNotices',
      summary: 'The newest alerts and how many the person has not seen',
      ...declared('GET /:mode/alert-notices'),
      scope: 'read',
      async handle({ caller }) {
        const [unseen, { firings }] = await Promise.all([
          countUnseen(db, viewerOf(caller), MOST_UNSEEN),
          listFirings(db, caller.workspaceId, { alertId: undefined, page: NEWEST }),
        ]);
        return { body: { unseen, data: firings.map(toWire) } };
      },
    }),
    route({
      operation: 'markAlertsSeen',
      summary: 'Mark an alert and all earlier ones as seen by the person',
      ...declared('POST /:mode/alert-notices/seen'),
      scope: 'read',
      body: z.strictObject({ event_id: z.string() }),
      errors: { 404: 'Alert not found' },
      async handle({ caller, body }) {
        const isSeen = await markSeen(db, viewerOf(caller), body.event_id);
        if (!isSeen) throw new ApiError(404, 'Alert not found');
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function viewerOf({ workspaceId, by }: Caller) {
  return { workspaceId, memberId: by.member?.memberId };
}
