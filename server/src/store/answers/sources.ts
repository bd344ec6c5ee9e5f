import { type Db, empty, planned, type Sql, sql } from '../db.ts';
import type { TimeRange } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import type { PageOwner } from './citations.ts';
import { MOST_ANSWERS } from './queries.ts';

/** The answers whose sources are counted. */
export interface SourceFilter {
  keywordId?: string | undefined;
  platform?: string | undefined;
  domain?: string | undefined;
  /** The canonical URL of one page. */
  page?: string | undefined;
  range: TimeRange;
}

/** The number of valid answers in a range. With more than can be counted within a request, the range is shortened. */
export async function sampleOf(
  db: Db,
  workspaceId: string,
  filter: SourceFilter,
): Promise<{ sampleSize: number; range: TimeRange }> {
  const { range } = filter;
  const [row] = await db.records<{ sampleSize: number; since: Date | undefined }>(
    sql`select count(*)::integer as sample_size, min(asked_at) as since
        from (
          select asked_at
          from answers
          where workspace_id = ${workspaceId}
            and asked_at >= ${range.since}
            and asked_at < ${range.until}
            and status = 'valid'
            ${matching(filter)}
          order by asked_at desc
          limit ${MOST_ANSWERS}
        ) a`,
  );
  const sampleSize = row?.sampleSize ?? 0;
  return { sampleSize, range: sampleSize < MOST_ANSWERS ? range : { ...range, since: row?.since ?? range.since } };
}

export interface CountedPage {
  /** A 64-bit number as text. */
  pageKey: string;
  canonicalUrl: string;
  title: string | undefined;
  domain: string;
  owner: PageOwner;
  /** Answers that cite it. An answer has one citation per page. */
  citations: number;
}

/** Every cited page with the number of answers that cite it, most first. */
export function countPages(db: Db, workspaceId: string, filter: SourceFilter): Promise<CountedPage[]> {
  return db.records<CountedPage>(
    sql`select page_key::text, domain, owner, max(canonical_url) as canonical_url, max(title) as title,
               count(*)::integer as citations
        from citations
        ${cited(workspaceId, filter)}
        group by page_key, domain, owner
        order by citations desc, canonical_url`,
  );
}

/** How many answers cite pages of each of these groups. */
export function countGroups(
  db: Db,
  workspaceId: string,
  { filter, groupOf }: { filter: SourceFilter; groupOf: Map<string, string> },
): Promise<{ name: string; answers: number }[]> {
  return db.records(
    sql`select name, count(distinct answer_id)::integer as answers
        from citations
        join unnest(${[...groupOf.keys()]}::bigint[], ${[...groupOf.values()]}::text[]) as g (page_key, name) using (page_key)
        ${cited(workspaceId, filter)}
        group by name`,
  );
}

export interface CountedDomain {
  domain: string;
  /** Answers that cite the domain, and by platform. */
  answers: number;
  platforms: Record<string, number>;
  /** Of these, answers that mention each brand, the own brand, and at least one competitor. */
  brands: Record<string, number>;
  mentions: number;
  competitorMentions: number;
  lastCitedAt: Date;
  /** The newest. */
  answerIds: string[];
}

/** Every cited domain, and what the answers that cite it have in common, most cited first. */
export function countDomains(
  db: Db,
  workspaceId: string,
  { filter, answerIds }: { filter: SourceFilter; answerIds: number },
): Promise<CountedDomain[]> {
  return db.records<CountedDomain>(
    // Without a join: with estimates of one row, as on new tables, it would compare every citation with every mention.
    planned(sql`with facts as (
          select answer_id, max(detected_at) as detected_at, max(platform) as platform, array_agg(domain) as domains,
                 null::text[] as brand_ids
          from citations
          ${cited(workspaceId, filter)}
          group by answer_id
          union all
          select answer_id, null, null, null, array_agg(brand_id)
          from mentions
          where workspace_id = ${workspaceId}
            and detected_at >= ${filter.range.since}
            and detected_at < ${filter.range.until}
            ${matching(filter)}
          group by answer_id
        ), answered as materialized (
          select answer_id, max(detected_at) as detected_at, max(platform) as platform, max(domains) as domains,
                 coalesce(max(brand_ids), '{}') as brand_ids
          from facts
          group by answer_id
          having max(domains) is not null
        ), named as materialized (
          select domain, answer_id, min(detected_at) as detected_at, min(platform) as platform, min(brand_ids) as brand_ids
          from answered
          cross join lateral unnest(domains) as domain
          group by answer_id, domain
        ), alike as materialized (
          select domain, platform, brand_ids, count(*) as answers
          from named
          group by domain, platform, brand_ids
        ), brands as (
          select domain, json_object_agg(brand_id, answers) as brands
          from (
            select domain, brand_id, sum(answers) as answers
            from alike
            cross join lateral unnest(brand_ids) as brand_id
            group by domain, brand_id
          ) b
          group by domain
        ), platforms as (
          select domain, json_object_agg(platform, answers order by platform) as platforms
          from (
            select domain, platform, sum(answers) as answers
            from alike
            group by domain, platform
          ) p
          group by domain
        ), sums as (
          select domain, sum(answers)::integer as answers,
                 coalesce(sum(answers) filter (where ${OWN_BRAND} = any(brand_ids)), 0)::integer as mentions,
                 coalesce(sum(answers) filter (where array_remove(brand_ids, ${OWN_BRAND}) <> '{}'), 0)::integer as competitor_mentions
          from alike
          group by domain
        ), newest as (
          select domain, max(detected_at) as last_cited_at, array_agg(answer_id order by place) as answer_ids
          from (
            select domain, answer_id, detected_at,
                   row_number() over (partition by domain order by detected_at desc, answer_id) as place
            from named
          ) n
          where place <= ${answerIds}
          group by domain
        )
        select s.*, last_cited_at, answer_ids, platforms, coalesce(brands, '{}') as brands
        from sums s
        join newest using (domain)
        join platforms using (domain)
        left join brands using (domain)
        order by answers desc, domain`),
  );
}

interface SourcePoint {
  /** The first day. */
  date: string;
  sampleSize: number;
  answers: number;
}

/** How many answers of each day or week cite a domain. Weeks end with the range. */
export function countSourceDays(
  db: Db,
  workspaceId: string,
  { filter, days }: { filter: SourceFilter & { domain: string }; days: number },
): Promise<SourcePoint[]> {
  const { since, until } = filter.range;
  const bucket = (at: Sql) =>
    sql`floor(extract(epoch from ${until}::timestamptz - ${at} - interval '1 microsecond') / ${days * 86_400})`;
  return db.records<SourcePoint>(
    sql`with citing as (
          select ${bucket(sql`detected_at`)} as bucket, count(distinct answer_id) as answers
          from citations
          ${cited(workspaceId, filter)}
          group by 1
        ), asked as (
          select ${bucket(sql`asked_at`)} as bucket, count(*) as sample_size
          from answers
          where workspace_id = ${workspaceId}
            and asked_at >= ${since}
            and asked_at < ${until}
            and status = 'valid'
            ${matching(filter)}
          group by 1
        )
        select to_char((${until}::timestamptz - make_interval(days => ((bucket + 1) * ${days})::integer)) at time zone 'UTC', 'YYYY-MM-DD') as date,
               sample_size::integer, coalesce(answers, 0)::integer as answers
        from asked
        left join citing using (bucket)
        order by bucket desc`,
  );
}

function cited(workspaceId: string, filter: SourceFilter): Sql {
  return sql`
    where workspace_id = ${workspaceId}
      and kind = 'cited'
      and detected_at >= ${filter.range.since}
      and detected_at < ${filter.range.until}
      ${filter.domain === undefined ? empty : sql`and domain = ${filter.domain}`}
      ${filter.page === undefined ? empty : sql`and page_key = hashtextextended(${filter.page}, 0)`}
      ${matching(filter)}`;
}

function matching({ keywordId, platform }: SourceFilter): Sql {
  return sql`
    ${keywordId === undefined ? empty : sql`and keyword_id = ${keywordId}`}
    ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}
