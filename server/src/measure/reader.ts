import { type PreparedSubject, prepareSubject } from '../analyze/analyze.ts';
import { loadSubject } from '../store/brands.ts';
import type { Db } from '../store/db.ts';

const prepared = new Map<string, PreparedSubject>();
const MOST_KEPT = 200;

/** What a workspace looks for in answers. Building the automaton costs as much as reading a hundred answers, so it is kept. */
export async function loadReader(db: Db, workspaceId: string): Promise<PreparedSubject> {
  const subject = (await loadSubject(db, workspaceId)) ?? {
    brand: { id: 'brand', aliases: [], domains: [] },
    competitors: [],
  };
  const key = JSON.stringify(subject);
  let reader = prepared.get(key);
  if (!reader) {
    reader = prepareSubject(subject);
    const [oldest] = prepared.keys();
    if (prepared.size >= MOST_KEPT && oldest !== undefined) prepared.delete(oldest);
    prepared.set(key, reader);
  }
  return reader;
}
