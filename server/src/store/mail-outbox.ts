import { type Db, sql, type Transaction } from './db.ts';

export interface Mail {
  dedupeKey: string;
  accountId: string;
  subject: string;
  body: string;
}

export async function insertMail(tx: Transaction, { dedupeKey, accountId, subject, body }: Mail): Promise<void> {
  await tx.query(
    sql`insert into mail_outbox (dedupe_key, account_id, subject, body)
        values (${dedupeKey}, ${accountId}, ${subject}, ${body})
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
