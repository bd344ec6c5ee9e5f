import { checkAlerts } from '../alerts/check.ts';
import type { PreparedSubject } from '../analyze/analyze.ts';
import { ownerOf } from '../analyze/owners.ts';
import { addToDays, type KeywordDays } from '../measure/add-to-days.ts';
import { rejudgeStandings } from '../measure/judge-standings.ts';
import { type ReadAnswer, storedReader } from '../measure/read-stored.ts';
import { loadReader } from '../measure/reader.ts';
import { citationRow, mentionRow } from '../measure/record.ts';
import { publishRecords } from '../measure/rescore.ts';
import { type SourceParts, sourceParts } from '../measure/source-parts.ts';
import type { CitationRow, MentionRow } from '../store/answers/answers.ts';
import { knownFindings, replaceFindings } from '../store/answers/findings.ts';
import { setAnswerStatus } from '../store/answers/stored-answers.ts';
import type { ScoredKeyword } from '../store/counts/score-keywords.ts';
import { type LockedKeyword, lockKeywords, withdrawVisibility } from '../store/counts/visibility.ts';
import { forgetEmptyTotals, holdTotals, moveTotals } from '../store/counts/workspace-totals.ts';
import { answeredDays } from '../store/days/read.ts';
import { carryDays, deleteDays, forgetOldReadings, promptNumbers, saveDays } from '../store/days/write.ts';
import type { Db, Transaction } from '../store/db.ts';
import { keywordNames, setKeywordReading } from '../store/keywords/keywords.ts';
import { completeSince } from '../store/retention/removed-months.ts';
import { addPages, addParts, type CitedPage, markDays, takeSources } from '../store/sums/write.ts';
import {
  claimReread,
  currentReadings,
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
  let renewed = 0;
  for (const workspaceId of await workspacesBehind(db)) {
    if (await db.transaction((tx) => renewReading(tx, workspaceId))) renewed++;
  }
  return renewed;
}

/** False if the workspace was deleted or another worker was faster. */
async function renewReading(tx: Transaction, workspaceId: string): Promise<boolean> {
  if (!(await keepWorkspace(tx, workspaceId))) return false;
  const { reading, now } = await lockWorkspace(tx, workspaceId);
  const subject = await loadReading(tx, workspaceId, reading);
  if (!subject || (await currentReadings(tx, workspaceId)).has(reading)) return false;
  await saveReading(tx, workspaceId, { subject, now });
  return true;
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
  await db.transaction((tx) => forgetEmptyTotals(tx, workspace.workspaceId));
  for (const keywordId of (await keywordNames(db, workspace.workspaceId)).keys()) {
    await forgetOldReadings(db, workspace.workspaceId, keywordId);
  }
  await finishReread(db, workspace.workspaceId, workspace.reading);
  return behind.length;
}

/**
 * Moves a keyword to the next alias set version in one step, so that no partial result is visible. Answers without a
 * text keep their mentions, and months without findings keep their counts, as far as their brands still exist.
 */
async function rereadKeyword(tx: Transaction, workspace: Workspace, keywordId: string): Promise<void> {
  const { workspaceId, reading } = workspace;
  if (!(await keepWorkspace(tx, workspaceId))) return;
  const [keyword] = await lockKeywords(tx, workspaceId, [keywordId]);
  if (!keyword || keyword.reading >= reading) return;
  await holdTotals(tx, workspaceId, { keywordId, reading });
  await moveTotals(tx, workspaceId, { keywordId, reading: keyword.reading, sign: -1 });
  await deleteDays(tx, workspaceId, { keywordId, reading });
  const renewed = { ...keyword, reading };
  const reader = await loadReader(tx, workspaceId, reading);
  const marked = await takeSources(tx, workspaceId, keywordId);
  const pages = new Map<string, CitedPage>();
  const days: KeywordDays = new Map();
  const fromDay = await completeSince(tx, workspaceId, 'findings');
  for await (const answers of storedReader(tx, workspaceId, { keyword: renewed }).answers({ reading, fromDay })) {
    const added = await rereadAnswers(tx, workspaceId, { keyword: renewed, reader, answers, days });
    marked.push(...added.days);
    for (const page of added.pages) pages.set(`${page.pageKey} ${page.title}`, page);
  }
  await addPages(tx, workspaceId, [...pages.values()]);
  await saveDays(tx, workspaceId, [...days.values()]);
  await carryDays(tx, workspaceId, { keywordId, from: keyword.reading, to: reading });
  await moveTotals(tx, workspaceId, { keywordId, reading, sign: 1 });
  await setKeywordReading(tx, workspaceId, { keywordId, reading });
  await markDays(tx, workspaceId, marked);
  const rescored = await republish(tx, workspace, renewed);
  await rejudgeStandings(tx, workspace, renewed);
  // An alias change must not trigger alerts: the rules only store the new scores.
  await checkAlerts(tx, workspace, { rescored, mayFire: () => false });
}

/** The window ends on the last day with a valid answer, which can be another day now. */
async function republish(tx: Transaction, workspace: Workspace, keyword: LockedKeyword): Promise<ScoredKeyword[]> {
  const { workspaceId } = workspace;
  const { lastDay } = await answeredDays(tx, workspaceId, keyword);
  if (lastDay === undefined && keyword.lastDay !== undefined) {
    await withdrawVisibility(tx, workspaceId, keyword);
  }
  return publishRecords(tx, workspace, [{ ...keyword, lastDay }]);
}

interface RereadBatch {
  keyword: LockedKeyword;
  reader: PreparedSubject;
  answers: ReadAnswer[];
  /** The days so far. */
  days: KeywordDays;
}

async function rereadAnswers(
  tx: Transaction,
  workspaceId: string,
  { keyword, reader, answers, days }: RereadBatch,
): Promise<Pick<SourceParts, 'days' | 'pages'>> {
  const analyzed = answers.flatMap(({ findings, ...one }) =>
    findings ? [{ ...one, findings: one.isAnalyzed ? findings : withOwners(findings, reader) }] : [],
  );
  if (analyzed.length === 0) return { days: [], pages: [] };
  const batch = { keywordId: keyword.keywordId, answers: analyzed.map(({ answer }) => answer) };
  const known = await knownFindings(tx, workspaceId, batch);
  const found = analyzed.map(({ answer, status, findings: { mentions, citations } }) => {
    const about = { ...answer, keywordId: keyword.keywordId };
    return {
      keyword,
      answer: { ...answer, status },
      mentions: mentions.map((one) => keepId(known, mentionRow(one, about))),
      citations: citations.map((one) => keepCitationId(known, citationRow(one, about))),
    };
  });
  await replaceFindings(tx, workspaceId, {
    ...batch,
    mentions: found.flatMap(({ mentions }) => mentions),
    citations: found.flatMap(({ citations }) => citations),
  });
  await addToDays(tx, workspaceId, { days, answers: found });
  const changed = analyzed.filter(({ answer, status }) => answer.status !== status);
  await setAnswerStatus(
    tx,
    workspaceId,
    changed.map(({ answer, status }) => ({ ...answer, status })),
  );
  const promptIds = found.map(({ answer }) => answer.promptId);
  const sources = sourceParts(found, await promptNumbers(tx, workspaceId, promptIds));
  await addParts(tx, workspaceId, sources.parts);
  return sources;
}

/** Stored findings under other aliases: the mentions of brands that still exist, and pages by the domains of today. */
function withOwners({ mentions, citations }: Found, { brandIds, owners }: PreparedSubject): Found {
  return {
    mentions: mentions.filter(({ brandId }) => brandIds.includes(brandId)),
    citations: citations.map((citation) => {
      const owner = ownerOf(new URL(citation.canonicalUrl).hostname, owners);
      return { ...citation, owner: owner?.owner ?? 'other', ownerId: owner?.ownerId };
    }),
  };
}

type Found = NonNullable<ReadAnswer['findings']>;

/** Known findings keep their ids, so that references to them stay valid. */
function keepId(known: Map<string, string>, row: MentionRow): MentionRow {
  return { ...row, mentionId: known.get(`${row.answerId} ${row.brandId}`) ?? row.mentionId };
}

function keepCitationId(known: Map<string, string>, row: CitationRow): CitationRow {
  return { ...row, citationId: known.get(`${row.answerId} ${row.kind} ${row.canonicalUrl}`) ?? row.citationId };
}
