import { randomBytes } from 'node:crypto';
import { ApiError } from '../base/errors.ts';
import { type Actor, writeAudit } from '../store/accounts/audit.ts';
import type { Member } from '../store/accounts/members.ts';
import { endOtherSessions } from '../store/accounts/sessions.ts';
import {
  lockTwoFactor,
  readTwoFactor,
  setTotpSecret,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from '../store/accounts/two-factor.ts';
import type { Db } from '../store/db.ts';
import { confirmPassword, requireMember, subjectOf } from './people.ts';
import { codeWrong, countCode, forgiveCodes, takeCode, tidyCode } from './second-factor.ts';
import { holderOf, type SignedInActor } from './sessions.ts';
import type { SignInDeps } from './sign-in.ts';
import { hashed } from './tokens.ts';
import { base32, makeTotpSecret, stepOfCode, totpUri } from './totp.ts';

const RECOVERY_CODES = 10;

/** A new secret for the person's authenticator app. It is not in use before `finishTwoFactor`. */
export async function startTwoFactor(
  deps: SignInDeps,
  actor: SignedInActor,
  currentPassword: string | undefined,
): Promise<{ secret: string; uri: string }> {
  const { memberId, email, password } = await confirmPassword(deps, actor, currentPassword);
  if (password === undefined) throw new ApiError(409, 'Your identity provider decides about a second factor');
  if ((await readTwoFactor(deps.db, memberId))?.isOn) throw alreadyOn();
  const secret = makeTotpSecret();
  await setTotpSecret(deps.db, memberId, deps.secrets.seal(secret.toString('base64'), memberId));
  return { secret: base32(secret), uri: totpUri(secret, email) };
}

/** Turns it on with the first code, and ends other sessions. Returns the recovery codes, which are stored as hashes. */
export async function finishTwoFactor(
  { db, secrets }: SignInDeps,
  { session, by }: SignedInActor,
  code: string,
): Promise<string[]> {
  const member = requireMember(session);
  const { accountId, memberId } = member;
  await countCode(db, memberId, code);
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  await db.transaction(async (tx) => {
    const stored = await lockTwoFactor(tx, memberId);
    if (stored?.isOn) throw alreadyOn();
    if (!stored?.secret) throw new ApiError(409, 'Start again: there is no secret to confirm');
    const step = stepOfCode(Buffer.from(secrets.open(stored.secret, memberId), 'base64'), tidyCode(code));
    if (step === undefined) throw codeWrong();
    await turnOnTwoFactor(tx, memberId, { step, recoveryHashes: codes.map((one) => hashed(tidyCode(one))) });
    await endOtherSessions(tx, holderOf(session), session.sessionId);
    await writeAudit(tx, { accountId, by, action: 'two_factor.enabled', subject: subjectOf(member) });
  });
  await forgiveCodes(db, memberId);
  return codes;
}

const alreadyOn = () => new ApiError(409, 'Two-factor authentication is already on');

/** Turns it off, with a code or the password. */
export async function stopTwoFactor(
  deps: SignInDeps,
  actor: SignedInActor,
  { code, currentPassword }: { code: string | undefined; currentPassword: string | undefined },
): Promise<void> {
  const { db, secrets } = deps;
  const member = requireMember(actor.session);
  if (code === undefined) await confirmPassword(deps, actor, currentPassword);
  else {
    await countCode(db, member.memberId, code);
    const { address } = actor.by;
    if (!(await db.transaction((tx) => takeCode(tx, secrets, { member, code, address })))) throw codeWrong();
    await forgiveCodes(db, member.memberId);
  }
  await resetTwoFactor(db, member, actor.by);
}

/** Returns whether it was on. */
export function resetTwoFactor(db: Db, member: Member, by: Actor): Promise<boolean> {
  const { accountId, memberId } = member;
  return db.transaction(async (tx) => {
    const stored = await lockTwoFactor(tx, memberId);
    await turnOffTwoFactor(tx, memberId);
    if (!stored?.isOn) return false;
    await writeAudit(tx, { accountId, by, action: 'two_factor.disabled', subject: subjectOf(member) });
    return true;
  });
}

/** 80 random bits: too many to guess from a hash. */
function makeRecoveryCode(): string {
  return base32(randomBytes(10))
    .toLowerCase()
    .replace(/(.{4})(?=.)/g, '$1-');
}
