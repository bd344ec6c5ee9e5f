import type { Mode } from '../accounts/accounts.ts';
import { type Db, sql } from '../db.ts';

/** A workspace, its time, and the account's name for people who read an archive. */
export interface ArchivedWorkspace {
  workspaceId: string;
  account: string;
  mode: Mode;
  now: Date;
}

export function archivedWorkspaces(db: Db): Promise<ArchivedWorkspace[]> {
  return db.records<ArchivedWorkspace>(
    sql`select w.workspace_id, a.name as account, w.mode, now() + w.clock_ahead as now
        from workspaces w
        join accounts a using (account_id)
        order by w.workspace_id`,
  );
}
