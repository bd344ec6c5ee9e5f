import { groupBy } from '../base/group-by.ts';
import { wilson } from '../score/wilson.ts';
import { WINDOW_DAYS } from '../score/window.ts';
import { countsByStretch } from '../store/days/counts.ts';
import type { Db, Transaction } from '../store/db.ts';
import { keywordNames, type PanelPrompt } from '../store/keywords/keywords.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { REPETITIONS } from './plan.ts';

/** Often enough to notice a change, but not so often that one keyword uses up the budget. */
const FEWEST = 4;
const MOST = 40;

/**
 * How often each prompt must be asked per week so that the interval of a platform's score is no wider than requested. A
 * brand that is mentioned always or never needs few answers. A brand that is mentioned half the time needs many.
 */
export async function adaptiveRepetitions(
  db: Db | Transaction,
  workspace: Workspace,
  { panels, day, points }: { panels: PanelPrompt[]; day: string; points: number },
): Promise<(keywordId: string, platform: string) => number> {
  const names = await keywordNames(db, workspace.workspaceId);
  const sizes = new Map(
    [...groupBy(panels, ({ keywordId }) => keywordId)].map(([id, prompts]) => [id, prompts.length]),
  );
  const keywords = new Map([...sizes.keys()].map((id) => [id, { lastDay: day, reading: names.get(id)?.reading ?? 0 }]));
  const query = { brandId: OWN_BRAND, keywords, days: WINDOW_DAYS, stretches: 1 };
  const counts = await countsByStretch(db, workspace.workspaceId, query);
  const needed = new Map<string, number>();
  for (const [series, mine] of groupBy(counts, ({ keywordId, platform }) => `${keywordId} ${platform}`)) {
    const n = mine.reduce((sum, { n: one }) => sum + one, 0);
    const k = mine.reduce((sum, { k: one }) => sum + one, 0);
    const prompts = sizes.get(mine[0]?.keywordId ?? '') ?? 1;
    if (n > 0) needed.set(series, repetitionsFor({ share: k / n, prompts, points }));
  }
  return (keywordId, platform) => needed.get(`${keywordId} ${platform}`) ?? REPETITIONS;
}

/** The smallest number of repetitions, within bounds, that gives a narrow enough interval. */
export function repetitionsFor({ share, prompts, points }: { share: number; prompts: number; points: number }): number {
  for (let repetitions = FEWEST; repetitions < MOST; repetitions++) {
    const [low, high] = wilson(share, repetitions * prompts);
    if (100 * (high - low) <= points) return repetitions;
  }
  return MOST;
}
