import { ApiError } from '../base/errors.ts';
import { type Actor, writeAudit } from '../store/accounts/audit.ts';
import { listMembers, lockMembers } from '../store/accounts/members.ts';
import {
  endOtherSessions,
  endSession,
  findSession,
  insertSession,
  insertSignInLink,
  type NewSession,
  type OpenSession,
  type SessionHolder,
  takeSignInLink,
  touchSession,
} from '../store/accounts/sessions.ts';
import type { Db } from '../store/db.ts';
import { hashed, randomToken } from './tokens.ts';

const LINK_HOURS = 24;
// A session ends 30 days after its last use, or 90 days after sign-in.
const IDLE_DAYS = 30;
export const SESSION_DAYS = 90;
// The last use is saved at most this often, so that most requests cause no write.
const SEEN_EVERY_SECONDS = 300;
// For this long, a link from the server's command line or single sign-on replaces the password.
const RESETS_SECONDS = 3600;

/** Where a request comes from. */
export interface Visitor {
  userAgent: string | undefined;
  address: string;
}

/** A link that signs in its first user as the account's owner. */
export async function createSignInToken(db: Db, accountId: string): Promise<string> {
  const token = randomToken();
  await insertSignInLink(db, { tokenHash: hashed(token), accountId, hours: LINK_HOURS });
  return token;
}

/** Exchanges the token of a link for a session token. Undefined if the link is unknown, used or expired. */
export function signInByLink(db: Db, linkToken: string, visitor: Visitor): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const accountId = await takeSignInLink(tx, hashed(linkToken));
    if (accountId === undefined) return undefined;
    // Waits if an owner is just being created, so that the session belongs to that owner.
    await lockMembers(tx, accountId);
    const owner = (await listMembers(tx, accountId)).find(({ role }) => role === 'owner');
    const { token, session } = newSession(visitor);
    await insertSession(tx, { accountId, memberId: owner?.memberId }, { ...session, by: 'link' });
    const by = {
      name: owner ? `dashboard:${owner.email}` : `dashboard:${sessionTag(token)}`,
      address: visitor.address,
    };
    const subject = { id: owner?.memberId ?? accountId, name: owner?.email ?? 'link' };
    await writeAudit(tx, { accountId, by, action: 'sign_in.succeeded', subject });
    return token;
  });
}

/** A session token for the browser, and the record to store. */
export function newSession({ userAgent, address }: Visitor): { token: string; session: NewSession } {
  const token = randomToken();
  const short = userAgent?.slice(0, 200) || undefined;
  return { token, session: { tokenHash: hashed(token), userAgent: short, address, idleDays: IDLE_DAYS } };
}

/** The session of this token. Counts as a use of the session. */
export async function identify(db: Db, token: string, { address }: Visitor): Promise<OpenSession | undefined> {
  const session = await findSession(db, hashed(token));
  if (session && session.unseenSeconds >= SEEN_EVERY_SECONDS) {
    await touchSession(db, session.sessionId, { address, idleDays: IDLE_DAYS, mostDays: SESSION_DAYS });
  }
  return session;
}

/** A signed-in person who performs an action. */
export interface SignedInActor {
  session: OpenSession;
  by: Actor;
}

/** Ends one of a person's sessions, the current one or another. */
export function signOut(db: Db, { session, by }: SignedInActor, sessionId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const isEnded = await endSession(tx, holderOf(session), sessionId);
    if (!isEnded) throw new ApiError(404, 'Session not found');
    const { accountId } = session.account;
    const subject = { id: sessionId, name: session.member?.email ?? 'link' };
    await writeAudit(tx, { accountId, by, action: 'session.ended', subject });
  });
}

/** Ends all of a person's sessions except this one. Returns how many. */
export function signOutElsewhere(db: Db, { session, by }: SignedInActor): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await endOtherSessions(tx, holderOf(session), session.sessionId);
    const { accountId } = session.account;
    for (const id of ended) {
      const subject = { id, name: session.member?.email ?? 'link' };
      await writeAudit(tx, { accountId, by, action: 'session.ended', subject });
    }
    return ended.length;
  });
}

export function holderOf({ account, member }: OpenSession): SessionHolder {
  return { accountId: account.accountId, memberId: member?.memberId };
}

/**
 * Whether the session counts as proof of the password: it was just opened with a link from the server's command line,
 * or with the identity provider.
 */
export function replacesPassword({ openedBy, ageSeconds }: OpenSession): boolean {
  return (openedBy === 'link' || openedBy === 'oidc') && ageSeconds < RESETS_SECONDS;
}

/** Identifies a session in the log without revealing its token. */
export function sessionTag(token: string): string {
  return hashed(token).toString('hex').slice(0, 8);
}
