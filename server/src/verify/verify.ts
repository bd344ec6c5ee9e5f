import { shownStatus } from '../analyze/counted-status.ts';
import { own } from '../base/own.ts';
import { addDays, dayOf } from '../base/time.ts';
import { countAnswers } from '../measure/count-answers.ts';
import { countFindings } from '../measure/count-findings.ts';
import { addToTotals, emptyTotals, type NamedTotals } from '../measure/count-totals.ts';
import { type ReadAnswer, type RemovedTexts, type StoredReader, storedReader } from '../measure/read-stored.ts';
import { buildRecord } from '../measure/rescore.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { type PackedDays, wrongPackedDays } from '../store/answers/packed-answers.ts';
import {
  allDailyAnswers,
  allDailyFindings,
  type DailyAnswers,
  type DailyFindings,
  NO_ANSWERS,
} from '../store/counts/daily-counts.ts';
import { allKeywordDays } from '../store/counts/daily-series.ts';
import { readVisibility, type VisibilityRow } from '../store/counts/visibility.ts';
import type { Db } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import { completeSince } from '../store/retention/removed-months.ts';
import { currentReadings, OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { verifyEvents } from './events.ts';
import { findingsVerifier } from './findings.ts';
import { verifyJudgements } from './judgements.ts';
import { type LogHead, verifyLog } from './log.ts';
import { answersUnder } from './read-answers.ts';
import { type GroupMemory, loadGroupMemory, verifyGroups } from './remembered-groups.ts';
import { noteRemoved, type RemovedAnswers } from './removed-answers.ts';
import { type ScatterAt, scatterAt } from './scatter-at.ts';
import { verifyPrompts, verifySeries } from './series.ts';
import { verifySourceSums } from './source-sums.ts';
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
    ...(await verifySourceSums(db, workspace.workspaceId)),
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
  const stored = {
    answers: await allDailyAnswers(db, workspaceId, keywordId),
    findings: await allDailyFindings(db, workspaceId, keyword),
  };
  const recounted = await recount(db, workspaceId, { ...check, daily: stored.findings });
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
      ...compare('answers', rowsOf(recounted.answers, ANSWER_COUNTS), rowsOf(stored.answers, ANSWER_COUNTS)),
      ...compare('findings', rowsOf(recounted.findings, FINDING_COUNTS), rowsOf(stored.findings, FINDING_COUNTS)),
      ...compare(
        'day',
        rowsOf(ownCounts(recounted), OWN_COUNTS),
        rowsOf(await allKeywordDays(db, workspaceId, keywordId), OWN_COUNTS),
      ),
      ...(await verifyPackedDays(db, workspaceId, { keywordId, since: check.since })),
      ...(await verifyRecord(db, workspace, { keyword, recounted, scatterAt: known.at })),
      ...(await verifySeries(db, workspaceId, keywordId)),
      ...differences,
      ...judged.differences,
      ...(await verifyStandings(db, workspace, { keywordId, answersUnder: read })),
      ...known.differences,
    ],
  };
}

async function verifyPackedDays(db: Db, workspaceId: string, days: PackedDays): Promise<string[]> {
  const wrong = await wrongPackedDays(db, workspaceId, days);
  return wrong.map((day) => `packed answers ${day}: differ from the answers and their findings`);
}

interface Recount {
  total: number;
  answers: DailyAnswers[];
  findings: DailyFindings[];
  /** Of the stored mentions and citations. */
  differences: string[];
  removed: RemovedAnswers[];
}

interface RecountOptions extends Pick<KeywordCheck, 'keyword' | 'totals' | 'stored' | 'since'> {
  /** The stored counts, which are taken as they are for months whose findings cannot be known. */
  daily: DailyFindings[];
}

/** Counts a keyword's stored answers again and adds them to the totals over all keywords. */
async function recount(
  db: Db,
  workspaceId: string,
  { keyword, totals, stored, since = '', daily }: RecountOptions,
): Promise<Recount> {
  const counted: Parameters<typeof countAnswers>[0] = [];
  const findings = new Map<string, DailyFindings>();
  const verifier = findingsVerifier(db, workspaceId, keyword.keywordId);
  const removed = new Map<string, RemovedAnswers>();
  for await (const batch of stored.answers({ reading: keyword.reading })) {
    noteRemoved(removed, batch);
    for (const { answer, status } of batch) {
      const { platform, promptId, askedAt } = answer;
      counted.push({ keywordId: keyword.keywordId, platform, promptId, askedAt, status });
    }
    const read = batch.flatMap((one) => countable(one, keyword));
    const kept = read.filter(({ answer }) => dayOf(answer.askedAt) >= since);
    addToTotals(totals, kept);
    await verifier.check(kept);
    for (const row of countFindings(read)) addFindings(findings, row);
  }
  for (const row of daily) {
    if (removed.get(row.day.slice(0, 7))?.level === 'findings') findings.set(nameOf(row), row);
  }
  const differences = await verifier.finish();
  return {
    total: counted.length,
    answers: countAnswers(counted),
    findings: [...findings.values()],
    differences,
    removed: [...removed.values()],
  };
}

function countable({ answer, findings, ...now }: ReadAnswer, keyword: KeywordToVerify) {
  const { status, reason } = now;
  return findings
    ? [{ keyword, answer: { ...answer, status, reason }, storedStatus: shownStatus(answer), ...findings }]
    : [];
}

function nameOf({ day, platform, promptId, brandId }: DailyFindings): string {
  return [day, platform, promptId, brandId].join(' ');
}

function addFindings(findings: Map<string, DailyFindings>, row: DailyFindings): void {
  const sum = findings.get(nameOf(row));
  if (sum) {
    sum.named += row.named;
    sum.cited += row.cited;
    sum.withOwn += row.withOwn;
  } else findings.set(nameOf(row), row);
}

async function verifyRecord(
  db: Db,
  workspace: Workspace,
  { keyword, recounted, scatterAt }: { keyword: KeywordToVerify; recounted: Recount; scatterAt: ScatterAt },
): Promise<string[]> {
  const published = await readVisibility(db, workspace.workspaceId, keyword.keywordId);
  const days = recounted.answers
    .filter(({ valid }) => valid > 0)
    .map(({ day }) => day)
    .sort();
  const lastDay = days.at(-1);
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
    counts: windowCounts(keyword, recounted, lastDay),
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

/** The recounted days as the two windows a record is based on. */
function windowCounts({ keywordId }: KeywordToVerify, recounted: Recount, lastDay: string) {
  const first = addDays(lastDay, 1 - 2 * WINDOW_DAYS);
  return ownCounts(recounted)
    .filter(({ day }) => day >= first && day <= lastDay)
    .map(({ day, ...counts }) => ({ keywordId, ago: day > addDays(lastDay, -WINDOW_DAYS) ? 0 : 1, ...counts }));
}

/** The recounted answers with the findings of the own brand. */
function ownCounts({ answers, findings }: Recount) {
  const placeOf = ({ day, platform, promptId }: Row) => [day, platform, promptId].join(' ');
  const own = new Map(findings.filter(({ brandId }) => brandId === OWN_BRAND).map((row) => [placeOf(row), row]));
  return answers.map((row) => {
    const { day, platform, promptId, valid: n } = row;
    const { named: k = 0, cited: citations = 0 } = own.get(placeOf(row)) ?? {};
    return { day, platform, promptId, n, k, citations };
  });
}

const OWN_COUNTS = ['n', 'k', 'citations'] as const;
const ANSWER_COUNTS = Object.keys(NO_ANSWERS) as (keyof DailyAnswers)[];
const FINDING_COUNTS: (keyof DailyFindings & string)[] = ['named', 'cited', 'withOwn'];

type Row = { day: string; platform: string; promptId: string; brandId?: string };

function rowsOf<Counted extends Row>(
  rows: Counted[],
  counts: readonly (keyof Counted & string)[],
): Map<string, string> {
  return new Map(
    rows.map((row) => [
      [row.day, row.platform, row.promptId, row.brandId ?? ''].join(' ').trim(),
      counts.map((count) => `${count} ${row[count]}`).join(', '),
    ]),
  );
}

function compare(what: string, recomputed: Map<string, string>, stored: Map<string, string>): string[] {
  const names = [...new Set([...recomputed.keys(), ...stored.keys()])].sort();
  return names
    .filter((name) => recomputed.get(name) !== stored.get(name))
    .map(
      (name) =>
        `${what} ${name}: stored ${stored.get(name) ?? 'nothing'}; recomputed ${recomputed.get(name) ?? 'nothing'}`,
    );
}
