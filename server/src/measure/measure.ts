import { checkAlerts, newsOf } from '../alerts/check.ts';
import { analyze, type Findings } from '../analyze/analyze.ts';
import { dayOf } from '../base/time.ts';
import { deriveEvents } from '../events/derive.ts';
import { publish } from '../events/publish.ts';
import type { RecordedAnswer } from '../store/answers/answers.ts';
import type { Db, Transaction } from '../store/db.ts';
import { type ClaimedQuestion, finishQuestions, questionName } from '../store/questions/questions.ts';
import { addEstimates } from '../store/questions/spend.ts';
import { keepWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';
import { type Asker, askAll, type Reply } from './ask.ts';
import { loadReader } from './reader.ts';
import { type Reading, type Recorded, recordAnswers } from './record.ts';
import { rescore } from './rescore.ts';

export interface MeasureDeps {
  db: Db;
  ask: Asker;
}

/**
 * The product on one screen: ask, read, and in one transaction store, score, and tell.
 * All or nothing: a process that dies in between leaves the questions to be asked again, and nothing half-told.
 */
export async function measure(
  deps: MeasureDeps,
  workspace: Workspace,
  questions: ClaimedQuestion[],
): Promise<Measured> {
  const reader = await loadReader(deps.db, workspace.workspaceId, workspace.reading);
  const replies = await askAll(deps, workspace, questions);
  const readings = replies.map((reply) => ({ ...reply, findings: analyze(reply.answer, reader) }));
  return finish(deps.db, workspace, readings);
}

/** Stores answers to questions that are still ours and ends the questions, all or nothing. */
export function finish(db: Db, workspace: Workspace, readings: (Reply & { findings: Findings })[]): Promise<Measured> {
  return db.transaction(async (tx) => {
    const mine = await finishQuestions(
      tx,
      readings.map(({ question }) => question),
    );
    const kept = readings.filter((reading) => mine.has(questionName(reading.question)));
    if (kept.length === 0) return { questions: 0, events: 0 };
    const { events } = await recordAndTell(tx, workspace, { readings: kept });
    const unpriced = kept.filter(
      ({ surface, status, answer }) => surface === 'api' && status !== 'failed' && answer.costUsd === undefined,
    );
    await addEstimates(
      tx,
      dayOf(workspace.now),
      unpriced.map(({ question }) => question),
    );
    return { questions: kept.length, events };
  });
}

export interface ToRecord {
  readings: Reading[];
  /** Which answers may become an event; all, if nothing is said. */
  isNews?: (answer: RecordedAnswer) => boolean;
}

/** Stores, scores and tells: the one way of an answer into the numbers, whoever collected it. */
export async function recordAndTell(
  tx: Transaction,
  asked: Workspace,
  { readings, isNews = () => true }: ToRecord,
): Promise<Recorded & { events: number }> {
  // Asking takes minutes: told under the time before it, an event would be older than what its readers have seen.
  const current = await keepWorkspace(tx, asked.workspaceId);
  if (!current) throw new Error(`no workspace ${asked.workspaceId}`);
  const workspace = { ...asked, now: current.now };
  const recorded = await recordAnswers(tx, workspace, readings);
  const rescored = await rescore(tx, workspace, recorded);
  const alerts = await checkAlerts(tx, workspace, { rescored, isNews: newsOf(recorded.answers, workspace.now) });
  const events = await publish(tx, workspace, [...deriveEvents(recorded.answers.filter(isNews)), ...alerts]);
  return { ...recorded, events };
}

export interface Measured {
  questions: number;
  events: number;
}
