import { type Db, empty, planned, type Sql, sql } from '../db.ts';
import type { TimeRange } from '../time-range.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { FOLDED_QUERY } from './source-filter.ts';

export interface GapFilter {
  keywordIds: string[];
  platform?: string | undefined;
  range: TimeRange;
}

/** Columns, as texts with a line per row. Undefined without rows. */
export interface GapFacts {
  /** Of valid answers. Queries are JSON. */
  answerIds: string | undefined;
  keywordIds: string | undefined;
  platforms: string | undefined;
  promptIds: string | undefined;
  queries: string | undefined;
  /** The answers of mentions, also of answers that are not valid. */
  ownMentions: string | undefined;
  rivalMentions: string | undefined;
  /** The answers of citations: of own pages, of competitors' pages, and all. */
  ownCitations: string | undefined;
  rivalCitations: string | undefined;
  citations: string | undefined;
  /** Of all citations. Empty for an own page and for one without a known address. */
  domains: string | undefined;
  /** Of all citations. Empty for a home page. */
  pageKeys: string | undefined;
}

/**
 * Reads what gaps are counted from. PostgreSQL neither groups nor sorts, and there are no rows to parse: counting in
 * PostgreSQL took three times as long.
 */
export async function readGapFacts(db: Db, workspaceId: string, filter: GapFilter): Promise<GapFacts | undefined> {
  const answerIds = lines(sql`answer_id`);
  const [facts] = await db.records<GapFacts>(
    planned(sql`select *
        from (
          select ${answerIds} as answer_ids, ${lines(sql`keyword_id`)} as keyword_ids, ${lines(sql`platform`)} as platforms,
                 ${lines(sql`prompt_id`)} as prompt_ids, ${lines(sql`queries::text`)} as queries
          from answers
          where ${matching(workspaceId, filter, sql`asked_at`)}
            and status = 'valid'
        ) a
        cross join (
          select ${answerIds} filter (where brand_id = ${OWN_BRAND}) as own_mentions,
                 ${answerIds} filter (where brand_id <> ${OWN_BRAND}) as rival_mentions
          from mentions
          where ${matching(workspaceId, filter, sql`detected_at`)}
        ) m
        cross join (
          select ${answerIds} filter (where owner = 'own') as own_citations,
                 ${answerIds} filter (where owner = 'competitor') as rival_citations, ${answerIds} as citations,
                 ${lines(sql`case when owner = 'own' or domain = 'unresolved' then '' else domain end`)} as domains,
                 ${lines(sql`case when page_key = hashtextextended('https://' || domain, 0) then '' else page_key::text end`)} as page_keys
          from citations
          where ${matching(workspaceId, filter, sql`detected_at`)}
            and kind = 'cited'
        ) c`),
  );
  return facts;
}

function lines(column: Sql): Sql {
  return sql`string_agg(${column}, chr(10))`;
}

export function matching(workspaceId: string, { keywordIds, platform, range }: GapFilter, time: Sql): Sql {
  return sql`workspace_id = ${workspaceId}
    and keyword_id = any(${keywordIds})
    and ${time} >= ${range.since}
    and ${time} < ${range.until}
    ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
}

/** Each query without case and spacing, as PostgreSQL compares them. */
export async function foldQueries(db: Db, queries: string[]): Promise<Map<string, string>> {
  if (queries.length === 0) return new Map();
  const rows = await db.records<{ query: string; folded: string }>(
    sql`select q.query, ${FOLDED_QUERY} as folded
        from unnest(${queries}::text[]) as q (query)`,
  );
  return new Map(rows.map(({ query, folded }) => [query, folded]));
}
