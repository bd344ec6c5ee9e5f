import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { countFirings, countUnseen, listFirings, markSeen } from '../../store/alerts/firings.ts';
import type { Db } from '../../store/db.ts';
import { type Caller, type Route, route } from '../route.ts';
import { listPage, pageIn, pageQuery } from '../v1/paging.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';

const NEWEST = { page: 1, perPage: 8 };
const MOST_UNSEEN = 100;

/** The history of alert rules. */
export function alertViewRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      ...declared('GET /:mode/alert-firings'),
      scope: 'read',
      query: z.object({ ...pageQuery, alert_id: z.string().optional() }),
      async handle({ caller, query }) {
        const about = { alertId: query.alert_id, page: pageIn(query) };
        const { firings, total } = await listFirings(db, caller.workspaceId, about);
        return listPage(query, { data: firings.map(toWire), total });
      },
    }),
    route({
      ...declared('GET /:mode/alert-activity'),
      scope: 'read',
      handle: async ({ caller }) => ({ body: { data: (await countFirings(db, caller.workspaceId)).map(toWire) } }),
    }),
    route({
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
