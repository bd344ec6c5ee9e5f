import { type Db, empty, type Sql, sql } from '../db.ts';
import type { OverviewFilter } from './overview.ts';

export interface VoteRow {
  brandId: string;
  brandsNamed: number;
  votes: number;
}

/** How often each brand is mentioned, in answers that mention this many tracked brands. */
export function countVotes(
  db: Db,
  workspaceId: string,
  { since, until, platform, keywordIds = [] }: OverviewFilter,
): Promise<VoteRow[]> {
  return db.records<VoteRow>(
    sql`select brand_id, brands_named::integer as brands_named, count(*)::integer as votes
        from (
          select brand_id, count(*) over (partition by answer_id) as brands_named
          from mentions
          where workspace_id = ${workspaceId}
            and keyword_id = any(${keywordIds})
            and detected_at >= ${since}::date
            and detected_at < ${until}::date + 1
            ${platform === undefined ? empty : sql`and platform = ${platform}`}
        ) named
        group by 1, 2
        order by 1, 2`,
  );
}

export interface Outcomes {
  platform: string;
  valid: number;
  truncated: number;
  refused: number;
  failed: number;
}

/** The outcomes of the questions, by platform. */
export function countOutcomes(db: Db, workspaceId: string, filter: OverviewFilter): Promise<Outcomes[]> {
  return db.query<Outcomes>(
    sql`select platform, sum(valid)::integer as valid, sum(truncated)::integer as truncated, sum(refused)::integer as refused,
               sum(failed)::integer as failed
        from daily_answers
        where workspace_id = ${workspaceId}
          and day between ${filter.since} and ${filter.until}
          ${ofKeywords(filter)}
          ${filter.platform === undefined ? empty : sql`and platform = ${filter.platform}`}
        group by platform
        order by platform`,
  );
}

/** How many keywords were asked on these days. */
export function countAskedKeywords(db: Db, workspaceId: string, filter: OverviewFilter): Promise<number> {
  return db.number(
    sql`select count(*)::integer as keywords
        from keywords k
        where k.workspace_id = ${workspaceId}
          ${filter.keywordIds === undefined ? empty : sql`and k.keyword_id = any(${filter.keywordIds})`}
          and exists (
            select
            from daily_answers a
            where a.workspace_id = ${workspaceId}
              and a.keyword_id = k.keyword_id
              and a.day between ${filter.since} and ${filter.until}
              ${filter.platform === undefined ? empty : sql`and a.platform = ${filter.platform}`}
          )`,
  );
}

/** How many keywords were asked in each of two periods, and in both. */
export async function countComparedKeywords(
  db: Db,
  workspaceId: string,
  {
    now,
    before,
    platform,
    keywordIds,
  }: Record<'now' | 'before', { fromDay: string; toDay: string }> & Pick<OverviewFilter, 'platform' | 'keywordIds'>,
): Promise<{ now: number; before: number; both: number }> {
  const isAsked = ({ fromDay, toDay }: { fromDay: string; toDay: string }) => sql`exists (
    select
    from daily_answers a
    where a.workspace_id = ${workspaceId}
      and a.keyword_id = k.keyword_id
      and a.day between ${fromDay} and ${toDay}
      ${platform === undefined ? empty : sql`and a.platform = ${platform}`}
  )`;
  const [row] = await db.query<{ now: number; before: number; both: number }>(
    sql`select count(*) filter (where is_now)::integer as now, count(*) filter (where is_before)::integer as before,
               count(*) filter (where is_now and is_before)::integer as both
        from (
          select ${isAsked(now)} as is_now, ${isAsked(before)} as is_before
          from keywords k
          where k.workspace_id = ${workspaceId}
            ${keywordIds === undefined ? empty : sql`and k.keyword_id = any(${keywordIds})`}
        ) asked`,
  );
  return row ?? { now: 0, before: 0, both: 0 };
}

/** The number of days on which each current prompt could be asked, summed over the prompts. */
export function countPromptDays(db: Db, workspaceId: string, filter: OverviewFilter): Promise<number> {
  return db.number(
    sql`select coalesce(sum(greatest(0, ${filter.until}::date + 1 - greatest(
                 ${filter.since}::date, (k.created_at at time zone 'UTC')::date))), 0)::integer as days
        from keywords k
        join prompts p on p.workspace_id = ${workspaceId} and p.keyword_id = k.keyword_id and p.retired_at is null
        where k.workspace_id = ${workspaceId}
          and k.status = 'active'
          ${filter.keywordIds === undefined ? empty : sql`and k.keyword_id = any(${filter.keywordIds})`}`,
  );
}

/** When the latest valid answer of these days was asked. */
export async function newestAnswerAt(db: Db, workspaceId: string, filter: OverviewFilter): Promise<Date | undefined> {
  const [row] = await db.query<{ asked_at: Date }>(
    sql`select asked_at
        from answers
        where workspace_id = ${workspaceId}
          and status = 'valid'
          and asked_at >= ${filter.since}::date
          and asked_at < ${filter.until}::date + 1
          ${ofKeywords(filter)}
          ${filter.platform === undefined ? empty : sql`and platform = ${filter.platform}`}
        order by asked_at desc
        limit 1`,
  );
  return row?.asked_at;
}

function ofKeywords({ keywordIds }: OverviewFilter): Sql {
  return keywordIds === undefined ? empty : sql`and keyword_id = any(${keywordIds})`;
}
