import { type Db, sql, type Transaction } from '../db.ts';
import type { Role } from './members.ts';

/** Who created a key or an OAuth client. */
export interface Creator {
  /** A member's name or email, `command line`, `server` or `sign-in link`. Undefined if unknown. */
  createdBy: string | undefined;
  /** Undefined if it was not a member, or the member was removed. */
  createdByMember: string | undefined;
}

/** For a statement that joins `creatorJoin`. A removed member is shown by their former email. */
export const creatorColumns = sql`
  created_by_member,
  case when m.member_id is not null then coalesce(nullif(m.name, ''), m.email)
       when created_by like 'dashboard:%@%' then substr(created_by, 11)
       when created_by like 'dashboard:%' then 'sign-in link'
       else created_by
  end as created_by`;

export const creatorJoin = sql`left join members m on m.member_id = created_by_member`;

/** The role of the member who created the key or OAuth client of an actor. Undefined if no member did. */
export async function creatorRole(db: Db, actor: string): Promise<{ role: Role } | undefined> {
  const id = actor.slice(actor.indexOf(':') + 1);
  const [member] = await db.query<{ role: Role }>(
    sql`select m.role
        from members m
        where m.member_id in (
          select created_by_member from api_keys where key_id = ${id}
          union all
          select created_by_member from oauth_clients where client_id = ${id})`,
  );
  return member;
}

/** Assigns what an actor created before becoming a member to that member. */
export async function assignCreations(tx: Transaction, actor: string, memberId: string): Promise<void> {
  await tx.query(
    sql`update api_keys
        set created_by_member = ${memberId}
        where created_by = ${actor}
          and created_by_member is null`,
  );
  await tx.query(
    sql`update oauth_clients
        set created_by_member = ${memberId}
        where created_by = ${actor}
          and created_by_member is null`,
  );
}
