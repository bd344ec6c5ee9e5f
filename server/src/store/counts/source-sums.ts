import { type Sql, sql, type Transaction } from '../db.ts';
import { completeFrom } from '../retention/removed-months.ts';
import { rowSet } from '../row-set.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { unpackSources } from './packed-sources.ts';

/** Instead of a brand: all answers, and answers that mention at least one competitor. */
export const EVERY_ANSWER = '';
export const ANY_COMPETITOR = '*';

/** The answers of a day that cite a domain and mention a brand. */
export interface DomainSum {
  day: string;
  platform: string;
  domain: string;
  brandId: string;
  answers: number;
}

/** The answers of a day that cite a page under one title. */
export interface PageSum {
  day: string;
  platform: string;
  canonicalUrl: string;
  domain: string;
  owner: string;
  title: string | undefined;
  answers: number;
}

export interface SourceSums {
  pages: PageSum[];
  domains: DomainSum[];
}

const DOMAIN_SUMS = { day: 'date', platform: 'text', domain: 'text', brandId: 'text', answers: 'integer' } as const;
const PAGE_SUMS = {
  day: 'date',
  platform: 'text',
  canonicalUrl: 'text',
  domain: 'text',
  owner: 'text',
  title: 'text',
  answers: 'integer',
} as const;

/** Adds to the sums. Rows are always locked in the same order, so that two writers cannot deadlock. */
export async function addSourceSums(
  tx: Transaction,
  workspaceId: string,
  { pages, domains }: SourceSums,
): Promise<void> {
  if (pages.length === 0) return;
  await Promise.all([
    tx.query(
      addPages(
        workspaceId,
        sql`select canonical_url, domain, max(title) as title
            from ${rowSet('p', pages, PAGE_SUMS)}
            group by 1, 2`,
      ),
    ),
    tx.query(
      addPageDays(
        workspaceId,
        sql`select day, domain, hashtextextended(canonical_url, 0) as page_key, platform, owner, sum(answers)::integer as answers
            from ${rowSet('p', pages, PAGE_SUMS)}
            group by 1, 2, 3, 4, 5`,
      ),
    ),
    tx.query(
      addDomainDays(
        workspaceId,
        sql`select brand_id, day, domain, platform, answers
            from ${rowSet('d', domains, DOMAIN_SUMS)}`,
      ),
    ),
  ]);
}

/**
 * Adds the stored citations of a keyword to the sums. With `sign` -1 it subtracts them: when its answers are
 * re-analyzed, and when it is deleted. Sums of months without findings stay as they are.
 */
export async function moveSourceSums(
  tx: Transaction,
  workspaceId: string,
  { keywordId, sign }: { keywordId: string; sign: 1 | -1 },
): Promise<void> {
  const stored = sql`keyword_id = ${keywordId} and detected_at >= ${completeFrom(workspaceId, 'findings')}`;
  if (sign === 1) {
    await tx.query(
      addPages(
        workspaceId,
        sql`select canonical_url, domain, max(title) as title
            from citations
            where workspace_id = ${workspaceId}
              and kind = 'cited'
              and ${stored}
            group by 1, 2`,
      ),
    );
  }
  await tx.query(
    addPageDays(
      workspaceId,
      sql`select day, domain, page_key, platform, owner, ${sign}::integer * answers as answers
          from (${pagesIn(workspaceId, stored)}) counted`,
    ),
  );
  await tx.query(
    addDomainDays(
      workspaceId,
      sql`select brand_id, day, domain, platform, ${sign}::integer * answers as answers
          from (${domainsIn(workspaceId, { citations: stored, mentions: stored })}) counted`,
    ),
  );
}

/** Counts stored citations as `page_days` does. */
export function pagesIn(workspaceId: string, which: Sql): Sql {
  return sql`
    select (detected_at at time zone 'UTC')::date as day, domain, page_key, platform, owner, count(*)::integer as answers
    from citations
    where workspace_id = ${workspaceId}
      and kind = 'cited'
      and ${which}
    group by 1, 2, 3, 4, 5`;
}

/**
 * Counts stored citations and mentions as `domain_days` does. Without a join: with estimates of one row, as on new
 * tables, it would compare every citation with every mention.
 */
export function domainsIn(workspaceId: string, { citations, mentions }: { citations: Sql; mentions: Sql }): Sql {
  return sql`
    select (detected_at at time zone 'UTC')::date as day, platform, d.domain, b.brand_id, count(*)::integer as answers
    from (
      select answer_id, max(detected_at) as detected_at, max(platform) as platform, max(domains) as domains,
             coalesce(max(brand_ids), '{}') as brand_ids
      from (
        select answer_id, max(detected_at) as detected_at, max(platform) as platform, array_agg(distinct domain) as domains,
               null::text[] as brand_ids
        from citations
        where workspace_id = ${workspaceId}
          and kind = 'cited'
          and ${citations}
        group by answer_id
        union all
        select answer_id, null, null, null, array_agg(brand_id)
        from mentions
        where workspace_id = ${workspaceId}
          and ${mentions}
        group by answer_id
      ) facts
      group by answer_id
      having max(domains) is not null
    ) answered
    cross join lateral unnest(domains) as d (domain)
    cross join lateral unnest(
      brand_ids || case when array_remove(brand_ids, ${OWN_BRAND}) = '{}' then array[${EVERY_ANSWER}] else array[${EVERY_ANSWER}, ${ANY_COMPETITOR}] end
    ) as b (brand_id)
    group by 1, 2, 3, 4`;
}

/** Of several titles the last in the alphabet, in any order of answers. Pages that stay the same are not locked. */
function addPages(workspaceId: string, pages: Sql): Sql {
  return sql`
    insert into cited_pages as p (workspace_id, page_key, canonical_url, domain, title)
    select ${workspaceId}, hashtextextended(s.canonical_url, 0), s.canonical_url, s.domain, s.title
    from (${pages}) s
    where not exists (
      select
      from cited_pages k
      where k.workspace_id = ${workspaceId}
        and k.page_key = hashtextextended(s.canonical_url, 0)
        and (k.title >= s.title or s.title is null)
    )
    order by 2
    on conflict (workspace_id, page_key) do update
    set title = greatest(p.title, excluded.title)`;
}

function addPageDays(workspaceId: string, rows: Sql): Sql {
  return sql`
    with s as materialized (${rows}),
    unpacked as (${unpackSources(workspaceId, sql`select * from s`)})
    insert into page_days as p (workspace_id, day, domain, page_key, platform, owner, answers)
    select ${workspaceId}, s.*
    from s
    order by 2, 3, 4, 5, 6
    on conflict (workspace_id, day, domain, page_key, platform, owner) do update
    set answers = p.answers + excluded.answers`;
}

function addDomainDays(workspaceId: string, rows: Sql): Sql {
  return sql`
    insert into domain_days as d (workspace_id, brand_id, day, domain, platform, answers)
    select ${workspaceId}, s.*
    from (${rows}) s
    order by 2, 3, 4, 5
    on conflict (workspace_id, brand_id, day, domain, platform) do update
    set answers = d.answers + excluded.answers`;
}

/** Deletes sums that became zero. */
export async function forgetEmptySources(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.query(sql`delete from page_days where workspace_id = ${workspaceId} and answers = 0`);
  await tx.query(sql`delete from domain_days where workspace_id = ${workspaceId} and answers = 0`);
}
