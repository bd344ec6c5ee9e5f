import { type Db, empty, sql } from '../db.ts';

/** The answers that an overview covers. */
export interface OverviewFilter {
  /** Whole days, inclusive. */
  since: string;
  until: string;
  platform?: string | undefined;
  /** Undefined: all keywords. */
  keywordIds?: string[] | undefined;
}

/** How many keywords a workspace has. */
export function countKeywords(db: Db, workspaceId: string): Promise<number> {
  return db.number(
    sql`select keywords
        from list_totals
        where workspace_id = ${workspaceId}`,
  );
}

export interface MoveRow {
  eventId: string;
  createdAt: Date;
  body: string;
  total: number;
}

/** The newest significant changes, the largest of a check first. `since` may be a time. */
export function newestMoves(
  db: Db,
  workspaceId: string,
  { since, until, platform, keywordIds, limit }: OverviewFilter & { limit: number },
): Promise<MoveRow[]> {
  return db.records<MoveRow>(
    sql`select event_id, created_at, body, count(*) over () as total
        from (
          select event_id, created_at, body, body::json -> 'data' as data
          from events
          where workspace_id = ${workspaceId}
            and type = 'visibility.changed'
            and created_at >= ${since}::timestamptz
            and created_at < ${until}::date + 1
        ) moves
        where ${platform === undefined ? sql`true` : sql`data ->> 'platform' = ${platform}`}
          ${keywordIds === undefined ? empty : sql`and data ->> 'keyword_id' = any(${keywordIds})`}
        order by created_at desc, abs((data ->> 'new_score')::integer - (data ->> 'previous_score')::integer) desc, event_id
        limit ${limit}`,
  );
}
