import { setTimeout as sleep } from 'node:timers/promises';
import { analyze, type PreparedSubject } from '../analyze/analyze.ts';
import { type Db, isDatabaseAway } from '../store/db.ts';
import {
  type ClaimedQuestion,
  dropQuestions,
  postponeQuestions,
  putOffPlatform,
} from '../store/questions/questions.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { type Question, type Reply, withWords } from './ask.ts';
import { withinBudget } from './budget.ts';
import { keepLease } from './lease.ts';
import { finish, type MeasureDeps, type Measured } from './measure.ts';
import { loadReader } from './reader.ts';

/** When a platform that could not be asked is looked at again. */
const PUT_OFF_SECONDS = 300;
const NOTHING: Measured = { questions: 0, events: 0 };

/**
 * Asks what the budget allows. Each answer is stored as it comes, so that a process that dies loses none that was paid
 * for but those on their way.
 */
export async function askLive(
  deps: MeasureDeps,
  workspace: Workspace,
  { questions, leaseSeconds }: { questions: ClaimedQuestion[]; leaseSeconds: number },
): Promise<Measured> {
  const { db } = deps;
  const { worded, wordless } = await withWords(db, workspace, questions);
  if (wordless.length > 0) await dropQuestions(db, wordless);
  const prices = (await deps.ask.prices?.(workspace)) ?? {};
  const allowed = new Set(await withinBudget(db, workspace, { questions: worded, prices }));
  const reader = await loadReader(db, workspace.workspaceId, workspace.reading);
  const lease = keepLease(db, [...allowed], leaseSeconds);
  const unasked: Question[] = [];
  const asked = worded.filter((question) => allowed.has(question));
  const results = await Promise.allSettled(
    asked.map(async (question) => {
      const signal = lease.signalOf(question);
      const reply = await deps.ask.ask(workspace, question, signal);
      if (reply) return keepReply(db, workspace, { reply, reader });
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

/** Stores a reply; one that cannot be stored ends its question as failed, with its cost: it is never paid for twice. */
async function keepReply(
  db: Db,
  workspace: Workspace,
  { reply, reader }: { reply: Reply; reader: PreparedSubject },
): Promise<Measured> {
  const store = (one: Reply) =>
    insist(() => finish(db, workspace, [{ ...one, findings: analyze(one.answer, reader) }]));
  try {
    return await store(reply);
  } catch (error) {
    await store(withoutContent(reply));
    throw new Error(`an answer of ${reply.question.platform} could not be stored and counts as failed`, {
      cause: error,
    });
  }
}

function withoutContent({ answer, ...reply }: Reply): Reply {
  const { requestedModel, costUsd } = answer;
  return {
    ...reply,
    status: 'failed',
    reason: 'not_stored',
    answer: {
      ...{ text: '', cited: [], retrieved: [], queries: [], searched: undefined, model: undefined, requestedModel },
      ...{ stop: undefined, usage: {}, costUsd, raw: undefined },
    },
  };
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

/** One answer's trouble is not the others': it is told when all of them are in. */
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
