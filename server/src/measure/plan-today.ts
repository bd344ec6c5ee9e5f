import { dayOf } from '../base/time.ts';
import { lockWorkspace } from '../store/workspaces/workspaces.ts';
import type { MeasureDeps } from './ask.ts';
import { planRound } from './worker.ts';

/**
 * Plans the running day again: what is planned already stays as it is, what can be asked only now is added. A day that
 * nobody has planned yet is left to the planner. Says which day it is.
 */
export function planToday(deps: MeasureDeps, workspaceId: string): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, workspaceId);
    const day = dayOf(workspace.now);
    if (workspace.plannedThrough === day) await planRound(tx, deps, { workspace, day });
    return day;
  });
}
