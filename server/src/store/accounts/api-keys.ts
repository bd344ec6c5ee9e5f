import { gather } from '../../base/gather.ts';
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
  /** Whether it opens /mcp only: the token of a connected assistant. */
  isForMcp: boolean;
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

/** Finds a key or token by its hash and counts the request, or finds none. */
export type FindHolder = (hash: Buffer) => Promise<KeyHolder | undefined>;

/**
 * Finds keys and counts their requests. Rows are read for every request and never cached, so every process rejects a
 * revoked key immediately. Requests that arrive together share a statement.
 */
export function keyFinder(db: Db): FindHolder {
  return holderFinder(db, findKeys);
}

const findKeys = prepared((hashes: Buffer[]) =>
  findAndCount(
    sql`select asked.place, k.key_id, k.workspace_id, w.mode, a.plan, k.scopes, k.allowed_ips, k.allowed_domains,
               false as is_for_mcp
        from unnest(${hashes}::bytea[]) with ordinality as asked (hash, place)
        join api_keys k on k.key_hash = asked.hash
        join workspaces w using (workspace_id)
        join accounts a using (account_id)
        where k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now())`,
  ),
);

/**
 * Finds keys or tokens, reads the versions of their lists and counts their requests, in one statement. Windows are
 * counted in the order of their workspaces, so that two processes cannot wait for each other.
 */
export function findAndCount(finding: Sql): Sql {
  return sql`
    with holder as (
      ${finding}
    ), counted as (
      insert into rate_windows as r (workspace_id, started_at, used)
      select workspace_id, now(), count(*)
      from holder
      where allowed_ips = '{}' and allowed_domains = '{}'
      group by workspace_id
      order by workspace_id
      ${addToWindow}
    )
    select holder.*,
           coalesce((select l.version::text from list_totals l where l.workspace_id = holder.workspace_id), '')
             as list_version,
           counted.used, counted.resets_at
    from holder
    left join counted on counted.workspace_id = holder.workspace_id and allowed_ips = '{}' and allowed_domains = '{}'
    order by place desc`;
}

type HolderRow = Omit<KeyHolder, 'rate'> & { place: number } & {
  [Part in keyof RateCount]: RateCount[Part] | undefined;
};

/** More statements at a time would each find fewer holders, and cost more together. */
const MOST_STATEMENTS = 2;

export function holderFinder(db: Db, statementFor: (hashes: Buffer[]) => Prepared): FindHolder {
  return gather(
    async (hashes: Buffer[]) => {
      const found: (KeyHolder | undefined)[] = hashes.map(() => undefined);
      const later = new Map<string, number>();
      // The last request first: the statement counted all requests of a workspace before it returned their number.
      for (const { place, used, resetsAt, ...holder } of await db.quick.records<HolderRow>(statementFor(hashes))) {
        const after = later.get(holder.workspaceId) ?? 0;
        const isCounted = used !== undefined && resetsAt !== undefined;
        if (isCounted) later.set(holder.workspaceId, after + 1);
        found[place - 1] = { ...holder, rate: isCounted ? { used: used - after, resetsAt } : undefined };
      }
      return found;
    },
    { mostRunning: MOST_STATEMENTS },
  );
}

/** Counts one request in the workspace's one-hour window, which starts with its first request. */
export async function countRequest(db: Db, workspaceId: string): Promise<RateCount> {
  const [count] = await db.records<RateCount>(
    sql`insert into rate_windows as r (workspace_id, started_at, used)
        values (${workspaceId}, now(), 1)
        ${addToWindow}`,
  );
  if (!count) throw new Error('the rate window was not counted');
  return count;
}

const addToWindow = sql`
  on conflict (workspace_id) do update
  set started_at = case when r.started_at > now() - interval '1 hour' then r.started_at else now() end,
      used = case when r.started_at > now() - interval '1 hour' then r.used + excluded.used else excluded.used end
  returning workspace_id, used, started_at + interval '1 hour' as resets_at`;

export function listApiKeys(db: Db | Transaction, accountId: string): Promise<ApiKey[]> {
  return db.records<ApiKey>(
    sql`${selectKeys}
        where w.account_id = ${accountId}
        order by k.created_at, k.key_id`,
  );
}

export function findApiKey(tx: Transaction, accountId: string, keyId: string): Promise<ApiKey | undefined> {
  return tx.record<ApiKey>(
    sql`${selectKeys}
        where w.account_id = ${accountId}
          and k.key_id = ${keyId}`,
  );
}

/** How many keys of an account are valid now. */
export function countActiveKeys(tx: Transaction, accountId: string): Promise<number> {
  return tx.number(
    sql`select count(*)::int as active
        from api_keys k
        join workspaces w using (workspace_id)
        where w.account_id = ${accountId}
          and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now())`,
  );
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
export function revokeApiKey(db: Db | Transaction, accountId: string, keyId: string): Promise<boolean> {
  return db.returnsRows(
    sql`update api_keys k
        set revoked_at = now()
        from workspaces w
        where w.workspace_id = k.workspace_id
          and w.account_id = ${accountId}
          and k.key_id = ${keyId}
          and k.revoked_at is null
        returning k.key_id`,
  );
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
