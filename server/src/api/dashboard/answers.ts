import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { readAnswer } from '../../insight/answer.ts';
import { listKeywordAnswers } from '../../store/answers/keyword-answers.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import type { AppDeps } from '../app.ts';
import { type Route, route } from '../route.ts';
import { linksOf, listOf, metaOf, pageQuery } from '../v1/paging.ts';
import { rangeOf, rangeQuery } from '../v1/range.ts';
import * as schemas from '../v1/schemas.ts';

const sentiment = z.enum(['positive', 'neutral', 'negative']);
const status = z.enum(['valid', 'refused', 'failed']);
const owner = z.enum(['own', 'competitor', 'other']);

const answerReading = z.strictObject({
  answer: schemas.answer,
  reason: z.string().nullable(),
  prompt_id: z.string(),
  brands: z.array(
    z.strictObject({
      brand_id: z.string(),
      name: z.string().nullable(),
      is_own: z.boolean(),
      position: z.int(),
      sentiment,
    }),
  ),
  marks: z.array(
    z.strictObject({
      start: z.int(),
      end: z.int(),
      brand_id: z.string().optional(),
      source: z.int().optional(),
    }),
  ),
  sources: z.array(
    z.strictObject({
      url: z.string(),
      title: z.string().nullable(),
      cited: z.boolean(),
      domain: z.string().nullable(),
      owner: owner.nullable(),
      owner_name: z.string().nullable(),
    }),
  ),
  previous: z.string().nullable(),
  next: z.string().nullable(),
});

const answerLine = z.strictObject({
  answer_id: z.string(),
  platform: z.string(),
  status,
  prompt: z.string(),
  excerpt: z.string(),
  position: z.int().nullable(),
  sentiment: sentiment.nullable(),
  asked_at: schemas.timestamp,
});

const lineQuery = z.object({
  ...pageQuery,
  ...rangeQuery,
  platform: z.string().optional(),
  status: status.optional(),
  prompt_id: z.string().optional(),
  named: z.enum(['yes', 'no']).optional(),
});

/** Answers as a person reads them: one with its findings, and those of a keyword in a line each. */
export function dashboardAnswerRoutes({ db }: AppDeps): Route[] {
  return [
    route({
      operation: 'readAnswer',
      summary: 'One answer with what was found in it, and where',
      method: 'GET',
      path: '/answers/:answer_id/reading',
      scope: 'read',
      responses: { 200: answerReading },
      async handle({ caller, params }) {
        const reading = await readAnswer(db, caller.workspaceId, params.answer_id ?? '');
        if (!reading) throw new ApiError(404, 'Answer not found');
        return { body: reading };
      },
    }),
    route({
      operation: 'listKeywordAnswers',
      summary: 'The answers of a keyword in a line each, newest first',
      method: 'GET',
      path: '/keywords/:keyword_id/answers',
      scope: 'read',
      query: lineQuery,
      responses: { 200: listOf(answerLine) },
      async handle({ caller, params, query }) {
        const { page, per_page: perPage, platform, named, prompt_id: promptId, ...rest } = query;
        const range = rangeOf(query, await workspaceTime(db, caller.workspaceId));
        const isNamed = named === undefined ? undefined : named === 'yes';
        const about = { keywordId: params.keyword_id ?? '', platform, status: rest.status, promptId };
        const { answers, total } = await listKeywordAnswers(db, caller.workspaceId, {
          filter: { ...about, isNamed, range },
          page: { page, perPage },
        });
        const shown = { page, perPage, total };
        return { headers: linksOf({ ...rest, platform, named }, shown), body: { data: answers, meta: metaOf(shown) } };
      },
    }),
  ];
}
