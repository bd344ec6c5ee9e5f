import { dayOf } from '../base/time.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { planRound } from '../measure/worker.ts';
import { insertKeywords, type Keyword, type NewKeyword } from '../store/keywords/keywords.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';

/** Adds keywords and plans their prompts for today, so that they do not wait until tomorrow. */
export function addKeywords(deps: MeasureDeps, workspace: Workspace, keywords: NewKeyword[]): Promise<Keyword[]> {
  return deps.db.transaction(async (tx) => {
    const added = await insertKeywords(tx, workspace.workspaceId, {
      keywords,
      reading: workspace.reading,
      now: workspace.now,
    });
    const day = dayOf(workspace.now);
    if (workspace.plannedThrough === day) {
      await planRound(tx, deps, { workspace, day, keywordIds: added.map(({ keywordId }) => keywordId) });
    }
    return added;
  });
}
