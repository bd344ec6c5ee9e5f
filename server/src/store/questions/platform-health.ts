import { type Db, sql } from '../db.ts';

/** A platform's recent replies to a workspace, and the prompts it did not take. */
export interface PlatformHealth {
  platform: string;
  lastAnswerAt: Date | undefined;
  /** Since when every reply has failed or prompts wait. Undefined if the latest reply succeeded. */
  failingSince: Date | undefined;
  /** How many replies failed since then. */
  failures: number;
  /** Why the latest reply failed. */
  failure: string | undefined;
}

const RECENT_DAYS = 7;
// Enough to see how a platform performs, and few enough to read within a request.
const RECENT_ANSWERS = 20_000;

export function platformHealth(db: Db, workspaceId: string, now: Date): Promise<PlatformHealth[]> {
  return db.records<PlatformHealth>(
    sql`with recent as materialized (
          select platform, status, reason, asked_at
          from answers
          where workspace_id = ${workspaceId}
            and asked_at >= ${now}::timestamptz - make_interval(days => ${RECENT_DAYS})
          order by asked_at desc
          limit ${RECENT_ANSWERS}
        ), answered as (
          select platform, max(asked_at) filter (where status <> 'failed') as last_answer_at
          from recent
          group by platform
        ), failed as (
          select platform, reason, asked_at
          from recent
          where status = 'failed'
          union all
          select platform, waits_for, waits_since
          from questions
          where workspace_id = ${workspaceId}
            and waits_for is not null
            and done_at is null
        )
        select platform, last_answer_at, min(f.asked_at) as failing_since, count(f.asked_at)::integer as failures,
               (array_agg(f.reason order by f.asked_at desc))[1] as failure
        from (select platform, max(last_answer_at) as last_answer_at
              from (select * from answered union all select platform, null from failed) p
              group by platform) a
        left join lateral (
          select asked_at, reason
          from failed f
          where f.platform = a.platform
            and (a.last_answer_at is null or f.asked_at > a.last_answer_at)) f on true
        group by platform, last_answer_at`,
  );
}

export interface WaitingPrompts {
  platform: string;
  reason: string;
  /** Whose key is used. */
  key: 'workspace' | 'installation';
  prompts: number;
}

/** The prompts of all workspaces that platforms did not take. */
export function waitingPrompts(db: Db): Promise<WaitingPrompts[]> {
  return db.query<WaitingPrompts>(
    sql`select q.platform, q.waits_for as reason,
               case when k.platform is null then 'installation' else 'workspace' end as key, count(*) as prompts
        from questions q
        left join platform_keys k on k.workspace_id = q.workspace_id and k.platform = q.platform
        where q.waits_for is not null
          and q.done_at is null
        group by 1, 2, 3`,
  );
}

export interface PlatformDay {
  platform: string;
  planned: number;
  asked: number;
}

/** How many questions a day has on each platform, and how many of them were asked. */
export function plannedOn(db: Db, workspaceId: string, day: string): Promise<PlatformDay[]> {
  return db.query<PlatformDay>(
    sql`select platform, count(*) as planned, count(done_at) as asked
        from questions
        where workspace_id = ${workspaceId}
          and round = ${day}
        group by platform`,
  );
}

export interface PlatformSpend {
  platform: string;
  today: number;
  month: number;
}

export function spendByPlatform(db: Db, workspaceId: string, today: string): Promise<PlatformSpend[]> {
  return db.query<PlatformSpend>(
    sql`select platform, coalesce(sum(cost_usd) filter (where day = ${today}), 0) as today, sum(cost_usd) as month
        from spend
        where workspace_id = ${workspaceId}
          and day >= date_trunc('month', ${today}::date)::date
        group by platform`,
  );
}

/** The number of active prompts. */
export function countActivePrompts(db: Db, workspaceId: string): Promise<number> {
  return db.number(
    sql`select count(*) as prompts
        from keywords k
        join prompts p on p.workspace_id = ${workspaceId} and p.keyword_id = k.keyword_id
        where k.workspace_id = ${workspaceId}
          and k.status = 'active'
          and p.retired_at is null`,
  );
}
