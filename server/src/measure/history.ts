import type { HistoryPoint } from '@visibility/sdk';
import { groupBy } from '../base/group-by.ts';
import { addDays, daysBetween } from '../base/time.ts';
import { countsByStretch } from '../store/daily-counts.ts';
import type { Db } from '../store/db.ts';
import { OWN_BRAND } from '../store/readings.ts';
import { WINDOW_DAYS } from './plan.ts';
import { displayed, scoreWindow } from './rescore.ts';

export interface HistoryQuery {
  keywordId: string;
  reading: number;
  since: string;
  until: string;
  /** A point for every day, or for every seventh, counted back from `until`. */
  stepDays: number;
}

/**
 * What the record said on each day: every point is the score of the seven days that ended there, so the
 * newest point is the published record. Days whose seven days hold no valid answer are left out.
 */
export async function scoreHistory(
  db: Db,
  workspaceId: string,
  { keywordId, reading, since, until, stepDays }: HistoryQuery,
): Promise<HistoryPoint[]> {
  const stretches = daysBetween(since, until) + WINDOW_DAYS;
  const keywords = new Map([[keywordId, { lastDay: until, reading }]]);
  const counts = await countsByStretch(db, workspaceId, { brandId: OWN_BRAND, keywords, days: 1, stretches });
  const byDaysAgo = groupBy(counts, ({ ago }) => ago);
  const points: HistoryPoint[] = [];
  for (let ago = 0; ago <= daysBetween(since, until); ago += stepDays) {
    const window = Array.from({ length: WINDOW_DAYS }, (_, back) => byDaysAgo.get(ago + back) ?? []).flat();
    const score = scoreWindow(window);
    if (!score) continue;
    points.push({
      date: addDays(until, -ago),
      visibility_score: score.overall.score,
      mentions: score.overall.k,
      citations: score.citations,
      sample_size: score.overall.n,
      platforms: displayed(score.platforms),
    });
  }
  return points.reverse();
}
