import type { NewestCitation as GroupedCitation } from '../answers/citation-groups.ts';
import type { ListedMention } from '../answers/mentions.ts';
import { type Db, empty, type Sql, sql } from '../db.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';

/** The answers that an overview covers. */
export interface OverviewFilter {
  /** Whole days, inclusive. */
  since: string;
  until: string;
  platform?: string | undefined;
  /** Undefined: all keywords. */
  keywordIds?: string[] | undefined;
}

export interface MoveRow {
  eventId: string;
  createdAt: Date;
  body: string;
  total: number;
}

/** The largest significant changes, by points. `since` may be a time. */
export function greatestMoves(
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
        order by abs((data ->> 'new_score')::integer - (data ->> 'previous_score')::integer) desc, created_at desc, event_id
        limit ${limit}`,
  );
}

type NewestMention = Omit<ListedMention, 'position'>;

export function newestMentions(
  db: Db,
  workspaceId: string,
  filter: OverviewFilter & { limit: number },
): Promise<NewestMention[]> {
  return db.records<NewestMention>(
    sql`select m.mention_id, m.answer_id, m.keyword_id, k.keyword, m.platform, m.sentiment, m.context, m.detected_at
        from (
          select *
          from mentions
          where workspace_id = ${workspaceId}
            and brand_id = ${OWN_BRAND}
            ${found(filter)}
          order by detected_at desc, mention_id desc
          limit ${filter.limit}
        ) m
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = m.keyword_id
        order by m.detected_at desc, m.mention_id desc`,
  );
}

type NewestCitation = Omit<GroupedCitation, 'context' | 'owner'>;

/** Of the own brand's pages. */
export function newestCitations(
  db: Db,
  workspaceId: string,
  filter: OverviewFilter & { limit: number },
): Promise<NewestCitation[]> {
  return db.records<NewestCitation>(
    sql`select c.citation_id, c.answer_id, c.keyword_id, k.keyword, c.platform, c.url, c.domain, c.title, c.detected_at
        from (
          select *
          from citations
          where workspace_id = ${workspaceId}
            and owner = 'own'
            and kind = 'cited'
            ${found(filter)}
          order by detected_at desc, citation_id desc
          limit ${filter.limit}
        ) c
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = c.keyword_id
        order by c.detected_at desc, c.citation_id desc`,
  );
}

function found({ since, until, platform, keywordIds }: OverviewFilter): Sql {
  return sql`
    and detected_at >= ${since}::date
    and detected_at < ${until}::date + 1
    ${platform === undefined ? empty : sql`and platform = ${platform}`}
    ${keywordIds === undefined ? empty : sql`and keyword_id = any(${keywordIds})`}`;
}
