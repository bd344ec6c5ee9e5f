import { empty, raw, type Sql, sql } from '../db.ts';

export interface KeywordMatch {
  keywordId?: string | undefined;
  status?: 'active' | 'paused' | undefined;
  tag?: string | undefined;
  q?: string | undefined;
  platform?: string | undefined;
}

/** Conditions on `keywords k`, in the form that its search index knows. */
export function matchingKeywords({ keywordId, status, tag, q, platform }: KeywordMatch): Sql {
  return sql`
    ${keywordId === undefined ? empty : sql`and k.keyword_id = ${keywordId}`}
    ${status === undefined ? empty : sql`and k.status = ${status}`}
    ${tag === undefined ? empty : sql`and k.tags @> ${[tag]}`}
    ${q === undefined ? empty : sql`and ${containing(q)}`}
    ${platform === undefined ? empty : sql`and k.platforms @> ${[platform]}`}`;
}

/** The index knows groups of three letters or digits. Without one it would be read as a whole. */
export function isIndexed(q: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(q);
}

function containing(q: string): Sql {
  if (!isIndexed(q)) return sql`strpos(lower(k.keyword), lower(${q})) > 0`;
  return sql`lower(k.keyword) like lower(${`%${q.replace(/[\\%_]/g, '\\$&')}%`})`;
}

/** The number of matches if it is kept: that of all keywords, of one tag or of one platform. */
export function keptTotal(workspaceId: string, filter: KeywordMatch, of: 'keywords' | 'measured'): Sql | undefined {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const [[kind, value] = []] = given;
  if (given.length > 1) return undefined;
  if (kind === undefined) return sql`select ${raw(of)} as total from list_totals where workspace_id = ${workspaceId}`;
  if (kind !== 'tag' && kind !== 'platform') return undefined;
  return sql`
    select coalesce(sum(${raw(of)}), 0)::integer as total
    from list_counts
    where workspace_id = ${workspaceId}
      and kind = ${kind}
      and value = ${value}`;
}
