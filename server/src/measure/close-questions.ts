import { dayOf } from '../base/time.ts';
import type { Transaction } from '../store/db.ts';
import { finishQuestions } from '../store/questions/questions.ts';
import { addEstimates } from '../store/questions/spend.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { Reply } from './ask.ts';

/**
 * Marks the questions of replies as done. Returns the replies whose question we still hold. The others are already
 * stored.
 */
export async function closeQuestions<Kept extends Reply>(
  tx: Transaction,
  workspace: Workspace,
  replies: Kept[],
): Promise<Kept[]> {
  const questions = replies.map(({ question }) => question);
  const closed = await finishQuestions(tx, questions);
  const ours = replies.filter(({ question }) => closed.has(question.questionId));
  const unpriced = ours.filter(
    ({ surface, status, answer }) => surface === 'api' && status !== 'failed' && answer.costUsd === undefined,
  );
  await addEstimates(
    tx,
    dayOf(workspace.now),
    unpriced.map(({ question }) => question),
  );
  return ours;
}
