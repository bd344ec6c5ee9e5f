import { makeId } from '../../base/id.ts';
import { type Db, sql, type Transaction } from '../db.ts';
import type { Mode, Plan } from './accounts.ts';

/** A link that shows one page without sign-in. */
export interface ShareLink {
  linkId: string;
  name: string;
  page: string;
  filters: string;
  /** Who made it. Undefined before the account has an owner. */
  memberId: string | undefined;
  createdBy: string | undefined;
  createdAt: Date;
  expiresAt: Date;
  status: 'active' | 'expired' | 'revoked';
  lastUsedAt: Date | undefined;
}

const columns = sql`link_id, l.name, page, filters, member_id,
  (select email from members m where m.member_id = l.member_id) as created_by, l.created_at, expires_at,
  case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end as status,
  last_used_at`;

interface NewShareLink extends Pick<ShareLink, 'name' | 'page' | 'filters' | 'memberId'> {
  tokenHash: Buffer;
  days: number;
  /** The most active links of a workspace. */
  most: number;
}

/** Undefined if the workspace has too many. */
export function insertShareLink(
  tx: Transaction,
  workspaceId: string,
  link: NewShareLink,
): Promise<ShareLink | undefined> {
  const { name, page, filters, memberId, tokenHash, days, most } = link;
  const active = sql`workspace_id = ${workspaceId} and revoked_at is null and expires_at > now()`;
  return tx.record<ShareLink>(
    sql`insert into share_links as l (workspace_id, link_id, token_hash, name, page, filters, member_id, expires_at)
        select ${workspaceId}, ${makeId('shr')}, ${tokenHash}, ${name}, ${page}, ${filters}, ${memberId ?? null},
               now() + make_interval(days => ${days})
        where (select count(*) from share_links where ${active}) < ${most}
        returning ${columns}`,
  );
}

/** The newest first. */
export function listShareLinks(db: Db, workspaceId: string, limit: number): Promise<ShareLink[]> {
  return db.records<ShareLink>(
    sql`select ${columns}
        from share_links l
        where workspace_id = ${workspaceId}
        order by l.created_at desc, link_id desc
        limit ${limit}`,
  );
}

export function findShareLink(tx: Transaction, workspaceId: string, linkId: string): Promise<ShareLink | undefined> {
  return tx.record<ShareLink>(
    sql`select ${columns}
        from share_links l
        where workspace_id = ${workspaceId}
          and link_id = ${linkId}
        for update`,
  );
}

export async function revokeShareLink(tx: Transaction, workspaceId: string, linkId: string): Promise<void> {
  await tx.query(
    sql`update share_links
        set revoked_at = now()
        where workspace_id = ${workspaceId}
          and link_id = ${linkId}`,
  );
}

/** A link in use, and its requests in this hour. */
export interface OpenLink extends Pick<ShareLink, 'linkId' | 'name' | 'page' | 'filters' | 'expiresAt'> {
  workspaceId: string;
  accountId: string;
  accountName: string;
  mode: Mode;
  plan: Plan;
  requests: number;
  secondsLeft: number;
}

/** Finds the link of a token and counts the request. Undefined if it is unknown, expired or revoked. */
export function takeShareLink(db: Db | Transaction, tokenHash: Buffer): Promise<OpenLink | undefined> {
  const isNewHour = sql`l.hour_started_at <= now() - interval '1 hour'`;
  return db.record<OpenLink>(
    sql`update share_links l
        set last_used_at = now(),
            hour_requests = case when ${isNewHour} then 1 else l.hour_requests + 1 end,
            hour_started_at = case when ${isNewHour} then now() else l.hour_started_at end
        from workspaces w
        join accounts a using (account_id)
        where l.token_hash = ${tokenHash}
          and l.revoked_at is null
          and l.expires_at > now()
          and w.workspace_id = l.workspace_id
        returning l.link_id, l.name, l.page, l.filters, l.expires_at, l.workspace_id, w.account_id, a.name as account_name,
                  w.mode, a.plan, l.hour_requests as requests,
                  ceil(extract(epoch from l.hour_started_at + interval '1 hour' - now()))::integer as seconds_left`,
  );
}
