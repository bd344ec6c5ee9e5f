import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { readCompetitors } from '../../insight/competitors.ts';
import { readHeadToHead } from '../../insight/head-to-head.ts';
import { readVoiceHistory } from '../../insight/share-of-voice-history.ts';
import { findReread } from '../../store/workspaces/readings.ts';
import { previewCompetitor } from '../../subject/preview-competitor.ts';
import type { AppDeps } from '../app.ts';
import { type Route, route } from '../route.ts';
import { competitor, newCompetitor } from '../v1/competitor-schemas.ts';
import { wholeNumber } from '../v1/paging.ts';
import { boundsOf, rangeQuery } from '../v1/range.ts';
import * as schemas from '../v1/schemas.ts';

const points = z.int().min(0).max(100);
const LONGEST_DAYS = 400;
const viewQuery = {
  days: wholeNumber(1, LONGEST_DAYS).default(30),
  platform: z.string().optional(),
};

/** How the own brand stands among its competitors, for the page that compares them. */
export function competitorViewRoutes(deps: AppDeps): Route[] {
  return [standings(deps), voiceHistory(deps), headToHead(deps), preview(deps), reread(deps)];
}

function standings({ db }: AppDeps): Route {
  return route({
    operation: 'listStandings',
    summary: 'The own brand, under the id `brand`, and its competitors, the most visible first',
    method: 'GET',
    path: '/standings',
    scope: 'read',
    query: z.object({ ...rangeQuery, platform: z.string().optional() }),
    responses: { 200: z.strictObject({ data: z.array(competitor) }) },
    async handle({ caller, query: { platform, ...range } }) {
      const wish = { ...boundsOf(range), platform, withOwn: true, withEvidence: true, withNames: true };
      return { body: { data: await readCompetitors(db, caller.workspaceId, wish) } };
    },
  });
}

function voiceHistory({ db }: AppDeps): Route {
  return route({
    operation: 'getVoiceHistory',
    summary: 'Share of voice over time, the own brand included',
    method: 'GET',
    path: '/share-of-voice',
    scope: 'read',
    query: z.object(viewQuery),
    responses: {
      200: z.strictObject({
        brands: z.array(z.strictObject({ brand_id: z.string(), name: z.string(), is_own: z.boolean() })),
        step_days: z.int(),
        points: z.array(
          z.strictObject({
            date: schemas.day,
            sample_size: z.int(),
            shares: z.record(z.string(), points).nullable(),
          }),
        ),
      }),
    },
    handle: async ({ caller, query }) => ({ body: await readVoiceHistory(db, caller.workspaceId, query) }),
  });
}

const side = z.strictObject({
  visibility_score: points,
  interval: z.tuple([points, points]),
  sample_size: z.int(),
});

function headToHead({ db }: AppDeps): Route {
  return route({
    operation: 'getHeadToHead',
    summary: 'The own brand against one competitor, keyword by keyword',
    method: 'GET',
    path: '/head-to-head/:competitor_id',
    scope: 'read',
    query: z.object(viewQuery),
    responses: {
      200: z.strictObject({
        competitor_id: z.string(),
        name: z.string(),
        duels: z.array(
          z.strictObject({
            keyword_id: z.string(),
            keyword: z.string(),
            own: side,
            rival: side,
            gap: z.int(),
            ahead: z.enum(['own', 'rival', 'even']),
          }),
        ),
        keywords_examined: z.int(),
        keywords_total: z.int(),
      }),
    },
    async handle({ caller, params, query }) {
      const wish = { competitorId: params.competitor_id ?? '', ...query };
      const found = await readHeadToHead(db, caller.workspaceId, wish);
      if (!found) throw new ApiError(404, 'Competitor not found');
      return { body: found };
    },
  });
}

function preview({ db }: AppDeps): Route {
  return route({
    operation: 'previewCompetitor',
    summary: 'What stored answers say of a competitor before it is added or changed',
    method: 'POST',
    path: '/competitors/preview',
    scope: 'write',
    body: z.strictObject({ ...newCompetitor.shape, competitor_id: z.string().optional() }),
    responses: {
      200: z.strictObject({
        answers_read: z.int(),
        answers_total: z.int(),
        naming: z.int(),
        citing: z.int(),
        naming_now: z.int().nullable(),
        examples: z.array(
          z.strictObject({ answer_id: z.string(), keyword: z.string(), platform: z.string(), context: z.string() }),
        ),
        warnings: z.array(z.string()),
      }),
    },
    async handle({ caller, body }) {
      const { name, aliases, domain, domains, competitor_id: competitorId } = body;
      const wish = { name, aliases, domains: [...new Set([...(domain ? [domain] : []), ...domains])] };
      return { body: await previewCompetitor(db, caller.workspaceId, { competitorId, wish }) };
    },
  });
}

function reread({ db }: AppDeps): Route {
  return route({
    operation: 'getReread',
    summary: 'How far the reading of stored answers under changed names has come',
    method: 'GET',
    path: '/competitors/reread',
    scope: 'read',
    responses: {
      200: z.strictObject({
        reread: z.strictObject({ keywords_done: z.int(), keywords_total: z.int() }).nullable(),
      }),
    },
    async handle({ caller }) {
      const found = await findReread(db, caller.workspaceId);
      const reread = found ? { keywords_done: found.keywordsDone, keywords_total: found.keywordsTotal } : null;
      return { body: { reread } };
    },
  });
}
