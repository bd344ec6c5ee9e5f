import { setTimeout as sleep } from 'node:timers/promises';
import { emptyAnswer } from '../collect/platform.ts';
import { type Db, isDatabaseAway } from '../store/db.ts';
import { postponeQuestions, putOffPlatform } from '../store/questions/questions.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { Keep, MeasureDeps, Measured, Question, Reply } from './ask.ts';
import { withinBudget } from './budget.ts';
import { keepLease } from './lease.ts';

/** When a platform that could not be asked is looked at again. */
const PUT_OFF_SECONDS = 300;
const NOTHING: Measured = { questions: 0, events: 0 };

interface PaidBatch {
  questions: Question[];
  leaseSeconds: number;
  keep: Keep;
}

/**
 * Asks what the budget allows, under a lease. Each reply is kept as it comes, so that a process that dies loses none
 * that was paid for but those on their way.
 */
export async function askPaid(
  { db, ask: asker }: MeasureDeps,
  workspace: Workspace,
  { questions, leaseSeconds, keep }: PaidBatch,
): Promise<Measured> {
  const prices = (await asker.prices?.(workspace)) ?? {};
  const allowed = await withinBudget(db, workspace, { questions, prices });
  const lease = keepLease(db, allowed, leaseSeconds);
  const unasked: Question[] = [];
  const results = await Promise.allSettled(
    allowed.map(async (question) => {
      const signal = lease.signalOf(question);
      const reply = await asker.ask(workspace, question, signal);
      if (reply) return keepOnce(reply, keep);
      if (!signal.aborted) unasked.push(question);
      return NOTHING;
    }),
  );
  await lease.stop();
  await putOff(db, workspace, unasked);
  return sumOf(results);
}

/** What could not be asked waits, and with it all that is due on the same platforms. */
async function putOff(db: Db, { workspaceId }: Workspace, unasked: Question[]): Promise<void> {
  if (unasked.length === 0) return;
  await postponeQuestions(db, unasked);
  for (const platform of new Set(unasked.map((question) => question.platform))) {
    await putOffPlatform(db, workspaceId, { platform, seconds: PUT_OFF_SECONDS });
  }
}

/** Keeps a reply; one that cannot be stored ends its question as failed, with its cost: it is never paid for twice. */
async function keepOnce(reply: Reply, keep: Keep): Promise<Measured> {
  try {
    return await insist(() => keep([reply]));
  } catch (error) {
    await insist(() => keep([withoutContent(reply)]));
    throw new Error(`an answer of ${reply.question.platform} could not be stored and counts as failed`, {
      cause: error,
    });
  }
}

function withoutContent({ answer, ...reply }: Reply): Reply {
  const { requestedModel, costUsd } = answer;
  return { ...reply, status: 'failed', reason: 'not_stored', answer: { ...emptyAnswer(requestedModel), costUsd } };
}

const STORE_TRIES = 10;

/** What was paid for is not given up because the database was away for a moment. */
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

/** One answer's trouble is not the others': it is reported when all of them are in. */
function sumOf(results: PromiseSettledResult<Measured>[]): Measured {
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${results.length} questions had trouble`);
  const measured = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  return {
    questions: measured.reduce((sum, one) => sum + one.questions, 0),
    events: measured.reduce((sum, one) => sum + one.events, 0),
  };
}
