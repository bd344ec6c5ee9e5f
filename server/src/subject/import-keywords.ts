import { dayOf } from '../base/time.ts';
import type { MeasureDeps } from '../measure/ask.ts';
import { planRound } from '../measure/worker.ts';
import type { Transaction } from '../store/db.ts';
import { insertKeywords, type NewKeyword } from '../store/keywords/keywords.ts';
import { findTracked, pauseKeywords } from '../store/keywords/rows.ts';
import { lockWorkspace } from '../store/workspaces/workspaces.ts';

export interface KeywordImport {
  keywords: NewKeyword[];
  /** A paused one is not asked until somebody resumes it. */
  status: 'active' | 'paused';
}

export interface Imported {
  keywordIds: string[];
  /** The places of those that were tracked already, or stand in the list twice. */
  duplicates: number[];
}

/** Adds what is not tracked yet and says what was; one that is there already does not keep out the others. */
export async function importKeywords(
  tx: Transaction,
  deps: Pick<MeasureDeps, 'ask'>,
  { workspaceId, keywords, status }: KeywordImport & { workspaceId: string },
): Promise<Imported> {
  // Two imports at once come one after the other: neither fails over what the other one added.
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
