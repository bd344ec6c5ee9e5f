import { inBatches } from '../base/in-batches.ts';
import { addDays, dayOf } from '../base/time.ts';
import type { Db, Transaction } from '../store/db.ts';
import { activePanels } from '../store/keywords/keywords.ts';
import { closeMissed } from '../store/questions/missed.ts';
import {
  type Claim,
  claimQuestions,
  forgetQuestions,
  type PlannedQuestion,
  planQuestions,
  postponeQuestions,
} from '../store/questions/questions.ts';
import { ensurePartitions } from '../store/system/partitions.ts';
import {
  findWorkspace,
  setPlannedThrough,
  type Workspace,
  workspacesWithWork,
} from '../store/workspaces/workspaces.ts';
import { type MeasureDeps, type Measured, type Reply, withWords } from './ask.ts';
import { askPaid, type PaidBatch } from './ask-paid.ts';
import { judgeWindows } from './judge.ts';
import { measure } from './measure.ts';
import { noteFinished } from './note-activity.ts';
import { questionsOf } from './plan.ts';
import { repetitionsOf } from './planned-answers.ts';

// How many questions are asked at the same time. Each platform's rate limit also applies.
const BATCH = 24;
// Renewed while a question waits and is asked. If the process crashes, the question is asked again after this time.
const LEASE_SECONDS = 180;

/** Plans the day and judges the closed windows of every workspace that needs it. Returns how many did. */
export async function planDue(deps: MeasureDeps): Promise<number> {
  const workspaces = await workspacesWithWork(deps.db);
  let done = 0;
  const errors: unknown[] = [];
  for (const workspace of workspaces) {
    try {
      const planned = await planRounds(deps, workspace);
      const judged = await judgeWindows(deps.db, workspace);
      if (planned || judged > 0) done++;
    } catch (error) {
      // An error in one workspace does not affect the others.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} workspaces could not be planned`);
  return done;
}

/** Asks due questions and returns how many. */
export async function askDue(deps: MeasureDeps, only?: Partial<Claim>): Promise<Measured> {
  const batch = await claimDue(deps, only);
  return batch ? batch.ask() : { questions: 0, events: 0 };
}

/** Questions under a lease, of one workspace. */
interface DueBatch {
  workspace: Workspace;
  platform: string;
  ask(): Promise<Measured>;
}

/** Leases due questions. Undefined if there are none. */
export async function claimDue(
  deps: MeasureDeps,
  { giveUp, ...only }: Partial<Claim> & { giveUp?: AbortSignal } = {},
): Promise<DueBatch | undefined> {
  const claim = { limit: BATCH, leaseSeconds: LEASE_SECONDS, everywhere: deps.ask.everywhere, ...only };
  const claimed = await claimQuestions(deps.db, claim);
  const [first] = claimed;
  const workspace = first && (await findWorkspace(deps.db, first.workspaceId));
  if (!workspace) return undefined;
  const keep = (replies: Reply[]) => measure(deps.db, workspace, replies);
  return {
    workspace,
    platform: first.platform,
    async ask() {
      const questions = await withWords(deps.db, workspace, claimed);
      const batch = { questions, leaseSeconds: claim.leaseSeconds, keep, giveUp };
      const measured = await (workspace.mode === 'test' ? askFree : askPaid)(deps, workspace, batch);
      await noteFinished(deps.db, workspace, claimed);
      return measured;
    },
  };
}

/**
 * A simulated answer costs nothing, so a batch is one transaction. If it fails, the questions are released immediately.
 */
async function askFree(
  { db, ask: asker }: MeasureDeps,
  workspace: Workspace,
  { questions, keep }: PaidBatch,
): Promise<Measured> {
  try {
    const replies = await Promise.all(questions.map((question) => asker.ask(workspace, question)));
    return await keep(replies.filter((reply) => 'status' in reply));
  } catch (error) {
    await postponeQuestions(db, questions);
    throw error;
  }
}

/** Plans the rounds up to the workspace's current day. Returns whether a round was planned. */
export async function planRounds(deps: MeasureDeps, workspace: Workspace): Promise<boolean> {
  const today = dayOf(workspace.now);
  const last = workspace.plannedThrough;
  if (last !== undefined && last >= today) return false;
  await ensurePartitions(deps.db, workspace.firstDay, addDays(today, 31));
  // A past day can no longer be asked, except in a sandbox.
  let day = workspace.mode === 'test' && last !== undefined ? addDays(last, 1) : today;
  for (; day <= today; day = addDays(day, 1)) {
    const round = day;
    await deps.db.transaction(async (tx) => {
      await planRound(tx, deps, { workspace, day: round });
      await setPlannedThrough(tx, workspace.workspaceId, round);
    });
  }
  const yesterday = addDays(today, -1);
  // In a sandbox, a past day can still be asked.
  if (workspace.mode === 'live') {
    const platforms = await deps.ask.platforms(workspace);
    await closeMissed(deps.db, workspace.workspaceId, { lateDay: yesterday, today, platforms });
    await noteFinished(deps.db, workspace, [{ round: addDays(today, -2) }, { round: yesterday }]);
  }
  await forgetQuestions(deps.db, workspace.workspaceId, yesterday);
  return true;
}

/** Plans one day, for all keywords or for some that were just added. */
export async function planRound(tx: Transaction, deps: Pick<MeasureDeps, 'ask'>, round: RoundToPlan): Promise<void> {
  for (const batch of inBatches(await roundOf(tx, deps, round), 5_000)) await planQuestions(tx, batch);
}

interface RoundToPlan {
  workspace: Workspace;
  day: string;
  keywordIds?: string[];
}

/** The questions of one day, for all keywords or for some. */
export async function roundOf(
  db: Db | Transaction,
  { ask }: Pick<MeasureDeps, 'ask'>,
  { workspace, day, keywordIds }: RoundToPlan,
): Promise<PlannedQuestion[]> {
  // Without a brand, every answer would count as "not mentioned".
  if (workspace.reading === 0) return [];
  const panels = await activePanels(db, workspace.workspaceId, keywordIds);
  const platforms = await ask.platforms(workspace);
  const repetitions = await repetitionsOf(db, workspace, { panels, day });
  return questionsOf({ workspace, day, panels, platforms, repetitions });
}
