import { type Db, empty, type Sql, sql } from '../db.ts';
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

/** How many answers cite each domain, most first. */
export function countDomains(
  db: Db,
  workspaceId: string,
  filter: SourceFilter,
): Promise<{ domain: string; answers: number }[]> {
  return db.records(
    sql`select domain, count(*)::integer as answers
        from (
          select distinct domain, answer_id
          from citations
          ${cited(workspaceId, filter)}
        ) c
        group by domain
        order by answers desc, domain`,
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

export interface SourceDetails {
  domain: string;
  /** Answers that cite the domain, by platform. */
  platforms: Record<string, number>;
  /** Of these, answers that mention each brand, the own brand, and at least one competitor. */
  brands: Record<string, number>;
  mentions: number;
  competitorMentions: number;
  lastCitedAt: Date;
  /** The newest. */
  answerIds: string[];
}

/** What the answers that cite these domains have in common. */
export function describeSources(
  db: Db,
  workspaceId: string,
  { filter, domains, answerIds }: { filter: SourceFilter; domains: string[]; answerIds: number },
): Promise<SourceDetails[]> {
  return db.records<SourceDetails>(
    // Without a join: with estimates of one row, as on new tables, it would compare every citation with every mention.
    sql`with found as (
          select answer_id, detected_at, platform, domain, null as brand_id
          from citations
          ${cited(workspaceId, filter)}
            and domain = any(${domains})
          union all
          select answer_id, detected_at, platform, null, brand_id
          from mentions
          where workspace_id = ${workspaceId}
            and detected_at >= ${filter.range.since}
            and detected_at < ${filter.range.until}
            ${matching(filter)}
        ), named as materialized (
          select domain, answer_id, detected_at, platform, brand_ids
          from (
            select answer_id, max(detected_at) as detected_at, max(platform) as platform,
                   array_agg(distinct domain) filter (where domain is not null) as domains,
                   coalesce(array_agg(brand_id) filter (where brand_id is not null), '{}') as brand_ids
            from found
            group by answer_id
          ) a
          cross join lateral unnest(domains) as domain
        ), brands as (
          select domain, json_object_agg(brand_id, answers) as brands
          from (
            select domain, brand_id, count(*) as answers
            from named
            cross join lateral unnest(brand_ids) as brand_id
            group by domain, brand_id
          ) b
          group by domain
        ), platforms as (
          select domain, json_object_agg(platform, answers order by platform) as platforms
          from (
            select domain, platform, count(*) as answers
            from named
            group by domain, platform
          ) p
          group by domain
        ), sums as (
          select domain, max(detected_at) as last_cited_at,
                 (array_agg(answer_id order by detected_at desc, answer_id))[1:${answerIds}] as answer_ids,
                 count(*) filter (where ${OWN_BRAND} = any(brand_ids))::integer as mentions,
                 count(*) filter (where array_remove(brand_ids, ${OWN_BRAND}) <> '{}')::integer as competitor_mentions
          from named
          group by domain
        )
        select s.*, platforms, coalesce(brands, '{}') as brands
        from sums s
        join platforms using (domain)
        left join brands using (domain)`,
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
