import { z } from 'zod';
import { readCrossings, readStandings } from '../../insight/overtaking.ts';
import type { Db } from '../../store/db.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery } from './paging.ts';
import { boundsOf, rangeQuery } from './range.ts';
import * as schemas from './schemas.ts';
import { keywordId, platform } from './text-fields.ts';

const score = z.int().min(0).max(100);
const interval = z.tuple([score, score]);

const lead = z
  .strictObject({
    since: schemas.day.describe('First day compared.'),
    until: schemas.day.describe('Last day compared: the end of a closed week.'),
    sample_size: z.int().describe('Valid answers. Both brands are counted in the same ones.'),
    own_score: score,
    own_interval: interval,
    competitor_score: score,
    competitor_interval: interval,
    lead: z.int().describe('`own_score` minus `competitor_score`, in points.'),
    lead_interval: z.tuple([z.int(), z.int()]).describe('95 % interval of the lead.'),
    p_value: z.number().describe('Of McNemar’s test, before the correction for several competitors.'),
    metric_version: z.int(),
  })
  .meta({
    id: 'Lead',
    description: 'How two brands compare on the same answers.',
    example: {
      since: '2026-10-19',
      until: '2026-11-15',
      sample_size: 640,
      own_score: 41,
      own_interval: [37, 45],
      competitor_score: 53,
      competitor_interval: [49, 57],
      lead: -12,
      lead_interval: [-17, -7],
      p_value: 0.00002,
      metric_version: 1,
    },
  });

const place = {
  keyword_id: z.string(),
  keyword: z.string(),
  platform: z.string().nullable().describe('Null: all platforms together.'),
  competitor_id: z.string(),
  competitor: z.string(),
};
const placeExample = {
  keyword_id: 'kw_01kq3v8r5j6n2e7m4c9b0xw1td',
  keyword: 'kanban board software',
  platform: null,
  competitor_id: 'cmp_01kq3v8r5j6n2e7m4c9b0xw1td',
  competitor: 'Aplomb',
};

const VERDICTS = ['ahead', 'behind', 'too_close_to_call', 'collecting'] as const;
const DIRECTIONS = ['overtook', 'was_overtaken'] as const;

export const standing = z
  .strictObject({
    ...place,
    verdict: z
      .enum(VERDICTS)
      .describe('Your brand against the competitor. `collecting`: fewer than 20 answers, so nothing is claimed.'),
    sample_size: z.int(),
    figures: lead.nullable().describe('What the verdict is based on. Null while `collecting`.'),
  })
  .meta({
    id: 'Standing',
    description: 'Who is ahead, as of the last closed week.',
    example: { ...placeExample, verdict: 'behind', sample_size: 640, figures: lead.meta()?.example },
  });

export const crossing = z
  .strictObject({
    ...place,
    direction: z.enum(DIRECTIONS).describe('Your brand overtook the competitor, or was overtaken by it.'),
    week_start: schemas.day.describe('First day of the closed week in which the lead changed sides.'),
    week_end: schemas.day,
    before: lead.describe('The last tested lead of the other side.'),
    after: lead,
    answers: z.string().describe('The request that lists the answers of `after`.'),
    answer_ids: z.array(z.string()).describe('The newest of them that mention only the brand now ahead, at most 5.'),
  })
  .meta({
    id: 'Crossing',
    description: 'A closed week in which a tested lead changed sides.',
    example: {
      ...placeExample,
      direction: 'was_overtaken',
      week_start: '2026-11-09',
      week_end: '2026-11-15',
      before: {
        ...(lead.meta()?.example as object),
        since: '2026-09-21',
        until: '2026-10-18',
        own_score: 52,
        own_interval: [48, 56],
        competitor_score: 44,
        competitor_interval: [40, 48],
        lead: 8,
        lead_interval: [3, 13],
      },
      after: lead.meta()?.example,
      answers: '/api/v1/answers?keyword_id=kw_01kq3v8r5j6n2e7m4c9b0xw1td&since=2026-10-19&until=2026-11-15',
      answer_ids: ['ans_01kab3v7c0e4m8s2w6y1t5r9xz'],
    },
  });

const placeQuery = {
  keyword_id: keywordId.optional().describe('Filter by keyword.'),
  platform: platform
    .optional()
    .describe('A platform, or `overall` for all platforms together. Default: both.')
    .meta({ example: 'overall' }),
  competitor_id: z.string().optional().describe('Filter by competitor.'),
};

type PlaceQuery = z.output<z.ZodObject<typeof placeQuery>>;

function filterOf({ keyword_id, platform, competitor_id }: PlaceQuery) {
  return {
    keywordId: keyword_id,
    platform: platform === 'overall' ? '' : platform,
    competitorId: competitor_id,
  };
}

export function standingRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listStandings',
      summary: 'Who is ahead on each keyword, platform and competitor, as of the last closed week',
      method: 'GET',
      path: '/standings',
      scope: 'read',
      query: z.object({
        ...pageQuery,
        ...placeQuery,
        verdict: z.enum(VERDICTS).optional().describe('Filter by verdict.'),
      }),
      responses: { 200: listOf(standing) },
      async handle({ caller, query }) {
        const options = { filter: filterOf(query), verdict: query.verdict, page: pageIn(query) };
        const { standings, total } = await readStandings(db, caller.workspaceId, options);
        return listPage(query, { data: standings.map(toWire), total });
      },
    }),
    route({
      operation: 'listCrossings',
      summary: 'When you overtook a competitor or were overtaken, newest first (default: all weeks)',
      method: 'GET',
      path: '/standings/crossings',
      scope: 'read',
      query: z.object({
        ...pageQuery,
        ...placeQuery,
        direction: z.enum(DIRECTIONS).optional().describe('Filter by direction.'),
        since: rangeQuery.since.describe('Weeks that end on this day or later.'),
        until: rangeQuery.until.describe('Weeks that end on this day or earlier.'),
      }),
      responses: { 200: listOf(crossing) },
      async handle({ caller, query }) {
        const filter = { ...filterOf(query), direction: query.direction, ...boundsOf(query) };
        const { crossings, total } = await readCrossings(db, caller.workspaceId, { filter, page: pageIn(query) });
        return listPage(query, { data: crossings.map(toWire), total });
      },
    }),
  ];
}
