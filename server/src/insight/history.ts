import { groupBy } from '../base/group-by.ts';
import { addDays, daysBetween } from '../base/time.ts';
import { displayed, scoreWindow, WINDOW_DAYS, type WindowScore } from '../score/window.ts';
import { countsByStretch, type StretchCounts } from '../store/counts/daily-counts.ts';
import type { Db } from '../store/db.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';

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

/** The daily counts needed for a range, including the six days before it. */
export function daysBehind({ since, until }: Pick<HistoryQuery, 'since' | 'until'>) {
  return { days: 1, stretches: daysBetween(since, until) + WINDOW_DAYS };
}

/** The points of one keyword, oldest first, from its daily counts. */
export function scorePoints(
  counts: StretchCounts[],
  { since, until, stepDays }: Pick<HistoryQuery, 'since' | 'until' | 'stepDays'>,
): { date: string; score: WindowScore }[] {
  const byDaysAgo = groupBy(counts, ({ ago }) => ago);
  const points: { date: string; score: WindowScore }[] = [];
  for (let ago = 0; ago <= daysBetween(since, until); ago += stepDays) {
    const window = Array.from({ length: WINDOW_DAYS }, (_, back) => byDaysAgo.get(ago + back) ?? []).flat();
    const score = scoreWindow(window);
    if (score) points.push({ date: addDays(until, -ago), score });
  }
  return points.reverse();
}
