import { own } from '../base/own.ts';
import { addDays, dayOf, daysBetween } from '../base/time.ts';
import { addToDays, type KeywordDays } from '../measure/add-to-days.ts';
import { addToTotals, emptyTotals, type NamedTotals } from '../measure/count-totals.ts';
import { type ReadAnswer, type RemovedTexts, type StoredReader, storedReader } from '../measure/read-stored.ts';
import { buildRecord } from '../measure/rescore.ts';
import { sourceParts } from '../measure/source-parts.ts';
import { type CellCounts, scanDays } from '../score/scan-days.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { readVisibility, type VisibilityRow } from '../store/counts/visibility.ts';
import type { StretchCounts } from '../store/days/counts.ts';
import { promptNumbers } from '../store/days/write.ts';
import type { Db } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import { completeSince } from '../store/retention/removed-months.ts';
import { wrongSources, wrongSums } from '../store/sums/check.ts';
import type { SourcePart } from '../store/sums/write.ts';
import { currentReadings } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { type ComparedDays, verifyDays } from './days.ts';
import { verifyEvents } from './events.ts';
import { findingsVerifier } from './findings.ts';
import { verifyJudgements } from './judgements.ts';
import { type LogHead, verifyLog } from './log.ts';
import { answersUnder } from './read-answers.ts';
import { type GroupMemory, loadGroupMemory, verifyGroups } from './remembered-groups.ts';
import { noteRemoved, type RemovedAnswers } from './removed-answers.ts';
import { type ScatterAt, scatterAt } from './scatter-at.ts';
import { verifyPrompts, verifySeries } from './series.ts';
import { verifyStandings } from './standings.ts';
import { verifyTotals } from './totals.ts';

/** The result of recomputing a keyword's published numbers from its stored answers. */
export interface Verification {
  /** Undefined for the totals over all keywords. */
  keywordId: string | undefined;
  keyword: string;
  answers: number;
  events: number;
  /** One line per difference. Empty if there are none. */
  differences: string[];
  /** The last seal of the event log, with the result for the log. */
  head?: LogHead | undefined;
  /** Events that an earlier version of the analysis published, so that only their seals were checked. */
  unchecked?: number;
  /** What could not be recomputed, because texts or findings were removed. */
  removed?: RemovedAnswers[];
  /** Events and judged windows that are based on them. */
  removedEvents?: number;
  removedWindows?: number;
}

export interface VerifyOptions {
  /** Only these keywords. */
  wanted?: ((keyword: { keywordId: string; keyword: string }) => boolean) | undefined;
  /** Texts that were removed, from an archive. */
  texts?: RemovedTexts | undefined;
}

/**
 * Recomputes findings, counts, record and events of each keyword from its stored answers only. If all keywords are
 * checked, it also recomputes the totals over all keywords, which competitors' numbers are based on, and checks the
 * event log.
 */
export async function* verify(
  db: Db,
  workspace: Workspace,
  { wanted, texts }: VerifyOptions = {},
): AsyncGenerator<Verification> {
  const totals = emptyTotals();
  const readings = await currentReadings(db, workspace.workspaceId);
  const memory = await loadGroupMemory(db, workspace);
  const since = await completeSince(db, workspace.workspaceId, 'findings');
  for (const [keywordId, { keyword, reading }] of await keywordNames(db, workspace.workspaceId)) {
    if (wanted && !wanted({ keywordId, keyword })) continue;
    const stored = storedReader(db, workspace.workspaceId, { keyword: { keywordId, reading }, texts });
    const check = { keyword: { keywordId, keyword, reading }, totals, readings, memory, stored, since };
    yield verifyKeyword(db, workspace, check);
  }
  if (wanted) return;
  const differences = [
    ...(await verifyTotals(db, workspace.workspaceId, { recounted: totals, since })),
    ...(await verifySums(db, workspace.workspaceId, since)),
    ...(await verifyGroups(db, workspace, memory)),
  ];
  yield { keywordId: undefined, keyword: 'Totals over all keywords', answers: 0, events: 0, differences };
  const log = await verifyLog(db, workspace);
  yield { keywordId: undefined, keyword: 'Event log', answers: 0, events: 0, ...log };
}

interface KeywordToVerify {
  keywordId: string;
  keyword: string;
  reading: number;
}

interface KeywordCheck {
  keyword: KeywordToVerify;
  totals: NamedTotals;
  readings: Set<number>;
  memory: GroupMemory;
  stored: StoredReader;
  /** The first day from which on no findings were removed. Undefined: none were. */
  since: string | undefined;
}

async function verifyKeyword(
  db: Db,
  workspace: Workspace,
  { readings, memory, ...check }: KeywordCheck,
): Promise<Verification> {
  const { keyword, stored: answers } = check;
  const { workspaceId } = workspace;
  const { keywordId } = keyword;
  const recounted = await recount(db, workspaceId, check);
  const compared = await verifyDays(db, workspaceId, {
    keyword: { ...keyword, since: check.since },
    recomputed: recounted.days,
  });
  const read = answersUnder(answers, workspace.firstDay);
  const judged = await verifyJudgements(db, workspace, { keywordId, memory, answersUnder: read });
  const known = await scatterAt(db, workspace, { keywordId, recomputed: judged.scatter });
  const { checked, unchecked, removed, differences } = await verifyEvents(db, workspace, {
    keywordId,
    readings,
    scatterAt: known.at,
    stored: answers,
  });
  return {
    keywordId,
    keyword: keyword.keyword,
    answers: recounted.total,
    events: checked,
    unchecked,
    removed: recounted.removed,
    removedEvents: removed,
    removedWindows: judged.skipped,
    differences: [
      ...(readings.has(keyword.reading) ? [] : ['analysis: an earlier version. Start the service to analyze again']),
      ...(await verifyPrompts(db, workspaceId, keywordId)),
      ...recounted.differences,
      ...compared.differences,
      ...recounted.sources,
      ...(await verifyRecord(db, workspace, { keyword, compared, scatterAt: known.at })),
      ...(await verifySeries(db, workspaceId, keywordId)),
      ...differences,
      ...judged.differences,
      ...(await verifyStandings(db, workspace, { keywordId, answersUnder: read })),
      ...known.differences,
    ],
  };
}

async function verifySums(db: Db, workspaceId: string, since: string | undefined): Promise<string[]> {
  const wrong = await wrongSums(db, workspaceId, since);
  return [
    ...wrong.sums.map((day) => `sums of sources ${day}: differ from the sources`),
    ...wrong.pages.map((page) => `page ${page}: its address is missing or of another page`),
  ];
}

interface Recount {
  days: KeywordDays;
  total: number;
  /** Of the stored mentions and citations. */
  differences: string[];
  /** Of the stored sources. */
  sources: string[];
  removed: RemovedAnswers[];
}

/** Makes a keyword's days again from its stored answers, and adds them to the totals over all keywords. */
async function recount(
  db: Db,
  workspaceId: string,
  { keyword, totals, stored, since = '0001-01-01' }: Pick<KeywordCheck, 'keyword' | 'totals' | 'stored' | 'since'>,
): Promise<Recount> {
  let total = 0;
  const days: KeywordDays = new Map();
  const { keywordId } = keyword;
  const parts: SourcePart[] = [];
  const verifier = findingsVerifier(db, workspaceId, keyword.keywordId);
  const removed = new Map<string, RemovedAnswers>();
  for await (const batch of stored.answers({ reading: keyword.reading })) {
    noteRemoved(removed, batch);
    total += batch.length;
    const read = batch.flatMap((one) => countable(one, keyword));
    const found = batch.map(({ answer, status, findings: known }) => {
      const isKept = known !== undefined && dayOf(answer.askedAt) >= since;
      return { keyword, answer: { ...answer, status }, ...(isKept ? known : { mentions: [], citations: [] }) };
    });
    await addToDays(db, workspaceId, { days, answers: found });
    const kept = read.filter(({ answer }) => dayOf(answer.askedAt) >= since);
    addToTotals(totals, kept);
    await verifier.check(kept);
    const promptIds = kept.map(({ answer }) => answer.promptId);
    parts.push(...sourceParts(kept, await promptNumbers(db, workspaceId, promptIds)).parts);
  }
  const differences = await verifier.finish();
  const wrong = await wrongSources(db, workspaceId, { keywordId, since, parts });
  return {
    days,
    total,
    differences,
    sources: wrong.map((day) => `sources ${day}: differ from the answers and their findings`),
    removed: [...removed.values()],
  };
}

function countable({ answer, status, findings }: ReadAnswer, keyword: KeywordToVerify) {
  return findings ? [{ keyword, answer: { ...answer, status }, storedStatus: answer.status, ...findings }] : [];
}

async function verifyRecord(
  db: Db,
  workspace: Workspace,
  { keyword, compared, scatterAt }: { keyword: KeywordToVerify; compared: ComparedDays; scatterAt: ScatterAt },
): Promise<string[]> {
  const published = await readVisibility(db, workspace.workspaceId, keyword.keywordId);
  const answered = [...compared.days].filter(([, value]) =>
    Object.values(value).some(([prompts]) => prompts.length > 0),
  );
  const lastDay = answered
    .map(([day]) => day)
    .sort()
    .at(-1);
  if (!published || lastDay === undefined)
    return published || lastDay !== undefined ? ['record: published without a valid answer, or not published'] : [];
  const record = buildRecord({
    keyword: {
      ...keyword,
      tags: published.tags,
      platforms: published.platforms,
      lastDay,
      updatedAt: published.updatedAt,
      doc: published.doc,
    },
    now: published.updatedAt,
    counts: windowCounts(keyword, compared, lastDay),
    scatter: scatterAt({ day: lastDay, time: published.updatedAt, stored: JSON.parse(published.scatter) }),
  });
  const fields = fieldsOf(published);
  const expected = record ? fieldsOf(record) : {};
  return Object.keys(expected)
    .filter((field) => JSON.stringify(own(expected, field)) !== JSON.stringify(own(fields, field)))
    .map(
      (field) =>
        `record ${field}: published ${JSON.stringify(own(fields, field))}, recomputed ${JSON.stringify(own(expected, field))}`,
    );
}

/** A stored record in the format of `?include=evidence`, and the columns that lists are sorted and filtered by. */
function fieldsOf({ doc, evidence, platformEvidence, scatter, ...columns }: VisibilityRow): Record<string, unknown> {
  return {
    ...JSON.parse(doc),
    ...JSON.parse(`{${evidence}}`),
    platform_evidence: JSON.parse(platformEvidence),
    scatter: JSON.parse(scatter),
    'column keyword': columns.keyword,
    'column visibility_score': columns.visibilityScore,
    'column trend': columns.trend,
    'column last_day': columns.lastDay,
    'column reading': columns.reading,
    'column platforms': columns.platforms,
  };
}

/** The own brand's counts in the two windows that a record is based on. */
function windowCounts({ keywordId }: KeywordToVerify, { days, names }: ComparedDays, lastDay: string): StretchCounts[] {
  const first = addDays(lastDay, 1 - 2 * WINDOW_DAYS);
  const within = [...days].filter(([day]) => day >= first && day <= lastDay);
  const text = within.map(([day, value]) => `[${daysBetween(day, lastDay)},${JSON.stringify(value)}]`).join();
  const counts: StretchCounts[] = [];
  const use = ({ ago, prompt, ...cell }: CellCounts) => {
    const promptId = names.promptIds[prompt - 1] ?? '';
    counts.push({ ...cell, keywordId, promptId, ago: Math.floor(ago / WINDOW_DAYS) });
  };
  scanDays(text, { brand: 0, use });
  return counts;
}
