import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { MOST_ENTRIES, mostEntries } from '../../base/json-size.ts';
import { atMost } from '../../base/problems.ts';
import { ingestAnswers } from '../../measure/ingest.ts';
import { type IncomingLine, scrapedReply, sentAnswer, type UnparsedLine } from '../../measure/ingest-line.ts';
import { readNdjson } from '../../measure/ndjson.ts';
import { type AnswerFilter, listAnswers, walkAnswers } from '../../store/answers/list.ts';
import { findAnswer } from '../../store/answers/one-answer.ts';
import type { Db } from '../../store/db.ts';
import type { TimeRange } from '../../store/time-range.ts';
import { loadWorkspace, workspaceTime } from '../../store/workspaces/workspaces.ts';
import { Ndjson, type Route, route } from '../route.ts';
import { validate } from '../validate.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, metaOf, pageIn, pageQuery } from './paging.ts';
import { answerQuery, rangeOf } from './range.ts';
import * as schemas from './schemas.ts';

const INGEST_BYTES = 8 * 1024 * 1024;

const listQuery = z.object({
  ...pageQuery,
  ...answerQuery,
  domain: z
    .string()
    .optional()
    .describe('Answers that cite this domain. Needs `keyword_id`.')
    .meta({ example: 'g2.com' }),
  page_url: z
    .string()
    .optional()
    .describe('Answers that cite this page. Needs `keyword_id`.')
    .meta({ example: 'https://g2.com/categories/project-management' }),
  query: z
    .string()
    .optional()
    .describe('Answers that ran this web search. Needs `keyword_id`.')
    .meta({ example: 'best kanban boards' }),
  gap: z
    .enum(['true'])
    .optional()
    .describe('Answers that mention or cite a competitor and not you. Needs `keyword_id`.')
    .meta({ example: 'true' }),
});
const oneAnswer = z.union([sentAnswer, scrapedReply]).meta({ id: 'AnswerToIngest' });
const manyAnswers = z
  .strictObject({ answers: z.array(oneAnswer).min(1).max(MOST_ENTRIES) })
  .meta({ id: 'AnswerBatch' });
const many = z.strictObject({ answers: atMost(MOST_ENTRIES, z.array(z.unknown()).min(1)) });

export function answerRoutes({ db, reads }: { db: Db; reads: Db }): Route[] {
  return [
    route({
      operation: 'listAnswers',
      summary: 'Stored answers, newest first',
      method: 'GET',
      path: '/answers',
      scope: 'read',
      query: listQuery,
      responses: { 200: listOf(schemas.answer) },
      async *walk({ caller, query }) {
        const range = rangeOf(query, await workspaceTime(db, caller.workspaceId));
        const filter = filterOf(query, range);
        for await (const answers of walkAnswers(reads, caller.workspaceId, filter)) yield answers.map(toWire);
      },
      async handle({ caller, query }) {
        const range = rangeOf(query, await workspaceTime(db, caller.workspaceId));
        const filter = filterOf(query, range);
        const { answers, total } = await listAnswers(reads, caller.workspaceId, { filter, page: pageIn(query) });
        return listPage(query, { data: answers.map(toWire), total });
      },
    }),
    route({
      operation: 'getAnswer',
      summary: 'One stored answer',
      method: 'GET',
      path: '/answers/:answer_id',
      scope: 'read',
      responses: { 200: schemas.answer },
      errors: { 404: 'Answer not found' },
      async handle({ caller, params }) {
        const found = await findAnswer(db, caller.workspaceId, params.answer_id ?? '');
        if (!found) throw new ApiError(404, 'Answer not found');
        return { body: toWire(found.answer) };
      },
    }),
    route({
      operation: 'ingestAnswers',
      summary: 'Store answers that you collected yourself',
      method: 'POST',
      path: '/answers',
      scope: 'write',
      // One object, many, or NDJSON: the handler selects the shape, so that problems refer to it.
      body: z.unknown(),
      bodyShape: z.union([sentAnswer, scrapedReply, manyAnswers]),
      bodyLimit: INGEST_BYTES,
      takesNdjson: true,
      load: 'import',
      responses: { 200: listOf(schemas.ingestResult), 201: listOf(schemas.ingestResult) },
      errors: { 409: 'This workspace has no brand yet. Set up your brand first.' },
      async handle({ caller, body, origin }) {
        const lines = linesOf(body);
        const { reading } = await loadWorkspace(db, caller.workspaceId);
        if (reading === 0) throw new ApiError(409, 'This workspace has no brand yet. Set up your brand first.');
        const results = await ingestAnswers(db, { workspaceId: caller.workspaceId, origin }, lines);
        const [first] = results;
        // A single invalid object is an error of the request.
        if (isOne(body) && first?.status === 'refused') throw new ApiError(422, first.detail ?? '');
        const all = { page: 1, perPage: results.length, total: results.length };
        const isNew = results.some(({ status }) => status === 'stored');
        return { status: isNew ? 201 : 200, body: { data: results, meta: metaOf(all) } };
      },
    }),
  ];
}

/** Reading the sources of every answer of a large workspace would be too slow. */
function filterOf(query: z.output<typeof listQuery>, range: TimeRange): AnswerFilter {
  const { keyword_id: keywordId, platform, domain, page_url: pageUrl, query: search, gap } = query;
  const [needing] = Object.entries({ domain, page_url: pageUrl, query: search, gap }).find(([, one]) => one) ?? [];
  if (needing && !keywordId) throw new ApiError(422, `${needing}: needs keyword_id`);
  return { keywordId, platform, range, domain, pageUrl, query: search, isGap: gap === 'true' };
}

function linesOf(body: unknown): (IncomingLine | UnparsedLine)[] {
  if (Array.isArray(body)) throw new ApiError(422, 'body: must be an object. Send several as {"answers": […]}');
  if (isOne(body)) return [{ line: 1, value: validate(z.unknown(), body) }];
  if (!(body instanceof Ndjson)) return validate(many, body).answers.map((value, i) => ({ line: i + 1, value }));
  const most = mostEntries(body.text.length);
  const lines = readNdjson(body.text, most + 1);
  if (lines.length === 0) throw new ApiError(422, 'must have at least 1 line');
  if (lines.length > most) throw new ApiError(422, `must have at most ${most} lines in a body of this size`);
  return lines;
}

function isOne(body: unknown): boolean {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject && !(body instanceof Ndjson) && !('answers' in body);
}
