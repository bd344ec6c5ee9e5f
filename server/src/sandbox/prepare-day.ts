import { makeId } from '../base/id.ts';
import { type MeasureDeps, type Reply, withWords } from '../measure/ask.ts';
import { recordAndPublish } from '../measure/measure.ts';
import { noteFinished } from '../measure/note-activity.ts';
import type { AnalyzedAnswer } from '../measure/record.ts';
import { roundOf } from '../measure/worker.ts';
import type { Transaction } from '../store/db.ts';
import { storeAsked } from '../store/questions/questions.ts';
import type { Sandbox } from '../store/sandboxes.ts';
import { setPlannedThrough, type Workspace } from '../store/workspaces/workspaces.ts';
import type { Answering } from './answer-aside.ts';
import { toSimulated } from './asker.ts';

/** A day of a sandbox's history, before it is stored. */
export interface PreparedDay {
  day: string;
  /** At the time of preparing: the findings are under its reading. */
  workspace: Workspace;
  answers: (AnalyzedAnswer & Reply)[];
}

interface ToPrepare {
  sandbox: Sandbox;
  answering: Answering;
  workspace: Workspace;
  day: string;
}

/** Asks and analyzes the questions of a day. Nothing is stored, so that this can run ahead of the sandbox's time. */
export async function prepareDay(
  deps: MeasureDeps,
  { sandbox, answering, workspace, day }: ToPrepare,
): Promise<PreparedDay> {
  // Due in the workspace's time, which is another one when the day is stored.
  const planned = await roundOf(deps.db, deps, { workspace: { ...workspace, aheadMs: 0 }, day });
  const unclaimed = { leaseToken: '', tries: 0 };
  const questions = await withWords(
    deps.db,
    workspace,
    planned.map((one) => ({ ...one, ...unclaimed, questionId: makeId('qst', one.dueAt.getTime()) })),
  );
  const replies = await answering.answer(
    questions.map((question) => toSimulated(question, { sandbox, workspace })),
    workspace.reading,
  );
  const answers = replies.map(({ reason, ...reply }, index) => {
    const question = questions[index] as (typeof questions)[number];
    return { question, surface: 'simulated' as const, askedAt: question.dueAt, reason, ...reply };
  });
  return { day, workspace, answers };
}

/**
 * Stores a day as workers would have: its questions are asked, its answers recorded, scored and published. Without a
 * queue, because no platform has to be waited for.
 */
export async function storeDay(tx: Transaction, { day, workspace, answers }: PreparedDay): Promise<void> {
  const asked = await storeAsked(
    tx,
    answers.map(({ question }) => question),
  );
  await setPlannedThrough(tx, workspace.workspaceId, day);
  const ours = answers.filter(({ question }) => asked.has(question.questionId));
  await recordAndPublish(tx, workspace, { answers: ours });
  await noteFinished(tx, workspace, [{ round: day }]);
}
