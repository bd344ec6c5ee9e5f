import { type Db, sql } from '../db.ts';

/** A platform's recent replies to a workspace. */
export interface PlatformHealth {
  platform: string;
  lastAnswerAt: Date | undefined;
  /** Since when every reply has failed. Undefined if the latest reply succeeded. */
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
        )
        select a.platform, a.last_answer_at, min(r.asked_at) as failing_since, count(r.platform)::integer as failures,
               (array_agg(r.reason order by r.asked_at desc))[1] as failure
        from answered a
        left join recent r on r.platform = a.platform
          and r.status = 'failed'
          and (a.last_answer_at is null or r.asked_at > a.last_answer_at)
        group by a.platform, a.last_answer_at`,
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
export async function countActivePrompts(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db.query<{ prompts: number }>(
    sql`select count(*) as prompts
        from keywords k
        join prompts p on p.workspace_id = ${workspaceId} and p.keyword_id = k.keyword_id
        where k.workspace_id = ${workspaceId}
          and k.status = 'active'
          and p.retired_at is null`,
  );
  return row?.prompts ?? 0;
}
