import { EVENT_TYPES } from '@visibility/sdk';
import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { findEvent, listEvents } from '../../store/events.ts';
import type { AppDeps } from '../app.ts';
import { ReadyJson, type Route, route } from '../route.ts';
import { eventOf } from './event-schemas.ts';
import { linksOf, listOf, metaOf, pageQuery } from './paging.ts';
import { boundsOf, rangeQuery } from './range.ts';
import * as schemas from './schemas.ts';

const events = EVENT_TYPES.map((type) => eventOf[type]);
const event = z.union(events).meta({ id: 'Event', example: eventOf['visibility.changed'].meta()?.example });
const eventWithEvidence = z
  .union(events.map((one) => one.extend({ evidence: z.record(z.string(), z.unknown()) })))
  .meta({
    id: 'EventWithEvidence',
    example: {
      ...(eventOf['visibility.changed'].meta()?.example as object),
      evidence: { n1: 40, n2: 40, p: 0.004, metric_version: 1, reading: 1 },
    },
  });

/** What webhooks push, to be pulled; a single event adds what it rests on. */
export function eventRoutes({ db }: AppDeps): Route[] {
  return [
    route({
      operation: 'listEvents',
      summary: 'Events, newest first: what webhooks push, to pull',
      method: 'GET',
      path: '/events',
      scope: 'read',
      query: z.object({
        ...pageQuery,
        type: schemas.eventType.optional().describe('Only events of this type.').meta({ example: 'mention.new' }),
        ...rangeQuery,
      }),
      responses: { 200: listOf(event) },
      async handle({ caller, query }) {
        const { page, per_page: perPage, ...filter } = query;
        const { data, total } = await listEvents(db, caller.workspaceId, {
          filter: { type: filter.type, ...boundsOf(filter) },
          page: { page, perPage },
        });
        const shown = { page, perPage, total };
        const body = new ReadyJson(`{"data":${data},"meta":${JSON.stringify(metaOf(shown))}}`);
        return { headers: linksOf(filter, shown), body };
      },
    }),
    route({
      operation: 'getEvent',
      summary: 'One event with the evidence behind it',
      method: 'GET',
      path: '/events/:event_id',
      scope: 'read',
      responses: { 200: eventWithEvidence },
      errors: { 404: 'Event not found' },
      async handle({ caller, params }) {
        const found = await findEvent(db, caller.workspaceId, params.event_id ?? '');
        if (!found) throw new ApiError(404, 'Event not found');
        return { body: new ReadyJson(`${found.body.slice(0, -1)},"evidence":${JSON.stringify(found.evidence)}}`) };
      },
    }),
  ];
}
