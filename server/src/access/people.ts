import { ApiError } from '../base/errors.ts';
import { invalid } from '../base/problems.ts';
import { type Actor, type Changes, writeAudit } from '../store/accounts/audit.ts';
import { assignCreations } from '../store/accounts/creators.ts';
import {
  addressEmailsToOwner,
  findMemberByEmail,
  insertMember,
  listMembers,
  lockMembers,
  type Member,
  type MemberWithPassword,
  replacePassword,
  updateMember,
} from '../store/accounts/members.ts';
import { endOtherSessions, giveSession, type OpenSession } from '../store/accounts/sessions.ts';
import { isDuplicate, type Transaction } from '../store/db.ts';
import { passwordProblem } from './password-rules.ts';
import { holderOf, replacesPassword, type SignedInActor } from './sessions.ts';
import { comparePassword, type SignInDeps } from './sign-in.ts';

/** Makes the person who used the first link the owner of the account, with an email and a password. */
export async function claimAccount(
  { db, passwords }: SignInDeps,
  { session, by }: SignedInActor,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<Member> {
  const { accountId } = session.account;
  if (session.member) throw alreadyOwned();
  refuseBadPassword(password, email);
  const hash = await passwords.hash(password);
  return refuseDuplicate(() =>
    db.transaction(async (tx) => {
      await lockMembers(tx, accountId);
      if ((await listMembers(tx, accountId)).length > 0) throw alreadyOwned();
      const member = await insertMember(tx, { accountId, email, name, role: 'owner', password: hash });
      await giveSession(tx, session.sessionId, member.memberId);
      await assignCreations(tx, by.name, member.memberId);
      await endOtherSessions(tx, holderOf(session), session.sessionId);
      await addressEmailsToOwner(tx, accountId);
      await writeAudit(tx, { accountId, by, action: 'account.claimed', subject: subjectOf(member) });
      return member;
    }),
  );
}

const alreadyOwned = () =>
  new ApiError(409, 'This account already has an owner. Sign in with an email and a password.');

export interface OwnChanges {
  name: string | undefined;
  email: string | undefined;
  currentPassword: string | undefined;
}

/**
 * Changes a person's own name or email. A new email requires the password: a stolen session is not enough to take over
 * the account.
 */
export async function changeOwnRecord(
  deps: SignInDeps,
  { session, by }: SignedInActor,
  { name, email, currentPassword }: OwnChanges,
): Promise<Member> {
  const { accountId } = session.account;
  const member = requireMember(session);
  if (email !== undefined && email !== member.email) await confirmPassword(deps, { session, by }, currentPassword);
  return refuseDuplicate(() =>
    deps.db.transaction(async (tx) => {
      await lockMembers(tx, accountId);
      const before = (await listMembers(tx, accountId)).find(({ memberId }) => memberId === member.memberId);
      if (!before) throw new ApiError(401, 'Sign in first');
      return changeMember(tx, before, {
        after: { ...before, name: name ?? before.name, email: email ?? before.email },
        by,
      });
    }),
  );
}

/** Stores the changes to a member and updates the recipient of account emails. */
export async function changeMember(tx: Transaction, before: Member, { after, by }: { after: Member; by: Actor }) {
  const fields = ['name', 'email', 'role'] as const;
  const different = fields.filter((field) => before[field] !== after[field]);
  if (different.length === 0) return before;
  const { accountId } = before;
  const changes: Changes = Object.fromEntries(
    different.map((field) => [field, { from: before[field], to: after[field] }]),
  );
  await updateMember(tx, after);
  // Not for a new name: another recipient may have been set on the command line.
  if (before.email !== after.email || before.role !== after.role) await addressEmailsToOwner(tx, accountId);
  await writeAudit(tx, { accountId, by, action: 'member.changed', subject: subjectOf(after), changes });
  return after;
}

/** Changes the password and ends all other sessions of the person. */
export async function changePassword(
  deps: SignInDeps,
  { session, by }: SignedInActor,
  { password, currentPassword }: { password: string; currentPassword: string | undefined },
): Promise<void> {
  const { email } = requireMember(session);
  refuseBadPassword(password, email);
  const member = await confirmPassword(deps, { session, by }, currentPassword);
  const hash = await deps.passwords.hash(password);
  const { accountId, memberId } = member;
  await deps.db.transaction(async (tx) => {
    const isChanged = await replacePassword(tx, memberId, { from: member.password, to: hash });
    if (!isChanged) throw new ApiError(409, 'The password was changed in the meantime. Sign in again.');
    await endOtherSessions(tx, holderOf(session), session.sessionId);
    await writeAudit(tx, { accountId, by, action: 'password.changed', subject: subjectOf(member) });
  });
}

/** The member, after checking the password. Throws if it is wrong. */
export async function confirmPassword(
  deps: SignInDeps,
  { session, by }: SignedInActor,
  currentPassword: string | undefined,
): Promise<MemberWithPassword> {
  const { email, memberId } = requireMember(session);
  if (currentPassword === undefined) {
    if (!replacesPassword(session)) throw invalid([{ path: ['current_password'], message: 'is required' }]);
    const member = await findMemberByEmail(deps.db, email);
    if (member?.memberId !== memberId) throw new ApiError(401, 'Sign in first');
    return member;
  }
  const visitor = { address: by.address ?? '', userAgent: undefined };
  const member = await comparePassword(deps, { email, password: currentPassword }, visitor);
  if (!member) throw new ApiError(403, 'The current password is wrong');
  return member;
}

export function requireMember({ member }: OpenSession): Member {
  if (!member) throw new ApiError(409, 'Set an email and a password for this account first');
  return member;
}

export function refuseBadPassword(password: string, email: string): void {
  const problem = passwordProblem(password, email);
  if (problem) throw invalid([{ path: ['password'], message: problem }]);
}

export async function refuseDuplicate<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) throw new ApiError(409, 'This email is already in use. Use another one.');
    throw error;
  }
}

export function subjectOf({ memberId, email }: Member) {
  return { id: memberId, name: email };
}
