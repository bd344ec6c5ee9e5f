import { analyze, type Findings, type Mention } from '../analyze/analyze.ts';
import { countedReason, countedStatus } from '../analyze/counted-status.ts';
import { groupBy } from '../base/group-by.ts';
import { dayOf } from '../base/time.ts';
import type { AnswerStatus } from '../collect/platform.ts';
import type { MentionRow } from '../store/answers/answers.ts';
import { storedFindings } from '../store/answers/findings.ts';
import {
  findStoredAnswer,
  type StoredAnswer,
  type StoredAnswersQuery,
  storedAnswers,
} from '../store/answers/stored-answers.ts';
import type { Db, Transaction } from '../store/db.ts';
import { monthOf, type RemovedMonth, removedMonths } from '../store/retention/removed-months.ts';
import { loadReadings } from '../store/workspaces/readings.ts';
import { loadReader } from './reader.ts';

/** A stored answer and its findings under a reading. */
export interface ReadAnswer {
  answer: StoredAnswer;
  status: AnswerStatus;
  reason: string | undefined;
  /** Undefined if they cannot be known: the text was removed, and the findings too or they are of another reading. */
  findings: Pick<Findings, 'mentions' | 'citations'> | undefined;
  /** What was removed of its month. */
  removed: RemovedMonth | undefined;
  /** Whether its text was analyzed. If not, its findings are taken as stored. */
  isAnalyzed: boolean;
}

/** Texts from elsewhere: of these answers, those that it has, with `text`, `cited` and `retrieved`. */
export type RemovedTexts = (keywordId: string, answers: StoredAnswer[]) => Promise<StoredAnswer[]>;

/** Everything that analyzes the stored answers of a keyword again reads them here. */
export interface StoredReader {
  answers(query: { reading: number } & Omit<StoredAnswersQuery, 'keywordId'>): AsyncGenerator<ReadAnswer[]>;
  answer(answerId: string, reading: number): Promise<ReadAnswer | undefined>;
}

interface ReaderOptions {
  /** Its reading is that of the stored findings. */
  keyword: { keywordId: string; reading: number };
  texts?: RemovedTexts | undefined;
}

export function storedReader(db: Db | Transaction, workspaceId: string, options: ReaderOptions): StoredReader {
  const { keywordId } = options.keyword;
  let removed: Promise<Map<string, RemovedMonth>> | undefined;
  const read = async (answers: StoredAnswer[], reading: number) => {
    removed ??= removedMonths(db, workspaceId);
    return readAnswers(db, workspaceId, { ...options, answers, reading, removed: await removed });
  };
  return {
    async *answers({ reading, ...days }) {
      for await (const answers of storedAnswers(db, workspaceId, { keywordId, ...days })) yield read(answers, reading);
    },
    async answer(answerId, reading) {
      const answer = await findStoredAnswer(db, workspaceId, answerId);
      return answer && (await read([answer], reading))[0];
    },
  };
}

interface Batch extends ReaderOptions {
  answers: StoredAnswer[];
  reading: number;
  removed: Map<string, RemovedMonth>;
}

async function readAnswers(db: Db | Transaction, workspaceId: string, batch: Batch): Promise<ReadAnswer[]> {
  const { answers, reading } = batch;
  const reader = await loadReader(db, workspaceId, reading);
  const without = answers.filter((answer) => isWithoutText(answer, removedOf(answer, batch)));
  const supplied = await suppliedTexts(db, workspaceId, { ...batch, answers: without });
  const found = await keptFindings(db, workspaceId, {
    ...batch,
    answers: without.filter(({ answerId }) => !supplied.has(answerId)),
  });
  const isMissing = new Set(without.map(({ answerId }) => answerId));
  return answers.map((answer): ReadAnswer => {
    const removed = removedOf(answer, batch);
    const text = isMissing.has(answer.answerId) ? supplied.get(answer.answerId) : answer;
    if (!text) {
      const { status, reason } = answer;
      return { answer, status, reason, findings: found.get(answer.answerId), removed, isAnalyzed: false };
    }
    const findings = analyze(text, reader);
    const status = countedStatus(answer.status, findings);
    const counted = status === 'valid' ? findings : { mentions: [], citations: [] };
    const reason = countedReason(status, { ...findings, stop: answer.stop, known: answer.reason });
    return { answer, status, reason, findings: counted, removed, isAnalyzed: true };
  });
}

function removedOf({ askedAt }: StoredAnswer, { removed }: Pick<Batch, 'removed'>): RemovedMonth | undefined {
  return removed.get(monthOf(dayOf(askedAt)));
}

/** A refused or failed answer has no findings, with or without its text. */
function isWithoutText({ text, status }: StoredAnswer, removed: RemovedMonth | undefined): boolean {
  return removed?.textsRemovedAt !== undefined && text === '' && (status === 'valid' || status === 'truncated');
}

/** Not if the reading is newer than the removal: then it was applied to the stored findings, without the texts. */
async function suppliedTexts(
  db: Db | Transaction,
  workspaceId: string,
  { answers, reading, texts, ...batch }: Batch,
): Promise<Map<string, StoredAnswer>> {
  if (!texts || answers.length === 0) return new Map();
  const createdAt = (await loadReadings(db, workspaceId, [reading])).get(reading)?.createdAt ?? new Date(0);
  const older = answers.filter((answer) => {
    const removedAt = removedOf(answer, batch)?.textsRemovedAt;
    return removedAt !== undefined && createdAt <= removedAt;
  });
  return new Map((await texts(batch.keyword.keywordId, older)).map((answer) => [answer.answerId, answer]));
}

/** The stored findings of answers whose month still has them, if they are of this reading. */
async function keptFindings(
  db: Db | Transaction,
  workspaceId: string,
  { answers, reading, keyword, ...batch }: Batch,
): Promise<Map<string, NonNullable<ReadAnswer['findings']>>> {
  const kept = answers.filter((answer) => removedOf(answer, batch)?.findingsRemovedAt === undefined);
  if (kept.length === 0 || reading !== keyword.reading) return new Map();
  const stored = await storedFindings(db, workspaceId, { keywordId: keyword.keywordId, answers: kept });
  // They were written by `analyze`.
  const mentions = groupBy(stored.mentions as (MentionRow & Mention)[], ({ answerId }) => answerId);
  const citations = groupBy(stored.citations, ({ answerId }) => answerId);
  return new Map(
    kept.map(({ answerId }) => [
      answerId,
      { mentions: mentions.get(answerId) ?? [], citations: citations.get(answerId) ?? [] },
    ]),
  );
}
