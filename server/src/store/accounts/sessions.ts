import { makeId } from '../../base/id.ts';
import { type Db, sql, type Transaction } from '../db.ts';
import type { Account } from './accounts.ts';
import type { Member, MemberWithPassword } from './members.ts';

/** How a session was opened. */
export type Opening = 'link' | 'password' | 'invitation' | 'oidc';

export interface NewSession {
  tokenHash: Buffer;
  userAgent: string | undefined;
  address: string;
  idleDays: number;
}

export async function insertSignInLink(
  db: Db,
  { tokenHash, accountId, hours }: { tokenHash: Buffer; accountId: string; hours: number },
): Promise<void> {
  await db.query(sql`delete from sign_in_links where expires_at < now()`);
  await db.query(
    sql`insert into sign_in_links (token_hash, account_id, expires_at)
        values (${tokenHash}, ${accountId}, now() + make_interval(hours => ${hours}))`,
  );
}

/** Uses up a link and returns its account. Of two concurrent uses, the second gets nothing. */
export async function takeSignInLink(tx: Transaction, linkHash: Buffer): Promise<string | undefined> {
  const [row] = await tx.records<{ accountId: string; isOpen: boolean }>(
    sql`delete from sign_in_links
        where token_hash = ${linkHash}
        returning account_id, expires_at > now() as is_open`,
  );
  return row?.isOpen ? row.accountId : undefined;
}

/** Opens a session for a member, or for the user of a sign-in link if the account has no members. */
export async function insertSession(
  tx: Transaction,
  { accountId, memberId }: { accountId: string; memberId: string | undefined },
  { by, ...session }: NewSession & { by: Opening },
): Promise<void> {
  await tx.query(sql`delete from sessions where expires_at < now()`);
  await tx.query(
    sql`insert into sessions (session_id, token_hash, account_id, member_id, opened_by, user_agent, address, expires_at)
        values (${makeId('ses')}, ${session.tokenHash}, ${accountId}, ${memberId ?? null}, ${by},
                ${session.userAgent ?? null}, ${session.address}, now() + make_interval(days => ${session.idleDays}))`,
  );
}

/**
 * Opens a session only if the password is still the one that was compared, and no second factor was added. It waits for
 * a change in progress. A later change finds the session and ends it.
 */
export async function insertSessionByPassword(
  tx: Transaction,
  { accountId, memberId, password, hasTwoFactor }: MemberWithPassword,
  session: NewSession,
): Promise<boolean> {
  const rows = await tx.query(
    sql`select
        from members
        where member_id = ${memberId}
          and password = ${password ?? null}
          and (totp_since is not null) = ${hasTwoFactor}
        for share`,
  );
  if (rows.length === 0) return false;
  await insertSession(tx, { accountId, memberId }, { ...session, by: 'password' });
  return true;
}

/** A signed-in user. */
export interface OpenSession {
  sessionId: string;
  account: Account;
  /** Undefined: the account has no owner yet. */
  member: Member | undefined;
  openedBy: Opening;
  ageSeconds: number;
  /** Time since the last recorded use. */
  unseenSeconds: number;
}

export async function findSession(db: Db, tokenHash: Buffer): Promise<OpenSession | undefined> {
  const [row] = await db.records<FoundSession>(
    sql`select s.session_id, s.opened_by,
               extract(epoch from now() - s.created_at)::float8 as age_seconds,
               extract(epoch from now() - s.last_seen_at)::float8 as unseen_seconds,
               a.account_id, a.name as account_name, a.owner_email, a.plan,
               m.member_id, m.email, m.name, m.role, m.created_at
        from sessions s
        join accounts a using (account_id)
        left join members m on m.member_id = s.member_id
        where s.token_hash = ${tokenHash}
          and s.expires_at > now()`,
  );
  if (!row) return undefined;
  const { sessionId, openedBy, ageSeconds, unseenSeconds, accountName, ownerEmail, plan, memberId, ...person } = row;
  return {
    sessionId,
    account: { accountId: row.accountId, name: accountName, ownerEmail, plan },
    member: memberId === undefined ? undefined : { memberId, ...person },
    openedBy,
    ageSeconds,
    unseenSeconds,
  };
}

interface FoundSession
  extends Omit<OpenSession, 'account' | 'member'>,
    Pick<Account, 'ownerEmail' | 'plan'>,
    Omit<Member, 'memberId'> {
  accountName: string;
  memberId: string | undefined;
}

/** Records the use of a session, which extends it up to the maximum age. Single sign-on is repeated instead. */
export async function touchSession(
  db: Db,
  sessionId: string,
  { address, idleDays, mostDays }: { address: string; idleDays: number; mostDays: number },
): Promise<void> {
  await db.query(
    sql`update sessions
        set last_seen_at = now(),
            address = ${address},
            expires_at = case
              when opened_by = 'oidc' then expires_at
              else least(now() + make_interval(days => ${idleDays}), created_at + make_interval(days => ${mostDays}))
            end
        where session_id = ${sessionId}`,
  );
}

/** Whose sessions: a member's, or those of an account without an owner. */
export interface SessionHolder {
  accountId: string;
  memberId: string | undefined;
}

export interface ListedSession {
  sessionId: string;
  openedBy: Opening;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  userAgent: string | undefined;
  address: string | undefined;
}

/** Most recently used first. */
export function listSessions(db: Db, { accountId, memberId }: SessionHolder): Promise<ListedSession[]> {
  return db.records<ListedSession>(
    sql`select session_id, opened_by, created_at, last_seen_at, expires_at, user_agent, address
        from sessions
        where account_id = ${accountId}
          and member_id is not distinct from ${memberId ?? null}
          and expires_at > now()
        order by last_seen_at desc, session_id desc`,
  );
}

export async function giveSession(tx: Transaction, sessionId: string, memberId: string): Promise<void> {
  await tx.query(
    sql`update sessions
        set member_id = ${memberId}
        where session_id = ${sessionId}`,
  );
}

export function endSession(
  tx: Transaction,
  { accountId, memberId }: SessionHolder,
  sessionId: string,
): Promise<boolean> {
  return tx.returnsRows(
    sql`delete from sessions
        where account_id = ${accountId}
          and member_id is not distinct from ${memberId ?? null}
          and session_id = ${sessionId}
        returning session_id`,
  );
}

/** Ends all sessions except one and returns them. */
export async function endOtherSessions(
  tx: Transaction,
  { accountId, memberId }: SessionHolder,
  sessionId: string,
): Promise<string[]> {
  const rows = await tx.records<{ sessionId: string }>(
    sql`delete from sessions
        where account_id = ${accountId}
          and member_id is not distinct from ${memberId ?? null}
          and session_id <> ${sessionId}
        returning session_id`,
  );
  return rows.map((row) => row.sessionId);
}
