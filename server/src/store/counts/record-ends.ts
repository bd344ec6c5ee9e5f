import { type Db, sql } from '../db.ts';

export interface RecordEnd {
  keywordId: string;
  lastDay: string;
  reading: number;
}

/** The last day of the published records of these keywords, and the reading of their numbers. */
export function recordEnds(db: Db, workspaceId: string, keywordIds: string[]): Promise<RecordEnd[]> {
  return db.records<RecordEnd>(
    sql`select keyword_id, last_day, reading
        from visibility
        where workspace_id = ${workspaceId}
          and keyword_id = any(${keywordIds})`,
  );
}
