import { pageKey } from '../../base/page-key.ts';
import { type Db, empty, type Sql, sql } from '../db.ts';
import type { Page } from '../pages.ts';
import type { TimeRange } from '../time-range.ts';
import type { ListedCitation, PageOwner } from './citations.ts';

export interface CitedFilter {
  keywordId?: string | undefined;
  platform?: string | undefined;
  owner?: PageOwner | undefined;
  domain?: string | undefined;
  /** The canonical URL of one page. */
  page?: string | undefined;
  range: TimeRange;
}

interface CitedQuery {
  filter: CitedFilter;
  page: Page;
}

export interface CitingKeyword {
  keywordId: string;
  keyword: string;
  citations: number;
  platforms: Record<string, number>;
}

/** Which keywords' answers cite a domain or a page, most first. */
export async function citingKeywords(
  db: Db,
  workspaceId: string,
  { filter: asked, limit }: { filter: CitedFilter; limit: number },
): Promise<CitingKeyword[]> {
  const filter = await withDomain(db, workspaceId, asked);
  return db.records<CitingKeyword>(
    sql`with counts as (
          select keyword_id, platform, count(*) as citations
          from citations
          ${matching(workspaceId, filter)}
          group by keyword_id, platform
        )
        select keyword_id, k.keyword, sum(citations)::bigint as citations, json_object_agg(platform, citations) as platforms
        from counts
        join keywords k using (keyword_id)
        where k.workspace_id = ${workspaceId}
        group by keyword_id, k.keyword
        order by 3 desc, keyword_id
        limit ${limit}`,
  );
}

export interface NewestCitation extends Omit<ListedCitation, 'position'> {
  answerId: string;
}

/**
 * Cited pages one by one, newest first. It returns whether there are more, but not how many, because counting a million
 * rows to show twenty is too slow.
 */
export async function newestCitations(
  db: Db,
  workspaceId: string,
  { filter: asked, page }: CitedQuery,
): Promise<{ citations: NewestCitation[]; hasMore: boolean }> {
  const filter = await withDomain(db, workspaceId, asked);
  const rows = await db.records<NewestCitation>(
    sql`select c.citation_id, c.answer_id, c.keyword_id, k.keyword, c.platform, c.url, c.domain, c.title, c.context, c.owner,
               c.detected_at
        from (
          select *
          from citations
          ${matching(workspaceId, filter)}
          order by detected_at desc, citation_id desc
          limit ${page.perPage + 1} offset ${(page.page - 1) * page.perPage}
        ) c
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = c.keyword_id
        order by c.detected_at desc, c.citation_id desc`,
  );
  return { citations: rows.slice(0, page.perPage), hasMore: rows.length > page.perPage };
}

/** Citations are found by their domain. Unknown are pages that no answer cites. */
async function withDomain(db: Db, workspaceId: string, filter: CitedFilter): Promise<CitedFilter> {
  const { domain, page } = filter;
  if (page === undefined || domain !== undefined) return filter;
  const [known] = await db.query<{ domain: string }>(
    sql`select domain
        from cited_pages
        where workspace_id = ${workspaceId}
          and page_key = ${pageKey(page)}`,
  );
  return { ...filter, domain: known?.domain };
}

function matching(workspaceId: string, filter: CitedFilter): Sql {
  const { keywordId, platform, owner, domain, page, range } = filter;
  return sql`
    where workspace_id = ${workspaceId}
      and kind = 'cited'
      and detected_at >= ${range.since}
      and detected_at < ${range.until}
      ${owner === undefined ? empty : sql`and owner = ${owner}`}
      ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
      ${platform === undefined ? empty : sql`and platform = ${platform}`}
      ${domain === undefined ? empty : sql`and domain = ${domain}`}
      ${page === undefined ? empty : sql`and page_key = ${pageKey(page)}`}`;
}
