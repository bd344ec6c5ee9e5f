import type { Mode } from '../accounts/accounts.ts';
import { type Db, type Sql, sql, type Transaction } from '../db.ts';
import { lockLanes, wakeDeliverers } from '../webhooks/lanes.ts';

export interface Workspace {
  workspaceId: string;
  accountId: string;
  mode: Mode;
  /** Windows of seven days are counted from this day. */
  firstDay: string;
  /** The workspace's own time: the clock, or what has passed in the sandbox. */
  now: Date;
  /** How far that is ahead of the clock; behind while a sandbox's history is being made. */
  aheadMs: number;
  plannedThrough: string | undefined;
  windowsJudged: number;
  /** The newest reading of its answers; 0 until its brand has been named. */
  reading: number;
  /** How wide the interval of a platform's score may be, in points; undefined: the plan does not depend on it. */
  intervalPoints: number | undefined;
}

export async function findWorkspace(db: Db | Transaction, workspaceId: string): Promise<Workspace | undefined> {
  const [workspace] = await db.records<Workspace>(sql`${selectWorkspace} where workspace_id = ${workspaceId}`);
  return workspace;
}

/** Holds a workspace until the transaction ends, so that two changes to it come one after the other. */
export async function lockWorkspace(tx: Transaction, workspaceId: string): Promise<Workspace> {
  const [workspace] = await tx.records<Workspace>(
    sql`${selectWorkspace} where workspace_id = ${workspaceId} for no key update`,
  );
  if (!workspace) throw new Error(`no workspace ${workspaceId}`);
  return workspace;
}

/**
 * The workspace, which stays until the transaction ends; undefined when it is gone. What stores facts asks for it first: a
 * deleted account gets no new ones.
 */
export async function keepWorkspace(tx: Transaction, workspaceId: string): Promise<Workspace | undefined> {
  const [workspace] = await tx.records<Workspace>(
    sql`${selectWorkspace} where workspace_id = ${workspaceId} for key share`,
  );
  return workspace;
}

/**
 * Keeps a workspace as it was loaded, at its current time. Asking takes minutes: an event with the time before it would
 * be older than what its readers have already seen.
 */
export async function atCurrentTime(tx: Transaction, loaded: Workspace): Promise<Workspace> {
  const current = await keepWorkspace(tx, loaded.workspaceId);
  if (!current) throw new Error(`no workspace ${loaded.workspaceId}`);
  return { ...loaded, now: current.now };
}

/** What time it is in a workspace. */
export async function workspaceTime(db: Db | Transaction, workspaceId: string): Promise<Date> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error(`no workspace ${workspaceId}`);
  return workspace.now;
}

export async function workspaceOf(db: Db | Transaction, accountId: string, mode: Mode): Promise<Workspace> {
  const [workspace] = await db.records<Workspace>(
    sql`${selectWorkspace} where account_id = ${accountId} and mode = ${mode}`,
  );
  if (!workspace) throw new Error(`account ${accountId} has no ${mode} workspace`);
  return workspace;
}

/** Workspaces whose day has no plan yet, or that have a window to judge. */
export function workspacesWithWork(db: Db): Promise<Workspace[]> {
  return db.records<Workspace>(
    sql`${selectWorkspace}
        where planned_through is distinct from ((now() + clock_ahead) at time zone 'UTC')::date
           or ((now() + clock_ahead) at time zone 'UTC')::date - first_day >= 7 * (windows_judged + 1)
        -- In no order: some wait for hours, and must not be the only ones looked at.
        order by random()
        limit 100`,
  );
}

export async function setPlannedThrough(tx: Transaction, workspaceId: string, day: string): Promise<void> {
  await tx.query(
    sql`update workspaces
        set planned_through = ${day}
        where workspace_id = ${workspaceId}`,
  );
}

/** Takes the next window to judge, once: a second judge of the same window gets false. */
export async function claimWindow(tx: Transaction, workspaceId: string, window: number): Promise<boolean> {
  const rows = await tx.query(
    sql`update workspaces
        set windows_judged = ${window + 1}
        where workspace_id = ${workspaceId}
          and windows_judged = ${window}
        returning workspace_id`,
  );
  return rows.length > 0;
}

/**
 * Lets time pass in a sandbox: whatever waits there, questions, deliveries and reports alike, is due that much sooner.
 * Says what time it is there now.
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
  if (webhookIds.length > 0) await wakeDeliverers(tx);
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

const selectWorkspace: Sql = sql`
  select workspace_id, account_id, mode, first_day, now() + clock_ahead as now,
         extract(epoch from clock_ahead) * 1000 as ahead_ms, planned_through, windows_judged, reading, interval_points
  from workspaces`;
