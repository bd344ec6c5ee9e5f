import { addDays, dayOf, daysBetween } from '../base/time.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import type { Db } from '../store/db.ts';
import { ensurePartitions } from '../store/system/partitions.ts';
import { markSandboxReady, type Sandbox, unreadySandboxes } from '../store/workspaces/sandboxes.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';
import { catchUp, currentWorkspace, passDay, type Turn, takeTurn } from './advance.ts';
import { type PreparedDay, prepareDay } from './prepare-day.ts';

export type OnProgress = (done: number, total: number) => void;

/**
 * Generates the history of a sandbox by running its days through the whole pipeline. Continues after an interruption.
 * Returns 1 if a sandbox was processed, else 0.
 */
export async function seedSandboxes(deps: MeasureDeps, onProgress: OnProgress, signal: AbortSignal): Promise<number> {
  for (const sandbox of await unreadySandboxes(deps.db)) {
    const turn = await takeTurn(deps, sandbox.workspaceId);
    if (!turn) continue;
    try {
      await seed(turn, sandbox, { onProgress, signal });
    } finally {
      await turn.end();
    }
    return 1;
  }
  return 0;
}

async function seed(
  turn: Turn,
  sandbox: Sandbox,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<void> {
  const { deps } = turn;
  const { workspaceId, historyDays } = sandbox;
  let workspace = await currentWorkspace(turn);
  await ensurePartitions(deps.db, workspace.firstDay, addDays(workspace.firstDay, historyDays));
  let ready: PreparedDay | undefined;
  for (;;) {
    const day = dayOf(workspace.now);
    const done = daysBetween(workspace.firstDay, day);
    onProgress(Math.min(done, historyDays), historyDays);
    if (done >= historyDays || signal.aborted) break;
    if (ready?.day !== day) ready = await prepareDay(deps, await catchUp(turn), day);
    const isLast = done + 1 === historyDays;
    // PostgreSQL stores a day while this process asks and analyzes the next one.
    [workspace, ready] = await Promise.all([
      passDay(turn, workspace, ready),
      isLast ? undefined : prepareDay(deps, workspace, addDays(day, 1)),
    ]);
  }
  if (signal.aborted) return;
  if (historyDays > 0) await catchUp(turn);
  await markSandboxReady(deps.db, workspaceId);
}

/** The number of days since a workspace's first day. */
export async function daysPassed(db: Db, workspaceId: string): Promise<number> {
  const workspace = await findWorkspace(db, workspaceId);
  return workspace ? daysBetween(workspace.firstDay, dayOf(workspace.now)) : 0;
}
