import { randomUUID } from 'node:crypto';
import { type Db, type Sql, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';
import { takeLock } from '../system/locks.ts';

/** A file attached to an email. It is named when the email is queued and loaded when it is sent. */
export interface Attachment {
  reportId: string;
  filename: string;
  contentType: string;
}

export interface Mail {
  /** Identifies the fact and the recipient. Unique, so that each recipient is notified once. */
  dedupeKey: string;
  accountId: string;
  /** Undefined: the account's owner. */
  recipient: string | undefined;
  subject: string;
  body: string;
  html: string | undefined;
  link: string | undefined;
  attachment: Attachment | undefined;
}

const MAIL_COLUMNS = {
  dedupeKey: 'text',
  accountId: 'text',
  recipient: 'text',
  subject: 'text',
  body: 'text',
  html: 'text',
  link: 'text',
  attachment: 'jsonb',
} as const;

export async function insertMail(tx: Transaction, mails: Mail[]): Promise<void> {
  await tx.query(
    sql`insert into mail_outbox (dedupe_key, account_id, recipient, subject, body, html, link, attachment)
        select *
        from ${rowSet('r', mails, MAIL_COLUMNS)}
        on conflict do nothing`,
  );
}

/** A leased email with its recipient address. */
export interface ClaimedMail extends Mail {
  recipient: string;
  /** The number of this attempt, from 1, and how many attempts failed before the email was sent to the server. */
  tries: number;
  troubles: number;
  /** With this email, the account reaches its limit for today. */
  isLastToday: boolean;
  leaseToken: string;
}

export interface MailClaim {
  limit: number;
  leaseSeconds: number;
}

/**
 * How many emails per day an account may send to recipients other than its owner, because any key with `write` can set
 * recipients. Emails to the owner are not counted and not limited.
 */
export const EMAILS_A_DAY = 500;

/**
 * Leases due emails. No other worker sees them until the lease ends. Then emails of a crashed worker are due again. An
 * email to an owner without an address stays queued, and so does one over the daily limit.
 */
export async function claimMail(db: Db, { limit, leaseSeconds }: MailClaim): Promise<ClaimedMail[]> {
  const leaseToken = randomUUID();
  const rows = await db.transaction(async (tx) => {
    // Sequential: two concurrent counts would both find room for the last email.
    await tx.query(takeLock('mail_claim'));
    return tx.records<Omit<ClaimedMail, 'leaseToken'>>(
      sql`with counted as materialized (${countedToday}),
          due as materialized (
            select x.dedupe_key, x.account_id, x.next_try_at, coalesce(c.emails, 0) as emails,
                   x.recipient is not null and x.counted_on is null as is_counted_now
            from mail_outbox x
            join accounts y using (account_id)
            left join counted c using (account_id)
            where x.sent_at is null
              and x.failed_at is null
              and x.next_try_at <= now()
              and coalesce(x.recipient, y.owner_email) is not null
              and (x.recipient is null or x.counted_on is not null or coalesce(c.emails, 0) < ${EMAILS_A_DAY})
            order by x.next_try_at
            limit ${limit}
            for update of x skip locked
          ), ranked as (
            select dedupe_key, is_counted_now,
                   emails + count(*) filter (where is_counted_now)
                               over (partition by account_id order by next_try_at, dedupe_key) as place
            from due
          )
          update mail_outbox o
          set next_try_at = now() + make_interval(secs => ${leaseSeconds}),
              lease_token = ${leaseToken},
              counted_on = case when r.is_counted_now then ${today} else o.counted_on end,
              tries = o.tries + 1
          from ranked r, accounts a
          where o.dedupe_key = r.dedupe_key
            and (not r.is_counted_now or r.place <= ${EMAILS_A_DAY})
            and a.account_id = o.account_id
          returning o.dedupe_key, o.account_id, coalesce(o.recipient, a.owner_email) as recipient, o.subject, o.body, o.html,
                    o.link, o.attachment, o.tries, o.troubles,
                    r.is_counted_now and r.place = ${EMAILS_A_DAY} as is_last_today`,
    );
  });
  return rows.map((mail) => ({ ...mail, leaseToken }));
}

const today = sql`(now() at time zone 'UTC')::date`;

/** How many emails count toward today's limit, by account. */
export const countedToday: Sql = sql`
  select account_id, count(*) as emails
  from mail_outbox
  where counted_on = ${today}
  group by account_id`;

/** The outcome of an attempt. If it was not sent and has no retry, it is given up. */
export interface MailOutcome {
  result: 'sent' | 'deferred' | 'refused' | 'trouble';
  error: string | undefined;
  retryInSeconds: number | undefined;
}

/** Stores the outcome of an attempt. Has no effect if the lease was lost. */
export async function settleMail(
  db: Db,
  { dedupeKey, leaseToken }: Pick<ClaimedMail, 'dedupeKey' | 'leaseToken'>,
  { result, error, retryInSeconds }: MailOutcome,
): Promise<void> {
  const uncharged = result === 'trouble' ? 1 : 0;
  await db.query(
    sql`update mail_outbox
        set sent_at = case when ${result === 'sent'} then now() end,
            failed_at = case when ${result !== 'sent' && retryInSeconds === undefined} then now() end,
            next_try_at = now() + make_interval(secs => ${retryInSeconds ?? 0}),
            lease_token = null,
            tries = tries - ${uncharged}::integer,
            troubles = troubles + ${uncharged}::integer,
            counted_on = case when ${result !== 'trouble'} then counted_on end,
            last_error = ${error ?? null},
            tried_at = now()
        where dedupe_key = ${dedupeKey}
          and lease_token = ${leaseToken}`,
  );
}

/** Deletes a batch of old emails that were sent or given up, and returns how many. */
export async function deleteOldMail(
  db: Db,
  { sentDays, failedDays, limit }: { sentDays: number; failedDays: number; limit: number },
): Promise<number> {
  const rows = await db.query(
    sql`delete from mail_outbox
        where dedupe_key = any(array(
          select dedupe_key
          from mail_outbox
          where sent_at < now() - make_interval(days => ${sentDays})
             or failed_at < now() - make_interval(days => ${failedDays})
          limit ${limit}
          for update skip locked))
        returning dedupe_key`,
  );
  return rows.length;
}
