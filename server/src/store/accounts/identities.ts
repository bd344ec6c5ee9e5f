import { type Db, sql, type Transaction } from '../db.ts';
import { type Member, memberColumns } from './members.ts';

export function findMemberByIdentity(tx: Transaction, identity: string): Promise<Member | undefined> {
  return tx.record<Member>(
    sql`select ${memberColumns}
        from members
        where identity = ${identity}`,
  );
}

/** Also removes the password and the second factor, and ends all sessions of the person. The email is confirmed. */
export async function linkIdentity(tx: Transaction, memberId: string, identity: string): Promise<void> {
  await tx.query(
    sql`update members
        set identity = ${identity}, confirmed_email = email, password = null, totp_secret = null, totp_since = null, recovery_hashes = '{}'
        where member_id = ${memberId}`,
  );
  await tx.query(sql`delete from sessions where member_id = ${memberId}`);
}

/** Remembers a person whom an owner removes. */
export async function noteRemoval(tx: Transaction, memberId: string): Promise<void> {
  await tx.query(
    sql`insert into removed_members (account_id, email, identity)
        select account_id, email, identity
        from members
        where member_id = ${memberId}
        on conflict (account_id, email) do update
        set identity = excluded.identity, removed_at = now()`,
  );
}

export function wasRemoved(
  tx: Transaction,
  accountId: string,
  { email, identity }: { email: string; identity: string },
): Promise<boolean> {
  return tx.returnsRows(
    sql`select
        from removed_members
        where account_id = ${accountId}
          and (email = ${email} or identity = ${identity})`,
  );
}

/** When single sign-on is required. Sessions opened with a link stay: they are the operator's way in. */
export async function endPasswordSessions(db: Db): Promise<void> {
  await db.query(sql`delete from sessions where opened_by in ('password', 'invitation')`);
}
