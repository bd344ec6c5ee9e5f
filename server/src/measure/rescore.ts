import type { PlatformEvidence } from '@visibility/sdk';
import { groupBy } from '../base/group-by.ts';
import { dayOf, isoSeconds } from '../base/time.ts';
import type { PromptCounts } from '../score/counts.ts';
import { METRIC_VERSION } from '../score/metrics.ts';
import { signedPercent } from '../score/signed.ts';
import { trendPercent } from '../score/trend.ts';
import { type OverallScore, overallScore, type PlatformScore, platformScore } from '../score/visibility.ts';
import { countsByStretch, type StretchCounts } from '../store/daily-counts.ts';
import type { Transaction } from '../store/db.ts';
import { OWN_BRAND } from '../store/readings.ts';
import { type LockedKeyword, saveVisibility, type VisibilityRow } from '../store/visibility.ts';
import type { Workspace } from '../store/workspaces.ts';
import { WINDOW_DAYS } from './plan.ts';
import type { Recorded } from './record.ts';

/** A score over one window, with what it is made of. */
export interface WindowScore {
  overall: OverallScore;
  platforms: Map<string, PlatformScore>;
  citations: number;
}

/** A keyword whose record was published anew, and the two windows it is made of. */
export interface Rescored {
  keyword: LockedKeyword & { lastDay: string };
  current: WindowScore;
  previous: WindowScore | undefined;
}

/** Publishes the records of the touched keywords anew. */
export function rescore(tx: Transaction, workspace: Workspace, recorded: Recorded): Promise<Rescored[]> {
  const lastDays = newestDays(recorded);
  const touched = [...recorded.keywords.values()].filter(({ keywordId }) => lastDays.has(keywordId));
  return publishRecords(
    tx,
    workspace,
    touched.map((keyword) => ({ ...keyword, lastDay: lastDays.get(keyword.keywordId) })),
  );
}

/** Publishes records; a keyword without a valid answer has none. */
export async function publishRecords(
  tx: Transaction,
  workspace: Workspace,
  keywords: LockedKeyword[],
): Promise<Rescored[]> {
  const rescored = await scoreKeywords(tx, workspace.workspaceId, keywords);
  const rows = rescored.map((one) => toRow(one, workspace.now));
  if (rows.length > 0) await saveVisibility(tx, workspace.workspaceId, rows);
  return rescored;
}

/** Scores keywords from sums of two weeks of daily counts; those without a valid answer are left out. */
export async function scoreKeywords(
  tx: Transaction,
  workspaceId: string,
  keywords: LockedKeyword[],
): Promise<Rescored[]> {
  const measured = keywords.flatMap(({ lastDay, ...keyword }) =>
    lastDay === undefined ? [] : [{ ...keyword, lastDay }],
  );
  const query = {
    brandId: OWN_BRAND,
    keywords: new Map(measured.map((keyword) => [keyword.keywordId, keyword])),
    days: WINDOW_DAYS,
    stretches: 2,
  };
  const counts = groupBy(await countsByStretch(tx, workspaceId, query), ({ keywordId }) => keywordId);
  return measured.flatMap((keyword) => {
    const windows = scoreWindows(counts.get(keyword.keywordId) ?? []);
    return windows ? [{ keyword, ...windows }] : [];
  });
}

/** The day each touched keyword's window ends: that of its newest valid answer, so that a late one does not turn it back. */
function newestDays({ keywords, answers }: Recorded): Map<string, string> {
  const lastDays = new Map<string, string>();
  for (const { keyword, answer } of answers) {
    if (answer.status !== 'valid') continue;
    const { keywordId } = keyword;
    const day = dayOf(answer.asked_at);
    const last = lastDays.get(keywordId) ?? keywords.get(keywordId)?.lastDay;
    lastDays.set(keywordId, last === undefined || day > last ? day : last);
  }
  return lastDays;
}

/** Scores one window: each platform by itself, then all together. Undefined without a valid answer. */
export function scoreWindow(
  counts: (PromptCounts & { platform: string; citations: number })[],
): WindowScore | undefined {
  const platforms = new Map<string, PlatformScore>();
  for (const [platform, mine] of groupBy(counts, (count) => count.platform)) {
    const score = platformScore(mine);
    if (score) platforms.set(platform, score);
  }
  const overall = overallScore(platforms);
  return overall && { overall, platforms, citations: counts.reduce((sum, count) => sum + count.citations, 0) };
}

interface RecordInput {
  keyword: Rescored['keyword'];
  now: Date;
  counts: StretchCounts[];
}

/** The published record of a keyword, from the counts of its last two windows. */
export function buildRecord({ keyword, now, counts }: RecordInput): VisibilityRow | undefined {
  const windows = scoreWindows(counts);
  return windows && toRow({ keyword, ...windows }, now);
}

function scoreWindows(counts: StretchCounts[]): Omit<Rescored, 'keyword'> | undefined {
  const current = scoreWindow(counts.filter(({ ago }) => ago === 0));
  return current && { current, previous: scoreWindow(counts.filter(({ ago }) => ago === 1)) };
}

function toRow({ keyword, current, previous }: Rescored, now: Date): VisibilityRow {
  const { overall, citations } = current;
  // It never goes back, also when two processes' readings of the clock differ.
  const updatedAt = new Date(Math.max(now.getTime(), keyword.updatedAt?.getTime() ?? 0));
  const trend = trendPercent(previous?.overall.score, overall.score);
  const about = { keyword_id: keyword.keywordId, keyword: keyword.keyword, visibility_score: overall.score };
  const record = {
    ...about,
    mentions: overall.k,
    citations,
    platforms: displayed(current.platforms),
    trend: signedPercent(trend),
    updated_at: isoSeconds(updatedAt),
  };
  const evidence = { sample_size: overall.n, interval: overall.interval, metric_version: METRIC_VERSION };
  return {
    ...about,
    tags: keyword.tags,
    trend,
    updated_at: updatedAt,
    last_day: keyword.lastDay,
    reading: keyword.reading,
    doc: JSON.stringify(record),
    // Without its braces, to be appended to `doc` when it is asked for.
    evidence: JSON.stringify(evidence).slice(1, -1),
    platform_evidence: JSON.stringify(platformEvidence(current.platforms)),
  };
}

/** Platform scores as the API shows them. */
export function displayed(platforms: Map<string, PlatformScore>): Record<string, number> {
  return Object.fromEntries(byName(platforms).map(([platform, { score }]) => [platform, score]));
}

/** The sample and the interval of each platform score, in the order of the scores. */
function platformEvidence(platforms: Map<string, PlatformScore>): Record<string, PlatformEvidence> {
  return Object.fromEntries(
    byName(platforms).map(([platform, { n, interval }]) => [platform, { sample_size: n, interval }]),
  );
}

function byName(platforms: Map<string, PlatformScore>): [string, PlatformScore][] {
  return [...platforms].sort(([a], [b]) => (a < b ? -1 : 1));
}
