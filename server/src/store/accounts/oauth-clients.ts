import { type Db, sql, type Transaction } from '../db.ts';
import type { Mode, Plan } from './accounts.ts';
import type { Scope } from './api-keys.ts';
import { type Creator, creatorColumns, creatorJoin } from './creators.ts';

export interface NewOauthClient extends Creator {
  clientId: string;
  workspaceId: string;
  secretHash: Buffer;
  name: string;
  scopes: Scope[];
  allowedIps: string[];
  allowedDomains: string[];
  /** Set: an assistant that a person connected. */
  appId?: string | undefined;
}

export interface OauthClient extends Creator {
  clientId: string;
  mode: Mode;
  name: string;
  scopes: Scope[];
  allowedIps: string[];
  allowedDomains: string[];
  createdAt: Date;
  lastUsedAt: Date | undefined;
  /** Set: an assistant that a person connected. It is active while it has a refresh token. */
  appId: string | undefined;
  status: 'active' | 'revoked';
}

/** An authenticated client. */
export interface KnownClient extends Pick<OauthClient, 'clientId' | 'mode' | 'name' | 'scopes'> {
  allowedIps: string[];
  allowedDomains: string[];
  workspaceId: string;
  accountId: string;
  plan: Plan;
}

export async function insertOauthClient(tx: Transaction, client: NewOauthClient): Promise<void> {
  await tx.query(
    sql`insert into oauth_clients (client_id, workspace_id, secret_hash, name, scopes, allowed_ips, allowed_domains,
                                   created_by, created_by_member, app_id)
        values (${client.clientId}, ${client.workspaceId}, ${client.secretHash}, ${client.name}, ${client.scopes},
                ${client.allowedIps}, ${client.allowedDomains}, ${client.createdBy ?? null}, ${client.createdByMember ?? null},
                ${client.appId ?? null})`,
  );
}

/** The client with this id and secret, unless it was revoked. */
export function findOauthClient(
  db: Db,
  { clientId, secretHash }: { clientId: string; secretHash: Buffer },
): Promise<KnownClient | undefined> {
  return db.record<KnownClient>(
    sql`select c.client_id, c.workspace_id, c.name, c.scopes, c.allowed_ips, c.allowed_domains, w.mode, w.account_id, a.plan
        from oauth_clients c
        join workspaces w using (workspace_id)
        join accounts a using (account_id)
        where c.client_id = ${clientId}
          and c.secret_hash = ${secretHash}
          and c.revoked_at is null`,
  );
}

const isConnected = sql`(c.app_id is null or exists (
  select from oauth_grant_tokens g where g.client_id = c.client_id and g.used_at is null and g.expires_at > now()))`;

export function listOauthClients(db: Db | Transaction, accountId: string): Promise<OauthClient[]> {
  return db.records<OauthClient>(
    sql`select c.client_id, w.mode, c.name, c.scopes, c.allowed_ips, c.allowed_domains, c.created_at, c.last_used_at,
               c.app_id, case when c.revoked_at is null and ${isConnected} then 'active' else 'revoked' end as status,
               ${creatorColumns}
        from oauth_clients c
        join workspaces w using (workspace_id)
        ${creatorJoin}
        where w.account_id = ${accountId}
        order by c.created_at, c.client_id`,
  );
}

/** Revokes a client and all its tokens, from the next request on. Returns whether it was active. */
export function setOauthClientRevoked(tx: Transaction, clientId: string): Promise<boolean> {
  return tx.returnsRows(
    sql`update oauth_clients
        set revoked_at = now()
        where client_id = ${clientId}
          and revoked_at is null
        returning client_id`,
  );
}
