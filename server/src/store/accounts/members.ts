import { makeId } from '../../base/id.ts';
import { type Db, sql, type Transaction } from '../db.ts';

export type Role = 'owner' | 'member' | 'viewer';

/** A member of an account. */
export interface Member {
  memberId: string;
  accountId: string;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
}

/** Only for comparing or replacing the password. */
export interface MemberWithPassword extends Member {
  /** Undefined: the person signs in with the identity provider only. */
  password: string | undefined;
  /** Issuer and subject at the identity provider. */
  identity: string | undefined;
  /** Whether the identity provider confirmed the email. Other emails may belong to anyone. */
  isEmailConfirmed: boolean;
  hasTwoFactor: boolean;
}

export const memberColumns = sql`member_id, account_id, email, name, role, created_at`;

/**
 * Locks the account's members until the transaction ends. Otherwise two concurrent removals could remove the last
 * owner.
 */
export async function lockMembers(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(
    sql`select
        from accounts
        where account_id = ${accountId}
        for no key update`,
  );
}

export async function insertMember(
  tx: Transaction,
  member: Omit<Member, 'memberId' | 'createdAt'> & Pick<MemberWithPassword, 'password'> & { identity?: string },
): Promise<Member> {
  const { accountId, email, name, role, password, identity } = member;
  await tx.query(sql`delete from removed_members where account_id = ${accountId} and email = ${email}`);
  const [stored] = await tx.records<Member>(
    sql`insert into members (member_id, account_id, email, name, role, password, identity, confirmed_email)
        values (${makeId('mem')}, ${accountId}, ${email}, ${name}, ${role}, ${password ?? null}, ${identity ?? null},
                ${identity === undefined ? null : email})
        returning ${memberColumns}`,
  );
  if (!stored) throw new Error('the member was not stored');
  return stored;
}

/** An account's members, oldest first. */
export function listMembers(db: Db | Transaction, accountId: string): Promise<Member[]> {
  return db.records<Member>(
    sql`select ${memberColumns}
        from members
        where account_id = ${accountId}
        order by created_at, member_id`,
  );
}

export function findMemberByEmail(db: Db | Transaction, email: string): Promise<MemberWithPassword | undefined> {
  return db.record<MemberWithPassword>(
    sql`select ${memberColumns}, password, identity, totp_since is not null as has_two_factor,
               coalesce(confirmed_email = email, false) as is_email_confirmed
        from members
        where email = ${email}`,
  );
}

export async function updateMember(
  tx: Transaction,
  { memberId, email, name, role }: Pick<Member, 'memberId' | 'email' | 'name' | 'role'>,
): Promise<void> {
  await tx.query(
    sql`update members
        set email = ${email}, name = ${name}, role = ${role}
        where member_id = ${memberId}`,
  );
}

/** Only if the password is still the one that was compared. Of two concurrent changes, the second is rejected. */
export function replacePassword(
  db: Db | Transaction,
  memberId: string,
  { from, to }: { from: string | undefined; to: string },
): Promise<boolean> {
  return db.returnsRows(
    sql`update members
        set password = ${to}
        where member_id = ${memberId}
          and password is not distinct from ${from ?? null}
        returning member_id`,
  );
}

/** Also deletes their sessions. */
export async function deleteMember(tx: Transaction, memberId: string): Promise<void> {
  await tx.query(sql`delete from alerts_seen where member_id = ${memberId}`);
  await tx.query(sql`delete from members where member_id = ${memberId}`);
}

/** Ends the address of a member whose email turned out to be another person's. No mail reaches it (RFC 2606). */
export const FREED = '@freed.invalid';

/** Emails to the account go to the owner who has been a member the longest. */
export async function addressEmailsToOwner(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(
    sql`update accounts
        set owner_email = (
          select email
          from members
          where account_id = ${accountId}
            and role = 'owner'
            and email not like ${`%${FREED}`}
          order by created_at, member_id
          limit 1)
        where account_id = ${accountId}`,
  );
}
