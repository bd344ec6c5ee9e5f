import type { VisibilityDetail } from '@visibility/sdk';
import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { tidied } from '../../base/tidy.ts';
import { addDays, daysBetween, isoSeconds } from '../../base/time.ts';
import { scoreHistory } from '../../insight/history.ts';
import { findMarkers, type Marker } from '../../insight/markers.ts';
import { METRIC_VERSION } from '../../score/metrics.ts';
import { WINDOW_DAYS } from '../../score/window.ts';
import { findVisibility } from '../../store/counts/visibility.ts';
import type { Db } from '../../store/db.ts';
import { findKeyword } from '../../store/keywords/keywords.ts';
import {
  listVisibility,
  VISIBILITY_SORTS,
  type VisibilitySort,
  walkVisibility,
} from '../../store/keywords/visibility-list.ts';
import { JsonText, type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { comparedPeriod, comparePeriods, periodsOf } from './compare.ts';
import { unknownKeyword } from './keywords.ts';
import { linksOf, listOf, metaOf, pageQuery, wholeNumber } from './paging.ts';
import { checkOrder } from './range.ts';
import * as schemas from './schemas.ts';
import { keywordId, platform, tag } from './text-fields.ts';

const DEFAULT_HISTORY_DAYS = 30;
const LONGEST_HISTORY_DAYS = 400;

const listQuery = z.object({
  ...pageQuery,
  keyword_id: keywordId.optional().describe('Filter by keyword.'),
  platform: platform
    .optional()
    .describe('Only keywords measured on this platform. Scores stay overall; the platform’s score is in `platforms`.')
    .meta({ example: 'chatgpt' }),
  tag: tag.optional(),
  q: tidied.optional(),
  sort: z
    .enum(VISIBILITY_SORTS.flatMap((name) => [name, `-${name}`] as const))
    .default('keyword')
    .describe('Prefix with `-` for descending order.'),
  include: z
    .enum(['evidence'])
    .optional()
    .describe('Adds `sample_size`, `interval`, `metric_version` and `platform_evidence`.')
    .meta({ example: 'evidence' }),
});

const detailQuery = z.object({
  since: schemas.day.optional().describe('First day of the history.').meta({ example: '2026-10-01' }),
  until: schemas.day.optional().describe('Last day of the history.').meta({ example: '2026-10-31' }),
  interval: z.enum(['day', 'week']).default('day').describe('One history point per day or per week.'),
  reading: wholeNumber(1, 1_000_000)
    .optional()
    .describe('Scores from the alias set version before the current one.')
    .meta({ example: 1 }),
  compare: comparedPeriod,
  include: z
    .enum(['evidence'])
    .optional()
    .describe('Adds `platform_evidence`, `markers` to the history, and `why` to the comparison.')
    .meta({ example: 'evidence' }),
});

const visibilityList = z.union([listOf(schemas.visibility), listOf(schemas.visibilityWithEvidence)]);

export function visibilityRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listVisibility',
      summary: 'Current visibility of every keyword',
      method: 'GET',
      path: '/visibility',
      scope: 'read',
      query: listQuery,
      version: ({ listVersion }) => listVersion,
      responses: { 200: visibilityList },
      async *walk({ caller, query }) {
        const batches = walkVisibility(db, caller.workspaceId, optionsOf(query));
        for await (const docs of batches) yield docs.map((doc) => JSON.parse(doc));
      },
      async handle({ caller, query }) {
        const { page, per_page: perPage, sort, include, keyword_id: keywordId, platform, tag, q } = query;
        const options = { ...optionsOf(query), page: { page, perPage } };
        const { data, total, version } = await listVisibility(db, caller.workspaceId, options);
        const shown = { page, perPage, total };
        const links = linksOf({ keyword_id: keywordId, platform, tag, q, sort, include }, shown);
        const body = new JsonText(visibilityList, `{"data":${data},"meta":${JSON.stringify(metaOf(shown))}}`);
        return { headers: links, version, body };
      },
    }),
    route({
      operation: 'getVisibility',
      summary: 'One keyword with its history',
      method: 'GET',
      path: '/visibility/:keyword_id',
      scope: 'read',
      query: detailQuery,
      responses: { 200: schemas.visibilityDetail },
      errors: { 404: 'Keyword not found' },
      async handle({ caller, params, query }) {
        const keywordId = params.keyword_id ?? '';
        checkOrder(query);
        const found = await findVisibility(db, caller.workspaceId, keywordId);
        const isEvidenceWanted = query.include === 'evidence';
        if (!found) {
          const record = await notYetMeasured(db, caller.workspaceId, keywordId);
          return { body: isEvidenceWanted ? { ...record, platform_evidence: {} } : record };
        }
        checkReading(query.reading, found.reading);
        const stepDays = query.interval === 'week' ? WINDOW_DAYS : 1;
        const range = rangeOf(query, found.lastDay);
        const periods = periodsOf(query, range);
        const scores = { keywordId, reading: query.reading ?? found.reading, stepDays, ...range };
        const points = (await scoreHistory(db, caller.workspaceId, scores)).map(toWire);
        const history = isEvidenceWanted
          ? withMarkers(points, await findMarkers(db, caller.workspaceId, { keywordId, ...range }))
          : points;
        const record = `${found.doc.slice(0, -1)},${found.evidence}`;
        const added = isEvidenceWanted ? `,"platform_evidence":${found.platformEvidence}` : '';
        const comparison = periods
          ? `,"comparison":${JSON.stringify(await comparePeriods(db, caller.workspaceId, { ...periods, ...scores, isExplained: isEvidenceWanted }))}`
          : '';
        const text = `${record}${added}${comparison},"history":${JSON.stringify(history)}}`;
        return { body: new JsonText(schemas.visibilityDetail, text) };
      },
    }),
  ];
}

/** The counts of the current alias set version and of the one before it are kept. */
function checkReading(reading: number | undefined, current: number): void {
  if (reading === undefined || (reading <= current && reading >= current - 1)) return;
  const choice = current > 1 ? `${current - 1} or ${current}` : `${current}`;
  throw new ApiError(422, `reading: must be ${choice}`);
}

function optionsOf({ sort, include, keyword_id: keywordId, platform, tag, q }: z.output<typeof listQuery>) {
  return {
    filter: { keywordId, platform, tag, q },
    sort: { by: sort.replace('-', '') as VisibilitySort, descending: sort.startsWith('-') },
    withEvidence: include === 'evidence',
  };
}

/** A marker belongs to the first point on or after its day. */
function withMarkers<Point extends { date: string }>(points: Point[], markers: Marker[]) {
  return points.map((point, index) => {
    const after = points[index - 1]?.date ?? '';
    const mine = markers.filter(({ date }) => date > after && date <= point.date);
    return { ...point, markers: mine.map(({ date: _, ...marker }) => toWire(marker)) };
  });
}

/** The record of a keyword without answers: any score is possible. */
async function notYetMeasured(db: Db, workspaceId: string, keywordId: string): Promise<VisibilityDetail> {
  const keyword = await findKeyword(db, workspaceId, keywordId);
  if (!keyword) throw unknownKeyword();
  return {
    keyword_id: keywordId,
    keyword: keyword.keyword,
    visibility_score: 0,
    mentions: 0,
    citations: 0,
    platforms: {},
    trend: '+0%',
    updated_at: isoSeconds(keyword.updatedAt),
    sample_size: 0,
    interval: [0, 100],
    metric_version: METRIC_VERSION,
    history: [],
  };
}

function rangeOf({ since, until }: z.output<typeof detailQuery>, lastDay: string): { since: string; until: string } {
  const end = until !== undefined && until < lastDay ? until : lastDay;
  const start = since ?? addDays(end, 1 - DEFAULT_HISTORY_DAYS);
  if (daysBetween(start, end) > LONGEST_HISTORY_DAYS) {
    throw new ApiError(422, `since: must be at most ${LONGEST_HISTORY_DAYS} days before until`);
  }
  return { since: start, until: end };
}
