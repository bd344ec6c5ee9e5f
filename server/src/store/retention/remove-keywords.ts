import { type Db, raw, sql, type Transaction } from '../db.ts';

/** Rows per transaction. */
const BATCH = 1_000;

/** Queues the answers and counts of a deleted keyword for removal. */
export async function queueKeywordRemoval(tx: Transaction, workspaceId: string, keywordId: string): Promise<void> {
  await tx.query(
    sql`insert into keyword_removals (workspace_id, keyword_id)
        values (${workspaceId}, ${keywordId})
        on conflict do nothing`,
  );
}

/** The tables with rows of a deleted keyword, and their keys within a workspace. */
const TABLES = {
  mentions: 'detected_at, mention_id',
  citations: 'detected_at, citation_id',
  answers: 'asked_at, answer_id',
  day_sources: 'day, keyword_id, platform, part',
};

/** Removes one deleted keyword, in batches. Returns 0 if there is none. It can be interrupted and repeated. */
export async function removeDeletedKeyword(db: Db, signal?: AbortSignal): Promise<number> {
  const [removal] = await db.records<{ workspaceId: string; keywordId: string }>(
    sql`select workspace_id, keyword_id
        from keyword_removals
        order by removed_at
        limit 1`,
  );
  if (!removal) return 0;
  const { workspaceId, keywordId } = removal;
  const mine = sql`workspace_id = ${workspaceId} and keyword_id = ${keywordId}`;
  await db.query(
    sql`delete from answer_imports
        where workspace_id = ${workspaceId}
          and answer_id in (select answer_id from answers where ${mine})`,
  );
  for (const [table, columns] of Object.entries(TABLES)) {
    const key = raw(columns);
    let deleted: unknown[];
    do {
      if (signal?.aborted) return 0;
      deleted = await db.query(
        sql`delete from ${raw(table)}
            where ${mine}
              and (${key}) in (select ${key} from ${raw(table)} where ${mine} limit ${BATCH})
            returning 1`,
      );
    } while (deleted.length > 0);
  }
  await db.query(sql`delete from keyword_removals where ${mine}`);
  return 1;
}
