import { pageKey } from '../../base/page-key.ts';
import { empty, raw, type Sql, sql } from '../db.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';

/** Answers with a source, as a gap counts them. */
export interface SourceFilter {
  domain?: string | undefined;
  /** The canonical URL of a cited page. */
  pageUrl?: string | undefined;
  /** A web search. Case and spacing do not matter. */
  query?: string | undefined;
  /** Answers that mention or cite a competitor, and not the own brand. */
  isGap?: boolean | undefined;
}

/** A query of `q (query)` without case and spacing. Replacing single spaces too would take almost twice as long. */
export const FOLDED_QUERY = sql`lower(btrim(regexp_replace(q.query, '\\s{2,}|[^\\S ]', ' ', 'g')))`;

/** The same for a query in memory. */
export function foldQuery(query: string): string {
  return query
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
    .toLowerCase();
}

/** Conditions on the rows of `answers` under this alias. They read the findings of each answer by its time. */
export function withSource(alias: string, workspaceId: string, { domain, pageUrl, query, isGap }: SourceFilter): Sql {
  const found = (table: string, condition: Sql) => sql`exists (
    select
    from ${raw(table)} f
    where f.workspace_id = ${workspaceId}
      and f.keyword_id = ${raw(alias)}.keyword_id
      and f.detected_at = ${raw(alias)}.asked_at
      and f.answer_id = ${raw(alias)}.answer_id
      and ${condition})`;
  const cited = (condition: Sql) => found('citations', sql`f.kind = 'cited' and ${condition}`);
  const own = sql`${found('mentions', sql`f.brand_id = ${OWN_BRAND}`)} or ${cited(sql`f.owner = 'own'`)}`;
  const rival = sql`${found('mentions', sql`f.brand_id <> ${OWN_BRAND}`)} or ${cited(sql`f.owner = 'competitor'`)}`;
  return sql`
    ${domain === undefined ? empty : sql`and ${cited(sql`f.domain = ${domain}`)}`}
    ${pageUrl === undefined ? empty : sql`and ${cited(sql`f.page_key = ${pageKey(pageUrl)}`)}`}
    ${
      query === undefined
        ? empty
        : sql`and exists (
      select
      from jsonb_array_elements_text(${raw(alias)}.queries) as q (query)
      where ${FOLDED_QUERY} = lower(btrim(regexp_replace(${query}, '\\s+', ' ', 'g'))))`
    }
    ${isGap ? sql`and ${raw(alias)}.status = 'valid' and (${rival}) and not (${own})` : empty}`;
}
