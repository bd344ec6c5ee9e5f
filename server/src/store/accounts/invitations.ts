import { makeId } from '../../base/id.ts';
import { type Db, sql, type Transaction } from '../db.ts';
import type { Role } from './members.ts';

export interface Invitation {
  invitationId: string;
  accountId: string;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
}

interface NewInvitation extends Pick<Invitation, 'accountId' | 'email' | 'role'> {
  invitedBy: string;
  tokenHash: Buffer;
  days: number;
}

/** Replaces an open invitation of the same person: the old link stops working. */
export async function insertInvitation(tx: Transaction, invitation: NewInvitation): Promise<Invitation> {
  const { accountId, email, role, invitedBy, tokenHash, days } = invitation;
  await tx.query(
    sql`delete from invitations
        where account_id = ${accountId}
          and (email = ${email} or expires_at <= now())`,
  );
  const [stored] = await tx.records<Invitation>(
    sql`insert into invitations (invitation_id, account_id, token_hash, email, role, invited_by, expires_at)
        values (${makeId('inv')}, ${accountId}, ${tokenHash}, ${email}, ${role}, ${invitedBy}, now() + make_interval(days => ${days}))
        returning invitation_id, account_id, email, role, created_at, expires_at`,
  );
  if (!stored) throw new Error('the invitation was not stored');
  return stored;
}

/** An account's open invitations, newest first. */
export function listInvitations(db: Db | Transaction, accountId: string): Promise<Invitation[]> {
  return db.records<Invitation>(
    sql`select invitation_id, account_id, email, role, created_at, expires_at
        from invitations
        where account_id = ${accountId}
          and expires_at > now()
        order by created_at desc, invitation_id desc`,
  );
}

/** The invitation behind the token of a link. */
export function findInvitation(db: Db, tokenHash: Buffer): Promise<(Invitation & { accountName: string }) | undefined> {
  return db.record<Invitation & { accountName: string }>(
    sql`select i.invitation_id, i.account_id, i.email, i.role, i.created_at, i.expires_at, a.name as account_name
        from invitations i
        join accounts a using (account_id)
        where i.token_hash = ${tokenHash}
          and i.expires_at > now()`,
  );
}

/** Uses up an invitation. Of two concurrent attempts, the second gets nothing. */
export function takeInvitation(tx: Transaction, tokenHash: Buffer): Promise<Invitation | undefined> {
  return tx.record<Invitation>(
    sql`delete from invitations
        where token_hash = ${tokenHash}
          and expires_at > now()
        returning invitation_id, account_id, email, role, created_at, expires_at`,
  );
}

/** Uses up the newest invitation of a person who proved to own the email: any, that of an account, or a certain one. */
export function takeInvitationFor(
  tx: Transaction,
  email: string,
  only: { accountId?: string; invitationId?: string } = {},
): Promise<Invitation | undefined> {
  const { accountId = null, invitationId = null } = only;
  return tx.record<Invitation>(
    sql`delete from invitations
        where invitation_id = (
          select invitation_id
          from invitations
          where email = ${email}
            and account_id = coalesce(${accountId}, account_id)
            and invitation_id = coalesce(${invitationId}, invitation_id)
            and expires_at > now()
          order by created_at desc, invitation_id desc
          limit 1)
        returning invitation_id, account_id, email, role, created_at, expires_at`,
  );
}

export function deleteInvitation(
  tx: Transaction,
  accountId: string,
  invitationId: string,
): Promise<Invitation | undefined> {
  return tx.record<Invitation>(
    sql`delete from invitations
        where account_id = ${accountId}
          and invitation_id = ${invitationId}
          and expires_at > now()
        returning invitation_id, account_id, email, role, created_at, expires_at`,
  );
}

/** Revokes all open invitations that a member sent. */
export function deleteInvitationsBy(tx: Transaction, memberId: string): Promise<Invitation[]> {
  return tx.records<Invitation>(
    sql`delete from invitations
        where invited_by = ${memberId}
          and expires_at > now()
        returning invitation_id, account_id, email, role, created_at, expires_at`,
  );
}
