import { checkAlerts } from '../alerts/check.ts';
import { analyze } from '../analyze/analyze.ts';
import { countFindings } from '../measure/count-findings.ts';
import { loadReader } from '../measure/reader.ts';
import { citationRow, mentionRow } from '../measure/record.ts';
import { publishRecords } from '../measure/rescore.ts';
import type { CitationRow, MentionRow } from '../store/answers/answers.ts';
import { forgetFindings, knownFindings, replaceFindings } from '../store/answers/findings.ts';
import { type StoredAnswer, storedAnswers } from '../store/answers/stored-answers.ts';
import { addDailyFindings } from '../store/counts/daily-counts.ts';
import { type LockedKeyword, lockKeywords } from '../store/counts/visibility.ts';
import { forgetEmptyTotals, moveTotals } from '../store/counts/workspace-totals.ts';
import type { Db, Transaction } from '../store/db.ts';
import { setKeywordReading } from '../store/keywords/keywords.ts';
import {
  claimReread,
  finishReread,
  keywordsBehind,
  loadReading,
  noteReread,
  saveReading,
  workspacesBehind,
} from '../store/workspaces/readings.ts';
import { findWorkspace, keepWorkspace, lockWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';

// Renewed after every keyword.
const LEASE_SECONDS = 300;

/**
 * After an update that changed the analysis, gives each workspace a new reading with the same names, so that its stored
 * answers are analyzed again. Numbers of the old reading stay. Returns the number of workspaces.
 */
export async function renewReadings(db: Db): Promise<number> {
  const behind = await workspacesBehind(db);
  for (const workspaceId of behind) {
    await db.transaction(async (tx) => {
      const { reading, now } = await lockWorkspace(tx, workspaceId);
      const subject = await loadReading(tx, workspaceId, reading);
      if (subject) await saveReading(tx, workspaceId, { subject, now });
    });
  }
  return behind.length;
}

/**
 * Re-analyzes stored answers after an alias change, one keyword per transaction. After an interruption, it continues
 * with the next keyword. Returns the number of keywords.
 */
export async function rereadDue(db: Db, signal?: AbortSignal): Promise<number> {
  const claimed = await claimReread(db, { leaseSeconds: LEASE_SECONDS });
  const workspace = claimed && (await findWorkspace(db, claimed.workspaceId));
  if (!workspace) return 0;
  const behind = await keywordsBehind(db, workspace.workspaceId, workspace.reading);
  for (const [done, keywordId] of behind.entries()) {
    if (signal?.aborted) return done;
    await db.transaction((tx) => rereadKeyword(tx, workspace, keywordId));
    await noteReread(db, workspace.workspaceId, { leaseSeconds: LEASE_SECONDS });
  }
  await forgetEmptyTotals(db, workspace.workspaceId);
  await finishReread(db, workspace.workspaceId, workspace.reading);
  return behind.length;
}

/**
 * Moves a keyword to the next alias set version in one step, so that no partial result is visible. The counts of the
 * previous version stay.
 */
async function rereadKeyword(tx: Transaction, workspace: Workspace, keywordId: string): Promise<void> {
  const { workspaceId, reading } = workspace;
  if (!(await keepWorkspace(tx, workspaceId))) return;
  const [keyword] = await lockKeywords(tx, workspaceId, [keywordId]);
  if (!keyword || keyword.reading >= reading) return;
  await moveTotals(tx, workspaceId, { keywordId, reading: keyword.reading, sign: -1 });
  await forgetFindings(tx, workspaceId, { keywordId, reading });
  const renewed = { ...keyword, reading };
  for await (const answers of storedAnswers(tx, workspaceId, { keywordId })) {
    await rereadAnswers(tx, workspaceId, { keyword: renewed, answers });
  }
  await moveTotals(tx, workspaceId, { keywordId, reading, sign: 1 });
  await setKeywordReading(tx, workspaceId, { keywordId, reading });
  const rescored = await publishRecords(tx, workspace, [renewed]);
  // An alias change must not trigger alerts: the rules only store the new scores.
  await checkAlerts(tx, workspace, { rescored, mayFire: () => false });
}

async function rereadAnswers(
  tx: Transaction,
  workspaceId: string,
  { keyword, answers }: { keyword: LockedKeyword; answers: StoredAnswer[] },
): Promise<void> {
  const reader = await loadReader(tx, workspaceId, keyword.reading);
  const known = await knownFindings(tx, workspaceId, { keywordId: keyword.keywordId, answers });
  const found = answers
    .filter(({ status }) => status === 'valid')
    .map((answer) => {
      const { mentions, citations } = analyze(answer, reader);
      const about = { answerId: answer.answerId, keywordId: keyword.keywordId, platform: answer.platform };
      return {
        keyword,
        answer,
        mentions: mentions.map((one) => keepId(known, { ...about, ...mentionRow(one, answer.askedAt) })),
        citations: citations.map((one) => keepCitationId(known, { ...about, ...citationRow(one, answer.askedAt) })),
      };
    });
  await replaceFindings(tx, workspaceId, {
    keywordId: keyword.keywordId,
    answers,
    mentions: found.flatMap(({ mentions }) => mentions),
    citations: found.flatMap(({ citations }) => citations),
  });
  await addDailyFindings(tx, workspaceId, countFindings(found));
}

/** Known findings keep their ids, so that references to them stay valid. */
function keepId(known: Map<string, string>, row: MentionRow): MentionRow {
  return { ...row, mentionId: known.get(`${row.answerId} ${row.brandId}`) ?? row.mentionId };
}

function keepCitationId(known: Map<string, string>, row: CitationRow): CitationRow {
  return { ...row, citationId: known.get(`${row.answerId} ${row.kind} ${row.canonicalUrl}`) ?? row.citationId };
}
