import { type Db, sql } from '../db.ts';
import { partitionMonths } from '../system/partitions.ts';
import { dueMonths } from './due-months.ts';
import { type Limits, limitedWorkspaces } from './limits.ts';

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
  for (const month of await partitionMonths(db)) {
    const rows = await db.query(
      sql`select
          from unnest(${workspaceIds}::text[]) as w (workspace_id)
          where exists (
            select from answers a
            where a.workspace_id = w.workspace_id
              and a.asked_at >= ${month}::date::timestamptz
              and a.asked_at < (${month}::date + interval '1 month')::timestamptz)
            and not exists (
              select from removed_months r
              where r.workspace_id = w.workspace_id
                and r.month = ${month}
                and r.texts_removed_at is not null)
          limit 1`,
    );
    if (rows.length > 0) return month.slice(0, 7);
  }
  return undefined;
}
