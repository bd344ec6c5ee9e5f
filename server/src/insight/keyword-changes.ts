import { groupBy } from '../base/group-by.ts';
import { LEAST_ANSWERS, type ScoreChange } from '../base/score-text.ts';
import { addDays } from '../base/time.ts';
import { scoreWindow, WINDOW_DAYS } from '../score/window.ts';
import { countsByStretch } from '../store/days/counts.ts';
import type { Db } from '../store/db.ts';
import { recentChanges } from '../store/events/recent-changes.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

const WINDOW_MS = WINDOW_DAYS * 86_400_000;

/** A published score and the last of its seven days. */
export interface PublishedScore {
  keywordId: string;
  reading: number;
  lastDay: string;
  score: number;
  sampleSize: number;
}

export interface KeywordChange extends ScoreChange {
  previousScore: number;
  /** The platforms with a significant change in the same direction. */
  platforms: string[];
}

/**
 * The change of each score from the seven days before. Left out if either has too few answers. It is significant if the
 * latest check of closed windows published a change in the same direction for one of the keyword's platforms.
 */
export async function keywordChanges(
  db: Db,
  workspace: Workspace,
  published: PublishedScore[],
): Promise<Map<string, KeywordChange>> {
  const enough = published.filter(({ sampleSize }) => sampleSize >= LEAST_ANSWERS);
  if (enough.length === 0) return new Map();
  const keywordIds = enough.map(({ keywordId }) => keywordId);
  const ends = enough.map(({ keywordId, reading, lastDay }) => {
    return [keywordId, { reading, lastDay: addDays(lastDay, -WINDOW_DAYS) }] as const;
  });
  const query = { brandId: OWN_BRAND, keywords: new Map(ends), days: WINDOW_DAYS, stretches: 1 };
  const [counts, found] = await Promise.all([
    countsByStretch(db, workspace.workspaceId, query),
    recentChanges(db, workspace.workspaceId, { keywordIds, since: sinceLastCheck(workspace) }),
  ]);
  const before = groupBy(counts, ({ keywordId }) => keywordId);
  const changed = groupBy(found, ({ keywordId }) => keywordId);
  return new Map(
    enough.flatMap(({ keywordId, score }) => {
      const previous = scoreWindow(before.get(keywordId) ?? [])?.overall;
      if (!previous || previous.n < LEAST_ANSWERS) return [];
      const points = score - previous.score;
      const same = (changed.get(keywordId) ?? []).filter((one) => Math.sign(one.points) === Math.sign(points));
      const significant = same.length > 0 || (wasChecked(workspace) ? false : null);
      const platforms = [...new Set(same.map(({ platform }) => platform))];
      return [[keywordId, { points, previousScore: previous.score, significant, platforms }] as const];
    }),
  );
}

/** Windows are checked every seven days, so this is the time of the latest check or earlier. */
export function sinceLastCheck({ now }: Workspace): Date {
  return new Date(now.getTime() - WINDOW_MS);
}

/** Whether a window was compared with an earlier one. */
export function wasChecked({ windowsJudged }: Workspace): boolean {
  return windowsJudged > 1;
}
