import { z } from 'zod';
import {
  type CitedFilter,
  citedDomains,
  citedPages,
  citingKeywords,
  newestCitations,
} from '../../store/answers/citation-groups.ts';
import type { Db } from '../../store/db.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import type { AppDeps } from '../app.ts';
import { type Route, route } from '../route.ts';
import { metaOf, pageQuery } from '../v1/paging.ts';
import { answerQuery, rangeOf } from '../v1/range.ts';
import * as schemas from '../v1/schemas.ts';

const MOST_KEYWORDS = 50;

const owner = z.enum(['own', 'competitor', 'other']);
const citations = z.int();
const platforms = z.record(z.string(), z.int());

const filterQuery = z.object({
  ...answerQuery,
  owner: owner.optional(),
  domain: z.string().optional(),
  page_url: z.string().optional(),
});
const listQuery = filterQuery.extend(pageQuery);

const domainCount = z.strictObject({ domain: z.string(), owner, citations, platforms });
const pageCount = z.strictObject({
  page: z.string(),
  title: z.string().nullable(),
  domain: z.string(),
  owner,
  citations,
});
const citing = z.strictObject({ keyword_id: z.string(), keyword: z.string(), citations, platforms });
const newest = z.strictObject({
  citation_id: z.string(),
  answer_id: z.string(),
  keyword_id: z.string(),
  keyword: z.string(),
  platform: z.string(),
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  context: z.string().nullable(),
  owner,
  detected_at: schemas.timestamp,
});

const meta = z.strictObject({ total: z.int(), page: z.int(), per_page: z.int(), citations });
const counted = (item: z.ZodType) => z.strictObject({ data: z.array(item), meta });

/** Who is cited: by domain, by page, by which keywords, and one by one. */
export function dashboardCitationRoutes({ db }: AppDeps): Route[] {
  const reading = { method: 'GET', scope: 'read' } as const;
  return [
    route({
      ...reading,
      operation: 'listCitedDomains',
      summary: 'Domains by how often they are cited',
      path: '/citations/domains',
      query: listQuery,
      responses: { 200: counted(domainCount) },
      async handle({ caller: { workspaceId }, query }) {
        const asked = await askedFor(db, workspaceId, query);
        const { domains, total, citations } = await citedDomains(db, workspaceId, asked);
        return { body: { data: domains, meta: { ...metaOf({ ...asked.page, total }), citations } } };
      },
    }),
    route({
      ...reading,
      operation: 'listCitedPages',
      summary: 'Pages by how often they are cited',
      path: '/citations/pages',
      query: listQuery,
      responses: { 200: counted(pageCount) },
      async handle({ caller: { workspaceId }, query }) {
        const asked = await askedFor(db, workspaceId, query);
        const { pages, total, citations } = await citedPages(db, workspaceId, asked);
        return { body: { data: pages, meta: { ...metaOf({ ...asked.page, total }), citations } } };
      },
    }),
    route({
      ...reading,
      operation: 'listCitingKeywords',
      summary: 'Keywords whose answers cite a domain or a page',
      path: '/citations/keywords',
      query: filterQuery,
      responses: { 200: z.strictObject({ data: z.array(citing) }) },
      async handle({ caller: { workspaceId }, query }) {
        const { filter } = await askedFor(db, workspaceId, { ...query, page: 1, per_page: 1 });
        return { body: { data: await citingKeywords(db, workspaceId, { filter, limit: MOST_KEYWORDS }) } };
      },
    }),
    route({
      ...reading,
      operation: 'listNewestCitations',
      summary: 'Citations one by one, newest first',
      path: '/citations/newest',
      query: listQuery,
      responses: { 200: z.strictObject({ data: z.array(newest), has_more: z.boolean() }) },
      async handle({ caller: { workspaceId }, query }) {
        const { citations, hasMore } = await newestCitations(db, workspaceId, await askedFor(db, workspaceId, query));
        return { body: { data: citations, has_more: hasMore } };
      },
    }),
  ];
}

async function askedFor(db: Db, workspaceId: string, query: z.output<typeof listQuery>) {
  const { keyword_id: keywordId, platform, owner, domain, page_url: page } = query;
  const range = rangeOf(query, await workspaceTime(db, workspaceId));
  const filter: CitedFilter = { keywordId, platform, owner, domain, page, range };
  return { filter, page: { page: query.page, perPage: query.per_page } };
}
