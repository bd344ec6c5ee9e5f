import { type Db, empty, raw, type Sql, sql, type Transaction } from '../db.ts';
import { isLockTimeout } from '../system/locks.ts';
import { partitionOf } from '../system/partitions.ts';
import type { DueMonth } from './due-months.ts';

/** Rows per transaction, so that locks stay short. */
const BATCH = 1_000;

/**
 * Removes a queued month in batches. It can be interrupted: the next call continues. Returns whether it is done, which
 * it is not if another session kept the partition locked.
 */
export async function removeMonth(db: Db, removal: DueMonth, signal?: AbortSignal): Promise<boolean> {
  const { level } = removal;
  if (!(await emptyAnswers(db, removal, signal))) return false;
  if (level === 'findings' && !(await removeFindings(db, removal, signal))) return false;
  await db.transaction((tx) => finish(tx, removal));
  return true;
}

/** Counts that processes keep in memory are those of a version. */
async function finish(tx: Transaction, { workspaceId, month, level }: DueMonth): Promise<void> {
  await tx.query(
    sql`update month_removals
        set done_at = now()
        where workspace_id = ${workspaceId}
          and month = ${month}
          and level = ${level}`,
  );
  await tx.query(sql`update list_totals set version = version + 1 where workspace_id = ${workspaceId}`);
}

/** The prompt, the searches, the model and the status of an answer stay. */
async function emptyAnswers(db: Db, { workspaceId, month, level }: DueMonth, signal?: AbortSignal): Promise<boolean> {
  const isRaw = level === 'raw';
  const full = isRaw
    ? sql`raw is not null`
    : sql`(raw is not null or text <> '' or cited <> '[]' or retrieved <> '[]')`;
  const emptied = isRaw ? sql`raw = null` : sql`raw = null, text = '', cited = '[]', retrieved = '[]'`;
  let after = { askedAt: new Date(month), answerId: '' };
  for (;;) {
    if (signal?.aborted) return false;
    const rows = await db.records<{ askedAt: Date; answerId: string }>(
      sql`with batch as materialized (
            select asked_at, answer_id
            from answers
            where workspace_id = ${workspaceId}
              and ${within(sql`asked_at`, month)}
              and (asked_at, answer_id) > (${after.askedAt}, ${after.answerId})
              and ${full}
            order by asked_at, answer_id
            limit ${BATCH}
          ), emptied as (
            update answers a
            set ${emptied}
            from batch s
            where a.workspace_id = ${workspaceId}
              and ${within(sql`a.asked_at`, month)}
              and a.asked_at = s.asked_at
              and a.answer_id = s.answer_id
          )
          select asked_at, answer_id
          from batch
          order by asked_at, answer_id`,
    );
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return true;
    after = last;
  }
}

async function removeFindings(db: Db, { workspaceId, month }: DueMonth, signal?: AbortSignal): Promise<boolean> {
  const isForAll = await isRemovedForAll(db, month);
  if (await hasUnsummedDays(db, month, isForAll ? empty : sql`and workspace_id = ${workspaceId}`)) return false;
  if (isForAll) return truncateFindings(db, month);
  for (const [table, columns, inMonth] of [
    ['mentions', 'detected_at, mention_id', within(sql`detected_at`, month)],
    ['citations', 'detected_at, citation_id', within(sql`detected_at`, month)],
    [
      'day_sources',
      'day, keyword_id, platform, part',
      sql`day >= ${month} and day < ${month}::date + interval '1 month'`,
    ],
  ] as const) {
    const mine = sql`workspace_id = ${workspaceId} and ${inMonth}`;
    const key = raw(columns);
    let deleted: unknown[];
    do {
      if (signal?.aborted) return false;
      deleted = await db.query(
        sql`delete from ${raw(table)}
            where ${mine}
              and (${key}) in (select ${key} from ${raw(table)} where ${mine} limit ${BATCH})
            returning 1`,
      );
    } while (deleted.length > 0);
  }
  return true;
}

/** The sums of a month stay, so all of them are made before its sources are removed. A worker makes them every minute. */
function hasUnsummedDays(db: Db, month: string, ofWorkspace: Sql): Promise<boolean> {
  return db.returnsRows(
    sql`select
        from day_sums
        where not is_current
          and day >= ${month}
          and day < ${month}::date + interval '1 month'
          ${ofWorkspace}
        limit 1`,
  );
}

/** No workspace may have findings that are kept. A month of a workspace that was deleted needs no record. */
async function isRemovedForAll(db: Pick<Db, 'query'>, month: string): Promise<boolean> {
  const removed = await db.query<{ workspaceId: string }>(
    sql`select workspace_id as "workspaceId"
        from removed_months
        where month = ${month}
          and findings_removed_at is not null`,
  );
  const ids = new Set(removed.map(({ workspaceId }) => workspaceId));
  const all = await db.query<{ workspaceId: string }>(sql`select workspace_id as "workspaceId" from workspaces`);
  return all.every(({ workspaceId }) => ids.has(workspaceId));
}

/** Others wait at most this long behind our wait for the lock. */
const LOCK_WAIT_MS = 200;
const ATTEMPTS = 10;

/**
 * Empties the partitions of a month. Truncated rather than dropped: that locks only the partition and not the table,
 * and it stays ready for rows.
 */
async function truncateFindings(db: Db, month: string): Promise<boolean> {
  const partitions = ['mentions', 'citations', 'day_sources'].map((table) => partitionOf(table, month));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        await tx.query(sql`select set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`);
        await tx.query(raw(`lock table ${partitions.join(', ')} in access exclusive mode`));
        // A workspace could have been created since. Nothing can be added now.
        if (!(await isRemovedForAll(tx, month))) return false;
        await tx.query(raw(`truncate ${partitions.join(', ')}`));
        return true;
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
  return false;
}

function within(column: Sql, month: string): Sql {
  return sql`${column} >= ${month}::date::timestamptz and ${column} < (${month}::date + interval '1 month')::timestamptz`;
}
