import { writeAudit } from '../store/accounts/audit.ts';
import { findMemberByIdentity, linkIdentity, wasRemoved } from '../store/accounts/identities.ts';
import { type Invitation, takeInvitationFor } from '../store/accounts/invitations.ts';
import {
  addressEmailsToOwner,
  FREED,
  findMemberByEmail,
  insertMember,
  listMembers,
  lockMembers,
  type Member,
  type Role,
} from '../store/accounts/members.ts';
import { endOtherSessions, insertSession } from '../store/accounts/sessions.ts';
import { type Db, isDuplicate, type Transaction } from '../store/db.ts';
import { MOST_PEOPLE } from './members.ts';
import { type Identity, OidcRefused } from './oidc-provider.ts';
import { type OidcSettings, roleOf } from './oidc-settings.ts';
import { changeMember, subjectOf } from './people.ts';
import { newSession, type Visitor } from './sessions.ts';

// A person who leaves the provider loses access after this time. Its groups are read again at the next sign-in.
const OIDC_DAYS = 7;

export interface OidcSignInDeps {
  db: Db;
  settings: OidcSettings;
  /** The account that people join by their groups. */
  accountId: string;
}

/** What the browser showed when it left for the provider: it was signed in, or on the page of an invitation. */
export interface OidcChoice {
  memberId?: string | undefined;
  invitationId?: string | undefined;
}

/** Opens a session for a person whom the provider confirmed. Throws `OidcRefused`. */
export async function signInByIdentity(
  deps: OidcSignInDeps,
  identity: Identity,
  from: { visitor: Visitor; choice: OidcChoice },
): Promise<string> {
  const open = () => deps.db.transaction((tx) => openSession(tx, { deps, identity, ...from }));
  try {
    checkDomain(deps.settings, identity);
    // The second time, the same person was joining in another request.
    return await open().catch((error) => (isDuplicate(error) ? open() : Promise.reject(error)));
  } catch (error) {
    if (error instanceof OidcRefused) error.identity = identity.id;
    throw error;
  }
}

function checkDomain({ allowedDomains }: OidcSettings, { email, isEmailVerified }: Identity): void {
  if (allowedDomains.length === 0) return;
  if (!isEmailVerified || email === undefined) throw new OidcRefused('unverified');
  if (!allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1))) throw new OidcRefused('domain');
}

interface Opening {
  deps: OidcSignInDeps;
  identity: Identity;
  visitor: Visitor;
  choice: OidcChoice;
}

async function openSession(tx: Transaction, opening: Opening): Promise<string> {
  const { identity, visitor } = opening;
  const found = (await findMemberByIdentity(tx, identity.id)) ?? (await link(tx, opening));
  const member = found ? await applyRole(tx, found, opening) : await join(tx, opening);
  const { token, session } = newSession(visitor);
  await insertSession(tx, member, { ...session, idleDays: OIDC_DAYS, by: 'oidc' });
  const by = { name: `dashboard:${member.email}`, address: visitor.address };
  const { accountId } = member;
  await writeAudit(tx, { accountId, by, action: 'sign_in.succeeded', subject: subjectOf(member) });
  return token;
}

/**
 * The member with the same verified email. Password, second factor and sessions end: until now, the email was not
 * verified, so they may belong to another person. For the same reason, only an email in the account of the groups counts,
 * or one that the provider confirmed or whose member is signed in here. Otherwise anyone could prepare an account for a
 * person who has never signed in.
 */
async function link(tx: Transaction, { deps, identity, visitor, choice }: Opening): Promise<Member | undefined> {
  const member = await findMemberByEmail(tx, verifiedEmail(identity));
  if (!member) return undefined;
  const { accountId, memberId, isEmailConfirmed } = member;
  const [issuer] = identity.id.split(' ');
  const isAnother = member.identity?.startsWith(`${issuer} `) ?? false;
  // The provider gave the email to another person.
  if (isAnother && isEmailConfirmed) throw new OidcRefused('taken');
  const isTheirs = isEmailConfirmed || accountId === deps.accountId || memberId === choice.memberId;
  if (isAnother || !isTheirs) return freeEmail(tx, member);
  await linkIdentity(tx, member.memberId, identity.id);
  const by = { name: `dashboard:${member.email}`, address: visitor.address };
  await writeAudit(tx, { accountId, by, action: 'identity.linked', subject: subjectOf(member) });
  return member;
}

/** The member keeps everything but the email. */
async function freeEmail(tx: Transaction, { accountId, memberId }: Member): Promise<undefined> {
  await lockMembers(tx, accountId);
  const member = (await listMembers(tx, accountId)).find((one) => one.memberId === memberId);
  if (!member) return;
  const email = `${memberId}${FREED}`.toLowerCase();
  await changeMember(tx, member, { after: { ...member, email }, by: { name: 'single sign-on' } });
}

/** What the groups give in an account. Undefined: they do not decide there. */
function groupRole({ deps, identity }: Opening, accountId: string): Role | undefined {
  const { roles } = deps.settings;
  if (roles.size === 0 || accountId !== deps.accountId) return undefined;
  const role = roleOf(roles, identity.groups);
  if (!role) throw new OidcRefused('groups');
  return role;
}

/** The groups decide at every sign-in. The last owner stays one. */
async function applyRole(tx: Transaction, found: Member, opening: Opening): Promise<Member> {
  const role = groupRole(opening, found.accountId);
  if (!role || role === found.role) return found;
  await lockMembers(tx, found.accountId);
  const members = await listMembers(tx, found.accountId);
  const member = members.find(({ memberId }) => memberId === found.memberId);
  if (!member) throw new OidcRefused('unknown');
  const owners = members.filter((one) => one.role === 'owner');
  if (member.role === 'owner' && owners.length === 1) return member;
  const by = { name: 'single sign-on', address: opening.visitor.address };
  return changeMember(tx, member, { after: { ...member, role }, by });
}

/** Adds a person by invitation, or by their groups unless an owner removed them. */
async function join(tx: Transaction, opening: Opening): Promise<Member> {
  const { deps, identity, visitor } = opening;
  const { name, id } = identity;
  const email = verifiedEmail(identity);
  const isRemoved = await wasRemoved(tx, deps.accountId, { email, identity: id });
  const invitation = await takeInvitation(tx, opening, { email, isRemoved });
  const accountId = invitation?.accountId ?? deps.accountId;
  const byGroups = groupRole(opening, accountId);
  const role = byGroups ?? invitation?.role;
  if (!role || (isRemoved && !invitation)) throw new OidcRefused('unknown');
  await lockMembers(tx, accountId);
  const members = await listMembers(tx, accountId);
  // The operator chose who is an owner by OIDC_ROLES. An invitation is not enough.
  const isFirst = members.length === 0;
  if (isFirst && byGroups !== 'owner') throw new OidcRefused('unclaimed');
  if (members.length >= MOST_PEOPLE) throw new OidcRefused('full');
  const member = await insertMember(tx, { accountId, email, name, role, password: undefined, identity: id });
  const by = { name: `dashboard:${email}`, address: visitor.address };
  const action = isFirst ? 'account.claimed' : 'member.joined';
  await writeAudit(tx, { accountId, by, action, subject: subjectOf(member) });
  if (isFirst) {
    // As when a person claims it: sessions of the first link end, and emails have a recipient.
    await endOtherSessions(tx, { accountId, memberId: undefined }, '');
    await addressEmailsToOwner(tx, accountId);
  }
  return member;
}

/**
 * The invitation whose page the person opened, or one to the account of the groups. One to another account only if the
 * groups give nothing: otherwise its owner could take away people who have not signed in yet.
 */
async function takeInvitation(
  tx: Transaction,
  { deps, identity, choice: { invitationId } }: Opening,
  { email, isRemoved }: { email: string; isRemoved: boolean },
): Promise<Invitation | undefined> {
  const { accountId, settings } = deps;
  const opened = invitationId === undefined ? undefined : await takeInvitationFor(tx, email, { invitationId });
  const taken = opened ?? (await takeInvitationFor(tx, email, { accountId }));
  const hasRole = !isRemoved && roleOf(settings.roles, identity.groups) !== undefined;
  return taken ?? (hasRole ? undefined : takeInvitationFor(tx, email));
}

function verifiedEmail({ email, isEmailVerified }: Identity): string {
  if (email === undefined || !isEmailVerified) throw new OidcRefused('unverified');
  return email;
}
