import { writeAudit } from '../store/accounts/audit.ts';
import { findMemberByIdentity, linkIdentity, wasRemoved } from '../store/accounts/identities.ts';
import { takeInvitationFor } from '../store/accounts/invitations.ts';
import {
  findMemberByEmail,
  insertMember,
  listMembers,
  lockMembers,
  type Member,
  type Role,
} from '../store/accounts/members.ts';
import { insertSession } from '../store/accounts/sessions.ts';
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

/** Opens a session for a person whom the provider confirmed. Throws `OidcRefused`. */
export async function signInByIdentity(deps: OidcSignInDeps, identity: Identity, visitor: Visitor): Promise<string> {
  checkDomain(deps.settings, identity);
  const open = () => deps.db.transaction((tx) => openSession(tx, { deps, identity, visitor }));
  try {
    return await open();
  } catch (error) {
    // The same person was joining in another request.
    if (isDuplicate(error)) return open();
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
 * verified, so they may belong to another person.
 */
async function link(tx: Transaction, { identity, visitor }: Opening): Promise<Member | undefined> {
  const member = await findMemberByEmail(tx, verifiedEmail(identity));
  if (!member) return undefined;
  const [issuer] = identity.id.split(' ');
  // The provider gave the email to another person.
  if (member.identity?.startsWith(`${issuer} `)) throw new OidcRefused('taken');
  await linkIdentity(tx, member.memberId, identity.id);
  const by = { name: `dashboard:${member.email}`, address: visitor.address };
  await writeAudit(tx, { accountId: member.accountId, by, action: 'identity.linked', subject: subjectOf(member) });
  return member;
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
  const email = verifiedEmail(identity);
  const invitation = await takeInvitationFor(tx, email);
  const accountId = invitation?.accountId ?? deps.accountId;
  const given = groupRole(opening, accountId) ?? invitation?.role;
  if (!given) throw new OidcRefused('unknown');
  if (!invitation && (await wasRemoved(tx, accountId, { email, identity: identity.id }))) {
    throw new OidcRefused('unknown');
  }
  await lockMembers(tx, accountId);
  const members = await listMembers(tx, accountId);
  if (members.length === 0) throw new OidcRefused('unclaimed');
  if (members.length >= MOST_PEOPLE) throw new OidcRefused('full');
  const { name, id } = identity;
  const person = { accountId, email, name, role: given, password: undefined, identity: id };
  const member = await insertMember(tx, person);
  const by = { name: `dashboard:${email}`, address: visitor.address };
  await writeAudit(tx, { accountId, by, action: 'member.joined', subject: subjectOf(member) });
  return member;
}

function verifiedEmail({ email, isEmailVerified }: Identity): string {
  if (email === undefined || !isEmailVerified) throw new OidcRefused('unverified');
  return email;
}
