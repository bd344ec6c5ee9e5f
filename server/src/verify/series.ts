import { changedPrompts } from '../store/answers/stored-answers.ts';
import { changedWindowsOf } from '../store/counts/series.ts';
import type { Db } from '../store/db.ts';
import { changeWindows } from '../store/events/keyword-events.ts';

/** The start of a series' baseline must be the window of its last published change. */
export async function verifySeries(db: Db, workspaceId: string, keywordId: string): Promise<string[]> {
  const stored = await changedWindowsOf(db, workspaceId, keywordId);
  const { windows, isComplete } = await changeWindows(db, workspaceId, keywordId);
  const names = [...new Set([...windows.keys(), ...(isComplete ? stored.keys() : [])])].sort();
  return names
    .filter((name) => stored.get(name) !== windows.get(name))
    .map(
      (name) =>
        `series ${name}: stored change in window ${stored.get(name) ?? 'none'}, published in ${windows.get(name) ?? 'none'}`,
    );
}

/** Answers keep the text they were asked with, and a prompt is never changed in place. */
export async function verifyPrompts(db: Db, workspaceId: string, keywordId: string): Promise<string[]> {
  const changed = await changedPrompts(db, workspaceId, keywordId);
  return changed.map(
    ({ promptId, text, asked }) =>
      `prompt ${promptId}: stored ${JSON.stringify(text ?? null)}, asked ${JSON.stringify(asked)}`,
  );
}
