import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { defaultPanel, panelProblem } from '../../collect/panel.ts';
import { addKeywords } from '../../measure/add-keywords.ts';
import { isDuplicate } from '../../store/db.ts';
import { listKeywords, type NewKeyword } from '../../store/keywords.ts';
import { loadReading } from '../../store/readings.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import type { AppDeps } from '../app.ts';
import { type Route, route } from '../route.ts';
import { validate } from '../validate.ts';
import { linksOf, listOf, metaOf, pageQuery } from './paging.ts';
import * as schemas from './schemas.ts';

const text = z.string().transform((value) => value.normalize('NFC').trim().replace(/\s+/g, ' '));

const keywordInput = z.strictObject({
  keyword: text.pipe(z.string().min(1).max(200)),
  tags: z
    .array(text.pipe(z.string().min(1).max(50)))
    .max(20)
    .default([]),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be a country code such as DE')
    .transform((code) => code.toUpperCase())
    .nullish(),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en or pt-BR')
    .nullish(),
  prompts: z.array(text).optional(),
});
const many = z.strictObject({ keywords: z.array(keywordInput).min(1).max(1000) });
const MANY_KEYWORDS_BYTES = 1024 * 1024;

export function keywordRoutes(deps: AppDeps): Route[] {
  const { db } = deps;
  return [
    route({
      method: 'GET',
      path: '/keywords',
      scope: 'read',
      query: z.object({ ...pageQuery, tag: z.string().optional(), q: z.string().optional() }),
      responses: { 200: listOf(schemas.keyword) },
      async handle({ caller, query }) {
        const { page, per_page: perPage, ...filter } = query;
        const { keywords, total } = await listKeywords(db, caller.workspaceId, { filter, page: { page, perPage } });
        const shown = { page, perPage, total };
        return { headers: linksOf(filter, shown), body: { data: keywords, meta: metaOf(shown) } };
      },
    }),
    route({
      method: 'POST',
      path: '/keywords',
      scope: 'write',
      // Which of the two shapes is meant decides which problems are named.
      body: z.unknown(),
      bodyLimit: MANY_KEYWORDS_BYTES,
      responses: { 201: z.union([schemas.keyword, listOf(schemas.keyword)]) },
      async handle({ caller, body }) {
        const isMany = typeof body === 'object' && body !== null && 'keywords' in body;
        const wanted = isMany ? validate(many, body).keywords : [validate(keywordInput, body)];
        const added = await createKeywords(deps, caller.workspaceId, wanted);
        const [first] = added;
        if (isMany) {
          const all = { page: 1, perPage: added.length, total: added.length };
          return { status: 201, headers: { location: '/api/v1/keywords' }, body: { data: added, meta: metaOf(all) } };
        }
        if (!first) throw new Error('the keyword was not stored');
        return { status: 201, headers: { location: `/api/v1/keywords/${first.keyword_id}` }, body: first };
      },
    }),
  ];
}

async function createKeywords(deps: AppDeps, workspaceId: string, wanted: z.output<typeof keywordInput>[]) {
  const workspace = await findWorkspace(deps.db, workspaceId);
  if (!workspace) throw new Error(`no workspace ${workspaceId}`);
  const own = (await loadReading(deps.db, workspaceId, workspace.reading))?.brand;
  const names = own ? [own.name, ...own.aliases.map((alias) => alias.text)] : [];
  const keywords = wanted.map((one) => toNewKeyword(one, names));
  try {
    return await addKeywords(deps, workspace, keywords);
  } catch (error) {
    if (isDuplicate(error)) throw new ApiError(409, 'Keyword already exists');
    throw error;
  }
}

function toNewKeyword({ prompts, ...input }: z.output<typeof keywordInput>, brandNames: string[]): NewKeyword {
  const problem = prompts && panelProblem(prompts, brandNames);
  if (problem) throw new ApiError(422, `prompts: ${problem}`);
  const language = input.language ?? undefined;
  return {
    keyword: input.keyword,
    tags: [...new Set(input.tags)],
    country: input.country ?? undefined,
    language,
    prompts: prompts ?? defaultPanel(input.keyword, language),
  };
}
