import { dayOf } from '../base/time.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { planRound } from '../measure/worker.ts';
import type { Transaction } from '../store/db.ts';
import { insertKeywords, type NewKeyword } from '../store/keywords/keywords.ts';
import { findTracked, pauseKeywords } from '../store/keywords/rows.ts';
import { lockWorkspace } from '../store/workspaces/workspaces.ts';

export interface KeywordImport {
  keywords: NewKeyword[];
  /** A paused keyword is not measured until it is resumed. */
  status: 'active' | 'paused';
}

export interface Imported {
  keywordIds: string[];
  /** The indexes of keywords that were already tracked or occur twice in the list. */
  duplicates: number[];
}

/** Adds the keywords that are not tracked yet and reports the duplicates. Duplicates do not block the others. */
export async function importKeywords(
  tx: Transaction,
  deps: Pick<MeasureDeps, 'ask'>,
  { workspaceId, keywords, status }: KeywordImport & { workspaceId: string },
): Promise<Imported> {
  // Imports run one after the other, so that none fails on a keyword another one added.
  const workspace = await lockWorkspace(tx, workspaceId);
  const tracked = await findTracked(tx, workspaceId, keywords);
  const wanted = keywords.filter((_, place) => !tracked.has(place));
  const duplicates = [...tracked].sort((a, b) => a - b);
  if (wanted.length === 0) return { keywordIds: [], duplicates };
  const { reading, now } = workspace;
  const added = await insertKeywords(tx, workspaceId, { keywords: wanted, reading, now });
  const keywordIds = added.map(({ keywordId }) => keywordId);
  const day = dayOf(now);
  if (status === 'paused') await pauseKeywords(tx, workspaceId, keywordIds);
  else if (workspace.plannedThrough === day) await planRound(tx, deps, { workspace, day, keywordIds });
  return { keywordIds, duplicates };
}
