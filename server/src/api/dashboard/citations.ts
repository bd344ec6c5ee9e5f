import { z } from 'zod';
import { readCitedPages, type SourceDeps } from '../../insight/sources.ts';
import { type CitedFilter, citingKeywords, newestCitations } from '../../store/answers/citation-groups.ts';
import type { Db } from '../../store/db.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { metaOf, pageQuery } from '../v1/paging.ts';
import { answerQuery, rangeOf } from '../v1/range.ts';
import { sourceTypes } from '../v1/source-schemas.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';
import { pageOwner } from './contract/findings.ts';

const MOST_KEYWORDS = 50;

const filterQuery = z.object({
  ...answerQuery,
  owner: pageOwner.optional(),
  domain: z.string().optional(),
  page_url: z.string().optional(),
});
const listQuery = filterQuery.extend(pageQuery);
export const pagesQuery = listQuery.extend({ type: sourceTypes.optional() });

/** Citations by page, by keyword, and one by one. */
export function dashboardCitationRoutes(deps: SourceDeps): Route[] {
  const { db } = deps;
  const reading = { method: 'GET', scope: 'read' } as const;
  return [
    route({
      ...reading,
      ...declared('GET /:mode/citations/pages'),
      load: 'read',
      query: pagesQuery,
      async handle({ caller: { workspaceId }, query }) {
        const { filter, page } = await askedFor(db, workspaceId, query);
        const part = { from: (page.page - 1) * page.perPage, count: page.perPage };
        const found = await readCitedPages(deps, workspaceId, { filter, type: query.type, ...part });
        const meta = { ...metaOf({ ...page, total: found.total }), citations: found.citations };
        return { body: { data: found.pages.map(showPage), meta } };
      },
    }),
    route({
      ...reading,
      ...declared('GET /:mode/citations/keywords'),
      query: filterQuery,
      async handle({ caller: { workspaceId }, query }) {
        const { filter } = await askedFor(db, workspaceId, { ...query, page: 1, per_page: 1 });
        const keywords = await citingKeywords(db, workspaceId, { filter, limit: MOST_KEYWORDS });
        return { body: { data: keywords.map(toWire) } };
      },
    }),
    route({
      ...reading,
      ...declared('GET /:mode/citations/newest'),
      query: listQuery,
      async handle({ caller: { workspaceId }, query }) {
        const { citations, hasMore } = await newestCitations(db, workspaceId, await askedFor(db, workspaceId, query));
        return { body: { data: citations.map(toWire), has_more: hasMore } };
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

type CitedPage = Awaited<ReturnType<typeof readCitedPages>>['pages'][number];

function showPage({ canonicalUrl: page, title, domain, sourceType, pageType, citations }: CitedPage) {
  return toWire({ page, title, domain, sourceType, pageType, citations });
}
