import { groupBy } from '../base/group-by.ts';
import { addDays, daysBetween } from '../base/time.ts';
import type { ScatterBefore } from '../score/scatter-before.ts';
import { displayed, scoreWindow, WINDOW_DAYS, type WindowScore, windowOf } from '../score/window.ts';
import { countsByStretch, type StretchCounts } from '../store/days/counts.ts';
import type { Db } from '../store/db.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

export interface HistoryQuery {
  keywordId: string;
  reading: number;
  since: string;
  until: string;
  /** One point per day or per week, counted back from `until`. */
  stepDays: number;
}

/**
 * The published record on each day. Each point is the score of the seven days that end on it, so the newest point
 * equals the current record. Points without a valid answer are left out.
 */
export async function scoreHistory(db: Db, workspaceId: string, { keywordId, reading, ...range }: HistoryQuery) {
  const keywords = new Map([[keywordId, { lastDay: range.until, reading }]]);
  const counts = await countsByStretch(db, workspaceId, { brandId: OWN_BRAND, keywords, ...daysBehind(range) });
  return scorePoints(counts, range).map(({ date, score }) => ({
    date,
    visibilityScore: score.overall.score,
    mentions: score.overall.k,
    citations: score.citations,
    sampleSize: score.overall.n,
    platforms: displayed(score.platforms),
  }));
}

/** The daily counts needed for a range, including the days before it: the rest of a window, or of two. */
export function daysBehind({ since, until }: Pick<HistoryQuery, 'since' | 'until'>, windows = 1) {
  return { days: 1, stretches: daysBetween(since, until) + windows * WINDOW_DAYS };
}

/** What intervals are based on. */
export interface IntervalsOf {
  workspace: Pick<Workspace, 'firstDay'>;
  scatter: ScatterBefore;
}

/** By platform. */
export function scatterOn(day: string, { workspace, scatter }: IntervalsOf): ReturnType<ScatterBefore> {
  return scatter(windowOf(workspace.firstDay, day));
}

/** The points of one keyword, oldest first, from its daily counts. */
export function scorePoints(
  counts: StretchCounts[],
  { since, until, stepDays }: Pick<HistoryQuery, 'since' | 'until' | 'stepDays'>,
  intervals?: IntervalsOf,
): { date: string; score: WindowScore }[] {
  const byDaysAgo = groupBy(counts, ({ ago }) => ago);
  const windowAt = (ago: number) =>
    Array.from({ length: WINDOW_DAYS }, (_, back) => byDaysAgo.get(ago + back) ?? []).flat();
  const points: { date: string; score: WindowScore }[] = [];
  for (let ago = 0; ago <= daysBetween(since, until); ago += stepDays) {
    const date = addDays(until, -ago);
    const scatter = intervals && scatterOn(date, intervals);
    const score = scoreWindow(windowAt(ago), scatter && { before: windowAt(ago + WINDOW_DAYS), scatter });
    if (score) points.push({ date, score });
  }
  return points.reverse();
}
