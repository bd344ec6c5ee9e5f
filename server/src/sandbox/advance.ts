import { setTimeout as sleep } from 'node:timers/promises';
import { writeDigests } from '../alerts/digest.ts';
import { ApiError } from '../base/errors.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { judgeWindows } from '../measure/judge.ts';
import { askDue, planRounds } from '../measure/worker.ts';
import { hasDueQuestions } from '../store/questions/questions.ts';
import { findSandbox, keepSandbox, releaseSandbox, takeSandbox } from '../store/workspaces/sandboxes.ts';
import { advanceClock, findWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';

// A day's questions take about a second; a process that died gives up its turn after this.
const TURN_SECONDS = 60;
const DAY_MS = 86_400_000;
// Simulated answers cost nothing to ask: a day of the sandbox is one transaction.
const DAY_OF_QUESTIONS = 500;

export interface Advanced {
  now: Date;
  questions: number;
  events: number;
}

/** Lets time pass in a test workspace: its questions are asked, scores move, events fire, retries become due. */
export async function advance(deps: MeasureDeps, workspaceId: string, seconds: number): Promise<Advanced> {
  const sandbox = await findSandbox(deps.db, workspaceId);
  if (!sandbox?.isReady) {
    throw new ApiError(409, 'The sandbox is still being prepared. Try again in a minute.', { 'retry-after': '10' });
  }
  const turn = await takeTurn(deps, workspaceId);
  if (!turn) {
    throw new ApiError(409, 'Time is already passing in this sandbox. Try again in a moment.', { 'retry-after': '1' });
  }
  try {
    return await passTime(turn, seconds * 1000);
  } finally {
    await turn.end();
  }
}

/** The right to move a sandbox's time, and what has come of it. */
export interface Turn {
  deps: MeasureDeps;
  workspaceId: string;
  total: { questions: number; events: number };
  keep(): Promise<void>;
  end(): Promise<void>;
}

/** Whoever has the turn is the only one to move this sandbox's time; undefined while somebody else has it. */
export async function takeTurn(deps: MeasureDeps, workspaceId: string): Promise<Turn | undefined> {
  const token = await takeSandbox(deps.db, workspaceId, TURN_SECONDS);
  if (!token) return undefined;
  return {
    deps,
    workspaceId,
    total: { questions: 0, events: 0 },
    async keep() {
      if (!(await keepSandbox(deps.db, token, TURN_SECONDS))) throw new Error(`lost the turn in ${workspaceId}`);
    },
    end: () => releaseSandbox(deps.db, token),
  };
}

/** Goes from midnight to midnight, so that every day is asked in full before the next begins and each window is judged when it closes. */
async function passTime(turn: Turn, ms: number): Promise<Advanced> {
  let remaining = ms;
  let workspace = await catchUp(turn);
  while (remaining > 0) {
    const step = Math.min(remaining, untilMidnight(workspace));
    workspace = await pass(turn, step);
    remaining -= step;
  }
  return { ...turn.total, now: workspace.now };
}

/** Lets time pass up to the next midnight. */
export async function passDay(turn: Turn): Promise<void> {
  await pass(turn, untilMidnight(await catchUp(turn)));
}

async function pass(turn: Turn, step: number): Promise<Workspace> {
  await turn.keep();
  await turn.deps.db.transaction((tx) => advanceClock(tx, turn.workspaceId, step / 1000));
  return catchUp(turn);
}

function untilMidnight({ now }: Workspace): number {
  return DAY_MS - (now.getTime() % DAY_MS);
}

/** Does whatever is due at the workspace's present time. */
async function catchUp({ deps, workspaceId, total, keep }: Turn): Promise<Workspace> {
  const workspace = await findWorkspace(deps.db, workspaceId);
  if (!workspace) throw new Error(`no workspace ${workspaceId}`);
  await planRounds(deps, workspace);
  while (await hasDueQuestions(deps.db, workspaceId)) {
    await keep();
    const { questions, events } = await askDue(deps, { workspaceId, limit: DAY_OF_QUESTIONS });
    total.questions += questions;
    total.events += events;
    // The rest is being asked by another worker.
    if (questions === 0) await sleep(50);
  }
  total.events += await judgeWindows(deps.db, workspace);
  await writeDigests(deps.db, workspace);
  return workspace;
}
