import { type Db, sql } from './db.ts';
import { countedToday, LETTERS_A_DAY } from './mail-outbox.ts';
import { limitTo, type Page } from './pages.ts';

export interface ListedMail {
  subject: string;
  body: string;
  /** Null: the owner has no address yet. */
  recipient: string | null;
  status: 'waiting' | 'sent' | 'failed';
  tries: number;
  /** Why it was given up. */
  error: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

/** An account's letters, newest first. */
export async function listMail(db: Db, accountId: string, page: Page): Promise<{ mails: ListedMail[]; total: number }> {
  const mails = await db.query<ListedMail>(
    sql`select o.subject,
               o.body,
               coalesce(o.recipient, a.owner_email) as recipient,
               case when o.sent_at is not null then 'sent'
                    when o.failed_at is not null then 'failed'
                    else 'waiting' end as status,
               o.tries,
               case when o.failed_at is not null then o.last_error end as error,
               o.created_at as "createdAt",
               o.sent_at as "sentAt"
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
  /** Of those, how many go to an owner who has no address yet. */
  unaddressed: number;
  /** And how many for tomorrow, because their account may send no more today. */
  tomorrow: number;
  oldestSeconds: number;
  failed: number;
  /** What the mail server said last to a letter that still waits. */
  lastError: string | undefined;
}

export async function mailState(db: Db): Promise<MailState> {
  const [row] = await db.query<MailState & { lastError: string | null }>(
    sql`with counted as materialized (${countedToday})
        select count(*)::integer as waiting,
               (count(*) filter (where o.recipient is not null and o.counted_on is null
                                   and c.letters >= ${LETTERS_A_DAY}))::integer as tomorrow,
               (count(*) filter (where coalesce(o.recipient, a.owner_email) is null))::integer as unaddressed,
               coalesce(extract(epoch from now() - min(o.created_at)), 0)::double precision as "oldestSeconds",
               (select count(*)::integer from mail_outbox where failed_at is not null) as failed,
               (array_agg(o.last_error order by o.tried_at desc nulls last) filter (where o.last_error is not null))[1] as "lastError"
        from mail_outbox o
        join accounts a using (account_id)
        left join counted c using (account_id)
        where o.sent_at is null
          and o.failed_at is null`,
  );
  const { waiting = 0, unaddressed = 0, tomorrow = 0, oldestSeconds = 0, failed = 0, lastError } = row ?? {};
  return { waiting, unaddressed, tomorrow, oldestSeconds, failed, lastError: lastError ?? undefined };
}
