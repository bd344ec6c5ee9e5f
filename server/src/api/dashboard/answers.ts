import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { readAnswer } from '../../insight/answer.ts';
import { listKeywordAnswers } from '../../store/answers/keyword-answers.ts';
import type { Db } from '../../store/db.ts';
import { findKeyword } from '../../store/keywords/keywords.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { unknownKeyword } from '../v1/keywords.ts';
import { linksOf, metaOf, pageQuery } from '../v1/paging.ts';
import { rangeOf, rangeQuery } from '../v1/range.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';
import { answerStatus } from './contract/findings.ts';

export const lineQuery = z.object({
  ...pageQuery,
  ...rangeQuery,
  platform: z.string().optional(),
  status: answerStatus.optional(),
  prompt_id: z.string().optional(),
  named: z.enum(['yes', 'no']).optional(),
  domain: z.string().optional(),
  page_url: z.string().optional(),
  query: z.string().optional(),
  gap: z.enum(['true']).optional(),
});

/** One answer with its findings, and the answers of a keyword in short form. */
export function dashboardAnswerRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      ...declared('GET /:mode/answers/:answer_id/view'),
      scope: 'read',
      async handle({ caller, params }) {
        const read = await readAnswer(db, caller.workspaceId, params.answer_id ?? '');
        if (!read) throw new ApiError(404, 'Answer not found');
        return { body: toWire(read) };
      },
    }),
    route({
      ...declared('GET /:mode/keywords/:keyword_id/answers'),
      scope: 'read',
      query: lineQuery,
      async handle({ caller, params, query }) {
        const { page, per_page: perPage, platform, named, prompt_id: promptId, ...rest } = query;
        const range = rangeOf(query, await workspaceTime(db, caller.workspaceId));
        const isNamed = named === undefined ? undefined : named === 'yes';
        const source = { domain: rest.domain, pageUrl: rest.page_url, query: rest.query, isGap: rest.gap === 'true' };
        const { keyword_id: keywordId = '' } = params;
        if (!(await findKeyword(db, caller.workspaceId, keywordId))) throw unknownKeyword();
        const about = { keywordId, platform, status: rest.status, promptId, ...source };
        const { answers, total } = await listKeywordAnswers(db, caller.workspaceId, {
          filter: { ...about, isNamed, range },
          page: { page, perPage },
        });
        const shown = { page, perPage, total };
        return {
          headers: linksOf({ ...rest, platform, named }, shown),
          body: { data: answers.map(toWire), meta: metaOf(shown) },
        };
      },
    }),
  ];
}
