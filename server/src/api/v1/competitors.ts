import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { readCompetitors } from '../../insight/competitors.ts';
import type { Db } from '../../store/db.ts';
import { addCompetitor, changeCompetitor, removeCompetitor } from '../../subject/change-competitors.ts';
import { MOST_COMPETITORS } from '../../subject/names.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { competitor, competitorChange, newCompetitor } from './competitor-schemas.ts';
import { listOf, pageOf, pageQuery } from './paging.ts';
import { boundsOf, rangeQuery } from './range.ts';
import { platform } from './text-fields.ts';

const numbersQuery = {
  keyword_id: z.string().optional().describe('Scores for one keyword instead of all.'),
  platform: platform.optional().describe('Scores for one platform instead of all.').meta({ example: 'chatgpt' }),
  since: rangeQuery.since
    .describe('First day of the range, counted in full. Default: seven days in total.')
    .meta({ example: '2026-10-01' }),
  until: rangeQuery.until
    .describe('Last day of the range, inclusive. Default: the day of the newest answer.')
    .meta({ example: '2026-10-31' }),
  include: z
    .enum(['evidence', 'names'])
    .optional()
    .describe('`evidence` adds sample sizes and intervals. `names` adds `aliases` and additional `domains`.')
    .meta({ example: 'evidence' }),
};

export function competitorRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listCompetitors',
      summary: 'Tracked competitors, most visible first',
      method: 'GET',
      path: '/competitors',
      scope: 'read',
      query: z.object({ ...pageQuery, ...numbersQuery }),
      responses: { 200: listOf(competitor) },
      async handle({ caller, query }) {
        const all = await readCompetitors(db, caller.workspaceId, optionsOf(query));
        return pageOf(all.map(toWire), query);
      },
    }),
    route({
      operation: 'createCompetitor',
      summary: 'Track a competitor; stored answers are re-analyzed',
      method: 'POST',
      path: '/competitors',
      scope: 'write',
      body: newCompetitor,
      responses: { 201: competitor },
      errors: { 409: `Competitor already exists, or Competitor limit of ${MOST_COMPETITORS} reached` },
      async handle({ caller, body }) {
        const { name, aliases } = body;
        const domains = [...new Set([...(body.domain ? [body.domain] : []), ...body.domains])];
        const { id } = await addCompetitor(db, caller.workspaceId, { name, aliases, domains });
        const record = await readCompetitor(db, caller.workspaceId, { competitorId: id });
        return { status: 201, headers: { location: `/api/v1/competitors/${id}` }, body: record };
      },
    }),
    ...oneCompetitor({ db }),
  ];
}

function oneCompetitor({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'getCompetitor',
      summary: 'One competitor',
      method: 'GET',
      path: '/competitors/:competitor_id',
      scope: 'read',
      query: z.object(numbersQuery),
      responses: { 200: competitor },
      errors: { 404: 'Competitor not found' },
      async handle({ caller, params, query }) {
        const options = { ...optionsOf(query), competitorId: params.competitor_id ?? '' };
        return { body: await readCompetitor(db, caller.workspaceId, options) };
      },
    }),
    route({
      operation: 'changeCompetitor',
      summary: 'Rename a competitor, or change its aliases or domains; stored answers are re-analyzed',
      method: 'PATCH',
      path: '/competitors/:competitor_id',
      scope: 'write',
      body: competitorChange,
      responses: { 200: competitor },
      errors: { 404: 'Competitor not found', 409: 'Competitor already exists' },
      async handle({ caller, params, body }) {
        const competitorId = params.competitor_id ?? '';
        const changed = await changeCompetitor(db, caller.workspaceId, { competitorId, change: body });
        if (!changed) throw unknownCompetitor();
        return { body: await readCompetitor(db, caller.workspaceId, { competitorId, withNames: true }) };
      },
    }),
    route({
      operation: 'deleteCompetitor',
      summary: 'Stop tracking a competitor; stored answers are re-analyzed',
      method: 'DELETE',
      path: '/competitors/:competitor_id',
      scope: 'write',
      responses: { 204: z.undefined() },
      errors: { 404: 'Competitor not found' },
      async handle({ caller, params }) {
        const isRemoved = await removeCompetitor(db, caller.workspaceId, params.competitor_id ?? '');
        if (!isRemoved) throw unknownCompetitor();
        return { status: 204, body: undefined };
      },
    }),
  ];
}

const unknownCompetitor = () => new ApiError(404, 'Competitor not found');

type NumbersQuery = z.output<z.ZodObject<typeof numbersQuery>>;

function optionsOf({ keyword_id: keywordId, platform, include, ...range }: NumbersQuery) {
  return {
    keywordId,
    platform,
    ...boundsOf(range),
    withEvidence: include === 'evidence',
    withNames: include === 'names',
  };
}

async function readCompetitor(db: Db, workspaceId: string, options: Parameters<typeof readCompetitors>[2]) {
  const [found] = await readCompetitors(db, workspaceId, options);
  if (!found) throw unknownCompetitor();
  return toWire(found);
}
