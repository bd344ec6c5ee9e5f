import { createHash } from 'node:crypto';
import { ApiError } from '../base/errors.ts';
import { networkOf } from '../base/ip.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { writeAudit } from '../store/accounts/audit.ts';
import { findMemberByEmail, type MemberWithPassword, replacePassword } from '../store/accounts/members.ts';
import { insertSessionByPassword } from '../store/accounts/sessions.ts';
import { countAttempt, forgiveAttempt, noteFailure, noteSuccess } from '../store/accounts/sign-in-failures.ts';
import type { Db } from '../store/db.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import type { OidcSettings } from './oidc-settings.ts';
import type { Passwords } from './passwords.ts';
import { codeWrong, countCode, forgiveCodes, takeCode } from './second-factor.ts';
import { newSession, type Visitor } from './sessions.ts';

export interface SignInDeps {
  db: Db;
  passwords: Passwords;
  /** Wrong passwords per address. */
  wrongPasswords: AttemptLimit;
  secrets: SecretsBox;
  /** Undefined: no identity provider is set. */
  oidc?: Pick<OidcSettings, 'name' | 'isRequired'> | undefined;
}

// For one email from one network (an IPv4 address or an IPv6 /64).
const MOST_FAILURES = 10;
// For one email from all networks. Above this, each unknown network gets one attempt, so that attackers gain little
// from many addresses.
const MOST_FAILURES_OF_EMAIL = 50;
export const FAILURE_WINDOW_SECONDS = 900;
const KNOWN_DAYS = 30;

interface Credentials {
  email: string;
  password: string;
}

/**
 * Signs in with email and password, and a code if the person has a second factor. The error does not reveal whether the
 * email exists.
 */
export async function signInByPassword(
  deps: SignInDeps,
  { email, password, code }: Credentials & { code?: string | undefined },
  visitor: Visitor,
): Promise<string> {
  refusePasswords(deps);
  const { address } = visitor;
  const member = await comparePassword(deps, { email, password }, visitor);
  if (!member) throw new ApiError(401, 'Wrong email or password');
  const { db, passwords } = deps;
  if (member.hasTwoFactor) await countCode(db, member.memberId, code);
  const { token, session } = newSession(visitor);
  const outcome = await db.transaction(async (tx) => {
    const isRight = !member.hasTwoFactor || (await takeCode(tx, deps.secrets, { member, code, address }));
    const isOpen = isRight && (await insertSessionByPassword(tx, member, session));
    const by = { name: isOpen ? `dashboard:${email}` : 'sign-in', address };
    const { accountId, memberId } = member;
    const action = isOpen ? 'sign_in.succeeded' : 'sign_in.failed';
    await writeAudit(tx, { accountId, by, action, subject: { id: memberId, name: email } });
    return { isRight, isOpen };
  });
  if (!outcome.isRight) throw codeWrong();
  if (!outcome.isOpen) throw new ApiError(401, 'Wrong email or password');
  if (member.hasTwoFactor) await forgiveCodes(db, member.memberId);
  if (member.password !== undefined && passwords.isOutdated(member.password)) {
    await replacePassword(db, member.memberId, { from: member.password, to: await passwords.hash(password) });
  }
  return token;
}

/** If single sign-on is required, people can neither sign in nor join with a password. */
export function refusePasswords({ oidc }: Pick<SignInDeps, 'oidc'>): void {
  if (oidc?.isRequired) throw new ApiError(403, `Passwords are turned off. Sign in with ${oidc.name}.`);
}

/** The member with this email, or undefined if the password is wrong. Throws 429 after too many wrong passwords. */
export async function comparePassword(
  { db, passwords, wrongPasswords }: SignInDeps,
  { email, password }: Credentials,
  { address }: Visitor,
): Promise<MemberWithPassword | undefined> {
  // Counted before the comparison and taken back if it is right, so that parallel attempts cannot exceed the limit.
  refuseFor(await wrongPasswords.take(address));
  const emailHash = hashOf(email);
  const pairHash = hashOf(`${email} ${networkOf(address)}`);
  await countOrRefuse(db, { emailHash, pairHash });

  const member = await findMemberByEmail(db, email);
  if (await passwords.matches(password, member?.password)) {
    await wrongPasswords.forgive(address);
    await noteSuccess(db, pairHash, { knownDays: KNOWN_DAYS });
    await forgiveAttempt(db, emailHash);
    return member;
  }
  await db.transaction(async (tx) => {
    await noteFailure(tx, pairHash);
    if (!member) return;
    const subject = { id: member.memberId, name: email };
    const by = { name: 'sign-in', address };
    await writeAudit(tx, { accountId: member.accountId, by, action: 'sign_in.failed', subject });
  });
  return undefined;
}

async function countOrRefuse(db: Db, { emailHash, pairHash }: { emailHash: Buffer; pairHash: Buffer }): Promise<void> {
  const window = { windowSeconds: FAILURE_WINDOW_SECONDS };
  const pair = await countAttempt(db, pairHash, window);
  refuseFor(pair.attempts > MOST_FAILURES ? pair.secondsLeft : 0);
  const total = await countAttempt(db, emailHash, window);
  const isGuessed = total.attempts > MOST_FAILURES_OF_EMAIL && !pair.isKnown;
  refuseFor(isGuessed && pair.attempts > 1 ? pair.secondsLeft : 0);
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refuseFor(seconds: number): void {
  if (seconds <= 0) return;
  const minutes = Math.ceil(seconds / 60);
  throw new ApiError(
    429,
    `Too many wrong passwords. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
    { 'retry-after': String(seconds) },
  );
}
