import { type Db, empty, type Sql, sql } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';
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

export interface CitedDomain {
  domain: string;
  owner: PageOwner;
  citations: number;
  /** Number of citations per platform. */
  platforms: Record<string, number>;
}

interface CitedQuery {
  filter: CitedFilter;
  page: Page;
}

/**
 * How often each domain is cited, most first. Subdomains can have different owners, who are listed separately. Rows are
 * grouped by platform first, so that they fit into a hash table regardless of the number of citations.
 */
export async function citedDomains(
  db: Db,
  workspaceId: string,
  { filter, page }: CitedQuery,
): Promise<{ domains: CitedDomain[]; total: number; citations: number }> {
  const rows = await db.records<CitedDomain & Sums>(
    sql`with counts as (
          select domain, owner, platform, count(*) as citations
          from citations
          ${matching(workspaceId, filter)}
          group by domain, owner, platform
        )
        select domain, owner, sum(citations)::bigint as citations, json_object_agg(platform, citations) as platforms,
               count(*) over () as groups, sum(sum(citations)) over ()::bigint as all_citations
        from counts
        group by domain, owner
        order by 3 desc, domain, owner
        ${limitTo(page)}`,
  );
  const domains = rows.map(({ groups: _, allCitations: __, ...row }) => row);
  return { domains, total: rows[0]?.groups ?? 0, citations: rows[0]?.allCitations ?? 0 };
}

interface Sums {
  groups: number;
  allCitations: number;
}

export interface CitedPageCount {
  page: string;
  title: string | undefined;
  domain: string;
  owner: PageOwner;
  citations: number;
}

/** How often each page is cited, most first. Counted with an index-only scan, then described by the latest citation. */
export async function citedPages(
  db: Db,
  workspaceId: string,
  { filter, page }: CitedQuery,
): Promise<{ pages: CitedPageCount[]; total: number; citations: number }> {
  const rows = await db.records<CitedPageCount & Sums>(
    sql`with top as (
          select page_key, count(*) as citations, max(detected_at) as newest, count(*) over () as groups,
                 sum(count(*)) over ()::bigint as all_citations
          from citations
          ${matching(workspaceId, filter)}
          group by page_key
          order by citations desc, page_key
          ${limitTo(page)}
        )
        select c.canonical_url as page, c.title, c.domain, c.owner, citations, groups, all_citations
        from top
        cross join lateral (
          select canonical_url, title, domain, owner
          from citations
          where workspace_id = ${workspaceId}
            and kind = 'cited'
            and detected_at = top.newest
            and page_key = top.page_key
          limit 1
        ) c
        order by citations desc, page_key`,
  );
  const pages = rows.map(({ groups: _, allCitations: __, ...row }) => row);
  return { pages, total: rows[0]?.groups ?? 0, citations: rows[0]?.allCitations ?? 0 };
}

export interface CitingKeyword {
  keywordId: string;
  keyword: string;
  citations: number;
  platforms: Record<string, number>;
}

/** Which keywords' answers cite a domain or a page, most first. */
export function citingKeywords(
  db: Db,
  workspaceId: string,
  { filter, limit }: { filter: CitedFilter; limit: number },
): Promise<CitingKeyword[]> {
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
  { filter, page }: CitedQuery,
): Promise<{ citations: NewestCitation[]; hasMore: boolean }> {
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
      ${page === undefined ? empty : sql`and page_key = hashtextextended(${page}, 0)`}`;
}
