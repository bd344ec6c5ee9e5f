import { type Db, empty, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';

/** How often something was seen in the replies of a platform on a day. */
export interface ReplyFact {
  platform: string;
  day: string;
  fact: string;
  count: number;
}

/** Adds to the counts, in the same order for all writers. */
export async function addReplyFacts(tx: Transaction, workspaceId: string, rows: ReplyFact[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    sql`insert into reply_facts as r (workspace_id, day, platform, fact, count)
        select ${workspaceId}, f.day, f.platform, f.fact, f.count
        from ${rowSet('f', rows, { platform: 'text', day: 'date', fact: 'text', count: 'integer' })}
        order by f.day, f.platform, f.fact
        on conflict (workspace_id, day, platform, fact) do update
        set count = r.count + excluded.count`,
  );
}

/** The counts of a workspace, or of all together, from a day on. */
export function replyFactsSince(
  db: Db,
  { since, workspaceId }: { since: string; workspaceId?: string | undefined },
): Promise<ReplyFact[]> {
  return db.records<ReplyFact>(
    sql`select platform, day, fact, sum(count)::integer as count
        from reply_facts
        where day >= ${since}
          ${workspaceId === undefined ? empty : sql`and workspace_id = ${workspaceId}`}
        group by platform, day, fact
        order by platform, day, fact`,
  );
}
