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
  const [sandbox] = await db.records<Sandbox>(
    sql`select workspace_id, seed, history_days, ready_at is not null as is_ready
        from sandboxes
        where workspace_id = ${workspaceId}`,
  );
  return sandbox;
}

/** Sandboxes whose history is incomplete, oldest first. */
export function unreadySandboxes(db: Db): Promise<Sandbox[]> {
  return db.records<Sandbox>(
    sql`select s.workspace_id, s.seed, s.history_days, false as is_ready
        from sandboxes s
        join workspaces w using (workspace_id)
        where s.ready_at is null
        order by w.created_at`,
  );
}

export async function markSandboxReady(db: Db, workspaceId: string): Promise<void> {
  await db.query(
    sql`update sandboxes
        set ready_at = now()
        where workspace_id = ${workspaceId}`,
  );
}

/**
 * Commits without waiting for the disk. For days that can be generated again: if PostgreSQL crashes, the latest of them
 * may be missing as a whole, and the history goes on from there.
 */
export async function flushLater(tx: Transaction): Promise<void> {
  await tx.query(sql`select set_config('synchronous_commit', 'off', true)`);
}

/** Leases the right to advance a sandbox. Undefined while another process has it. */
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

/** Renews the lease. False if another process has taken it. */
export async function keepSandbox(db: Db | Transaction, token: string, seconds: number): Promise<boolean> {
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
