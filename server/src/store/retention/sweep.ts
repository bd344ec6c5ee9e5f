import { type Db, sql } from '../db.ts';
import { type DueMonth, dueMonths } from './due-months.ts';
import { type Limits, limitedWorkspaces } from './limits.ts';
import { holdLock } from './lock.ts';
import { removeDeletedKeyword } from './remove-keywords.ts';
import { removeMonth } from './remove-month.ts';
import { startRemoval } from './removed-months.ts';
import { returnSpace } from './return-space.ts';

export interface RetentionDeps {
  db: Db;
  databaseUrl: string;
  /** The limits of the installation. */
  keep: Limits;
  /** How long returning the space of a month may lock it. Undefined: as long as it takes. */
  copyMs?: number | undefined;
}

/**
 * Removes what is too old, and what deleted keywords left behind. One process at a time; another one returns
 * immediately. Returns how many months and keywords it has finished.
 */
export async function removeOldData(deps: RetentionDeps, signal?: AbortSignal): Promise<number> {
  const { db, databaseUrl } = deps;
  await queueDueMonths(deps);
  if (!(await hasWork(db))) return 0;
  const lock = await holdLock(databaseUrl);
  if (!lock) return 0;
  try {
    let finished = await removeDeletedKeyword(db, signal);
    for (const removal of await openRemovals(db)) {
      if (signal?.aborted) return finished;
      if (await removeMonth(db, removal, signal)) finished++;
    }
    await returnSpace(db, { databaseUrl, copyMs: deps.copyMs });
    return finished;
  } finally {
    await lock.end();
  }
}

async function queueDueMonths({ db, keep }: RetentionDeps): Promise<void> {
  for (const workspace of await limitedWorkspaces(db)) {
    for (const due of await dueMonths(db, workspace, keep)) {
      await db.transaction((tx) => startRemoval(tx, { ...due, now: workspace.now }));
    }
  }
}

function hasWork(db: Db): Promise<boolean> {
  return db.returnsRows(sql`(select from month_removals limit 1) union all (select from keyword_removals limit 1)`);
}

function openRemovals(db: Db): Promise<DueMonth[]> {
  return db.records<DueMonth>(
    sql`select workspace_id, month, level
        from month_removals
        where done_at is null
        order by month, workspace_id`,
  );
}
