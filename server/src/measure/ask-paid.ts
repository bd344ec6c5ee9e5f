import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '../base/group-by.ts';
import { emptyAnswer } from '../collect/platform.ts';
import { type Db, isDatabaseAway } from '../store/db.ts';
import { postponeQuestions, putOffPlatform } from '../store/questions/questions.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { Keep, MeasureDeps, Measured, Question, Reply, Unasked } from './ask.ts';
import { withinBudget } from './budget.ts';
import { keepLease } from './lease.ts';
import { noteRefusedKey } from './note-activity.ts';

/** When to check again a platform that could not be asked. */
const PUT_OFF_SECONDS = 300;
const NOTHING: Measured = { questions: 0, events: 0 };

export interface PaidBatch {
  questions: Question[];
  leaseSeconds: number;
  keep: Keep;
  /** Ends the wait for answers. The questions are then asked at the next start. */
  giveUp?: AbortSignal | undefined;
}

/**
 * Asks what the budget allows, under a lease. Each reply is stored when it arrives, so a process that crashes loses
 * only the replies in transit.
 */
export async function askPaid(
  { db, ask: asker }: MeasureDeps,
  workspace: Workspace,
  { questions, leaseSeconds, keep, giveUp }: PaidBatch,
): Promise<Measured> {
  const prices = (await asker.prices?.(workspace)) ?? {};
  const allowed = await withinBudget(db, workspace, { questions, prices });
  const lease = keepLease(db, allowed, { leaseSeconds, giveUp });
  const unasked: Waiting[] = [];
  const working = new Set<string>();
  const results = await Promise.allSettled(
    allowed.map(async (question) => {
      const signal = lease.signalOf(question);
      const reply = await asker.ask(workspace, question, signal);
      if ('status' in reply) {
        working.add(question.platform);
        return keepOnce(reply, keep);
      }
      if (!signal.aborted || giveUp?.aborted) unasked.push({ question, ...reply });
      return NOTHING;
    }),
  );
  await lease.stop();
  // A platform that answered others is available: these questions only waited too long for a slot.
  const isAvailable = (platform: string) => working.has(platform) || giveUp?.aborted === true;
  await putOff(db, workspace, { unasked, isAvailable });
  return sumOf(results);
}

type Waiting = Unasked & { question: Question };

/** Postpones questions that could not be asked, and all due questions on platforms that are not available. */
async function putOff(
  db: Db,
  workspace: Workspace,
  { unasked, isAvailable }: { unasked: Waiting[]; isAvailable: (platform: string) => boolean },
): Promise<void> {
  for (const [waitsFor, waiting] of groupBy(unasked, (one) => one.waitsFor)) {
    const questions = waiting.map(({ question }) => question);
    await postponeQuestions(db, questions, { waitsFor });
    for (const platform of new Set(questions.map((question) => question.platform))) {
      if (waitsFor === 'unauthorized') await noteRefusedKey(db, workspace, platform);
      if (waitsFor === undefined && isAvailable(platform)) continue;
      await putOffPlatform(db, workspace.workspaceId, { platform, seconds: PUT_OFF_SECONDS });
    }
  }
}

/**
 * Stores a reply. If it cannot be stored, its question ends as failed, with its cost, so that it is never paid for
 * twice.
 */
async function keepOnce(reply: Reply, keep: Keep): Promise<Measured> {
  try {
    return await insist(() => keep([reply]));
  } catch (error) {
    await insist(() => keep([withoutContent(reply)]));
    throw new Error(`an answer from ${reply.question.platform} could not be stored and is recorded as failed`, {
      cause: error,
    });
  }
}

function withoutContent({ answer, ...reply }: Reply): Reply {
  const { requestedModel, costUsd } = answer;
  return { ...reply, status: 'failed', reason: 'not_stored', answer: { ...emptyAnswer(requestedModel), costUsd } };
}

const STORE_TRIES = 10;

/** A paid reply must not be lost because the database was unreachable for a moment. */
async function insist(store: () => Promise<Measured>): Promise<Measured> {
  for (let tries = 1; ; tries++) {
    try {
      return await store();
    } catch (error) {
      if (!isDatabaseAway(error) || tries === STORE_TRIES) throw error;
      await sleep(1_000);
    }
  }
}

/** An error in one answer does not affect the others. Errors are thrown when all answers are in. */
function sumOf(results: PromiseSettledResult<Measured>[]): Measured {
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${results.length} questions failed with an error`);
  const measured = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  return {
    questions: measured.reduce((sum, one) => sum + one.questions, 0),
    events: measured.reduce((sum, one) => sum + one.events, 0),
  };
}
