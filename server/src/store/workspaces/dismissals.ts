import { type Db, sql, type Transaction } from '../db.ts';

export interface Dismissal {
  reviewId: string;
  /** Of the evidence that was dismissed. */
  version: string;
  dismissedAt: Date;
}

export function listDismissals(db: Db, workspaceId: string): Promise<Dismissal[]> {
  return db.records<Dismissal>(
    sql`select review_id, version, dismissed_at
        from review_dismissals
        where workspace_id = ${workspaceId}`,
  );
}

export async function saveDismissal(tx: Transaction, workspaceId: string, dismissal: Dismissal): Promise<void> {
  const { reviewId, version, dismissedAt } = dismissal;
  await tx.query(
    sql`insert into review_dismissals (workspace_id, review_id, version, dismissed_at)
        values (${workspaceId}, ${reviewId}, ${version}, ${dismissedAt})
        on conflict (workspace_id, review_id) do update
        set version = excluded.version,
            dismissed_at = excluded.dismissed_at`,
  );
}

export async function deleteDismissal(tx: Transaction, workspaceId: string, reviewId: string): Promise<void> {
  await tx.query(
    sql`delete from review_dismissals
        where workspace_id = ${workspaceId}
          and review_id = ${reviewId}`,
  );
}
