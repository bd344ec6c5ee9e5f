import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../store/db.ts';
import { endSession, findSession, insertSignInLink, openSession } from '../store/sessions.ts';

const LINK_HOURS = 24;
export const SESSION_DAYS = 30;

/** A link that signs its first user in as the account's owner. */
export async function createSignInToken(db: Db, accountId: string): Promise<string> {
  const token = randomToken();
  await insertSignInLink(db, { tokenHash: hashed(token), accountId, hours: LINK_HOURS });
  return token;
}

/** Trades the token of a link for a session's; undefined when it was used, has expired or never was. */
export async function signIn(db: Db, linkToken: string): Promise<string | undefined> {
  const session = randomToken();
  const isOpen = await openSession(db, {
    linkHash: hashed(linkToken),
    sessionHash: hashed(session),
    days: SESSION_DAYS,
  });
  return isOpen ? session : undefined;
}

export function accountOfSession(db: Db, session: string): Promise<string | undefined> {
  return findSession(db, hashed(session));
}

export function signOut(db: Db, session: string): Promise<void> {
  return endSession(db, hashed(session));
}

/** Tells sessions apart in the log without letting anybody into one. */
export function sessionTag(session: string): string {
  return hashed(session).toString('hex').slice(0, 8);
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** 256 random bits need no salt and no slow hash. */
function hashed(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
