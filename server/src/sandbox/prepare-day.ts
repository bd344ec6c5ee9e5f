import { setImmediate } from 'node:timers/promises';
import { analyze } from '../analyze/analyze.ts';
import { makeId } from '../base/id.ts';
import { type MeasureDeps, type Reply, withWords } from '../measure/ask.ts';
import { recordAndPublish } from '../measure/measure.ts';
import { noteFinished } from '../measure/note-activity.ts';
import { loadReader } from '../measure/reader.ts';
import type { AnalyzedAnswer } from '../measure/record.ts';
import { roundOf } from '../measure/worker.ts';
import type { Transaction } from '../store/db.ts';
import { storeAsked } from '../store/questions/questions.ts';
import { setPlannedThrough, type Workspace } from '../store/workspaces/workspaces.ts';

/** Yields to the connection that stores the day before, and to requests, after this many answers, about 1 ms. */
const TURN = 4;

/** A day of a sandbox's history, before it is stored. */
export interface PreparedDay {
  day: string;
  /** At the time of preparing: the findings are under its reading. */
  workspace: Workspace;
  answers: (AnalyzedAnswer & Reply)[];
}

/** Asks and analyzes the questions of a day. Nothing is stored, so that this can run ahead of the sandbox's time. */
export async function prepareDay(deps: MeasureDeps, workspace: Workspace, day: string): Promise<PreparedDay> {
  const { db, ask } = deps;
  // Due in the workspace's time, which is another one when the day is stored.
  const planned = await roundOf(db, deps, { workspace: { ...workspace, aheadMs: 0 }, day });
  const unclaimed = { leaseToken: '', tries: 0 };
  const questions = planned.map((one) => ({ ...one, ...unclaimed, questionId: makeId('qst', one.dueAt.getTime()) }));
  const reader = await loadReader(db, workspace.workspaceId, workspace.reading);
  const answers: PreparedDay['answers'] = [];
  for (const [index, question] of (await withWords(db, workspace, questions)).entries()) {
    if (index % TURN === 0) await setImmediate();
    const reply = await ask.ask(workspace, question);
    if (reply) answers.push({ ...reply, findings: analyze(reply.answer, reader) });
  }
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
