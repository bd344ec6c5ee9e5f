import { z } from 'zod';
import { isSourceDomain } from '../../analyze/sources/classify.ts';
import { ApiError } from '../../base/errors.ts';
import {
  countSourceTypes,
  readSource,
  readSources,
  type Source,
  type SourceDeps,
  type TypeCount,
} from '../../insight/sources.ts';
import { METRIC_VERSION } from '../../score/metrics.ts';
import { toPoints } from '../../score/rounding.ts';
import { wilson } from '../../score/wilson.ts';
import type { SourceFilter } from '../../store/answers/counted-sources.ts';
import { countSourceDays } from '../../store/answers/sources.ts';
import type { Db } from '../../store/db.ts';
import { findWorkspace, type Workspace } from '../../store/workspaces/workspaces.ts';
import { changeSourceType, MOST_SOURCE_TYPES } from '../../subject/source-types.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageOf, pageQuery, partIn } from './paging.ts';
import { answerQuery, rangeOf } from './range.ts';
import {
  givenSourceType,
  source,
  sourceDetail,
  sourceTypeChange,
  sourceTypeCount,
  sourceTypes,
} from './source-schemas.ts';

/** Pages of a domain in the list, and in its own record. */
const LISTED_PAGES = 5;
const MOST_PAGES = 100;

const typeFilter = sourceTypes.optional().describe('Filter by type.').meta({ example: 'editorial' });
const include = z
  .enum(['evidence'])
  .optional()
  .describe('Adds `sample_size`, `interval`, `mention_rate_interval`, `answer_ids` and `metric_version`.')
  .meta({ example: 'evidence' });
const listQuery = z.object({ ...pageQuery, ...answerQuery, type: typeFilter, include });
const typesQuery = z.object({ ...pageQuery, ...answerQuery });
const oneQuery = z.object({
  ...answerQuery,
  interval: z.enum(['day', 'week']).default('week').describe('The length of the periods in `history`.'),
});

export function sourceRoutes(deps: SourceDeps): Route[] {
  return [...readingRoutes(deps), ...changingRoutes(deps)];
}

function readingRoutes(deps: SourceDeps): Route[] {
  const { db } = deps;
  return [
    route({
      operation: 'listSources',
      summary: 'Domains that answers cite, most cited first (default: the last 30 days)',
      method: 'GET',
      path: '/sources',
      scope: 'read',
      load: 'read',
      query: listQuery,
      responses: { 200: listOf(source) },
      async handle({ caller, query }) {
        const { workspace, filter } = await askedFor(db, caller.workspaceId, query);
        const { sources, total } = await readSources(deps, workspace, { filter, type: query.type, ...partIn(query) });
        const data = sources.map((one) => (query.include ? { ...show(one), ...evidenceOf(one) } : show(one)));
        return listPage(query, { data, total });
      },
    }),
    route({
      operation: 'listSourceTypes',
      summary: 'How many answers cite each type of source (default: the last 30 days)',
      method: 'GET',
      path: '/sources/types',
      scope: 'read',
      query: typesQuery,
      responses: { 200: listOf(sourceTypeCount) },
      async handle({ caller, query }) {
        const { filter } = await askedFor(db, caller.workspaceId, query);
        return pageOf((await countSourceTypes(deps, caller.workspaceId, filter)).map(showType), query);
      },
    }),
    route({
      operation: 'getSource',
      summary: 'One cited domain, its pages and how often it is cited over time',
      method: 'GET',
      path: '/sources/:domain',
      scope: 'read',
      query: oneQuery,
      responses: { 200: sourceDetail },
      async handle({ caller, params: { domain = '' }, query }) {
        const { workspace, filter } = await askedFor(db, caller.workspaceId, query);
        const ofDomain = { ...filter, domain };
        const days = query.interval === 'day' ? 1 : 7;
        const [one, points] = await Promise.all([
          readSource(deps, workspace, ofDomain),
          countSourceDays(db, caller.workspaceId, { filter: ofDomain, days }),
        ]);
        const history = points.map(({ date, answers, sampleSize }) => ({ date, ...shareOf(answers, sampleSize) }));
        return { body: { ...show(one, MOST_PAGES), ...evidenceOf(one), history } };
      },
    }),
  ];
}

function changingRoutes({ db }: SourceDeps): Route[] {
  return [
    route({
      operation: 'setSourceType',
      summary: 'Set the type of a domain for this workspace',
      method: 'PUT',
      path: '/sources/:domain',
      scope: 'write',
      body: sourceTypeChange,
      responses: { 200: givenSourceType },
      errors: { 409: `Limit of ${MOST_SOURCE_TYPES} source types reached` },
      async handle({ caller, params: { domain = '' }, body: { source_type: type } }) {
        if (!isSourceDomain(domain)) {
          throw new ApiError(422, 'domain: must be a registrable domain such as acme.io, in lower case');
        }
        await changeSourceType(db, caller.workspaceId, { domain, type, by: caller.by });
        return { body: { domain, source_type: type } };
      },
    }),
    route({
      operation: 'deleteSourceType',
      summary: 'Remove the type that this workspace set for a domain',
      method: 'DELETE',
      path: '/sources/:domain',
      scope: 'write',
      responses: { 204: z.undefined() },
      async handle({ caller, params: { domain = '' } }) {
        await changeSourceType(db, caller.workspaceId, { domain, type: undefined, by: caller.by });
        return { status: 204, body: undefined };
      },
    }),
  ];
}

async function askedFor(
  db: Db,
  workspaceId: string,
  query: z.output<typeof typesQuery> | z.output<typeof oneQuery>,
): Promise<{ workspace: Workspace; filter: SourceFilter }> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new ApiError(404, 'Workspace not found');
  const { keyword_id: keywordId, platform } = query;
  return { workspace, filter: { keywordId, platform, range: rangeOf(query, workspace.now) } };
}

function show({ pages, ...found }: Source, mostPages = LISTED_PAGES): z.input<typeof source> {
  const { domain, sourceType, setBy, answers, mentions, competitorMentions, platforms, lastCitedAt } = found;
  return {
    ...toWire({ domain, sourceType, setBy, answers }),
    share: percentOf(answers, found.sampleSize),
    mention_rate: percentOf(mentions, answers),
    competitor_mention_rate: percentOf(competitorMentions, answers),
    platforms,
    mentioned: found.mentioned.map(toWire),
    page_count: pages.length,
    pages: pages
      .slice(0, mostPages)
      .map(({ canonicalUrl: url, title, pageType, citations }) => toWire({ url, title, pageType, answers: citations })),
    ...toWire({ lastCitedAt }),
  };
}

function evidenceOf({ answers, mentions, sampleSize, answerIds }: Source) {
  return {
    sample_size: sampleSize,
    interval: intervalOf(answers, sampleSize),
    mention_rate_interval: intervalOf(mentions, answers),
    answer_ids: answerIds,
    metric_version: METRIC_VERSION,
  };
}

function showType({ sourceType, domains, pages, answers, sampleSize }: TypeCount) {
  return { source_type: sourceType, domains, pages, ...shareOf(answers, sampleSize) };
}

function shareOf(answers: number, sampleSize: number) {
  return {
    answers,
    share: percentOf(answers, sampleSize),
    sample_size: sampleSize,
    interval: intervalOf(answers, sampleSize),
  };
}

function percentOf(k: number, n: number): number {
  return n === 0 ? 0 : toPoints(k / n);
}

/** Without answers, everything is possible. */
function intervalOf(k: number, n: number): [low: number, high: number] {
  if (n === 0) return [0, 100];
  const [low, high] = wilson(Math.min(1, k / n), n);
  return [toPoints(low), toPoints(high)];
}
