import { makeId } from '../../base/id.ts';
import { type Db, type Prepared, prepared, type Sql, sql, type Transaction } from '../db.ts';
import type { Mode, Plan } from './accounts.ts';
import { type Creator, creatorColumns, creatorJoin } from './creators.ts';

export type Scope = 'read' | 'write';

export interface NewApiKey extends Creator {
  workspaceId: string;
  name: string;
  hash: Buffer;
  prefix: string;
  scopes: Scope[];
  allowedIps: string[];
  allowedDomains: string[];
  expiresAt: Date | undefined;
}

export interface ApiKey extends Creator {
  keyId: string;
  mode: Mode;
  name: string;
  prefix: string;
  scopes: Scope[];
  allowedIps: string[];
  allowedDomains: string[];
  createdAt: Date;
  expiresAt: Date | undefined;
  lastUsedAt: Date | undefined;
  status: 'active' | 'revoked';
  expired: boolean;
}

/** A key or token that is valid now, with the state of its workspace's rate limit. */
export interface KeyHolder {
  /** The key's id, or the id of the OAuth client behind a token. */
  keyId: string;
  workspaceId: string;
  mode: Mode;
  plan: Plan;
  scopes: Scope[];
  allowedIps: string[];
  allowedDomains: string[];
  /** Increased by every change to the workspace's lists of keywords and records. */
  listVersion: string;
  /** Undefined for a key with allow-lists: its request is counted only after the lists allow it. */
  rate: RateCount | undefined;
}

export interface RateCount {
  used: number;
  resetsAt: Date;
}

export async function insertApiKey(db: Db | Transaction, key: NewApiKey): Promise<string> {
  const keyId = makeId('key');
  await db.query(
    sql`insert into api_keys (key_id, workspace_id, key_hash, name, prefix, scopes, allowed_ips, allowed_domains, expires_at,
                              created_by, created_by_member)
        values (${keyId}, ${key.workspaceId}, ${key.hash}, ${key.name}, ${key.prefix}, ${key.scopes}, ${key.allowedIps},
                ${key.allowedDomains}, ${key.expiresAt ?? null}, ${key.createdBy ?? null}, ${key.createdByMember ?? null})`,
  );
  return keyId;
}

/**
 * Finds the key and counts the request in one round trip. The row is read for every request and never cached, so every
 * process rejects a revoked key immediately.
 */
export function openWithKey(db: Db, keyHash: Buffer): Promise<KeyHolder | undefined> {
  return openAsHolder(db, findKeyAndCount(keyHash));
}

const findKeyAndCount = prepared((keyHash: Buffer) =>
  findAndCount(
    sql`select k.key_id, k.workspace_id, w.mode, a.plan, k.scopes, k.allowed_ips, k.allowed_domains
        from api_keys k
        join workspaces w using (workspace_id)
        join accounts a using (account_id)
        where k.key_hash = ${keyHash}
          and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now())`,
  ),
);

/** Finds the key or token, reads the version of its lists and counts its request, in one statement. */
export function findAndCount(finding: Sql): Sql {
  return sql`
    with holder as (
      ${finding}
    ), counted as (
      insert into rate_windows as r (workspace_id, started_at, used)
      select workspace_id, now(), 1
      from holder
      where allowed_ips = '{}' and allowed_domains = '{}'
      ${countOne}
    )
    select holder.*, coalesce(l.version::text, '') as list_version, counted.used, counted.resets_at
    from holder
    left join list_totals l using (workspace_id)
    left join counted on true`;
}

type HolderRow = Omit<KeyHolder, 'rate'> & { [Part in keyof RateCount]: RateCount[Part] | undefined };

export async function openAsHolder(db: Db, statement: Prepared): Promise<KeyHolder | undefined> {
  const [row] = await db.quick.records<HolderRow>(statement);
  if (!row) return undefined;
  const { used, resetsAt, ...holder } = row;
  return { ...holder, rate: used === undefined || resetsAt === undefined ? undefined : { used, resetsAt } };
}

/** Counts one request in the workspace's one-hour window, which starts with its first request. */
export async function countRequest(db: Db, workspaceId: string): Promise<RateCount> {
  const [count] = await db.records<RateCount>(
    sql`insert into rate_windows as r (workspace_id, started_at, used)
        values (${workspaceId}, now(), 1)
        ${countOne}`,
  );
  if (!count) throw new Error('the rate window was not counted');
  return count;
}

const countOne = sql`
  on conflict (workspace_id) do update
  set started_at = case when r.started_at > now() - interval '1 hour' then r.started_at else now() end,
      used = case when r.started_at > now() - interval '1 hour' then r.used + 1 else 1 end
  returning used, started_at + interval '1 hour' as resets_at`;

export function listApiKeys(db: Db | Transaction, accountId: string): Promise<ApiKey[]> {
  return db.records<ApiKey>(
    sql`${selectKeys}
        where w.account_id = ${accountId}
        order by k.created_at, k.key_id`,
  );
}

export async function findApiKey(tx: Transaction, accountId: string, keyId: string): Promise<ApiKey | undefined> {
  const [key] = await tx.records<ApiKey>(
    sql`${selectKeys}
        where w.account_id = ${accountId}
          and k.key_id = ${keyId}`,
  );
  return key;
}

/** How many keys of an account are valid now. */
export async function countActiveKeys(tx: Transaction, accountId: string): Promise<number> {
  const [row] = await tx.query<{ active: number }>(
    sql`select count(*)::int as active
        from api_keys k
        join workspaces w using (workspace_id)
        where w.account_id = ${accountId}
          and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now())`,
  );
  return row?.active ?? 0;
}

const selectKeys = sql`
  select k.key_id, w.mode, k.name, k.prefix, k.scopes, k.allowed_ips, k.allowed_domains, k.created_at, k.expires_at,
         k.last_used_at, case when k.revoked_at is null then 'active' else 'revoked' end as status,
         coalesce(k.expires_at <= now(), false) as expired,
         ${creatorColumns}
  from api_keys k
  join workspaces w using (workspace_id)
  ${creatorJoin}`;

/** Revokes a key, from the next request on. Returns whether the key was active. */
export async function revokeApiKey(db: Db | Transaction, accountId: string, keyId: string): Promise<boolean> {
  const rows = await db.query(
    sql`update api_keys k
        set revoked_at = now()
        from workspaces w
        where w.workspace_id = k.workspace_id
          and w.account_id = ${accountId}
          and k.key_id = ${keyId}
          and k.revoked_at is null
        returning k.key_id`,
  );
  return rows.length > 0;
}

/** Locks the key until the transaction ends. */
export async function lockApiKey(tx: Transaction, keyId: string): Promise<void> {
  await tx.query(
    sql`select key_id
        from api_keys
        where key_id = ${keyId}
        for no key update`,
  );
}

/** Changes the editable fields of a key: its name and its allow-lists. */
export async function updateApiKey(
  tx: Transaction,
  keyId: string,
  { name, allowedIps, allowedDomains }: Pick<ApiKey, 'name' | 'allowedIps' | 'allowedDomains'>,
): Promise<void> {
  await tx.query(
    sql`update api_keys
        set name = ${name},
            allowed_ips = ${allowedIps},
            allowed_domains = ${allowedDomains}
        where key_id = ${keyId}`,
  );
}

/** Only moves forward: a late batch does not set an earlier time. */
export async function recordKeyUse(db: Db, used: Map<string, Date>): Promise<void> {
  if (used.size === 0) return;
  await db.query(
    sql`with used as (
          select *
          from unnest(${[...used.keys()]}::text[], ${[...used.values()]}::timestamptz[]) as u (id, at)
        ), clients as (
          update oauth_clients c
          set last_used_at = greatest(c.last_used_at, used.at)
          from used
          where c.client_id = used.id
        )
        update api_keys k
        set last_used_at = greatest(k.last_used_at, used.at)
        from used
        where k.key_id = used.id`,
  );
}
