import { type Db, sql } from '../db.ts';
import { partitionMonths } from '../system/partitions.ts';
import { dueMonths, monthsWithAnswers } from './due-months.ts';
import { type Limits, limitedWorkspaces } from './limits.ts';
import { removedAt, removedMonths } from './removed-months.ts';

export interface RetentionState {
  /** The oldest month that has texts in some workspace, such as `2025-08`. Undefined without answers. */
  oldestMonth: string | undefined;
  /** Months of workspaces that are too old and still stored. */
  monthsDue: number;
  /** Months whose space was not returned, because that would have locked them for too long. */
  monthsTooLarge: number;
}

export async function retentionState(db: Db, installation: Limits): Promise<RetentionState> {
  const workspaces = await limitedWorkspaces(db);
  const [queue] = await db.query<{ open: number; large: number }>(
    sql`select count(*) filter (where done_at is null)::integer as open,
               count(distinct month) filter (where is_too_large)::integer as large
        from month_removals`,
  );
  let due = 0;
  for (const workspace of workspaces) due += (await dueMonths(db, workspace, installation)).length;
  return {
    oldestMonth: await oldestMonth(
      db,
      workspaces.map(({ workspaceId }) => workspaceId),
    ),
    monthsDue: due + (queue?.open ?? 0),
    monthsTooLarge: queue?.large ?? 0,
  };
}

async function oldestMonth(db: Db, workspaceIds: string[]): Promise<string | undefined> {
  const months = await partitionMonths(db);
  const kept: string[] = [];
  for (const workspaceId of workspaceIds) {
    const removed = await removedMonths(db, workspaceId);
    const complete = months.filter((month) => !removedAt(removed.get(month), 'texts'));
    kept.push(...(await monthsWithAnswers(db, workspaceId, complete)));
  }
  return kept.sort()[0]?.slice(0, 7);
}
