import { type Db, raw, type Sql, sql, type Transaction } from '../db.ts';
import { LEVELS, type Level } from './limits.ts';

/** When which part of a month was removed. */
export interface RemovedMonth {
  /** Its first day. */
  month: string;
  rawRemovedAt: Date | undefined;
  textsRemovedAt: Date | undefined;
  findingsRemovedAt: Date | undefined;
}

export async function removedMonths(db: Db | Transaction, workspaceId: string): Promise<Map<string, RemovedMonth>> {
  const rows = await db.records<RemovedMonth>(
    sql`select month, raw_removed_at, texts_removed_at, findings_removed_at
        from removed_months
        where workspace_id = ${workspaceId}
        order by month`,
  );
  return new Map(rows.map((row) => [row.month, row]));
}

export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

const REMOVED_AT = { raw: 'rawRemovedAt', texts: 'textsRemovedAt', findings: 'findingsRemovedAt' } as const;

/** When a level was removed. The removal may still be in progress. */
export function removedAt(month: RemovedMonth | undefined, level: Level): Date | undefined {
  return month?.[REMOVED_AT[level]];
}

/** The first day from which on a level is complete, as SQL. Months are removed from the oldest on. */
export function completeFrom(workspaceId: string, level: Level): Sql {
  return sql`(
    select coalesce((max(month) + interval '1 month')::date, '-infinity'::date)
    from removed_months
    where workspace_id = ${workspaceId}
      and ${raw(`${level}_removed_at`)} is not null)`;
}

/** The same day as text. Undefined if nothing was removed. */
export async function completeSince(
  db: Db | Transaction,
  workspaceId: string,
  level: Level,
): Promise<string | undefined> {
  const [row] = await db.query<{ day: string | null }>(
    sql`select to_char(max(month) + interval '1 month', 'YYYY-MM-DD') as day
        from removed_months
        where workspace_id = ${workspaceId}
          and ${raw(`${level}_removed_at`)} is not null`,
  );
  return row?.day ?? undefined;
}

/**
 * Records a removal and queues it. Waits for transactions that store, re-analyze or delete findings of the workspace:
 * later ones know of it.
 */
export async function startRemoval(
  tx: Transaction,
  { workspaceId, month, level, now }: { workspaceId: string; month: string; level: Level; now: Date },
): Promise<void> {
  const [workspace] = await tx.query(sql`select from workspaces where workspace_id = ${workspaceId} for update`);
  if (!workspace) return;
  const at = (one: Level) => (LEVELS.indexOf(one) <= LEVELS.indexOf(level) ? now : null);
  await tx.query(
    sql`insert into removed_months as r (workspace_id, month, raw_removed_at, texts_removed_at, findings_removed_at)
        values (${workspaceId}, ${month}, ${at('raw')}, ${at('texts')}, ${at('findings')})
        on conflict (workspace_id, month) do update
        set raw_removed_at = coalesce(r.raw_removed_at, excluded.raw_removed_at),
            texts_removed_at = coalesce(r.texts_removed_at, excluded.texts_removed_at),
            findings_removed_at = coalesce(r.findings_removed_at, excluded.findings_removed_at)`,
  );
  await tx.query(
    sql`insert into month_removals (workspace_id, month, level)
        values (${workspaceId}, ${month}, ${level})
        on conflict (workspace_id, month) do update
        set level = excluded.level,
            done_at = null`,
  );
}

/** Stops a removal of texts that has not finished, before they are put back. */
export async function cancelRemoval(tx: Transaction, workspaceId: string, month: string): Promise<void> {
  await tx.query(
    sql`delete from month_removals
        where workspace_id = ${workspaceId}
          and month = ${month}
          and level <> 'findings'`,
  );
}

/** Records that texts and replies of a month are all there again. */
export async function unmarkRemoved(tx: Transaction, workspaceId: string, month: string): Promise<void> {
  await tx.query(
    sql`update removed_months
        set raw_removed_at = null,
            texts_removed_at = null
        where workspace_id = ${workspaceId}
          and month = ${month}`,
  );
  await tx.query(
    sql`delete from removed_months
        where workspace_id = ${workspaceId}
          and month = ${month}
          and findings_removed_at is null`,
  );
}
