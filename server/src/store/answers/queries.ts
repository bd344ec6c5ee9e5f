import { type Db, empty, planned, type Sql, sql } from '../db.ts';
import { keepCounts } from '../kept-counts.ts';
import { limitTo, type Page } from '../pages.ts';
import type { TimeRange } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { MOST_ANSWERS } from './newest-days.ts';
import { FOLDED_QUERY } from './source-filter.ts';

export interface QueryFilter {
  keywordId?: string | undefined;
  platform?: string | undefined;
  /** Text that the query contains. */
  q?: string | undefined;
  range: TimeRange;
}

/** A web search that assistants run for a keyword. */
export interface CountedQuery {
  query: string;
  keywordId: string;
  keyword: string;
  /** Valid answers that ran it. */
  answers: number;
  /** Of these, answers that mention the own brand, and answers that mention a competitor. */
  mentions: number;
  competitorMentions: number;
  /** The keyword's valid answers with known searches. */
  sampleSize: number;
  platforms: Record<string, number>;
  lastAskedAt: Date;
}

/**
 * How many answers ran each search, most first. Spellings that differ only in case or spacing are one query, shown as
 * the latest answer spells it. An answer counts if it reports its queries, or that it did not search: otherwise
 * platforms that report nothing would lower every share.
 */
export function countQueries(
  db: Db,
  workspaceId: string,
  asked: { filter: QueryFilter; page: Page },
): Promise<{ queries: CountedQuery[]; total: number }> {
  return keepCounts(db, { workspaceId, name: 'queries', ...asked }, () => countNow(db, workspaceId, asked));
}

async function countNow(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: QueryFilter; page: Page },
): Promise<{ queries: CountedQuery[]; total: number }> {
  const rows = await db.records<CountedQuery & { total: number }>(
    planned(sql`with known as materialized (
          select answer_id, asked_at, keyword_id, platform, queries
          from answers
          where workspace_id = ${workspaceId}
            and asked_at >= ${filter.range.since}
            and asked_at < ${filter.range.until}
            and status = 'valid'
            and (searched = false or queries <> '[]')
            ${matching(filter)}
          order by asked_at desc, answer_id desc
          limit ${MOST_ANSWERS}
        ), named as materialized (
          select answer_id, bool_or(brand_id = ${OWN_BRAND}) as own, bool_or(brand_id <> ${OWN_BRAND}) as competitor
          from mentions
          where workspace_id = ${workspaceId}
            and detected_at >= greatest(${filter.range.since}::timestamptz, (select min(asked_at) from known))
            and detected_at < ${filter.range.until}
            ${matching(filter)}
          group by answer_id
        ), ran as materialized (
          select k.asked_at, k.keyword_id, k.platform, s.query, s.folded, n.own, n.competitor
          from known k
          left join named n using (answer_id)
          cross join lateral (
            select distinct on (folded) q.query, folded
            from jsonb_array_elements_text(k.queries) as q (query)
            cross join lateral (select ${FOLDED_QUERY}) as f (folded)
            where folded <> ''
              ${filter.q === undefined ? empty : sql`and strpos(folded, lower(${filter.q})) > 0`}
            order by folded
          ) s
        ), sizes as (
          select keyword_id, count(*) as sample_size
          from known
          group by keyword_id
        ), listed as (
          select keyword_id, folded, r.answers, k.keyword, s.sample_size, count(*) over () as total
          from (select keyword_id, folded, count(*)::integer as answers from ran group by keyword_id, folded) r
          join sizes s using (keyword_id)
          join keywords k using (keyword_id)
          where k.workspace_id = ${workspaceId}
          order by r.answers desc, folded, keyword_id
          ${limitTo(page)}
        ), spellings as (
          -- Grouped before they are ordered by time: 40,000 rows took longer to sort than to read.
          select keyword_id, folded, platform, query, count(*) as answers, count(*) filter (where own) as mentions,
                 count(*) filter (where competitor) as competitor_mentions, max(asked_at) as last_asked_at
          from listed
          join ran using (keyword_id, folded)
          group by keyword_id, folded, platform, query
        ), counts as (
          select keyword_id, folded, platform, sum(answers)::integer as answers, sum(mentions) as mentions,
                 sum(competitor_mentions) as competitor_mentions, max(last_asked_at) as last_asked_at,
                 (array_agg(query order by last_asked_at desc))[1] as query
          from spellings
          group by keyword_id, folded, platform
        )
        select (array_agg(c.query order by c.last_asked_at desc))[1] as query, keyword_id, l.keyword, l.answers,
               sum(c.mentions)::integer as mentions, sum(c.competitor_mentions)::integer as competitor_mentions,
               l.sample_size, json_object_agg(c.platform, c.answers order by c.platform) as platforms,
               max(c.last_asked_at) as last_asked_at, l.total
        from listed l
        join counts c using (keyword_id, folded)
        group by keyword_id, folded, l.keyword, l.answers, l.sample_size, l.total
        order by l.answers desc, folded, keyword_id`),
  );
  return { queries: rows.map(({ total: _, ...query }) => query), total: rows[0]?.total ?? 0 };
}

function matching({ keywordId, platform }: QueryFilter): Sql {
  return sql`
    ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
    ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}
