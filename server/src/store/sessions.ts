import { type Db, sql } from './db.ts';

export async function insertSignInLink(
  db: Db,
  { tokenHash, accountId, hours }: { tokenHash: Buffer; accountId: string; hours: number },
): Promise<void> {
  await db.query(sql`delete from sign_in_links where expires_at < now()`);
  await db.query(
    sql`insert into sign_in_links (token_hash, account_id, expires_at)
        values (${tokenHash}, ${accountId}, now() + make_interval(hours => ${hours}))`,
  );
}

/** Trades a link for a session. The link is gone with it, so the second of two simultaneous uses gets nothing. */
export async function openSession(
  db: Db,
  { linkHash, sessionHash, days }: { linkHash: Buffer; sessionHash: Buffer; days: number },
): Promise<boolean> {
  const rows = await db.query(
    sql`with used as (
          delete from sign_in_links
          where token_hash = ${linkHash}
          returning account_id, expires_at
        )
        insert into sessions (token_hash, account_id, expires_at)
        select ${sessionHash}, account_id, now() + make_interval(days => ${days})
        from used
        where expires_at > now()
        returning account_id`,
  );
  return rows.length > 0;
}

export async function findSession(db: Db, sessionHash: Buffer): Promise<string | undefined> {
  const [row] = await db.query<{ account_id: string }>(
    sql`select account_id
        from sessions
        where token_hash = ${sessionHash}
          and expires_at > now()`,
  );
  return row?.account_id;
}

export async function endSession(db: Db, sessionHash: Buffer): Promise<void> {
  await db.query(sql`delete from sessions where token_hash = ${sessionHash}`);
}
