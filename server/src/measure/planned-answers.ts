import { groupBy } from '../base/group-by.ts';
import { own } from '../base/own.ts';
import { dayOf } from '../base/time.ts';
import type { Db, Transaction } from '../store/db.ts';
import { activePanels, type PanelPrompt } from '../store/keywords/keywords.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { adaptiveRepetitions } from './adaptive.ts';
import { REPETITIONS } from './plan.ts';

export interface PlanQuery {
  platforms: string[];
  /** Default: all keywords. */
  keywordIds?: string[] | undefined;
}

/** How many answers are planned in seven days, by keyword and platform. Paused keywords have none. */
export async function plannedAnswers(
  db: Db,
  workspace: Workspace,
  { platforms, keywordIds }: PlanQuery,
): Promise<Map<string, Record<string, number>>> {
  const panels = await activePanels(db, workspace.workspaceId, keywordIds);
  const repetitions = await repetitionsOf(db, workspace, { panels, day: dayOf(workspace.now) });
  const byKeyword = groupBy(panels, ({ keywordId }) => keywordId);
  return new Map(
    [...byKeyword].map(([keywordId, prompts]) => [
      keywordId,
      Object.fromEntries(platforms.map((name) => [name, prompts.length * repetitions(keywordId, name)])),
    ]),
  );
}

/** The sum of a plan, over all platforms or for one. */
export function sumPlanned(plan: Map<string, Record<string, number>>, platform?: string): number {
  return [...plan.values()].reduce((sum, one) => sum + planOf(one, platform), 0);
}

function planOf(planned: Record<string, number>, platform: string | undefined): number {
  if (platform !== undefined) return own(planned, platform) ?? 0;
  return Object.values(planned).reduce((sum, answers) => sum + answers, 0);
}

/** How often a prompt is asked per week: the same for all, unless the workspace has a target interval. */
export async function repetitionsOf(
  db: Db | Transaction,
  workspace: Workspace,
  { panels, day }: { panels: PanelPrompt[]; day: string },
): Promise<(keywordId: string, platform: string) => number> {
  const points = workspace.intervalPoints;
  return points === undefined ? () => REPETITIONS : adaptiveRepetitions(db, workspace, { panels, day, points });
}
