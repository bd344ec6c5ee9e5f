import { createHash } from 'node:crypto';
import { ApiError, problemsError } from '../base/errors.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { writeAudit } from '../store/accounts/audit.ts';
import type { Member } from '../store/accounts/members.ts';
import { countAttempt, noteSuccess } from '../store/accounts/sign-in-failures.ts';
import { lockTwoFactor, setTotpStep, takeRecoveryCode } from '../store/accounts/two-factor.ts';
import type { Db, Transaction } from '../store/db.ts';
import { hashed } from './tokens.ts';
import { stepOfCode } from './totp.ts';

// Three codes are valid at a time. At this rate, guessing one of them takes years.
const MOST_WRONG_CODES = 5;
const WINDOW_SECONDS = 900;

const codeNeeded = () => codeError('enter the code from your authenticator app, or a recovery code');
export const codeWrong = () => codeError('is wrong or was already used');

/** Forms show the field of the code when a problem is about it. */
function codeError(message: string): ApiError {
  return problemsError(401, `code: ${message}`, [{ path: ['code'], message }]);
}

/**
 * Counts an attempt before the code is compared, so that parallel ones add up. Throws 401 without a code, and 429 after
 * too many. Recovery codes are counted apart: guesses at the app's codes do not lock out a person who lost the app.
 */
export async function countCode(db: Db, memberId: string, code: string | undefined): Promise<void> {
  if (code === undefined) throw codeNeeded();
  const { attempts, secondsLeft } = await countAttempt(db, codesOf(memberId, kindOf(code)), {
    windowSeconds: WINDOW_SECONDS,
  });
  if (attempts <= MOST_WRONG_CODES) return;
  const detail = `Too many wrong codes. Try again in ${Math.ceil(secondsLeft / 60)} minutes.`;
  throw new ApiError(429, detail, { 'retry-after': String(secondsLeft) });
}

export async function forgiveCodes(db: Db, memberId: string): Promise<void> {
  for (const kind of KINDS) await noteSuccess(db, codesOf(memberId, kind), { knownDays: 0 });
}

const KINDS = ['code', 'recovery'] as const;
type Kind = (typeof KINDS)[number];

function kindOf(code: string): Kind {
  return /^\d{6}$/.test(tidyCode(code)) ? 'code' : 'recovery';
}

function codesOf(memberId: string, kind: Kind): Buffer {
  return createHash('sha256').update(`${kind} ${memberId}`).digest();
}

/** Uses up a code of the authenticator app, or a recovery code. Returns whether it is right. */
export async function takeCode(
  tx: Transaction,
  secrets: SecretsBox,
  { member, code = '', address }: { member: Member; code: string | undefined; address: string | undefined },
): Promise<boolean> {
  const { accountId, memberId, email } = member;
  const text = tidyCode(code);
  if (kindOf(code) === 'code') return takeTotp(tx, secrets, { memberId, code: text });
  if (!(await takeRecoveryCode(tx, memberId, hashed(text)))) return false;
  const by = { name: `dashboard:${email}`, address };
  await writeAudit(tx, { accountId, by, action: 'recovery_code.used', subject: { id: memberId, name: email } });
  return true;
}

/** People type spaces, hyphens and capitals as they like. */
export function tidyCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

async function takeTotp(
  tx: Transaction,
  secrets: SecretsBox,
  { memberId, code }: { memberId: string; code: string },
): Promise<boolean> {
  const stored = await lockTwoFactor(tx, memberId);
  if (!stored?.isOn || !stored.secret) return false;
  const step = stepOfCode(Buffer.from(secrets.open(stored.secret, memberId), 'base64'), code);
  if (step === undefined || step <= (stored.step ?? 0)) return false;
  await setTotpStep(tx, memberId, step);
  return true;
}
