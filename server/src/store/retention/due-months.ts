import { type Db, sql } from '../db.ts';
import { partitionMonths } from '../system/partitions.ts';
import { effectiveLimits, keptFrom, LEVELS, type Level, type LimitedWorkspace, type Limits } from './limits.ts';
import { removedAt, removedMonths } from './removed-months.ts';

export interface DueMonth {
  workspaceId: string;
  /** Its first day. */
  month: string;
  level: Level;
}

/** The months of a workspace that are too old and not removed yet, with the highest level that is due, oldest first. */
export async function dueMonths(
  db: Db,
  { workspaceId, now, ...own }: LimitedWorkspace,
  installation: Limits,
): Promise<DueMonth[]> {
  const from = keptFrom(effectiveLimits(installation, own), now);
  if (from.raw === undefined) return [];
  const removed = await removedMonths(db, workspaceId);
  const due = (await partitionMonths(db)).flatMap((month): DueMonth[] => {
    const level = LEVELS.findLast((one) => month < (from[one] ?? ''));
    return level === undefined || removedAt(removed.get(month), level) ? [] : [{ workspaceId, month, level }];
  });
  const stored = new Set(
    await monthsWithAnswers(
      db,
      workspaceId,
      due.map(({ month }) => month),
    ),
  );
  // Without answers a month is still recorded for its findings: they are truncated when all workspaces are recorded.
  return due.filter(({ month, level }) => level === 'findings' || stored.has(month));
}

export async function monthsWithAnswers(db: Db, workspaceId: string, months: string[]): Promise<string[]> {
  if (months.length === 0) return [];
  const rows = await db.query<{ month: string }>(
    sql`select m.month
        from unnest(${months}::date[]) as m (month)
        where exists (
          select from answers a
          where a.workspace_id = ${workspaceId}
            and a.asked_at >= m.month::timestamptz
            and a.asked_at < (m.month + interval '1 month')::timestamptz)`,
  );
  return rows.map(({ month }) => month);
}
