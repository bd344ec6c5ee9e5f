import { type Db, sql, type Transaction } from '../db.ts';

export interface Attempts {
  attempts: number;
  secondsLeft: number;
  /** Whether this email recently signed in from this network. */
  isKnown: boolean;
}

/**
 * Counts an attempt before its password is compared, so that concurrent attempts gain nothing over sequential ones.
 * Returns the number of attempts in the window and its end.
 */
export async function countAttempt(
  db: Db,
  subjectHash: Buffer,
  { windowSeconds }: { windowSeconds: number },
): Promise<Attempts> {
  const [counted] = await db.records<Attempts>(
    sql`insert into sign_in_failures as f (subject_hash, failures, window_ends_at)
        values (${subjectHash}, 1, now() + make_interval(secs => ${windowSeconds}))
        on conflict (subject_hash) do update
        set failures = case when f.window_ends_at > now() then f.failures + 1 else 1 end,
            window_ends_at = case when f.window_ends_at > now() then f.window_ends_at else excluded.window_ends_at end
        returning failures as attempts, ceil(extract(epoch from window_ends_at - now()))::int as seconds_left,
                  coalesce(known_until > now(), false) as is_known`,
  );
  if (!counted) throw new Error('the attempt was not counted');
  return counted;
}

/**
 * Every failure ends with a write, whether or not the email has an account, so that timing reveals nothing. Expired
 * windows are deleted here, so that guessing does not fill the table.
 */
export async function noteFailure(tx: Transaction, subjectHash: Buffer): Promise<void> {
  await tx.query(
    sql`update sign_in_failures
        set last_failed_at = now()
        where subject_hash = ${subjectHash}`,
  );
  await tx.query(
    sql`delete from sign_in_failures
        where subject_hash = any(array(
          select subject_hash
          from sign_in_failures
          where window_ends_at < now()
            and (known_until is null or known_until < now())
          limit 100
          for update skip locked))`,
  );
}

/** Resets the count of an email and network, and remembers the successful sign-in for some days. */
export async function noteSuccess(db: Db, pairHash: Buffer, { knownDays }: { knownDays: number }): Promise<void> {
  await db.query(
    sql`update sign_in_failures
        set failures = 0,
            known_until = now() + make_interval(days => ${knownDays})
        where subject_hash = ${pairHash}`,
  );
}

/** Takes back a counted attempt that succeeded. */
export async function forgiveAttempt(db: Db, subjectHash: Buffer): Promise<void> {
  await db.query(
    sql`update sign_in_failures
        set failures = greatest(failures - 1, 0)
        where subject_hash = ${subjectHash}`,
  );
}
