import { type Db, sql } from '../db.ts';
import { limitTo, type Page } from '../pages.ts';
import { countedToday, EMAILS_A_DAY } from './outbox.ts';

/** `failed`: given up. */
export type MailStatus = 'waiting' | 'sent' | 'failed';

export interface ListedMail {
  subject: string;
  body: string;
  /** Null: the owner has no address yet. */
  recipient: string | undefined;
  status: MailStatus;
  tries: number;
  /** Why it was given up. */
  error: string | undefined;
  createdAt: Date;
  sentAt: Date | undefined;
}

const statusOf = sql`
  case when o.sent_at is not null then 'sent'
       when o.failed_at is not null then 'failed'
       else 'waiting' end`;

/** The status of each of these emails that is still stored, by key. */
export async function mailStatuses(db: Db, dedupeKeys: string[]): Promise<Map<string, MailStatus>> {
  if (dedupeKeys.length === 0) return new Map();
  const rows = await db.query<{ dedupe_key: string; status: MailStatus }>(
    sql`select o.dedupe_key, ${statusOf} as status
        from mail_outbox o
        where o.dedupe_key = any(${dedupeKeys})`,
  );
  return new Map(rows.map((row) => [row.dedupe_key, row.status]));
}

export interface MailUse {
  alerts: number;
  reports: number;
  invitations: number;
}

/** How many alerts, reports and invitations send email. */
export async function mailUse(db: Db): Promise<MailUse> {
  const [row] = await db.query<MailUse>(
    sql`select (select count(*) from alerts where email <> 'off' and status = 'active')::integer as alerts,
               (select count(*) from reports where recipients <> '{}' and status = 'scheduled')::integer as reports,
               (select count(*) from invitations where expires_at > now())::integer as invitations`,
  );
  return row ?? { alerts: 0, reports: 0, invitations: 0 };
}

/** An account's emails, newest first. */
export async function listMail(db: Db, accountId: string, page: Page): Promise<{ mails: ListedMail[]; total: number }> {
  const mails = await db.records<ListedMail>(
    sql`select o.subject,
               o.body,
               coalesce(o.recipient, a.owner_email) as recipient,
               ${statusOf} as status,
               o.tries,
               case when o.failed_at is not null then o.last_error end as error,
               o.created_at,
               o.sent_at
        from mail_outbox o
        join accounts a using (account_id)
        where o.account_id = ${accountId}
        order by o.created_at desc, o.dedupe_key
        ${limitTo(page)}`,
  );
  const [row] = await db.query<{ total: number }>(
    sql`select count(*) as total
        from mail_outbox
        where account_id = ${accountId}`,
  );
  return { mails, total: row?.total ?? 0 };
}

export interface MailState {
  waiting: number;
  /** How many of them go to an owner without an address. */
  unaddressed: number;
  /** How many wait until tomorrow because their account has reached its daily limit. */
  tomorrow: number;
  oldestSeconds: number;
  failed: number;
  /** The mail server's last error for an email that is still queued. */
  lastError: string | undefined;
}

export async function mailState(db: Db): Promise<MailState> {
  const [row] = await db.records<MailState & { lastError: string | undefined }>(
    sql`with counted as materialized (${countedToday})
        select count(*)::integer as waiting,
               (count(*) filter (where o.recipient is not null and o.counted_on is null
                                   and c.emails >= ${EMAILS_A_DAY}))::integer as tomorrow,
               (count(*) filter (where coalesce(o.recipient, a.owner_email) is null))::integer as unaddressed,
               coalesce(extract(epoch from now() - min(o.created_at)), 0)::double precision as oldest_seconds,
               (select count(*)::integer from mail_outbox where failed_at is not null) as failed,
               (array_agg(o.last_error order by o.tried_at desc nulls last) filter (where o.last_error is not null))[1] as last_error
        from mail_outbox o
        join accounts a using (account_id)
        left join counted c using (account_id)
        where o.sent_at is null
          and o.failed_at is null`,
  );
  const { waiting = 0, unaddressed = 0, tomorrow = 0, oldestSeconds = 0, failed = 0, lastError } = row ?? {};
  return { waiting, unaddressed, tomorrow, oldestSeconds, failed, lastError: lastError ?? undefined };
}
