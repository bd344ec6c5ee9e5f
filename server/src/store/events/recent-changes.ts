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

/** The latest significant change of a keyword on a platform. */
export interface SeriesChange extends PublishedChange {
  keyword: string;
  eventId: string;
  createdAt: Date;
  previousScore: number;
  newScore: number;
  evidence: {
    k1: number;
    n1: number;
    k2: number;
    n2: number;
    previousInterval: [number, number];
    newInterval: [number, number];
    window: number;
    window_first: number;
  };
}

const MOST_CHANGES = 1000;

/** One per active keyword and platform with a significant change in these days, newest first, then the largest. */
export function latestChanges(
  db: Db,
  workspaceId: string,
  { since, until }: { since: string; until: string },
): Promise<SeriesChange[]> {
  return db.records<SeriesChange>(
    sql`select k.keyword_id, k.keyword, c.platform, c.event_id, c.created_at, c.previous_score, c.new_score, c.evidence,
               c.new_score - c.previous_score as points
        from (
          select distinct on (keyword_id, platform) event_id, created_at, evidence, keyword_id, platform,
                 (data ->> 'previous_score')::integer as previous_score, (data ->> 'new_score')::integer as new_score
          from events
          cross join lateral (select body::json -> 'data' as data) b
          cross join lateral (select data ->> 'keyword_id' as keyword_id, data ->> 'platform' as platform) d
          where workspace_id = ${workspaceId}
            and type = 'visibility.changed'
            and created_at >= ${since}::date
            and created_at < ${until}::date + 1
          order by keyword_id, platform, created_at desc, event_id desc
        ) c
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = c.keyword_id and k.status = 'active'
        order by c.created_at desc, abs(c.new_score - c.previous_score) desc, c.event_id
        limit ${MOST_CHANGES}`,
  );
}
