import { ACTIVITY_TYPES } from '@visibility/sdk';
import { z } from 'zod';
import { timeOfId } from '../../base/id.ts';
import { platformName } from '../../collect/platform-name.ts';
import type { Db } from '../../store/db.ts';
import { type Activity, findActivityPlace, listActivity } from '../../store/events/activity.ts';
import type { Place } from '../../store/pages.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery } from './paging.ts';
import { boundsOf, rangeQuery } from './range.ts';
import * as schemas from './schemas.ts';

const activityType = z.enum(ACTIVITY_TYPES);

export const activity = z
  .strictObject({
    activity_id: z.string(),
    type: activityType,
    created_at: schemas.timestamp,
    message: z.string().describe('The entry as a sentence.'),
    data: z
      .record(z.string(), z.unknown())
      .describe('By type: `day`, `prompts` and `missed`; `platform`; or `webhook_id`, `url` and `delivery_id`.'),
  })
  .meta({
    id: 'Activity',
    description: 'An entry of the operational feed. Unlike events, it is never sent to webhooks.',
    example: {
      activity_id: 'act_01kq3v8r5j6n2e7m4c9b0xw1td',
      type: 'collection.finished',
      created_at: '2026-11-15T23:12:00Z',
      message: 'Collection of 2026-11-15 finished: 240 prompts, 0 missed',
      data: { day: '2026-11-15', prompts: 240, missed: 0 },
    },
  });

const listQuery = z.object({
  ...pageQuery,
  type: activityType.optional().describe('Filter by type.').meta({ example: 'webhook.disabled' }),
  ...rangeQuery,
  after: z
    .string()
    .regex(/^act_[0-9a-z]{26}$/, 'must be an activity_id')
    .optional()
    .describe('Only entries after this `activity_id`, oldest first. Poll with the last one you have read.')
    .meta({ example: 'act_01kq3v8r5j6n2e7m4c9b0xw1td' }),
});

/** What happened to the service itself, to poll. It is never sent to webhooks: a failing one could not report that. */
export function activityRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listActivity',
      summary: 'Collections finished, platform keys refused, webhooks failing or disabled, newest first',
      method: 'GET',
      path: '/activity',
      scope: 'read',
      query: listQuery,
      responses: { 200: listOf(activity) },
      async handle({ caller: { workspaceId }, query }) {
        const after = query.after === undefined ? undefined : await placeOf(db, workspaceId, query.after);
        const filter = { type: query.type, ...boundsOf(query), after };
        const { entries, total } = await listActivity(db, workspaceId, { filter, page: pageIn(query) });
        return listPage(query, { data: entries.map(show), total });
      },
    }),
  ];
}

/** An entry that is deleted by now was older than all others, so its time is enough. */
async function placeOf(db: Db, workspaceId: string, activityId: string): Promise<Place> {
  return (await findActivityPlace(db, workspaceId, activityId)) ?? { at: timeOfId(activityId), id: activityId };
}

function show({ activityId, type, createdAt, data }: Activity): z.input<typeof activity> {
  return { ...toWire({ activityId, type, createdAt }), message: messageOf(type, data), data };
}

function messageOf(type: Activity['type'], data: Activity['data']): string {
  switch (type) {
    case 'collection.finished':
      return `Collection of ${data.day} finished: ${data.prompts} prompts, ${data.missed} missed`;
    case 'platform.key_refused':
      return `${platformName(String(data.platform))} rejected its API key`;
    case 'webhook.failing':
      return `A delivery to ${data.url} failed five times. If the last retry fails, the webhook is disabled`;
    case 'webhook.disabled':
      return `The webhook to ${data.url} was disabled${data.reason === 'gone' ? ': 410 Gone' : ' after six failed attempts'}`;
  }
}
