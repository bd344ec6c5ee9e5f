import { checkAlerts, mayFireFor } from '../alerts/check.ts';
import { analyze } from '../analyze/analyze.ts';
import { deriveEvents } from '../events/derive.ts';
import { publish } from '../events/publish.ts';
import type { RecordedAnswer } from '../store/answers/answers.ts';
import type { LockedKeyword } from '../store/counts/visibility.ts';
import type { Db, Transaction } from '../store/db.ts';
import { atCurrentTime, type Workspace } from '../store/workspaces/workspaces.ts';
import type { Measured, Reply } from './ask.ts';
import { closeQuestions } from './close-questions.ts';
import { loadReader } from './reader.ts';
import { type AnalyzedAnswer, recordAnswers } from './record.ts';
import { rescore } from './rescore.ts';

/** Processes every answer we asked for, live or simulated: analyze, store, count, score, publish. */
export async function measure(db: Db, workspace: Workspace, replies: Reply[]): Promise<Measured> {
  const subject = await loadReader(db, workspace.workspaceId, workspace.reading);
  const answers = replies.map((reply) => ({ ...reply, findings: analyze(reply.answer, subject) }));
  // One transaction: if the process crashes, the questions are asked again and nothing is partly published.
  return db.transaction(async (tx) => {
    const ours = await closeQuestions(tx, workspace, answers);
    return { questions: ours.length, events: await recordAndPublish(tx, workspace, { answers: ours }) };
  });
}

/** The second half, shared with imported answers. `isRecent` selects the answers that may become events. */
export async function recordAndPublish(tx: Transaction, asked: Workspace, { answers, locked, isRecent }: ToPublish) {
  if (answers.length === 0) return 0;
  const workspace = await atCurrentTime(tx, asked);
  const recorded = await recordAnswers(tx, workspace, { analyzed: answers, locked });
  const rescored = await rescore(tx, workspace, recorded);
  const alerts = await checkAlerts(tx, workspace, { rescored, mayFire: mayFireFor(recorded.answers, workspace.now) });
  const recent = isRecent ? recorded.answers.filter(isRecent) : recorded.answers;
  return publish(tx, workspace, [...deriveEvents(recent), ...alerts]);
}

interface ToPublish {
  answers: AnalyzedAnswer[];
  /** Their keywords, if the transaction has locked them. */
  locked?: LockedKeyword[];
  isRecent?: (answer: RecordedAnswer) => boolean;
}
