import { setTimeout as sleep } from 'node:timers/promises';
import { writeDigests } from '../alerts/digest.ts';
import { ApiError } from '../base/errors.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { judgeWindows } from '../measure/judge.ts';
import { askDue, planRounds } from '../measure/worker.ts';
import type { Db, Transaction } from '../store/db.ts';
import { hasDueQuestions } from '../store/questions/questions.ts';
import { advanceClock, findSandbox, flushLater, keepSandbox, releaseSandbox, takeSandbox } from '../store/sandboxes.ts';
import { loadWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';
import { type PreparedDay, storeDay } from './prepare-day.ts';

// A simulated day takes about a second. The lock of a crashed process expires after this.
const TURN_SECONDS = 60;
const DAY_MS = 86_400_000;
// Simulated answers are free: one transaction covers a whole day.
const DAY_OF_QUESTIONS = 500;

export interface Advanced {
  now: Date;
  questions: number;
  events: number;
}

/** Advances the clock of a test workspace: prompts are answered, scores change, events are sent, retries become due. */
export async function advance(deps: MeasureDeps, workspaceId: string, seconds: number): Promise<Advanced> {
  const sandbox = await findSandbox(deps.db, workspaceId);
  if (!sandbox?.isReady) {
    throw new ApiError(409, 'The sandbox is still being prepared. Try again in a minute.', { 'retry-after': '10' });
  }
  const turn = await takeTurn(deps, workspaceId);
  if (!turn) {
    throw new ApiError(409, 'This sandbox is already being advanced. Try again in a moment.', { 'retry-after': '1' });
  }
  try {
    return await passTime(turn, seconds * 1000);
  } finally {
    await turn.end();
  }
}

/** The lock on a sandbox's clock, and what was done under it. */
export interface Turn {
  deps: MeasureDeps;
  workspaceId: string;
  total: { questions: number; events: number };
  /** Renews the lock. Throws if another process has it. */
  keep(db: Db | Transaction): Promise<void>;
  end(): Promise<void>;
}

/** Locks a sandbox's clock. Undefined while another process holds the lock. */
export async function takeTurn(deps: MeasureDeps, workspaceId: string): Promise<Turn | undefined> {
  const token = await takeSandbox(deps.db, workspaceId, TURN_SECONDS);
  if (!token) return undefined;
  return {
    deps,
    workspaceId,
    total: { questions: 0, events: 0 },
    async keep(db) {
      if (!(await keepSandbox(db, token, TURN_SECONDS))) throw new Error(`Lost the lock on the sandbox ${workspaceId}`);
    },
    end: () => releaseSandbox(deps.db, token),
  };
}

/**
 * Advances from midnight to midnight: every day is complete before the next one starts, and each window is scored when
 * it closes.
 */
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

async function pass(turn: Turn, step: number): Promise<Workspace> {
  await turn.keep(turn.deps.db);
  await turn.deps.db.transaction((tx) => advanceClock(tx, turn.workspaceId, step / 1000));
  return catchUp(turn);
}

/** Advances to the next midnight and stores the answers of the day that ends, both or neither. */
export async function passDay(turn: Turn, workspace: Workspace, prepared: PreparedDay): Promise<Workspace> {
  await turn.deps.db.transaction(async (tx) => {
    await flushLater(tx);
    await turn.keep(tx);
    await advanceClock(tx, turn.workspaceId, untilMidnight(workspace) / 1000);
    await storeDay(tx, prepared);
  });
  return closeDay(turn, await loadWorkspace(turn.deps.db, turn.workspaceId));
}

function untilMidnight({ now }: Workspace): number {
  return DAY_MS - (now.getTime() % DAY_MS);
}

/** Does everything that is due at the workspace's current time. */
export async function catchUp(turn: Turn): Promise<Workspace> {
  const { deps, workspaceId, total, keep } = turn;
  const workspace = await loadWorkspace(turn.deps.db, turn.workspaceId);
  await planRounds(deps, workspace);
  while (await hasDueQuestions(deps.db, workspaceId)) {
    await keep(deps.db);
    const { questions, events } = await askDue(deps, { workspaceId, limit: DAY_OF_QUESTIONS });
    total.questions += questions;
    total.events += events;
    // Another worker is processing the rest.
    if (questions === 0) await sleep(50);
  }
  return closeDay(turn, workspace);
}

async function closeDay({ deps, total }: Turn, workspace: Workspace): Promise<Workspace> {
  total.events += await judgeWindows(deps.db, workspace);
  await writeDigests(deps.db, workspace);
  return workspace;
}
