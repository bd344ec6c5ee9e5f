import { type Db, type Sql, sql } from '../db.ts';
import { domainsIn, pagesIn } from './source-sums.ts';

/** Days whose sums of sources can be counted again: not those whose findings were removed. */
export async function daysWithSourceSums(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    sql`select d.day
        from (
          select day from workspace_days where workspace_id = ${workspaceId}
          union
          select day from page_days where workspace_id = ${workspaceId}
          union
          select day from domain_days where workspace_id = ${workspaceId}
        ) d
        where date_trunc('month', d.day)::date not in (
            select month
            from removed_months
            where workspace_id = ${workspaceId}
              and findings_removed_at is not null
          )
        order by d.day`,
  );
  return rows.map(({ day }) => day);
}

export interface SourceDifference {
  source: string;
  stored: number;
  recomputed: number;
}

/** The sums of a day that differ from its stored citations and mentions. */
export function sourceDifferences(db: Db, workspaceId: string, day: string): Promise<SourceDifference[]> {
  // As a range, so that only its month is read.
  const ofDay = sql`detected_at >= ${day}::date::timestamptz and detected_at < (${day}::date + 1)::timestamptz`;
  const stored = (table: Sql) => sql`${table} where workspace_id = ${workspaceId} and day = ${day}`;
  const pageName = sql`concat_ws(' ', platform, 'page', page_key, domain, owner)`;
  const domainName = sql`concat_ws(' ', platform, 'domain', domain, nullif(brand_id, ''))`;
  return db.query<SourceDifference>(
    sql`select source, sum(stored)::integer as stored, sum(recomputed)::integer as recomputed
        from (
          select ${pageName} as source, answers as stored, 0 as recomputed
          from ${stored(sql`page_days`)}
          union all
          select ${pageName}, 0, answers
          from (${pagesIn(workspaceId, ofDay)}) pages
          union all
          select ${domainName}, answers, 0
          from ${stored(sql`domain_days`)}
          union all
          select ${domainName}, 0, answers
          from (${domainsIn(workspaceId, { citations: ofDay, mentions: ofDay })}) domains
        ) sums
        group by source
        having sum(stored) <> sum(recomputed)
        order by source`,
  );
}

/** Keys of summed pages without an address, or with the address or domain of another page. */
export async function wrongPages(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db.query<{ page: string }>(
    sql`select d.page_key::text as page
        from (select distinct page_key, domain from page_days where workspace_id = ${workspaceId} and answers <> 0) d
        left join cited_pages p on p.workspace_id = ${workspaceId} and p.page_key = d.page_key
        where p.page_key is null
           or p.page_key <> hashtextextended(p.canonical_url, 0)
           or p.domain <> d.domain
        order by 1`,
  );
  return rows.map(({ page }) => page);
}
