import { dayOf } from '../base/time.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { planRound } from '../measure/worker.ts';
import { deleteFindings } from '../store/answers/findings.ts';
import { lockKeywords } from '../store/counts/visibility.ts';
import { moveTotals } from '../store/counts/workspace-totals.ts';
import { deleteDays } from '../store/days/write.ts';
import { deleteKeyword, type Keyword, replacePanel, updateKeyword } from '../store/keywords/keywords.ts';
import { withdrawQuestions } from '../store/questions/questions.ts';
import { queueKeywordRemoval } from '../store/retention/remove-keywords.ts';
import { markDays, takeSources } from '../store/sums/write.ts';
import { keepWorkspace, type Workspace } from '../store/workspaces/workspaces.ts';

export interface KeywordChanges {
  status: 'active' | 'paused' | undefined;
  tags: string[] | undefined;
  prompts: string[] | undefined;
}

/**
 * Changes a keyword immediately. Pausing it removes its queued prompts. Resuming it or changing its prompts plans it
 * again for today.
 */
export function changeKeyword(
  deps: MeasureDeps,
  workspace: Workspace,
  { keywordId, changes }: { keywordId: string; changes: KeywordChanges },
): Promise<Keyword | undefined> {
  const { workspaceId, now } = workspace;
  return deps.db.transaction(async (tx) => {
    const keyword = await updateKeyword(tx, workspaceId, { keywordId, change: { ...changes, now } });
    if (!keyword) return undefined;
    if (changes.prompts) await replacePanel(tx, workspaceId, { keywordId, prompts: changes.prompts, now });
    if (changes.status === undefined && changes.prompts === undefined) return keyword;
    await withdrawQuestions(tx, workspaceId, keywordId);
    const day = dayOf(now);
    const isPlanned = workspace.plannedThrough === day && keyword.status === 'active';
    if (isPlanned) await planRound(tx, deps, { workspace, day, keywordIds: [keywordId] });
    return keyword;
  });
}

/**
 * Deletes a keyword. Its numbers are gone immediately; workers remove its answers in the background. Returns whether the
 * keyword existed.
 */
export function removeKeyword({ db }: MeasureDeps, workspaceId: string, keywordId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await keepWorkspace(tx, workspaceId);
    await withdrawQuestions(tx, workspaceId, keywordId);
    const [keyword] = await lockKeywords(tx, workspaceId, [keywordId]);
    if (!keyword) return false;
    await moveTotals(tx, workspaceId, { keywordId, reading: keyword.reading, sign: -1 });
    await deleteFindings(tx, workspaceId, keywordId);
    await deleteDays(tx, workspaceId, { keywordId });
    await markDays(tx, workspaceId, await takeSources(tx, workspaceId, keywordId));
    await queueKeywordRemoval(tx, workspaceId, keywordId);
    return deleteKeyword(tx, workspaceId, keywordId);
  });
}
