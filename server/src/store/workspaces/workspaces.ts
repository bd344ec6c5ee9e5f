import type { Mode } from '../accounts/accounts.ts';
import { type Db, type Sql, sql, type Transaction } from '../db.ts';

export interface Workspace {
  workspaceId: string;
  accountId: string;
  mode: Mode;
  /** Seven-day windows are counted from this day. */
  firstDay: string;
  /** The workspace's time: real time, or the simulated time of a sandbox. */
  now: Date;
  /** How far it is ahead of real time. Negative while a sandbox's history is being generated. */
  aheadMs: number;
  plannedThrough: string | undefined;
  windowsJudged: number;
  /** The latest reading. 0 until a brand is set up. */
  reading: number;
  /** The maximum width of a platform score's interval, in points. Undefined: the plan does not depend on it. */
  intervalPoints: number | undefined;
  /** What counts as a change: at least so many points, and a p-value below the level. */
  minPoints: number;
  changeLevel: number;
  /** Windows whose standings are decided. */
  standingsJudged: number;
  /** The request for which it was loaded. Stored with the events it publishes. */
  origin?: Origin | undefined;
}

/** The request that published an event, and its trace if traces are exported. */
export interface Origin {
  requestId: string;
  traceparent?: string;
}

export function findWorkspace(db: Db | Transaction, workspaceId: string): Promise<Workspace | undefined> {
  return db.record<Workspace>(sql`${selectWorkspace} where workspace_id = ${workspaceId}`);
}

/** A workspace that must exist. */
export async function loadWorkspace(db: Db | Transaction, workspaceId: string): Promise<Workspace> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error(`no workspace ${workspaceId}`);
  return workspace;
}

/** Locks a workspace until the transaction ends, so that two changes run one after the other. */
export async function lockWorkspace(tx: Transaction, workspaceId: string): Promise<Workspace> {
  const [workspace] = await tx.records<Workspace>(
    sql`${selectWorkspace} where workspace_id = ${workspaceId} for no key update`,
  );
  if (!workspace) throw new Error(`no workspace ${workspaceId}`);
  return workspace;
}

/**
 * Locks the workspace against deletion until the transaction ends. Undefined if it is gone. Code that stores facts
 * calls this first, so that a deleted account gets no new ones.
 */
export function keepWorkspace(tx: Transaction, workspaceId: string): Promise<Workspace | undefined> {
  return tx.record<Workspace>(sql`${selectWorkspace} where workspace_id = ${workspaceId} for key share`);
}

/**
 * The loaded workspace at its current time. Asking takes minutes, and an event with the earlier time would be older
 * than data its readers have already seen.
 */
export async function atCurrentTime(tx: Transaction, loaded: Workspace): Promise<Workspace> {
  const current = await keepWorkspace(tx, loaded.workspaceId);
  if (!current) throw new Error(`no workspace ${loaded.workspaceId}`);
  return { ...loaded, now: current.now };
}

/** The current time in a workspace. */
export async function workspaceTime(db: Db | Transaction, workspaceId: string): Promise<Date> {
  return (await loadWorkspace(db, workspaceId)).now;
}

/** The current day in every workspace: in a sandbox it can be later than ours. */
export async function daysOfToday(db: Db): Promise<Map<string, string>> {
  const rows = await db.records<{ workspaceId: string; today: string }>(
    sql`select workspace_id, ((now() + clock_ahead) at time zone 'UTC')::date as today from workspaces`,
  );
  return new Map(rows.map(({ workspaceId, today }) => [workspaceId, today]));
}

export async function workspaceOf(db: Db | Transaction, accountId: string, mode: Mode): Promise<Workspace> {
  const [workspace] = await db.records<Workspace>(
    sql`${selectWorkspace} where account_id = ${accountId} and mode = ${mode}`,
  );
  if (!workspace) throw new Error(`account ${accountId} has no ${mode} workspace`);
  return workspace;
}

/**
 * Workspaces that have no plan for the day, or have a window to judge. Without sandboxes whose history is being
 * generated: that plans and judges each of its days.
 */
export function workspacesWithWork(db: Db): Promise<Workspace[]> {
  return db.records<Workspace>(
    sql`${selectWorkspace}
        where (planned_through is distinct from ((now() + clock_ahead) at time zone 'UTC')::date
               or ((now() + clock_ahead) at time zone 'UTC')::date - first_day >= 7 * (windows_judged + 1)
               or standings_judged < windows_judged)
          and not exists (
            select from sandboxes s
            where s.workspace_id = workspaces.workspace_id
              and s.ready_at is null
          )
        -- In random order: some wait for hours and must not block the others.
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

/** What counts as a significant change from the next window on. Undefined leaves a value as it is. */
export async function setSignificance(
  db: Db,
  workspaceId: string,
  { minPoints, changeLevel }: { minPoints: number | undefined; changeLevel: number | undefined },
): Promise<void> {
  await db.query(
    sql`update workspaces
        set min_points = coalesce(${minPoints ?? null}, min_points),
            change_level = coalesce(${changeLevel ?? null}, change_level)
        where workspace_id = ${workspaceId}`,
  );
}

/** Claims the next window to judge. Returns false if it is already claimed. */
export function claimWindow(tx: Transaction, workspaceId: string, window: number): Promise<boolean> {
  return tx.returnsRows(
    sql`update workspaces
        set windows_judged = ${window + 1}
        where workspace_id = ${workspaceId}
          and windows_judged = ${window}
        returning workspace_id`,
  );
}

const selectWorkspace: Sql = sql`
  select workspace_id, account_id, mode, first_day, now() + clock_ahead as now,
         extract(epoch from clock_ahead) * 1000 as ahead_ms, planned_through, windows_judged, reading, interval_points,
         min_points, change_level, standings_judged
  from workspaces`;
