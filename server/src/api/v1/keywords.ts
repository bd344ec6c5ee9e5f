import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { atMost, invalid } from '../../base/problems.ts';
import { NOT_BLANK, tidied } from '../../base/tidy.ts';
import { defaultPanel, PROMPT_LENGTH_MAX, panelProblem } from '../../collect/panel.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import type { Db } from '../../store/db.ts';
import { isDuplicate } from '../../store/db.ts';
import { findKeyword, listKeywords, type NewKeyword, walkKeywords } from '../../store/keywords/keywords.ts';
import { loadReading } from '../../store/workspaces/readings.ts';
import { loadWorkspace } from '../../store/workspaces/workspaces.ts';
import { addKeywords } from '../../subject/add-keywords.ts';
import { changeKeyword, removeKeyword } from '../../subject/change-keyword.ts';
import { type Route, route } from '../route.ts';
import { validate } from '../validate.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, metaOf, pageIn, pageQuery } from './paging.ts';
import * as schemas from './schemas.ts';
import { country, language, tag, visibleText } from './text-fields.ts';

const status = z.enum(['active', 'paused']);

export const keywordInput = z
  .strictObject({
    keyword: visibleText(200).describe('1 to 200 characters. Leading, trailing and double spaces are removed.'),
    tags: z.array(visibleText(50)).max(20).default([]),
    country: country.nullish(),
    language: language.nullish(),
    prompts: z
      .array(tidied.meta({ minLength: 1, maxLength: PROMPT_LENGTH_MAX, pattern: NOT_BLANK }))
      .meta({ minItems: 1, maxItems: 20 })
      .optional()
      .describe('The prompts to ask. If omitted, a panel of five is created.'),
  })
  .meta({
    id: 'NewKeyword',
    description: 'A keyword to track.',
    example: { keyword: 'sprint planning software', tags: ['planning'], country: 'DE', language: 'en' },
  });
const many = z
  .strictObject({ keywords: atMost(1000, z.array(keywordInput).min(1).max(1000)) })
  .meta({ id: 'KeywordBatch' });
const MANY_KEYWORDS_BYTES = 1024 * 1024;

export function keywordRoutes(deps: MeasureDeps): Route[] {
  const { db } = deps;
  return [
    route({
      operation: 'listKeywords',
      summary: 'Tracked keywords',
      method: 'GET',
      path: '/keywords',
      scope: 'read',
      query: z.object({
        ...pageQuery,
        status: status.optional().describe('Filter by status. Paused keywords are not measured.'),
        tag: tag.optional(),
        q: tidied.optional(),
      }),
      responses: { 200: listOf(schemas.keyword) },
      async *walk({ caller, query: { status, tag, q } }) {
        const batches = walkKeywords(db, caller.workspaceId, { status, tag, q });
        for await (const keywords of batches) yield keywords.map(toWire);
      },
      async handle({ caller, query }) {
        const { status, tag, q } = query;
        const about = { filter: { status, tag, q }, page: pageIn(query) };
        const { keywords, total } = await listKeywords(db, caller.workspaceId, about);
        return listPage(query, { data: keywords.map(toWire), total });
      },
    }),
    route({
      operation: 'createKeywords',
      summary: 'Track one keyword, or up to 1,000 in one request',
      method: 'POST',
      path: '/keywords',
      scope: 'write',
      // The handler selects one of the two shapes, so that problems refer to it.
      body: z.unknown(),
      bodyShape: z.union([keywordInput, many]),
      bodyLimit: MANY_KEYWORDS_BYTES,
      responses: { 201: z.union([schemas.keyword, listOf(schemas.keyword)]) },
      errors: { 409: 'Keyword already exists' },
      async handle({ caller, body }) {
        if (Array.isArray(body)) throw new ApiError(422, 'body: must be an object. Send several as {"keywords": […]}');
        const isMany = typeof body === 'object' && body !== null && 'keywords' in body;
        const wanted = isMany ? validate(many, body).keywords : [validate(keywordInput, body)];
        const added = await createKeywords(deps, caller.workspaceId, wanted);
        const [first] = added;
        if (isMany) {
          const all = { page: 1, perPage: added.length, total: added.length };
          return {
            status: 201,
            headers: { location: '/api/v1/keywords' },
            body: { data: added.map(toWire), meta: metaOf(all) },
          };
        }
        if (!first) throw new Error('The keyword was not stored');
        return { status: 201, headers: { location: `/api/v1/keywords/${first.keywordId}` }, body: toWire(first) };
      },
    }),
    ...oneKeyword(deps),
  ];
}

const keywordChange = z
  .strictObject({
    status: status.optional(),
    tags: keywordInput.shape.tags.removeDefault().optional(),
    prompts: keywordInput.shape.prompts,
  })
  .refine((change) => Object.keys(change).length > 0, 'Set at least one of status, tags and prompts')
  .meta({ id: 'KeywordChange', example: { status: 'paused' } });

function oneKeyword(deps: MeasureDeps): Route[] {
  const { db } = deps;
  return [
    route({
      operation: 'getKeyword',
      summary: 'One keyword',
      method: 'GET',
      path: '/keywords/:keyword_id',
      scope: 'read',
      responses: { 200: schemas.keyword },
      errors: { 404: 'Keyword not found' },
      async handle({ caller, params }) {
        const keyword = await findKeyword(db, caller.workspaceId, params.keyword_id ?? '');
        if (!keyword) throw unknownKeyword();
        return { body: toWire(keyword) };
      },
    }),
    route({
      operation: 'changeKeyword',
      summary: 'Change, pause or resume a keyword',
      method: 'PATCH',
      path: '/keywords/:keyword_id',
      scope: 'write',
      body: keywordChange,
      responses: { 200: schemas.keyword },
      errors: { 404: 'Keyword not found' },
      async handle({ caller, params, body }) {
        const { workspace, brandNames } = await settingOf(deps, caller.workspaceId);
        const { status, tags, prompts } = body;
        checkPrompts(prompts, brandNames);
        const changes = { status, tags: tags && [...new Set(tags)], prompts };
        const keyword = await changeKeyword(deps, workspace, { keywordId: params.keyword_id ?? '', changes });
        if (!keyword) throw unknownKeyword();
        return { body: toWire(keyword) };
      },
    }),
    route({
      operation: 'deleteKeyword',
      summary: 'Stop tracking a keyword and delete its data',
      method: 'DELETE',
      path: '/keywords/:keyword_id',
      scope: 'write',
      responses: { 204: z.undefined() },
      errors: { 404: 'Keyword not found' },
      async handle({ caller, params }) {
        const isRemoved = await removeKeyword(deps, caller.workspaceId, params.keyword_id ?? '');
        if (!isRemoved) throw unknownKeyword();
        return { status: 204, body: undefined };
      },
    }),
  ];
}

export const unknownKeyword = () => new ApiError(404, 'Keyword not found');

/** The workspace, and the names that a prompt must not contain. */
export async function settingOf({ db }: { db: Db }, workspaceId: string) {
  const workspace = await loadWorkspace(db, workspaceId);
  const own = (await loadReading(db, workspaceId, workspace.reading))?.brand;
  return { workspace, brandNames: own ? [own.name, ...own.aliases.map((alias) => alias.text)] : [] };
}

function checkPrompts(prompts: string[] | undefined, brandNames: string[]): void {
  const problem = prompts && panelProblem(prompts, brandNames);
  if (problem) throw invalid([{ path: ['prompts'], message: problem }]);
}

async function createKeywords(deps: MeasureDeps, workspaceId: string, wanted: z.output<typeof keywordInput>[]) {
  const { workspace, brandNames } = await settingOf(deps, workspaceId);
  const keywords = wanted.map((one) => toNewKeyword(one, brandNames));
  try {
    return await addKeywords(deps, workspace, keywords);
  } catch (error) {
    if (isDuplicate(error)) throw new ApiError(409, 'Keyword already exists');
    throw error;
  }
}

export function toNewKeyword({ prompts, ...input }: z.output<typeof keywordInput>, brandNames: string[]): NewKeyword {
  checkPrompts(prompts, brandNames);
  const language = input.language ?? undefined;
  return {
    keyword: input.keyword,
    tags: [...new Set(input.tags)],
    country: input.country ?? undefined,
    language,
    prompts: prompts ?? defaultPanel(input.keyword, language),
  };
}
