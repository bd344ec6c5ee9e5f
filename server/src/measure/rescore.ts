import type { PlatformEvidence } from '@visibility/sdk';
import { dayOf, isoSeconds } from '../base/time.ts';
import { METRIC_VERSION } from '../score/metrics.ts';
import { signedPercent } from '../score/signed.ts';
import { trendPercent } from '../score/trend.ts';
import type { PlatformScore } from '../score/visibility.ts';
import { byName, displayed } from '../score/window.ts';
import { type ScoredKeyword, scoreKeywords, scoreWindows } from '../store/counts/score-keywords.ts';
import { type LockedKeyword, saveVisibility, type VisibilityRow } from '../store/counts/visibility.ts';
import type { StretchCounts } from '../store/days/counts.ts';
import type { Transaction } from '../store/db.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { Recorded } from './record.ts';

/** Publishes new records for the affected keywords. */
export function rescore(tx: Transaction, workspace: Workspace, recorded: Recorded): Promise<ScoredKeyword[]> {
  const lastDays = newestDays(recorded);
  const touched = [...recorded.keywords.values()].filter(({ keywordId }) => lastDays.has(keywordId));
  return publishRecords(
    tx,
    workspace,
    touched.map((keyword) => ({ ...keyword, lastDay: lastDays.get(keyword.keywordId) })),
  );
}

/** Publishes records. A keyword without a valid answer has none. */
export async function publishRecords(
  tx: Transaction,
  workspace: Workspace,
  keywords: LockedKeyword[],
): Promise<ScoredKeyword[]> {
  const rescored = await scoreKeywords(tx, workspace, keywords);
  const rows = rescored.map((one) => ({ ...toRow(one, workspace.now), platformsBefore: one.keyword.platforms }));
  if (rows.length > 0) await saveVisibility(tx, workspace.workspaceId, rows);
  return rescored;
}

/**
 * The last day of each keyword's window: the day of its latest valid answer, so that a late answer does not move it
 * back.
 */
function newestDays({ keywords, answers }: Recorded): Map<string, string> {
  const lastDays = new Map<string, string>();
  for (const { keyword, answer } of answers) {
    if (answer.status !== 'valid') continue;
    const { keywordId } = keyword;
    const day = dayOf(answer.askedAt);
    const last = lastDays.get(keywordId) ?? keywords.get(keywordId)?.lastDay;
    lastDays.set(keywordId, last === undefined || day > last ? day : last);
  }
  return lastDays;
}

interface RecordInput extends Pick<ScoredKeyword, 'keyword' | 'scatter'> {
  now: Date;
  counts: StretchCounts[];
}

/** The published record of a keyword, from the counts of its last two windows. */
export function buildRecord({ keyword, now, counts, scatter }: RecordInput): VisibilityRow | undefined {
  const windows = scoreWindows(counts, scatter);
  return windows && toRow({ keyword, ...windows }, now);
}

function toRow({ keyword, current, previous, scatter }: ScoredKeyword, now: Date): VisibilityRow {
  const { overall, citations } = current;
  // It never goes back, even if the clocks of two processes differ.
  const updatedAt = new Date(Math.max(now.getTime(), keyword.updatedAt?.getTime() ?? 0));
  const trend = trendPercent(previous?.overall.score, overall.score);
  const record = {
    keyword_id: keyword.keywordId,
    keyword: keyword.keyword,
    visibility_score: overall.score,
    mentions: overall.k,
    citations,
    platforms: displayed(current.platforms),
    trend: signedPercent(trend),
    updated_at: isoSeconds(updatedAt),
  };
  const evidence = { sample_size: overall.n, interval: overall.interval, metric_version: METRIC_VERSION };
  return {
    keywordId: keyword.keywordId,
    keyword: keyword.keyword,
    visibilityScore: overall.score,
    tags: keyword.tags,
    platforms: Object.keys(record.platforms),
    trend,
    updatedAt,
    lastDay: keyword.lastDay,
    reading: keyword.reading,
    doc: JSON.stringify(record),
    // Without braces, so that it can be appended to `doc` on request.
    evidence: JSON.stringify(evidence).slice(1, -1),
    platformEvidence: JSON.stringify(platformEvidence(current.platforms)),
    scatter: JSON.stringify(Object.fromEntries(scatter)),
  };
}

/** The sample and the interval of each platform score, in the order of the scores. */
function platformEvidence(platforms: Map<string, PlatformScore>): Record<string, PlatformEvidence> {
  return Object.fromEntries(
    byName(platforms).map(([platform, { n, interval }]) => [platform, { sample_size: n, interval }]),
  );
}
