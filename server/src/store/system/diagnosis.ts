import { type Db, sql } from '../db.ts';

/** The version of PostgreSQL and the time of its clock. */
export async function serverFacts(db: Db): Promise<{ version: string; now: Date }> {
  const [row] = await db.query<{ version: string; now: Date }>(
    sql`select current_setting('server_version') as version, clock_timestamp() as now`,
  );
  if (!row) throw new Error('a select without a table returned no row');
  return row;
}

export function databaseBytes(db: Db): Promise<number> {
  return db.number(sql`select pg_database_size(current_database()) as bytes`);
}

export interface WorkspaceTrouble {
  accountName: string;
  workspaceId: string;
}

/** Live workspaces with active keywords and no platform key of their own. */
export function keywordsWithoutOwnKey(db: Db): Promise<(WorkspaceTrouble & { keywords: number })[]> {
  return db.records(
    sql`with k as materialized (
          select workspace_id, count(*)::integer as keywords
          from keywords
          where status = 'active'
          group by workspace_id
        )
        select w.workspace_id, a.name as account_name, k.keywords
        from workspaces w
        join accounts a using (account_id)
        join k using (workspace_id)
        where w.mode = 'live'
          -- Without a platform in the environment, openai_compatible has no URL.
          and not exists (
            select from platform_keys p where p.workspace_id = w.workspace_id and p.platform <> 'openai_compatible')
        order by w.workspace_id`,
  );
}

/** The first live workspaces. */
export function liveWorkspaces(db: Db, limit: number): Promise<(WorkspaceTrouble & { isCapped: boolean })[]> {
  return db.records(
    sql`select w.workspace_id, a.name as account_name,
               w.daily_cap_usd is not null or w.monthly_cap_usd is not null as is_capped
        from workspaces w
        join accounts a using (account_id)
        where w.mode = 'live'
        order by w.workspace_id
        limit ${limit}`,
  );
}

/** Live workspaces that have reached a spending cap. Their questions wait. */
export function reachedBudgets(db: Db): Promise<(WorkspaceTrouble & { period: 'day' | 'month' })[]> {
  return db.records(
    sql`select w.workspace_id, a.name as account_name,
               case when s.month >= w.monthly_cap_usd then 'month' else 'day' end as period
        from workspaces w
        join accounts a using (account_id)
        cross join lateral (
          select coalesce(sum(cost_usd) filter (where day = (now() at time zone 'UTC')::date), 0) as today,
                 coalesce(sum(cost_usd), 0) as month
          from spend
          where spend.workspace_id = w.workspace_id
            and day >= date_trunc('month', now() at time zone 'UTC')::date
        ) s
        where w.mode = 'live'
          and (s.today >= w.daily_cap_usd or s.month >= w.monthly_cap_usd)
        order by w.workspace_id`,
  );
}

/** Platforms of live workspaces whose answers vary more than this, compared with independent ones, as of the last window. */
export function scatteredPlatforms(
  db: Db,
  most: number,
): Promise<{ accountName: string; platform: string; phi: number; answersPerPrompt: number }[]> {
  return db.records(
    sql`with live as materialized (
          select w.workspace_id, a.name as account_name, w.windows_judged
          from workspaces w
          join accounts a using (account_id)
          where w.mode = 'live'
        )
        select l.account_name, g.platform, g.phi, g.answers_per_prompt
        from live l
        join judged_groups g
          on g.workspace_id = l.workspace_id
         and g.brand_id = 'brand'
         and g.judged_window = l.windows_judged - 1
        where g.phi > ${most}
        order by g.phi desc
        limit 10`,
  );
}

/** Webhooks that were disabled because of failures, newest first. */
export function brokenWebhooks(db: Db): Promise<{ url: string; disabledAt: Date }[]> {
  return db.records(
    sql`select url, disabled_at
        from webhooks
        where status = 'disabled'
          and disabled_reason in ('delivery_failures', 'gone')
        order by disabled_at desc
        limit 100`,
  );
}

/** How many keys and OAuth clients have an IP allow-list. */
export function countIpLists(db: Db): Promise<number> {
  return db.number(
    sql`select (select count(*) from api_keys where revoked_at is null and allowed_ips <> '{}')
               + (select count(*) from oauth_clients where revoked_at is null and allowed_ips <> '{}') as count`,
  );
}

/** How many API keys an account has ever had, and whether one was used. */
export async function keyUse(db: Db, accountId: string): Promise<{ keys: number; used: boolean }> {
  const [row] = await db.query<{ keys: number; used: boolean }>(
    sql`select count(*)::integer as keys, count(k.last_used_at) > 0 as used
        from api_keys k
        join workspaces w using (workspace_id)
        where w.account_id = ${accountId}`,
  );
  return row ?? { keys: 0, used: false };
}

/** Names of the accounts without an email address. */
export async function accountsWithoutAddress(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    sql`select name from accounts where owner_email is null order by created_at`,
  );
  return rows.map(({ name }) => name);
}

/** A sample of the encrypted secrets, newest first, with the row each is bound to. */
export function sealedSamples(db: Db): Promise<{ sealed: Buffer; rowId: string }[]> {
  return db.records(
    sql`(select secret as sealed, webhook_id as row_id
         from webhooks
         order by created_at desc
         limit 20)
        union all
        (select sealed, workspace_id || ' ' || platform
         from platform_keys
         order by created_at desc
         limit 20)`,
  );
}
