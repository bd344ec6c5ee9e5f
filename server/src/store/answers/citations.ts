import { type Db, empty, type Sql, sql } from '../db.ts';
import { everyBatch, limitTo, olderThan, type Page } from '../pages.ts';
import { completeFrom } from '../retention/removed-months.ts';
import { splitDays, type TimeRange } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';

export interface CitationFilter {
  keywordId?: string | undefined;
  platform?: string | undefined;
  /** Own pages, or all pages. */
  scope: 'own' | 'all';
  range: TimeRange;
}

export type PageOwner = 'own' | 'competitor' | 'other';

export interface ListedCitation {
  citationId: string;
  keywordId: string;
  keyword: string;
  platform: string;
  url: string;
  domain: string;
  title: string | undefined;
  position: number | undefined;
  context: string | undefined;
  detectedAt: Date;
  owner: PageOwner;
}

/** Cited pages, newest first. Pages that a platform retrieved but did not cite are not included. */
export async function listCitations(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: CitationFilter; page: Page },
): Promise<{ citations: ListedCitation[]; total: number }> {
  const [citations, total] = await Promise.all([
    readCitations(db, workspaceId, { filter, page }),
    filter.keywordId === undefined ? sumCitations(db, workspaceId, filter) : countCitations(db, workspaceId, filter),
  ]);
  return { citations, total };
}

/** All of them, in the same order. */
export function walkCitations(db: Db, workspaceId: string, filter: CitationFilter): AsyncGenerator<ListedCitation[]> {
  return everyBatch(
    (page) => readCitations(db, workspaceId, { filter, page }),
    ({ detectedAt, citationId }) => ({ at: detectedAt, id: citationId }),
  );
}

function readCitations(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: CitationFilter; page: Page },
): Promise<ListedCitation[]> {
  return db.records<ListedCitation>(
    sql`select c.citation_id, c.keyword_id, k.keyword, c.platform, c.url, c.domain, c.title, c.position, c.context,
               c.detected_at, c.owner
        from (
          select *
          from citations
          ${matching(workspaceId, filter)}
          ${olderThan(page, sql`detected_at`, sql`citation_id`)}
          order by detected_at desc, citation_id desc
          ${limitTo(page)}
        ) c
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = c.keyword_id
        order by c.detected_at desc, c.citation_id desc`,
  );
}

/** Whole days are read from the totals over all keywords. Only partial days at the ends are counted. */
async function sumCitations(db: Db, workspaceId: string, filter: CitationFilter): Promise<number> {
  const { days, rest } = splitDays(filter.range);
  const counts = rest.map((part) => countCitations(db, workspaceId, { ...filter, range: part }));
  if (days) counts.push(sumDays(db, workspaceId, { ...filter, ...days }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

function sumDays(
  db: Db,
  workspaceId: string,
  { platform, scope, from, to }: CitationFilter & { from: string; to: string },
): Promise<number> {
  return db.number(
    sql`select coalesce(sum(cited), 0)::bigint as total
        from ${scope === 'all' ? sql`workspace_days` : sql`workspace_findings`}
        where workspace_id = ${workspaceId}
          -- Sums outlive the citations that a list could show.
          and day >= greatest(${from}::date, ${completeFrom(workspaceId, 'findings')})
          and day <= ${to}
          ${scope === 'all' ? empty : sql`and brand_id = ${OWN_BRAND}`}
          ${platform === undefined ? empty : sql`and platform = ${platform}`}`,
  );
}

/** Citations of one keyword, or of part of a day, are few enough to count. */
function countCitations(db: Db, workspaceId: string, filter: CitationFilter): Promise<number> {
  return db.number(sql`select count(*) as total from citations ${matching(workspaceId, filter)}`);
}

function matching(workspaceId: string, { keywordId, platform, scope, range }: CitationFilter): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      and kind = 'cited'
      and detected_at >= ${range.since}
      and detected_at < ${range.until}
      ${scope === 'all' ? empty : sql`and owner = 'own'`}
      ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
      ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}
