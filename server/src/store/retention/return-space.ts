import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Db, isTimedOut, sql } from '../db.ts';
import { isLockTimeout } from '../system/locks.ts';
import { partitionOf } from '../system/partitions.ts';

/** Others wait at most this long behind our wait for the lock … */
const LOCK_WAIT_MS = 200;
const ATTEMPTS = 20;
const PAUSE_MS = 500;
/** … and then for the copy. Their own limit for a lock is 12 seconds, so that none of them fails. */
export const COPY_MS = 10_000;

/**
 * Returns the space of months whose removal is done for all workspaces. `vacuum full` copies what is left of a
 * partition: `vacuum` alone returned 13 % of 143 MB, because most texts are stored in the rows themselves. 30,000
 * answers took 1.9 seconds on a busy machine. A copy that takes longer than `copyMs` is given up and marked.
 */
export async function returnSpace(
  db: Db,
  { databaseUrl, copyMs }: { databaseUrl: string; copyMs: number | undefined },
): Promise<void> {
  const months = await db.query<{ month: string; tables: string[] }>(
    sql`select to_char(month, 'YYYY-MM-DD') as month,
               case when bool_or(level = 'findings') then array['answers', 'mentions', 'citations', 'day_sources'] else array['answers'] end
                 as tables
        from month_removals
        group by month
        having bool_and(done_at is not null)
           and (${copyMs === undefined} or not bool_or(is_too_large))
        order by month`,
  );
  for (const { month, tables } of months) {
    const results: Copied[] = [];
    for (const table of tables) results.push(await copy(databaseUrl, { partition: partitionOf(table, month), copyMs }));
    if (results.includes('too large')) await markTooLarge(db, month);
    else if (results.every((result) => result === 'copied')) await forgetRemovals(db, month);
  }
}

async function markTooLarge(db: Db, month: string): Promise<void> {
  await db.query(sql`update month_removals set is_too_large = true where month = ${month}`);
}

async function forgetRemovals(db: Db, month: string): Promise<void> {
  await db.query(sql`delete from month_removals where month = ${month} and done_at is not null`);
}

type Copied = 'copied' | 'locked' | 'too large';

/** On a connection of its own: `vacuum` cannot run in a transaction, and a pooled connection has other limits. */
async function copy(
  databaseUrl: string,
  { partition, copyMs = 0 }: { partition: string; copyMs: number | undefined },
): Promise<Copied> {
  const options = `-c lock_timeout=${LOCK_WAIT_MS} -c statement_timeout=${copyMs}`;
  const client = new pg.Client({ connectionString: databaseUrl, options, application_name: 'visibility' });
  client.on('error', () => {});
  await client.connect();
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        await client.query(`vacuum (full, analyze) ${partition}`);
        return 'copied';
      } catch (error) {
        if (isTimedOut(error)) return 'too large';
        if (!isLockTimeout(error)) throw error;
        await sleep(PAUSE_MS);
      }
    }
    return 'locked';
  } finally {
    await client.end();
  }
}
