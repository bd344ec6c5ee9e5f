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
// A session ends 30 days after its last use, and however much it is used after 90.
const IDLE_DAYS = 30;
export const SESSION_DAYS = 90;
// Written down this coarsely, a page that asks ten questions at once costs no writes.
const SEEN_EVERY_SECONDS = 300;
// For so long a link from the server's own command line stands in for a forgotten password.
const LINK_RESETS_SECONDS = 3600;

/** From where somebody comes. */
export interface Visitor {
  userAgent: string | undefined;
  address: string;
}

/** A link that signs its first user in as the account's owner. */
export async function createSignInToken(db: Db, accountId: string): Promise<string> {
  const token = randomToken();
  await insertSignInLink(db, { tokenHash: hashed(token), accountId, hours: LINK_HOURS });
  return token;
}

/** Trades the token of a link for a session's; undefined when it was used, has expired or never was. */
export function signInByLink(db: Db, linkToken: string, visitor: Visitor): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const accountId = await takeSignInLink(tx, hashed(linkToken));
    if (accountId === undefined) return undefined;
    // Whoever makes themselves the owner just now is waited for: their session is the last one without a person.
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

/** A new session's token for the browser, and what is stored of it. */
export function newSession({ userAgent, address }: Visitor): { token: string; session: NewSession } {
  const token = randomToken();
  const short = userAgent?.slice(0, 200) || undefined;
  return { token, session: { tokenHash: hashed(token), userAgent: short, address, idleDays: IDLE_DAYS } };
}

/** Who is signed in with this token, which counts as a use of the session. */
export async function identify(db: Db, token: string, { address }: Visitor): Promise<OpenSession | undefined> {
  const session = await findSession(db, hashed(token));
  if (session && session.unseenSeconds >= SEEN_EVERY_SECONDS) {
    await touchSession(db, session.sessionId, { address, idleDays: IDLE_DAYS, mostDays: SESSION_DAYS });
  }
  return session;
}

/** Somebody who is signed in and does something. */
export interface SignedInActor {
  session: OpenSession;
  by: Actor;
}

/** Ends one of a person's sessions, the one they use or another. */
export function signOut(db: Db, { session, by }: SignedInActor, sessionId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const isEnded = await endSession(tx, holderOf(session), sessionId);
    if (!isEnded) throw new ApiError(404, 'Session not found');
    const { accountId } = session.account;
    const subject = { id: sessionId, name: session.member?.email ?? 'link' };
    await writeAudit(tx, { accountId, by, action: 'session.ended', subject });
  });
}

/** Ends all of a person's sessions but this one; says how many. */
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

/** Whether the session proves as much as the password does: its link came from the server's own command line just now. */
export function standsForPassword({ openedBy, ageSeconds }: OpenSession): boolean {
  return openedBy === 'link' && ageSeconds < LINK_RESETS_SECONDS;
}

/** Tells sessions apart in the log without letting anybody into one. */
export function sessionTag(token: string): string {
  return hashed(token).toString('hex').slice(0, 8);
}
