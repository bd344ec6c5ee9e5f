import { dayOf } from '../base/time.ts';
import { lockWorkspace } from '../store/workspaces/workspaces.ts';
import type { MeasureDeps } from './ask.ts';
import { planRound } from './worker.ts';

/**
 * Plans the current day again: adds what can be asked only now and keeps the rest. A day that is not planned yet is
 * left to the planner. Returns the day.
 */
export function planToday(deps: MeasureDeps, workspaceId: string): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, workspaceId);
    const day = dayOf(workspace.now);
    if (workspace.plannedThrough === day) await planRound(tx, deps, { workspace, day });
    return day;
  });
}
