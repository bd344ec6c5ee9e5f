import { groupBy } from '../../base/group-by.ts';
import { nextTurn } from '../../base/turns.ts';
import type { Scatter } from '../../score/scatter.ts';
import { scoreWindow, WINDOW_DAYS, type WindowScore, windowOf } from '../../score/window.ts';
import { countsByStretch, type StretchCounts } from '../days/counts.ts';
import type { Transaction } from '../db.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import type { Workspace } from '../workspaces/workspaces.ts';
import { readScatter } from './judged-groups.ts';
import type { LockedKeyword } from './visibility.ts';

/** Keywords that are scored before others get a turn: some milliseconds. */
const TURN = 10;

/** A keyword with the scores of its current and previous window. */
export interface ScoredKeyword {
  keyword: LockedKeyword & { lastDay: string };
  current: WindowScore;
  previous: WindowScore | undefined;
  /** What their intervals are based on, by platform. */
  scatter: ReadonlyMap<string, Scatter>;
}

/** Scores keywords from two weeks of daily counts. Keywords without a valid answer are left out. */
export async function scoreKeywords(
  tx: Transaction,
  { workspaceId, firstDay }: Pick<Workspace, 'workspaceId' | 'firstDay'>,
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
  const scatterOf = await readScatter(tx, workspaceId, [...query.keywords.keys()]);
  const scored: ScoredKeyword[] = [];
  for (const [index, keyword] of measured.entries()) {
    if (index % TURN === 0) await nextTurn();
    const { keywordId, lastDay } = keyword;
    const scatter = scatterOf(keywordId)(windowOf(firstDay, lastDay));
    const windows = scoreWindows(counts.get(keywordId) ?? [], scatter);
    if (windows) scored.push({ keyword, ...windows });
  }
  return scored;
}

/** The scores of a keyword's last two windows. Undefined without a valid answer in the current one. */
export function scoreWindows(
  counts: StretchCounts[],
  scatter: ScoredKeyword['scatter'],
): Omit<ScoredKeyword, 'keyword'> | undefined {
  const now = counts.filter(({ ago }) => ago === 0);
  const before = counts.filter(({ ago }) => ago === 1);
  const current = scoreWindow(now, { before, scatter });
  return current && { current, previous: scoreWindow(before, { before: [], scatter }), scatter };
}
