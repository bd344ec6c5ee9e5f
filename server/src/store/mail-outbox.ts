import { type Db, sql, type Transaction } from './db.ts';

export interface Mail {
  dedupeKey: string;
  accountId: string;
  /** Undefined: the account's owner. */
  recipient: string | undefined;
  subject: string;
  body: string;
  link: string | undefined;
}

export async function insertMail(tx: Transaction, mail: Mail): Promise<void> {
  const { dedupeKey, accountId, recipient, subject, body, link } = mail;
  await tx.query(
    sql`insert into mail_outbox (dedupe_key, account_id, recipient, subject, body, link)
        values (${dedupeKey}, ${accountId}, ${recipient ?? null}, ${subject}, ${body}, ${link ?? null})
        on conflict do nothing`,
  );
}

export async function countUnsentMail(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count
        from mail_outbox
        where sent_at is null`,
  );
  return row?.count ?? 0;
}
