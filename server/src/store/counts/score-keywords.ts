import { groupBy } from '../../base/group-by.ts';
import { scoreWindow, WINDOW_DAYS, type WindowScore } from '../../score/window.ts';
import type { Transaction } from '../db.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { countsByStretch, type StretchCounts } from './daily-counts.ts';
import type { LockedKeyword } from './visibility.ts';

/** A keyword with the scores of its current and previous window. */
export interface ScoredKeyword {
  keyword: LockedKeyword & { lastDay: string };
  current: WindowScore;
  previous: WindowScore | undefined;
  /** What they were computed from. */
  counts: { now: StretchCounts[]; before: StretchCounts[] };
}

/** Scores keywords from two weeks of daily counts. Keywords without a valid answer are left out. */
export async function scoreKeywords(
  tx: Transaction,
  workspaceId: string,
  keywords: LockedKeyword[],
): Promise<ScoredKeyword[]> {
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

/** The scores of a keyword's last two windows. Undefined without a valid answer in the current one. */
export function scoreWindows(counts: StretchCounts[]): Omit<ScoredKeyword, 'keyword'> | undefined {
  const now = counts.filter(({ ago }) => ago === 0);
  const before = counts.filter(({ ago }) => ago === 1);
  const current = scoreWindow(now);
  return current && { current, previous: scoreWindow(before), counts: { now, before } };
}
