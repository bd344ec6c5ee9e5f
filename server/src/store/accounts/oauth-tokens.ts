import { type Db, prepared, sql, type Transaction } from '../db.ts';
import { type FindHolder, findAndCount, holderFinder, type Scope } from './api-keys.ts';

export interface NewOauthToken {
  tokenHash: Buffer;
  clientId: string;
  scopes: Scope[];
  seconds: number;
}

export interface OauthToken {
  clientId: string;
  workspaceId: string;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date;
}

const MOST_DELETED = 100;

/** Finds tokens and counts their requests. Token and client are read for every request, like a key. */
export function tokenFinder(db: Db): FindHolder {
  return holderFinder(db, findTokens);
}

const findTokens = prepared((hashes: Buffer[]) =>
  findAndCount(
    sql`select asked.place, c.client_id as key_id, c.workspace_id, w.mode, a.plan, t.scopes, c.allowed_ips,
               c.allowed_domains, c.app_id is not null as is_for_mcp
        from unnest(${hashes}::bytea[]) with ordinality as asked (hash, place)
        join oauth_tokens t on t.token_hash = asked.hash
        join oauth_clients c using (client_id)
        join workspaces w using (workspace_id)
        join accounts a using (account_id)
        where t.expires_at > now()
          and c.revoked_at is null`,
  ),
);

/** Every new token also deletes up to a hundred expired ones, so that they do not accumulate. */
export async function insertOauthToken(db: Db | Transaction, token: NewOauthToken): Promise<void> {
  await db.query(
    sql`with dead as (
          delete from oauth_tokens
          where token_hash in (
            select token_hash
            from oauth_tokens
            where expires_at <= now()
            order by expires_at
            limit ${MOST_DELETED}
            for update skip locked
          )
        )
        insert into oauth_tokens (token_hash, client_id, scopes, expires_at)
        values (${token.tokenHash}, ${token.clientId}, ${token.scopes}, now() + make_interval(secs => ${token.seconds}))`,
  );
}

/** How many tokens of a client are valid now, and when the first of them expires. */
export async function countLiveTokens(
  db: Db | Transaction,
  clientId: string,
): Promise<{ live: number; firstEnds: Date | undefined }> {
  const [row] = await db.records<{ live: number; firstEnds: Date | undefined }>(
    sql`select count(*)::int as live, min(expires_at) as first_ends
        from oauth_tokens
        where client_id = ${clientId}
          and expires_at > now()`,
  );
  return row ?? { live: 0, firstEnds: undefined };
}

/** A valid token. */
export function findOauthToken(db: Db, tokenHash: Buffer): Promise<OauthToken | undefined> {
  return db.record<OauthToken>(
    sql`select t.client_id, c.workspace_id, t.scopes, t.created_at, t.expires_at
        from oauth_tokens t
        join oauth_clients c using (client_id)
        where t.token_hash = ${tokenHash}
          and t.expires_at > now()
          and c.revoked_at is null`,
  );
}

/** Returns whether the client had such a token. */
export function deleteOauthToken(tx: Transaction, clientId: string, tokenHash: Buffer): Promise<boolean> {
  return tx.returnsRows(
    sql`delete from oauth_tokens
        where token_hash = ${tokenHash}
          and client_id = ${clientId}
        returning client_id`,
  );
}
