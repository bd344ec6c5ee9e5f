import { type Db, sql, type Transaction } from './db.ts';

/**
 * Counts a try before its password is compared, so that many at once get no further than the same many in a row.
 * Says how many there were in the window and when it ends.
 */
export async function countTry(
  db: Db,
  emailHash: Buffer,
  { windowSeconds }: { windowSeconds: number },
): Promise<{ tries: number; secondsLeft: number }> {
  const [row] = await db.query<{ failures: number; seconds_left: number }>(
    sql`insert into sign_in_failures as f (email_hash, failures, window_ends_at)
        values (${emailHash}, 1, now() + make_interval(secs => ${windowSeconds}))
        on conflict (email_hash) do update
        set failures = case when f.window_ends_at > now() then f.failures + 1 else 1 end,
            window_ends_at = case when f.window_ends_at > now() then f.window_ends_at else excluded.window_ends_at end
        returning failures, ceil(extract(epoch from window_ends_at - now()))::int as seconds_left`,
  );
  if (!row) throw new Error('the try was not counted');
  return { tries: row.failures, secondsLeft: row.seconds_left };
}

/**
 * Every failure ends with a write, whether somebody has that e-mail or not: the time tells nobody which. Windows that
 * have ended are forgotten on the way, so that guessing does not fill the table.
 */
export async function noteFailure(tx: Transaction, emailHash: Buffer): Promise<void> {
  await tx.query(
    sql`update sign_in_failures
        set last_failed_at = now()
        where email_hash = ${emailHash}`,
  );
  await tx.query(
    sql`delete from sign_in_failures
        where email_hash = any(array(
          select email_hash
          from sign_in_failures
          where window_ends_at < now()
          limit 100
          for update skip locked))`,
  );
}

/** After success the count begins anew. */
export async function forgetFailures(db: Db, emailHash: Buffer): Promise<void> {
  await db.query(sql`delete from sign_in_failures where email_hash = ${emailHash}`);
}
