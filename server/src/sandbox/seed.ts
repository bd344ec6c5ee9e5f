import { dayOf, daysBetween } from '../base/time.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import type { Db } from '../store/db.ts';
import { markSandboxReady, type Sandbox, unreadySandboxes } from '../store/workspaces/sandboxes.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';
import { passDay, type Turn, takeTurn } from './advance.ts';

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
  const { workspaceId, historyDays } = sandbox;
  for (;;) {
    const done = await daysPassed(turn.deps.db, workspaceId);
    onProgress(Math.min(done, historyDays), historyDays);
    if (done >= historyDays || signal.aborted) break;
    await passDay(turn);
  }
  if (!signal.aborted) await markSandboxReady(turn.deps.db, workspaceId);
}

/** The number of days since a workspace's first day. */
export async function daysPassed(db: Db, workspaceId: string): Promise<number> {
  const workspace = await findWorkspace(db, workspaceId);
  return workspace ? daysBetween(workspace.firstDay, dayOf(workspace.now)) : 0;
}
