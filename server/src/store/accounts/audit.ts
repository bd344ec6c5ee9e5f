import { makeId } from '../../base/id.ts';
import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';
import type { Member } from './members.ts';

/** The actor, and their address. */
export interface Actor {
  /** `command line`, `server`, `dashboard:<email or session>`, `key:<key>`, `oauth:<client>`, `share:<link>`. */
  name: string;
  address?: string | undefined;
  /** The signed-in member. Undefined for other actors. */
  member?: Pick<Member, 'memberId' | 'role'> | undefined;
}

export type AuditAction =
  | 'key.created'
  | 'key.changed'
  | 'key.revoked'
  | 'oauth_client.created'
  | 'oauth_client.revoked'
  | 'assistant.connected'
  | 'token.revoked'
  | 'sign_in.succeeded'
  | 'sign_in.failed'
  | 'session.ended'
  | 'account.claimed'
  | 'password.changed'
  | 'identity.linked'
  | 'two_factor.enabled'
  | 'two_factor.disabled'
  | 'recovery_code.used'
  | 'member.changed'
  | 'member.invited'
  | 'member.joined'
  | 'member.removed'
  | 'invitation.revoked'
  | 'share_link.created'
  | 'share_link.revoked'
  | 'share_link.opened'
  | 'brand.changed'
  | 'platform_key.set'
  | 'platform_key.removed'
  | 'platform.added'
  | 'platform.removed'
  | 'retention.changed'
  | 'review.dismissed'
  | 'review.restored'
  | 'source_type.set'
  | 'source_type.removed';

export interface NewAuditEntry {
  accountId: string;
  by: Actor;
  action: AuditAction;
  /** The object of the action. Never a secret: at most the visible prefix. */
  subject: { id: string; name: string; prefix?: string | undefined };
  changes?: Changes | undefined;
}

export type Changes = Record<string, { from: unknown; to: unknown }>;

export interface AuditEntry {
  at: Date;
  actor: string;
  action: AuditAction;
  subjectId: string;
  subjectName: string;
  subjectPrefix: string | undefined;
  changes: Changes | undefined;
  address: string | undefined;
}

/** Uses the transaction of the recorded action, so that neither exists without the other. */
export async function writeAudit(tx: Transaction, { accountId, by, action, subject, changes }: NewAuditEntry) {
  await tx.query(
    sql`insert into audit_log (audit_id, account_id, actor, action, subject_id, subject_name, subject_prefix, changes, address)
        values (${makeId('aud')}, ${accountId}, ${by.name}, ${action}, ${subject.id}, ${subject.name},
                ${subject.prefix ?? null}, ${changes ? JSON.stringify(changes) : null}, ${by.address ?? null})`,
  );
}

export interface AuditFilter {
  /** The kind of object: `key` for `key.created` and `key.revoked`. */
  about?: string | undefined;
  /** Part of the actor's or the subject's name, or of the address. */
  text?: string | undefined;
}

/** An account's log, newest first. */
export function listAudit(
  db: Db,
  accountId: string,
  { filter = {}, ...page }: Page & { filter?: AuditFilter },
): Promise<AuditEntry[]> {
  return db.records<AuditEntry>(
    sql`select at, actor, action, subject_id, subject_name, subject_prefix, changes, address
        from audit_log
        where account_id = ${accountId}
          ${matching(filter)}
        order by at desc, audit_id desc
        ${limitTo(page)}`,
  );
}

export function countAudit(db: Db, accountId: string, filter: AuditFilter = {}): Promise<number> {
  return db.number(
    sql`select count(*)::int as total
        from audit_log
        where account_id = ${accountId}
          ${matching(filter)}`,
  );
}

function matching({ about, text }: AuditFilter): Sql {
  return sql`
    ${about === undefined ? empty : sql`and split_part(action, '.', 1) = ${about}`}
    ${text === undefined ? empty : sql`and position(lower(${text}) in lower(concat_ws(' ', actor, subject_name, subject_prefix, address))) > 0`}`;
}
