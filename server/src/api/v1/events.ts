import { EVENT_TYPES } from '@visibility/sdk';
import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { showEvidence } from '../../insight/evidence.ts';
import type { Db } from '../../store/db.ts';
import { type EventFilter, findEvent, listEvents, walkEvents } from '../../store/events/events.ts';
import { JsonText, type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { eventOf } from './event-schemas.ts';
import { linksOf, listOf, metaOf, pageQuery } from './paging.ts';
import { boundsOf, rangeQuery } from './range.ts';
import * as schemas from './schemas.ts';
import { keywordId } from './text-fields.ts';
import { changeReasons } from './why-schemas.ts';

const events = EVENT_TYPES.map((type) => eventOf[type]);
const event = z
  .union(events)
  .meta({ id: 'Event', discriminator: byType('Event'), example: eventOf['visibility.changed'].meta()?.example });
const evidence = z
  .record(z.string(), z.unknown())
  .describe(
    'The evidence, by event type. `answer_ids`: the valid answers behind the event, at most 500. `answers`: the request that ' +
      'lists the answers of these days. For changes: `k1` of `n1` answers before and `k2` of `n2` now, the intervals, the test, and ' +
      '`points`, the tested difference of the pooled shares. `change` is the difference of the displayed scores. `split`: where it comes from. `why` (`ChangeReasons`): the prompts, brands and sources that changed with it.',
  )
  .meta({ id: 'EventEvidence' });
const answersOf = '/api/v1/answers?keyword_id=kw_01kab3v7c0d2f4h6k8n1q3t5wz&platform=chatgpt';
const evidenceExample = {
  k1: 144,
  n1: 480,
  k2: 22,
  n2: 40,
  prompts: 5,
  windows: 12,
  previous_score: 30,
  new_score: 55,
  previous_interval: [26, 34],
  new_interval: [40, 69],
  points: 25,
  look: 'week',
  z: 3.241,
  p: 0.0019,
  adjusted_p: 0.0019,
  correction: 'none',
  phi: 1.05,
  df: 41.6,
  effective_answers: 40.9,
  settings: { min_points: 10, level: 0.007, min_answers: 20 },
  window: 14,
  window_start: '2026-11-08',
  window_end: '2026-11-14',
  baseline_start: '2026-08-16',
  baseline_end: '2026-11-07',
  answers: `${answersOf}&since=2026-11-08&until=2026-11-14`,
  baseline_answers: `${answersOf}&since=2026-08-16&until=2026-11-07`,
  answer_ids: ['ans_01kab3v7c0e4m8s2w6y1t5r9xz'],
  split: {
    points: 25,
    parts: [
      { cause: 'platform', platform: 'chatgpt', prompt: null, text: 'All prompts on ChatGPT', points: 20 },
      { cause: 'noise', platform: null, prompt: null, text: 'Sample noise', points: 5 },
    ],
  },
  why: changeReasons.meta()?.example,
  metric_version: 1,
  reading: 1,
};
export const eventWithEvidence = z
  .union(events.map((one) => one.extend({ evidence }).meta({ id: `${one.meta()?.id}WithEvidence` })))
  .meta({
    id: 'EventWithEvidence',
    discriminator: byType('EventWithEvidence'),
    example: {
      ...(eventOf['visibility.changed'].meta()?.example as object),
      evidence: evidenceExample,
    },
  });

const eventList = listOf(event);

/** Lets generated clients find the event of each type. */
function byType(name: 'Event' | 'EventWithEvidence') {
  const entries = events.map((one) => [one.shape.type.value, `#/components/schemas/${one.meta()?.id}${name.slice(5)}`]);
  return { propertyName: 'type', mapping: Object.fromEntries(entries) };
}

const listQuery = z.object({
  ...pageQuery,
  keyword_id: keywordId.optional().describe('Filter by keyword. Report events have no keyword.'),
  type: schemas.eventType.optional().describe('Filter by type.').meta({ example: 'mention.new' }),
  ...rangeQuery,
});

/** The events that webhooks receive. A single event includes its evidence. */
export function eventRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listEvents',
      summary: 'Events that webhooks receive, newest first',
      method: 'GET',
      path: '/events',
      scope: 'read',
      query: listQuery,
      responses: { 200: eventList },
      async *walk({ caller, query }) {
        const batches = walkEvents(db, caller.workspaceId, filterOf(query));
        for await (const bodies of batches) yield bodies.map((body) => JSON.parse(body));
      },
      async handle({ caller, query }) {
        const { page, per_page: perPage, ...asked } = query;
        const request = { filter: filterOf(query), page: { page, perPage } };
        const { data, total } = await listEvents(db, caller.workspaceId, request);
        const shown = { page, perPage, total };
        const body = new JsonText(eventList, `{"data":${data},"meta":${JSON.stringify(metaOf(shown))}}`);
        return { headers: linksOf(asked, shown), body };
      },
    }),
    route({
      operation: 'getEvent',
      summary: 'One event with its evidence',
      method: 'GET',
      path: '/events/:event_id',
      scope: 'read',
      responses: { 200: eventWithEvidence },
      errors: { 404: 'Event not found' },
      async handle({ caller, params }) {
        const found = await findEvent(db, caller.workspaceId, params.event_id ?? '');
        if (!found) throw new ApiError(404, 'Event not found');
        const evidence = toWire(await showEvidence(db, caller.workspaceId, found));
        return {
          body: new JsonText(eventWithEvidence, `${found.body.slice(0, -1)},"evidence":${JSON.stringify(evidence)}}`),
        };
      },
    }),
  ];
}

function filterOf({ keyword_id: keywordId, type, ...range }: z.output<typeof listQuery>): EventFilter {
  return { keywordId, type, ...boundsOf(range) };
}
