import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../base/errors.ts';
import { judgeWindows } from '../measure/judge.ts';
import type { MeasureDeps } from '../measure/measure.ts';
import { askDue, planRounds } from '../measure/worker.ts';
import type { Db } from '../store/db.ts';
import { hasDueQuestions } from '../store/questions.ts';
import { findSandbox, holdSandbox, releaseSandbox } from '../store/sandboxes.ts';
import { advanceClock, findWorkspace, type Workspace } from '../store/workspaces.ts';

// A day's questions take about a second; a process that died gives up its turn after this.
const TURN_SECONDS = 60;
const DAY_MS = 86_400_000;
// Simulated answers cost nothing to ask: a day of the sandbox is one transaction.
const DAY_OF_QUESTIONS = 500;

interface Totals {
  questions: number;
  events: number;
}

export interface Advanced extends Totals {
  now: Date;
}

/** Lets time pass in a test workspace: its questions are asked, scores move, events fire, retries become due. */
export async function advance(deps: MeasureDeps, workspaceId: string, seconds: number): Promise<Advanced> {
  const sandbox = await findSandbox(deps.db, workspaceId);
  if (!sandbox?.isReady)
    throw new ApiError(409, 'The sandbox is still being prepared. Try again in a minute.', { 'retry-after': '10' });
  if (!(await takeTurn(deps.db, workspaceId))) {
    throw new ApiError(409, 'Time is already passing in this sandbox. Try again in a moment.', { 'retry-after': '1' });
  }
  try {
    return await passTime(deps, workspaceId, seconds * 1000);
  } finally {
    await releaseSandbox(deps.db, workspaceId);
  }
}

/** Whoever has the turn is the only one to move this sandbox's time. */
export function takeTurn(db: Db, workspaceId: string): Promise<boolean> {
  return holdSandbox(db, { workspaceId, seconds: TURN_SECONDS, isMine: false });
}

/** Goes from midnight to midnight, so that every day is asked in full before the next begins and each window is judged when it closes. */
async function passTime(deps: MeasureDeps, workspaceId: string, ms: number): Promise<Advanced> {
  const total = { questions: 0, events: 0 };
  let remaining = ms;
  let workspace = await catchUp(deps, workspaceId, total);
  while (remaining > 0) {
    const step = Math.min(remaining, untilMidnight(workspace));
    workspace = await pass(deps, workspaceId, { step, total });
    remaining -= step;
  }
  return { ...total, now: workspace.now };
}

/** Lets time pass up to the next midnight. */
export async function passDay(deps: MeasureDeps, workspaceId: string): Promise<void> {
  const total = { questions: 0, events: 0 };
  const workspace = await catchUp(deps, workspaceId, total);
  await pass(deps, workspaceId, { step: untilMidnight(workspace), total });
}

async function pass(
  deps: MeasureDeps,
  workspaceId: string,
  { step, total }: { step: number; total: Totals },
): Promise<Workspace> {
  await deps.db.transaction((tx) => advanceClock(tx, workspaceId, step / 1000));
  await holdSandbox(deps.db, { workspaceId, seconds: TURN_SECONDS, isMine: true });
  return catchUp(deps, workspaceId, total);
}

function untilMidnight({ now }: Workspace): number {
  return DAY_MS - (now.getTime() % DAY_MS);
}

/** Does whatever is due at the workspace's present time. */
async function catchUp(deps: MeasureDeps, workspaceId: string, total: Totals): Promise<Workspace> {
  const workspace = await findWorkspace(deps.db, workspaceId);
  if (!workspace) throw new Error(`no workspace ${workspaceId}`);
  await planRounds(deps, workspace);
  while (await hasDueQuestions(deps.db, workspaceId)) {
    const { questions, events } = await askDue(deps, { workspaceId, limit: DAY_OF_QUESTIONS });
    total.questions += questions;
    total.events += events;
    // The rest is being asked by another worker.
    if (questions === 0) await sleep(50);
  }
  total.events += await judgeWindows(deps.db, workspace);
  return workspace;
}
