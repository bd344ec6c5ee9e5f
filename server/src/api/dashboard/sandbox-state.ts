import { isoSeconds } from '../../base/time.ts';
import { daysPassed } from '../../sandbox/seed.ts';
import type { Db } from '../../store/db.ts';
import { findSandbox } from '../../store/sandboxes.ts';
import { workspaceOf } from '../../store/workspaces/workspaces.ts';

/** The clock of the sandbox, and how much of its history is there. */
export async function sandboxOf(db: Db, accountId: string) {
  const workspace = await workspaceOf(db, accountId, 'test');
  const sandbox = await findSandbox(db, workspace.workspaceId);
  const daysTotal = sandbox?.historyDays ?? 0;
  return {
    status: sandbox?.isReady ? ('ready' as const) : ('seeding' as const),
    days_done: Math.min(daysTotal, await daysPassed(db, workspace.workspaceId)),
    days_total: daysTotal,
    now: isoSeconds(workspace.now),
  };
}
