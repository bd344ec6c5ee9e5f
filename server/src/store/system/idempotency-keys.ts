import { type Db, sql } from '../db.ts';

/** A request with an idempotency key. The same key on the same path of a workspace is the same request. */
export interface NamedRequest {
  workspaceId: string;
  path: string;
  key: string;
}

export interface RequestClaim {
  fingerprint: Buffer;
  token: string;
  now: Date;
  leaseUntil: Date;
  /** Older ones are deleted. */
  keptSince: Date;
}

export interface EarlierRequest {
  fingerprint: Buffer;
  /** Undefined while it is still running. */
  answer: Buffer | undefined;
}

/** Claims the request. Undefined if that worked, otherwise the earlier request with the same key. */
export async function claimRequest(
  db: Db,
  { workspaceId, path, key }: NamedRequest,
  { fingerprint, token, now, leaseUntil, keptSince }: RequestClaim,
): Promise<EarlierRequest | undefined> {
  const claimed = await db.query(
    sql`insert into idempotency_keys as k (workspace_id, path, key, fingerprint, token, lease_until, created_at)
        values (${workspaceId}, ${path}, ${key}, ${fingerprint}, ${token}, ${leaseUntil}, ${now})
        on conflict (workspace_id, path, key) do update
        set fingerprint = excluded.fingerprint,
            token = excluded.token,
            lease_until = excluded.lease_until,
            created_at = excluded.created_at,
            answer = null
        where k.created_at < ${keptSince}
          or (k.answer is null and k.lease_until < excluded.created_at)
        returning token`,
  );
  if (claimed.length > 0) return undefined;
  const [row] = await db.query<{ fingerprint: Buffer; answer: Buffer | null }>(
    sql`select fingerprint, answer
        from idempotency_keys
        where workspace_id = ${workspaceId}
          and path = ${path}
          and key = ${key}`,
  );
  // Deleted between the two statements because it failed. The next caller may try.
  return row ? { fingerprint: row.fingerprint, answer: row.answer ?? undefined } : { fingerprint, answer: undefined };
}

export async function saveAnswerOf(
  db: Db,
  { workspaceId, path, key }: NamedRequest,
  { token, answer }: { token: string; answer: Buffer },
): Promise<void> {
  await db.query(
    sql`update idempotency_keys
        set answer = ${answer}
        where workspace_id = ${workspaceId}
          and path = ${path}
          and key = ${key}
          and token = ${token}`,
  );
}

/** After a failure that the caller did not cause: the same request may be repeated immediately. */
export async function releaseRequest(db: Db, { workspaceId, path, key }: NamedRequest, token: string): Promise<void> {
  await db.query(
    sql`delete from idempotency_keys
        where workspace_id = ${workspaceId}
          and path = ${path}
          and key = ${key}
          and token = ${token}`,
  );
}

export async function forgetRequests(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from idempotency_keys where created_at < ${before}`);
}
