import { type PreparedSubject, prepareSubject } from '../analyze/analyze.ts';
import type { Db, Transaction } from '../store/db.ts';
import { loadReading } from '../store/workspaces/readings.ts';

const preparedBy = new WeakMap<object, Map<string, PreparedSubject>>();
const MOST_KEPT = 200;

/**
 * The prepared subject of a reading. Preparing it costs as much as analyzing a hundred answers, so it is cached. A
 * reading never changes.
 */
export async function loadReader(db: Db | Transaction, workspaceId: string, reading: number): Promise<PreparedSubject> {
  const prepared = preparedBy.get(db.source) ?? new Map<string, PreparedSubject>();
  preparedBy.set(db.source, prepared);
  const key = `${workspaceId} ${reading}`;
  let reader = prepared.get(key);
  if (!reader) {
    const subject = await loadReading(db, workspaceId, reading);
    if (!subject) throw new Error(`workspace ${workspaceId} has no reading ${reading}`);
    reader = prepareSubject(subject);
    const [oldest] = prepared.keys();
    if (prepared.size >= MOST_KEPT && oldest !== undefined) prepared.delete(oldest);
    prepared.set(key, reader);
  }
  return reader;
}
