import type { SearchQuery } from '@visibility/sdk';
import { z } from 'zod';
import { tidied } from '../../base/tidy.ts';
import { METRIC_VERSION } from '../../score/metrics.ts';
import { toPoints } from '../../score/rounding.ts';
import { wilson } from '../../score/wilson.ts';
import { type CountedQuery, countQueries } from '../../store/answers/queries.ts';
import type { Db } from '../../store/db.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery } from './paging.ts';
import { answerQuery, rangeOf } from './range.ts';
import * as schemas from './schemas.ts';

const percent = z.int().min(0).max(100);
const interval = z.tuple([percent, percent]);

export const searchQuery = z
  .strictObject({
    query: z.string().describe('As the latest answer spells it. Case and spacing do not make another query.'),
    keyword_id: z.string(),
    keyword: z.string(),
    answers: z.int().describe('Valid answers that ran it.'),
    share: percent.describe('Percent of the keyword’s answers with known searches that ran it.'),
    mention_rate: percent.describe('Percent of `answers` that mention your brand.'),
    competitor_mention_rate: percent.describe('Percent of `answers` that mention at least one tracked competitor.'),
    platforms: z.record(z.string(), z.int()).describe('`answers` by platform.'),
    last_asked_at: schemas.timestamp,
    sample_size: z
      .int()
      .optional()
      .describe('Only with `include=evidence`: the keyword’s valid answers that report their searches.'),
    interval: interval.optional().describe('Only with `include=evidence`: the 95% interval of `share`.'),
    mention_rate_interval: interval.optional().describe('Only with `include=evidence`.'),
    metric_version: z.int().optional().describe('Only with `include=evidence`.'),
  })
  .meta({
    id: 'SearchQuery',
    description:
      'A web search that assistants run for a keyword. Spellings that differ only in case or spacing are one query.',
    example: {
      query: 'best kanban board small team',
      keyword_id: 'kw_01kq3v8r5j6n2e7m4c9b0xw1td',
      keyword: 'kanban board software',
      answers: 88,
      share: 59,
      mention_rate: 64,
      competitor_mention_rate: 91,
      platforms: { chatgpt: 51, claude: 37 },
      last_asked_at: '2026-11-15T09:12:00Z',
    },
  });

const listQuery = z.object({
  ...pageQuery,
  ...answerQuery,
  q: tidied.optional().describe('Text that the query contains.').meta({ example: 'kanban' }),
  include: z
    .enum(['evidence'])
    .optional()
    .describe('Adds `sample_size`, `interval`, `mention_rate_interval` and `metric_version`.')
    .meta({ example: 'evidence' }),
});

export function queryRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listQueries',
      summary: 'Web searches that assistants run for your keywords, most frequent first (default: the last 30 days)',
      method: 'GET',
      path: '/queries',
      scope: 'read',
      load: 'read',
      query: listQuery,
      responses: { 200: listOf(searchQuery) },
      async handle({ caller: { workspaceId }, query }) {
        const range = rangeOf(query, await workspaceTime(db, workspaceId));
        const filter = { keywordId: query.keyword_id, platform: query.platform, q: query.q, range };
        const { queries, total } = await countQueries(db, workspaceId, { filter, page: pageIn(query) });
        const data = queries.map((one) => show(one, query.include));
        return listPage(query, { data, total });
      },
    }),
  ];
}

function show(counted: CountedQuery, include: 'evidence' | undefined): SearchQuery {
  const { query, keywordId, keyword, answers, mentions, competitorMentions, sampleSize, platforms, lastAskedAt } =
    counted;
  const record = {
    ...toWire({ query, keywordId, keyword, answers }),
    share: toPoints(answers / sampleSize),
    mention_rate: toPoints(mentions / answers),
    competitor_mention_rate: toPoints(competitorMentions / answers),
    platforms,
    ...toWire({ lastAskedAt }),
  };
  if (!include) return record;
  return {
    ...record,
    sample_size: sampleSize,
    interval: intervalOf(answers, sampleSize),
    mention_rate_interval: intervalOf(mentions, answers),
    metric_version: METRIC_VERSION,
  };
}

function intervalOf(k: number, n: number): [low: number, high: number] {
  const [low, high] = wilson(k / n, n);
  return [toPoints(low), toPoints(high)];
}
