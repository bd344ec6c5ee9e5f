import { addDays, dayOf, daysBetween } from '../base/time.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import type { Db } from '../store/db.ts';
import { markSandboxReady, type Sandbox, unreadySandboxes } from '../store/sandboxes.ts';
import { analyzeNewTables } from '../store/system/analyze-tables.ts';
import { ensurePartitions } from '../store/system/partitions.ts';
import { findWorkspace, loadWorkspace } from '../store/workspaces/workspaces.ts';
import { catchUp, passDay, type Turn, takeTurn } from './advance.ts';
import { type Answering, openAnswering } from './answer-aside.ts';
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
    const answering = openAnswering(deps.db, sandbox);
    try {
      await seed(turn, { sandbox, answering, onProgress, signal });
    } finally {
      await answering.end();
      await turn.end();
    }
    return 1;
  }
  return 0;
}

/** How many days are asked and analyzed before they can be stored: storing takes longer on days that close a window. */
const DAYS_AHEAD = 3;

interface ToSeed {
  sandbox: Sandbox;
  answering: Answering;
  onProgress: OnProgress;
  signal: AbortSignal;
}

async function seed(turn: Turn, { sandbox, answering, onProgress, signal }: ToSeed): Promise<void> {
  const { deps } = turn;
  const { workspaceId, historyDays } = sandbox;
  let workspace = await loadWorkspace(turn.deps.db, turn.workspaceId);
  const lastDay = addDays(workspace.firstDay, historyDays - 1);
  await ensurePartitions(deps.db, workspace.firstDay, addDays(lastDay, 1));
  const prepared = new Map<string, Promise<PreparedDay>>();
  for (;;) {
    const day = dayOf(workspace.now);
    const done = daysBetween(workspace.firstDay, day);
    onProgress(Math.min(done, historyDays), historyDays);
    if (done >= historyDays || signal.aborted) break;
    if (!prepared.has(day)) workspace = await catchUp(turn);
    for (let next = day; next <= lastDay && next <= addDays(day, DAYS_AHEAD); next = addDays(next, 1)) {
      if (prepared.has(next)) continue;
      const preparing = prepareDay(deps, { sandbox, answering, workspace, day: next });
      // If storing fails first, its own error must not end the process.
      preparing.catch(() => {});
      prepared.set(next, preparing);
    }
    workspace = await passDay(turn, workspace, await (prepared.get(day) as Promise<PreparedDay>));
    prepared.delete(day);
  }
  if (signal.aborted) return;
  if (historyDays > 0) await catchUp(turn);
  await analyzeNewTables(deps.db);
  await markSandboxReady(deps.db, workspaceId);
}

/** The number of days since a workspace's first day. */
export async function daysPassed(db: Db, workspaceId: string): Promise<number> {
  const workspace = await findWorkspace(db, workspaceId);
  return workspace ? daysBetween(workspace.firstDay, dayOf(workspace.now)) : 0;
}
