import { randomUUID } from 'node:crypto';
import { type Db, sql, type Transaction } from '../db.ts';

export interface Sandbox {
  workspaceId: string;
  seed: string;
  historyDays: number;
  isReady: boolean;
}

export async function insertSandbox(
  tx: Transaction,
  { workspaceId, seed, historyDays }: Omit<Sandbox, 'isReady'>,
): Promise<void> {
  await tx.query(
    sql`insert into sandboxes (workspace_id, seed, history_days)
        values (${workspaceId}, ${seed}, ${historyDays})`,
  );
}

export async function findSandbox(db: Db, workspaceId: string): Promise<Sandbox | undefined> {
  const [row] = await db.query<SandboxRow>(
    sql`select workspace_id, seed, history_days, ready_at
        from sandboxes
        where workspace_id = ${workspaceId}`,
  );
  return row && toSandbox(row);
}

/** Sandboxes whose history is not complete, oldest first. */
export async function unreadySandboxes(db: Db): Promise<Sandbox[]> {
  const rows = await db.query<SandboxRow>(
    sql`select s.workspace_id, s.seed, s.history_days, s.ready_at
        from sandboxes s
        join workspaces w using (workspace_id)
        where s.ready_at is null
        order by w.created_at`,
  );
  return rows.map(toSandbox);
}

export async function markSandboxReady(db: Db, workspaceId: string): Promise<void> {
  await db.query(
    sql`update sandboxes
        set ready_at = now()
        where workspace_id = ${workspaceId}`,
  );
}

/** Takes the turn to let time pass, for so long; undefined while somebody else has it. */
export async function takeSandbox(db: Db, workspaceId: string, seconds: number): Promise<string | undefined> {
  const token = randomUUID();
  const rows = await db.query(
    sql`update sandboxes
        set lease_until = now() + make_interval(secs => ${seconds}),
            lease_token = ${token}
        where workspace_id = ${workspaceId}
          and (lease_until is null or lease_until < now())
        returning workspace_id`,
  );
  return rows.length > 0 ? token : undefined;
}

/** Keeps the turn; false when it was lost to somebody else. */
export async function keepSandbox(db: Db, token: string, seconds: number): Promise<boolean> {
  const rows = await db.query(
    sql`update sandboxes
        set lease_until = now() + make_interval(secs => ${seconds})
        where lease_token = ${token}
        returning workspace_id`,
  );
  return rows.length > 0;
}

export async function releaseSandbox(db: Db, token: string): Promise<void> {
  await db.query(
    sql`update sandboxes
        set lease_until = null,
            lease_token = null
        where lease_token = ${token}`,
  );
}

interface SandboxRow {
  workspace_id: string;
  seed: string;
  history_days: number;
  ready_at: Date | null;
}

function toSandbox(row: SandboxRow): Sandbox {
  return {
    workspaceId: row.workspace_id,
    seed: row.seed,
    historyDays: row.history_days,
    isReady: row.ready_at !== null,
  };
}
