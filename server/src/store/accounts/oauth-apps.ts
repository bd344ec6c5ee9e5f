import { makeId } from '../../base/id.ts';
import { type Db, sql, type Transaction } from '../db.ts';
import type { KnownClient } from './oauth-clients.ts';

/** An assistant that registered itself. */
export interface OauthApp {
  appId: string;
  name: string;
  redirectUris: string[];
}

const MOST_DELETED = 100;
const isUnused = sql`not exists (select from oauth_clients c where c.app_id = a.app_id)`;

/**
 * Registers an app, and deletes some of those that no person connected within a day. Undefined if too many of them are
 * waiting: anyone can register.
 */
export async function insertOauthApp(
  db: Db,
  { name, redirectUris, mostUnused }: Omit<OauthApp, 'appId'> & { mostUnused: number },
): Promise<OauthApp | undefined> {
  await db.query(
    sql`delete from oauth_apps
        where app_id in (
          select app_id
          from oauth_apps a
          where created_at < now() - interval '1 day'
            and ${isUnused}
          order by created_at
          limit ${MOST_DELETED}
          for update skip locked)`,
  );
  return db.record<OauthApp>(
    sql`insert into oauth_apps (app_id, name, redirect_uris)
        select ${makeId('app')}, ${name}, ${redirectUris}
        where (select count(*) from oauth_apps a where ${isUnused}) < ${mostUnused}
        returning app_id, name, redirect_uris`,
  );
}

/** Also whether a person has connected it: before that, anyone may have registered it. */
export function findOauthApp(db: Db, appId: string): Promise<(OauthApp & { isConnected: boolean }) | undefined> {
  return db.record<OauthApp & { isConnected: boolean }>(
    sql`select app_id, name, redirect_uris, not ${isUnused} as is_connected
        from oauth_apps a
        where app_id = ${appId}`,
  );
}

export type GrantTokenKind = 'code' | 'refresh';

export interface NewGrantToken {
  tokenHash: Buffer;
  clientId: string;
  kind: GrantTokenKind;
  redirectUri?: string;
  codeChallenge?: string;
  seconds: number;
}

/** Also deletes some that expired more than a day ago. */
export async function insertGrantToken(tx: Transaction, token: NewGrantToken): Promise<void> {
  await tx.query(
    sql`delete from oauth_grant_tokens
        where token_hash in (
          select token_hash
          from oauth_grant_tokens
          where expires_at < now() - interval '1 day'
          order by expires_at
          limit ${MOST_DELETED}
          for update skip locked)`,
  );
  await tx.query(
    sql`insert into oauth_grant_tokens (token_hash, client_id, kind, redirect_uri, code_challenge, expires_at)
        values (${token.tokenHash}, ${token.clientId}, ${token.kind}, ${token.redirectUri ?? null},
                ${token.codeChallenge ?? null}, now() + make_interval(secs => ${token.seconds}))`,
  );
}

export interface TakenGrantToken {
  client: KnownClient;
  redirectUri: string | undefined;
  codeChallenge: string | undefined;
  wasUsed: boolean;
}

/** Uses up a code or refresh token of an app. Undefined if it is unknown, expired or revoked. */
export async function takeGrantToken(
  tx: Transaction,
  { tokenHash, kind, appId }: { tokenHash: Buffer; kind: GrantTokenKind; appId: string },
): Promise<TakenGrantToken | undefined> {
  const [row] = await tx.records<KnownClient & Omit<TakenGrantToken, 'client'>>(
    sql`select t.redirect_uri, t.code_challenge, t.used_at is not null as was_used,
               c.client_id, c.workspace_id, c.name, c.scopes, c.allowed_ips, c.allowed_domains, w.mode, w.account_id, a.plan
        from oauth_grant_tokens t
        join oauth_clients c using (client_id)
        join workspaces w using (workspace_id)
        join accounts a using (account_id)
        where t.token_hash = ${tokenHash}
          and t.kind = ${kind}
          and t.expires_at > now()
          and c.app_id = ${appId}
          and c.revoked_at is null
        for update of t`,
  );
  if (!row) return undefined;
  await tx.query(sql`update oauth_grant_tokens set used_at = now() where token_hash = ${tokenHash}`);
  const { redirectUri, codeChallenge, wasUsed, ...client } = row;
  return { client, redirectUri, codeChallenge, wasUsed };
}

/** The connection that a token of an app belongs to: an access token or a refresh token. */
export async function findGrantOf(
  tx: Transaction,
  { tokenHash, appId }: { tokenHash: Buffer; appId: string },
): Promise<{ client: Pick<KnownClient, 'clientId' | 'name' | 'accountId'>; isRefresh: boolean } | undefined> {
  const [row] = await tx.records<Pick<KnownClient, 'clientId' | 'name' | 'accountId'> & { isRefresh: boolean }>(
    sql`select c.client_id, c.name, w.account_id, t.is_refresh
        from (
          select client_id, true as is_refresh from oauth_grant_tokens where token_hash = ${tokenHash} and kind = 'refresh'
          union all
          select client_id, false from oauth_tokens where token_hash = ${tokenHash}
        ) t
        join oauth_clients c using (client_id)
        join workspaces w using (workspace_id)
        where c.app_id = ${appId}`,
  );
  if (!row) return undefined;
  const { isRefresh, ...client } = row;
  return { client, isRefresh };
}
