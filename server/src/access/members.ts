import { ApiError } from '../base/errors.ts';
import { invitationEmail } from '../mail/invitation-email.ts';
import { queueEmail } from '../mail/outbox.ts';
import { listApiKeys } from '../store/accounts/api-keys.ts';
import { type Actor, type Changes, writeAudit } from '../store/accounts/audit.ts';
import { noteRemoval } from '../store/accounts/identities.ts';
import {
  deleteInvitation,
  deleteInvitationsBy,
  findInvitation,
  type Invitation,
  insertInvitation,
  listInvitations,
  takeInvitation,
} from '../store/accounts/invitations.ts';
import {
  addressEmailsToOwner,
  deleteMember,
  insertMember,
  listMembers,
  lockMembers,
  type Member,
  type Role,
} from '../store/accounts/members.ts';
import { listOauthClients } from '../store/accounts/oauth-clients.ts';
import { insertSession } from '../store/accounts/sessions.ts';
import type { Db, Transaction } from '../store/db.ts';
import { endKey } from './keys.ts';
import { endOauthClient } from './oauth-clients.ts';
import { changeMember, refuseBadPassword, refuseDuplicate, requireMember, subjectOf } from './people.ts';
import { newSession, type SignedInActor, type Visitor } from './sessions.ts';
import { refusePasswords, type SignInDeps } from './sign-in.ts';
import { hashed, randomToken } from './tokens.ts';

const INVITATION_DAYS = 7;
export const MOST_PEOPLE = 50;

interface InviteDeps {
  db: Db;
  baseUrl: string;
  /** Whether a mail server is configured. Without one, the link is only shown. */
  sendsMail: boolean;
}

/** Invites a person. The link is returned only now. A second invitation for the same email replaces the first. */
export function invite(
  { db, baseUrl, sendsMail }: InviteDeps,
  { session, by }: SignedInActor,
  { email, role }: { email: string; role: Role },
): Promise<{ invitation: Invitation; link: string }> {
  const { accountId, name } = session.account;
  const token = randomToken();
  const page = `/invitation#token=${token}`;
  return db.transaction(async (tx) => {
    const members = await lockAsOwner(tx, { session, by });
    if (members.some((member) => member.email === email)) throw new ApiError(409, `${email} is already a member`);
    const others = (await listInvitations(tx, accountId)).filter((open) => open.email !== email);
    if (members.length + others.length >= MOST_PEOPLE) {
      throw new ApiError(409, `Limit of ${MOST_PEOPLE} members and invitations reached. Remove one first.`);
    }
    const invitedBy = requireMember(session).memberId;
    const input = { accountId, email, role, invitedBy, tokenHash: hashed(token), days: INVITATION_DAYS };
    const invitation = await insertInvitation(tx, input);
    const { invitationId } = invitation;
    await writeAudit(tx, { accountId, by, action: 'member.invited', subject: { id: invitationId, name: email } });
    if (sendsMail) {
      const inviter = requireMember(session);
      const invited = { invitationId, email, accountName: name, by: inviter.name || inviter.email, link: page };
      await queueEmail(tx, accountId, invitationEmail({ ...invited, days: INVITATION_DAYS }));
    }
    return { invitation, link: baseUrl + page };
  });
}

export function revokeInvitation(db: Db, actor: SignedInActor, invitationId: string): Promise<void> {
  const { accountId } = actor.session.account;
  return db.transaction(async (tx) => {
    await lockAsOwner(tx, actor);
    const revoked = await deleteInvitation(tx, accountId, invitationId);
    if (!revoked) throw new ApiError(404, 'Invitation not found');
    const subject = { id: invitationId, name: revoked.email };
    await writeAudit(tx, { accountId, by: actor.by, action: 'invitation.revoked', subject });
  });
}

/** The invitation of a link. Does not use it up. */
export async function readInvitation(db: Db, token: string) {
  return (await findInvitation(db, hashed(token))) ?? noInvitation();
}

/** Adds the invited person as a member with the password they chose, and signs them in. */
export async function acceptInvitation(
  { db, passwords, oidc }: SignInDeps,
  { token, name, password }: { token: string; name: string; password: string },
  visitor: Visitor,
): Promise<string> {
  refusePasswords({ oidc });
  const { email } = await readInvitation(db, token);
  refuseBadPassword(password, email);
  const hash = await passwords.hash(password);
  const { token: sessionToken, session } = newSession(visitor);
  await refuseDuplicate(() =>
    db.transaction(async (tx) => {
      const taken = (await takeInvitation(tx, hashed(token))) ?? noInvitation();
      const { accountId, role } = taken;
      const member = await insertMember(tx, { accountId, email: taken.email, name, role, password: hash });
      await insertSession(tx, member, { ...session, by: 'invitation' });
      const by = { name: `dashboard:${email}`, address: visitor.address };
      await writeAudit(tx, { accountId, by, action: 'member.joined', subject: subjectOf(member) });
    }),
  );
  return sessionToken;
}

export function changeRole(
  db: Db,
  actor: SignedInActor,
  { memberId, role }: { memberId: string; role: Role },
): Promise<Member> {
  return db.transaction(async (tx) => {
    const members = await lockAsOwner(tx, actor);
    const member = members.find((one) => one.memberId === memberId) ?? noMember();
    if (role !== 'owner') keepAnOwner(members, member);
    return changeMember(tx, member, { after: { ...member, role }, by: actor.by });
  });
}

/**
 * Removes a member, ends their sessions and revokes the invitations they sent. The keys and OAuth clients they created
 * are revoked in the same transaction unless the owner keeps them.
 */
export function removeMember(
  db: Db,
  actor: SignedInActor,
  { memberId, revokesKeys }: { memberId: string; revokesKeys: boolean },
): Promise<void> {
  const { accountId } = actor.session.account;
  return db.transaction(async (tx) => {
    const members = await lockAsOwner(tx, actor);
    const member = members.find((one) => one.memberId === memberId) ?? noMember();
    keepAnOwner(members, member);
    const { by } = actor;
    const changes = await settleCreations(tx, member, { by, revokesKeys });
    for (const { invitationId, email } of await deleteInvitationsBy(tx, memberId)) {
      const subject = { id: invitationId, name: email };
      await writeAudit(tx, { accountId, by, action: 'invitation.revoked', subject });
    }
    await noteRemoval(tx, memberId);
    await deleteMember(tx, memberId);
    if (member.role === 'owner') await addressEmailsToOwner(tx, accountId);
    await writeAudit(tx, { accountId, by, action: 'member.removed', subject: subjectOf(member), changes });
  });
}

/** Revokes or keeps what a member created. Returns the counts before and after, for the audit log. */
async function settleCreations(
  tx: Transaction,
  { accountId, memberId }: Member,
  { by, revokesKeys }: { by: Actor; revokesKeys: boolean },
): Promise<Changes | undefined> {
  const isTheirs = (one: { createdByMember: string | undefined; status: string }) =>
    one.createdByMember === memberId && one.status === 'active';
  const keys = (await listApiKeys(tx, accountId)).filter(isTheirs);
  const clients = (await listOauthClients(tx, accountId)).filter(isTheirs);
  // An assistant acts for the person who connected it.
  const ended = clients.filter(({ appId }) => revokesKeys || appId !== undefined);
  if (revokesKeys) for (const key of keys) await endKey(tx, accountId, { key, by });
  for (const client of ended) await endOauthClient(tx, accountId, { client, by });
  if (keys.length + clients.length === 0) return undefined;
  return {
    api_keys: { from: keys.length, to: revokesKeys ? 0 : keys.length },
    oauth_clients: { from: clients.length, to: clients.length - ended.length },
  };
}

/** Locks the account's members and returns them. Fails unless the actor is currently an owner. */
async function lockAsOwner(tx: Transaction, { session }: SignedInActor): Promise<Member[]> {
  const { memberId } = requireMember(session);
  const { accountId } = session.account;
  await lockMembers(tx, accountId);
  const members = await listMembers(tx, accountId);
  const isOwner = members.some((member) => member.memberId === memberId && member.role === 'owner');
  if (!isOwner) throw new ApiError(403, 'Only an owner can do this');
  return members;
}

function keepAnOwner(members: Member[], { memberId, role }: Member): void {
  const owners = members.filter((member) => member.role === 'owner');
  if (role === 'owner' && owners.every((owner) => owner.memberId === memberId)) {
    throw new ApiError(409, 'This is the only owner. Make another member an owner first.');
  }
}

function noMember(): never {
  throw new ApiError(404, 'Member not found');
}

function noInvitation(): never {
  throw new ApiError(404, 'This invitation is no longer valid. Ask for a new one.');
}
