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

/** An open invitation of the same person is replaced: its link stops working. */
export async function insertInvitation(tx: Transaction, invitation: NewInvitation): Promise<Invitation> {
  const { accountId, email, role, invitedBy, tokenHash, days } = invitation;
  await tx.query(
    sql`delete from invitations
        where account_id = ${accountId}
          and (email = ${email} or expires_at <= now())`,
  );
  const [row] = await tx.query<InvitationRow>(
    sql`insert into invitations (invitation_id, account_id, token_hash, email, role, invited_by, expires_at)
        values (${makeId('inv')}, ${accountId}, ${tokenHash}, ${email}, ${role}, ${invitedBy}, now() + make_interval(days => ${days}))
        returning invitation_id, account_id, email, role, created_at, expires_at`,
  );
  if (!row) throw new Error('the invitation was not stored');
  return toInvitation(row);
}

/** An account's invitations that can still be accepted, newest first. */
export async function listInvitations(db: Db | Transaction, accountId: string): Promise<Invitation[]> {
  const rows = await db.query<InvitationRow>(
    sql`select invitation_id, account_id, email, role, created_at, expires_at
        from invitations
        where account_id = ${accountId}
          and expires_at > now()
        order by created_at desc, invitation_id desc`,
  );
  return rows.map(toInvitation);
}

/** What somebody is invited to, by the token of their link. */
export async function findInvitation(
  db: Db,
  tokenHash: Buffer,
): Promise<(Invitation & { accountName: string }) | undefined> {
  const [row] = await db.query<InvitationRow & { account_name: string }>(
    sql`select i.invitation_id, i.account_id, i.email, i.role, i.created_at, i.expires_at, a.name as account_name
        from invitations i
        join accounts a using (account_id)
        where i.token_hash = ${tokenHash}
          and i.expires_at > now()`,
  );
  return row && { ...toInvitation(row), accountName: row.account_name };
}

/** Uses an invitation up; the second of two who try gets nothing. */
export async function takeInvitation(tx: Transaction, tokenHash: Buffer): Promise<Invitation | undefined> {
  const [row] = await tx.query<InvitationRow>(
    sql`delete from invitations
        where token_hash = ${tokenHash}
          and expires_at > now()
        returning invitation_id, account_id, email, role, created_at, expires_at`,
  );
  return row && toInvitation(row);
}

export async function deleteInvitation(
  tx: Transaction,
  accountId: string,
  invitationId: string,
): Promise<Invitation | undefined> {
  const [row] = await tx.query<InvitationRow>(
    sql`delete from invitations
        where account_id = ${accountId}
          and invitation_id = ${invitationId}
          and expires_at > now()
        returning invitation_id, account_id, email, role, created_at, expires_at`,
  );
  return row && toInvitation(row);
}

/** Withdraws every invitation that a member sent and that is still open. */
export async function deleteInvitationsBy(tx: Transaction, memberId: string): Promise<Invitation[]> {
  const rows = await tx.query<InvitationRow>(
    sql`delete from invitations
        where invited_by = ${memberId}
          and expires_at > now()
        returning invitation_id, account_id, email, role, created_at, expires_at`,
  );
  return rows.map(toInvitation);
}

interface InvitationRow {
  invitation_id: string;
  account_id: string;
  email: string;
  role: Role;
  created_at: Date;
  expires_at: Date;
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    invitationId: row.invitation_id,
    accountId: row.account_id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
