import { type Db, sql } from './db.ts';

/** As JSON. In memory, objects take about four times as much. */
const MOST_BYTES = 8 * 1024 * 1024;
const LARGEST = 2 * 1024 * 1024;

interface Kept {
  version: string;
  counts: Promise<unknown>;
  bytes: number;
}

const keptBy = new WeakMap<Db, Map<string, Kept>>();

/**
 * What `count` returns for this workspace, from memory as long as its data has the same version. It may depend only on
 * `asked` and on answers, findings and keywords, which never change without a new version. Requests at the same moment
 * share one count. Callers must not change what they get.
 */
export async function keepCounts<Counts>(
  db: Db,
  { workspaceId, ...asked }: { workspaceId: string; name: string; [key: string]: unknown },
  count: () => Promise<Counts>,
): Promise<Counts> {
  const kept = keptBy.get(db) ?? new Map<string, Kept>();
  keptBy.set(db, kept);
  const key = `${workspaceId} ${JSON.stringify(asked)}`;
  // Read before the counts: they can be newer than their version, but never older.
  const version = await readVersion(db, workspaceId);
  const known = kept.get(key);
  kept.delete(key);
  const current = known?.version === version ? known : { version, counts: count(), bytes: 0 };
  kept.set(key, current);
  try {
    const counts = (await current.counts) as Counts;
    if (current !== known) makeRoom(kept, key, counts);
    return counts;
  } catch (error) {
    if (kept.get(key) === current) kept.delete(key);
    throw error;
  }
}

/** Drops the least recently used: a map has the order of insertion. */
function makeRoom(kept: Map<string, Kept>, key: string, counts: unknown): void {
  const added = kept.get(key);
  if (added) added.bytes = key.length + JSON.stringify(counts).length;
  if (added && added.bytes > LARGEST) kept.delete(key);
  let all = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  for (const [oldest, { bytes }] of kept) {
    if (all <= MOST_BYTES) return;
    kept.delete(oldest);
    all -= bytes;
  }
}

async function readVersion(db: Db, workspaceId: string): Promise<string> {
  const [row] = await db.quick.query<{ version: string }>(
    sql`select version::text
        from list_totals
        where workspace_id = ${workspaceId}`,
  );
  return row?.version ?? '';
}
