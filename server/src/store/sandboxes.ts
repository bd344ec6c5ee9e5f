import { randomUUID } from 'node:crypto';
import { type Db, sql, type Transaction } from './db.ts';
import { lockLanes, wakeUnlessAwake } from './webhooks/lanes.ts';

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

export function findSandbox(db: Db, workspaceId: string): Promise<Sandbox | undefined> {
  return db.record<Sandbox>(
    sql`select workspace_id, seed, history_days, ready_at is not null as is_ready
        from sandboxes
        where workspace_id = ${workspaceId}`,
  );
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
export function keepSandbox(db: Db | Transaction, token: string, seconds: number): Promise<boolean> {
  return db.returnsRows(
    sql`update sandboxes
        set lease_until = now() + make_interval(secs => ${seconds})
        where lease_token = ${token}
        returning workspace_id`,
  );
}

export async function releaseSandbox(db: Db, token: string): Promise<void> {
  await db.query(
    sql`update sandboxes
        set lease_until = null,
            lease_token = null
        where lease_token = ${token}`,
  );
}

/**
 * Advances the time of a sandbox: its questions, deliveries and reports become due that much earlier. Returns the new
 * time.
 */
export async function advanceClock(tx: Transaction, workspaceId: string, seconds: number): Promise<Date> {
  const by = sql`make_interval(secs => ${seconds})`;
  const webhooks = await tx.records<{ webhookId: string }>(
    sql`select webhook_id
        from webhooks
        where workspace_id = ${workspaceId}`,
  );
  const webhookIds = webhooks.map((webhook) => webhook.webhookId);
  await lockLanes(tx, webhookIds);
  await tx.query(
    sql`update webhook_lanes
        set next_due_at = next_due_at - ${by},
            paused_until = paused_until - ${by}
        where webhook_id = any(${webhookIds})`,
  );
  await tx.query(
    sql`update deliveries
        set next_attempt_at = next_attempt_at - ${by}
        where workspace_id = ${workspaceId}
          and status = 'pending'`,
  );
  await tx.query(
    sql`update deliveries
        set held_at = held_at - ${by}
        where webhook_id = any(${webhookIds})
          and status = 'held'`,
  );
  await tx.query(
    sql`update webhooks
        set grace_until = grace_until - ${by},
            warned_at = warned_at - ${by}
        where webhook_id = any(${webhookIds})`,
  );
  if (webhookIds.length > 0) await tx.query(sql`select ${wakeUnlessAwake}`);
  await tx.query(
    sql`update questions
        set due_at = due_at - ${by}
        where workspace_id = ${workspaceId}
          and done_at is null`,
  );
  await tx.query(
    sql`update reports
        set due_at = due_at - ${by}
        where workspace_id = ${workspaceId}
          and status = 'scheduled'`,
  );
  const [row] = await tx.query<{ now: Date }>(
    sql`update workspaces
        set clock_ahead = clock_ahead + ${by}
        where workspace_id = ${workspaceId}
        returning now() + clock_ahead as now`,
  );
  if (!row) throw new Error(`no workspace ${workspaceId}`);
  return row.now;
}
