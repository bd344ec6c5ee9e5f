import type { Gap } from '@visibility/sdk';
import { z } from 'zod';
import { PAGE_TYPES, type RuledType, SOURCE_TYPES } from '../../analyze/sources/types.ts';
import { type Gap as FoundGap, readGaps } from '../../insight/gaps.ts';
import { METRIC_VERSION } from '../../score/metrics.ts';
import { toPoints } from '../../score/rounding.ts';
import { GAP_KINDS } from '../../store/answers/gap-answers.ts';
import type { Db } from '../../store/db.ts';
import type { TimeRange } from '../../store/time-range.ts';
import { loadWorkspace } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageQuery, partIn } from './paging.ts';
import { answerQuery, rangeOf } from './range.ts';

const percent = z.int().min(0).max(100);

export const gap = z
  .strictObject({
    kind: z.enum(GAP_KINDS),
    source: z.string().describe('The domain, the URL of the page, or the search query.'),
    title: z.string().nullable().describe('Of a page.'),
    source_type: z.enum(SOURCE_TYPES).nullable().describe('Null for a query.'),
    page_type: z.enum(PAGE_TYPES).nullable().describe('Of a page.'),
    keyword_id: z.string(),
    keyword: z.string(),
    platform: z.string(),
    effect: percent.describe(
      'About how many more of 100 answers would mention you if those with the source did so as often as the others.',
    ),
    interval: z.tuple([percent, percent]).describe('The 95% interval of `effect`.'),
    absence: percent.describe('Percent of answers with the source and a competitor that do not mention or cite you.'),
    other_absence: percent.describe('The same without the source, for the same prompts.'),
    competitors: z
      .array(z.strictObject({ competitor_id: z.string(), name: z.string(), answers: z.int() }))
      .describe('Competitors in `answers`, most frequent first.'),
    answers: z.int().describe('Answers with the source that mention or cite a competitor and not you.'),
    sample_size: z.int().describe('All valid answers of the keyword on the platform.'),
    answer_ids: z.array(z.string()).describe('The latest ten of `answers`.'),
    answers_url: z.string().describe('The request that lists all `answers`.'),
    adjusted_p: z.number().optional().describe('Only with `include=evidence`: p after correction. Below 0.05.'),
    phi: z.number().optional().describe('Only with `include=evidence`: the scatter of the answers.'),
    metric_version: z.int().optional().describe('Only with `include=evidence`.'),
  })
  .meta({
    id: 'Gap',
    description: 'A domain, page or search after which answers mention competitors and not you.',
    example: {
      kind: 'page',
      source: 'https://toolreview.example/best/kanban-board-software',
      title: 'The best kanban board software',
      source_type: 'review',
      page_type: 'listicle',
      keyword_id: 'kw_01kq3v8r5j6n2e7m4c9b0xw1td',
      keyword: 'kanban board software',
      platform: 'perplexity',
      effect: 14,
      interval: [8, 20],
      absence: 91,
      other_absence: 45,
      competitors: [{ competitor_id: 'cmp_01kq3v8r5j6n2e7m4c9b0xw1te', name: 'Aplomb', answers: 41 }],
      answers: 48,
      sample_size: 168,
      answer_ids: ['ans_01kq3v8r5j6n2e7m4c9b0xw1tf'],
      answers_url:
        '/api/v1/answers?keyword_id=kw_01kq3v8r5j6n2e7m4c9b0xw1td&platform=perplexity&gap=true&page_url=https%3A%2F%2Ftoolreview.example%2Fbest%2Fkanban-board-software',
    },
  });

const listQuery = z.object({
  ...pageQuery,
  ...answerQuery,
  kind: z.enum(GAP_KINDS).optional().describe('Filter by kind.'),
  source_type: z.enum(SOURCE_TYPES).optional().describe('Filter by the type of the site.'),
  competitor_id: z
    .string()
    .optional()
    .describe('Filter by competitor.')
    .meta({ example: 'cmp_01kq3v8r5j6n2e7m4c9b0xw1te' }),
  include: z
    .enum(['evidence'])
    .optional()
    .describe('Adds `adjusted_p`, `phi` and `metric_version`.')
    .meta({ example: 'evidence' }),
});

export interface GapDeps {
  db: Db;
  /** The operator's types of domains. */
  sourceTypes?: Record<string, RuledType>;
}

export function gapRoutes({ db, sourceTypes }: GapDeps): Route[] {
  return [
    route({
      operation: 'listGaps',
      summary:
        'Domains, pages and searches where competitors are mentioned and you are not, largest effect first (default: the last 30 days)',
      method: 'GET',
      path: '/gaps',
      scope: 'read',
      load: 'read',
      query: listQuery,
      responses: { 200: listOf(gap) },
      async handle({ caller: { workspaceId }, query }) {
        const workspace = await loadWorkspace(db, workspaceId);
        const range = rangeOf(query, workspace.now);
        const { keyword_id: keywordId, source_type: sourceType, competitor_id: competitorId, platform, kind } = query;
        const filter = { keywordId, platform, kind, sourceType, competitorId, range, sourceTypes };
        const { gaps, total } = await readGaps(db, workspace, { ...filter, ...partIn(query) });
        const data = gaps.map((one) => show(one, range, query.include));
        return listPage(query, { data, total });
      },
    }),
  ];
}

function show(found: FoundGap, range: TimeRange, include: 'evidence' | undefined): Gap {
  const { kind, source, effect, interval, absence, otherAbsence, adjustedP, phi, ...rest } = found;
  const { title, sourceType, pageType, keywordId, keyword, platform, competitors, answers, sampleSize, answerIds } =
    rest;
  const record = {
    ...toWire({ kind, source, title, sourceType, pageType, keywordId, keyword, platform }),
    effect: toPoints(effect),
    interval: [toPoints(interval[0]), toPoints(interval[1])] as [number, number],
    absence: toPoints(absence),
    other_absence: toPoints(otherAbsence),
    competitors: competitors.map(toWire),
    ...toWire({ answers, sampleSize, answerIds }),
    answers_url: answersOf(found, range),
  };
  return include ? { ...record, adjusted_p: adjustedP, phi, metric_version: METRIC_VERSION } : record;
}

function answersOf({ kind, source, keywordId, platform }: FoundGap, { since, until }: TimeRange): string {
  const name = { domain: 'domain', page: 'page_url', query: 'query' }[kind];
  const query = {
    keyword_id: keywordId,
    platform,
    since: time(since),
    until: time(until),
    gap: 'true',
    [name]: source,
  };
  return `/api/v1/answers?${new URLSearchParams(query)}`;
}

function time(at: Date): string {
  return at.toISOString().replace('.000Z', 'Z');
}
