import { type Db, sql } from '../db.ts';

/** A significant change of the own brand, as published. */
export interface PublishedChange {
  keywordId: string;
  platform: string;
  points: number;
}

/** The significant changes of these keywords since a time. */
export function recentChanges(
  db: Db,
  workspaceId: string,
  { keywordIds, since }: { keywordIds: string[]; since: Date },
): Promise<PublishedChange[]> {
  return db.records<PublishedChange>(
    sql`select data ->> 'keyword_id' as keyword_id, data ->> 'platform' as platform,
               (data ->> 'new_score')::integer - (data ->> 'previous_score')::integer as points
        from (
          select body::json -> 'data' as data
          from events
          where workspace_id = ${workspaceId}
            and type = 'visibility.changed'
            and created_at > ${since}
        ) changes
        where data ->> 'keyword_id' = any(${keywordIds})
        order by platform`,
  );
}
