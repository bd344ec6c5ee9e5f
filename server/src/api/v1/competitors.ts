import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { addCompetitor, removeCompetitor } from '../../measure/change-competitors.ts';
import { readCompetitors } from '../../measure/competitors.ts';
import { domainField, MOST_COMPETITORS, nameField } from '../../measure/names.ts';
import type { AppDeps } from '../app.ts';
import { type Route, route } from '../route.ts';
import { linksOf, listOf, metaOf, pageQuery } from './paging.ts';
import { boundsOf, rangeQuery } from './range.ts';
import * as schemas from './schemas.ts';

const score = z.int().min(0).max(100);

const competitor = z
  .strictObject({
    competitor_id: z.string(),
    name: z.string(),
    domain: z.string().nullable().describe('The first of its domains; null when none was given.'),
    visibility_score: score.describe(
      'Over all keywords every answer weighs the same. 0 also while nothing is measured.',
    ),
    share_of_voice: score
      .nullable()
      .describe('Percent of all times a tracked brand was named, the own brand included; null when nobody was.'),
    mentions: z.int().min(0),
    citations: z.int().min(0),
    platforms: z.record(z.string(), score),
    trend: z.string().regex(/^[+-]\d+%$/),
    updated_at: schemas.timestamp,
    sample_size: z.int().min(0).optional().describe('Valid answers behind the numbers: 0 while nothing is measured.'),
    interval: z.tuple([score, score]).optional(),
    share_of_voice_interval: z.tuple([score, score]).nullish(),
    metric_version: z.int().optional(),
  })
  .meta({
    id: 'Competitor',
    example: {
      competitor_id: 'cmp_01kc3v9d8q5x2m7r4w6y1z0a3b',
      name: 'Aplomb',
      domain: 'aplomb.example',
      visibility_score: 58,
      share_of_voice: 29,
      mentions: 1074,
      citations: 213,
      platforms: { chatgpt: 61, claude: 55, gemini: 57, perplexity: 59 },
      trend: '+4%',
      updated_at: '2026-01-31T12:00:00Z',
    },
  });

const alias = z.union(
  [
    z.string().transform((text) => ({ text })),
    z
      .strictObject({
        text: z.string(),
        case: z.enum(['smart', 'exact', 'insensitive']).optional(),
        require_any: z.array(z.string().max(200)).max(50).optional(),
        exclude_any: z.array(z.string().max(200)).max(50).optional(),
      })
      .transform(({ text, case: rule, require_any: requireAny, exclude_any: excludeAny }) => ({
        text,
        ...(rule && { case: rule }),
        ...(requireAny && { requireAny }),
        ...(excludeAny && { excludeAny }),
      })),
  ],
  {
    error:
      'must be a text, or an object with text and optionally case (smart, exact or insensitive), require_any and exclude_any',
  },
);

const newCompetitor = z
  .strictObject({
    name: nameField,
    domain: domainField.nullish().describe('Its main domain: pages there count as its citations.'),
    aliases: z.array(alias).max(50).default([]).describe('Other names it goes by.'),
    domains: z.array(domainField).max(50).default([]).describe('Further domains of it.'),
  })
  .meta({
    id: 'NewCompetitor',
    example: { name: 'Trackmill', domain: 'trackmill.example', aliases: ['Trackmill Pro'] },
  });

const numbersQuery = {
  keyword_id: z.string().optional().describe('Numbers of one keyword instead of all.'),
  platform: z.string().optional().describe('Numbers of one platform instead of all.').meta({ example: 'chatgpt' }),
  since: rangeQuery.since
    .describe('Numbers from this day on. Whole days count; without it, seven days.')
    .meta({ example: '2026-10-01' }),
  until: rangeQuery.until
    .describe('Numbers up to and including this day; without it, the newest answer’s.')
    .meta({ example: '2026-10-31' }),
  include: z
    .enum(['evidence'])
    .optional()
    .describe('`evidence` adds what the numbers rest on.')
    .meta({ example: 'evidence' }),
};

export function competitorRoutes({ db }: AppDeps): Route[] {
  return [
    route({
      operation: 'listCompetitors',
      summary: 'Tracked competitors, the most visible first',
      method: 'GET',
      path: '/competitors',
      scope: 'read',
      query: z.object({ ...pageQuery, ...numbersQuery }),
      responses: { 200: listOf(competitor) },
      async handle({ caller, query }) {
        const { page, per_page: perPage, ...filter } = query;
        const all = await readCompetitors(db, caller.workspaceId, wishOf(filter));
        const shown = { page, perPage, total: all.length };
        const data = all.slice((page - 1) * perPage, page * perPage);
        return { headers: linksOf(filter, shown), body: { data, meta: metaOf(shown) } };
      },
    }),
    route({
      operation: 'createCompetitor',
      summary: 'Track a competitor; stored answers are read again for it',
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
        const record = await readCompetitor(db, caller.workspaceId, { competitorId: id, withEvidence: false });
        return { status: 201, headers: { location: `/api/v1/competitors/${id}` }, body: record };
      },
    }),
    ...oneCompetitor({ db }),
  ];
}

function oneCompetitor({ db }: Pick<AppDeps, 'db'>): Route[] {
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
        const wish = { ...wishOf(query), competitorId: params.competitor_id ?? '' };
        return { body: await readCompetitor(db, caller.workspaceId, wish) };
      },
    }),
    route({
      operation: 'deleteCompetitor',
      summary: 'Stop tracking a competitor; stored answers are read again without it',
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

function wishOf({ keyword_id: keywordId, platform, include, ...range }: NumbersQuery) {
  return { keywordId, platform, ...boundsOf(range), withEvidence: include === 'evidence' };
}

async function readCompetitor(
  db: AppDeps['db'],
  workspaceId: string,
  wish: Parameters<typeof readCompetitors>[2],
): Promise<object> {
  const [found] = await readCompetitors(db, workspaceId, wish);
  if (!found) throw unknownCompetitor();
  return found;
}
