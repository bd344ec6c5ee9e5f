import { type Db, sql, type Transaction } from '../db.ts';

/** The answers to one prompt in one window, and those that mention a brand. */
export interface PairedRow {
  keywordId: string;
  platform: string;
  promptId: string;
  window: number;
  /** Undefined in rows that count all valid answers. */
  brandId: string | undefined;
  n: number;
  named: number;
  /** Of a competitor: the answers that also mention the own brand. */
  withOwn: number;
}

/** The counts of all brands in a range of windows, in a fixed order: sums of fractions depend on it. */
export function pairedCounts(
  db: Db | Transaction,
  workspaceId: string,
  { keywords, firstDay, from, to }: { keywords: Map<string, number>; firstDay: string; from: number; to: number },
): Promise<PairedRow[]> {
  const within = sql`c.workspace_id = ${workspaceId}
            and c.keyword_id = k.keyword_id
            and c.day >= ${firstDay}::date + 7 * ${from}::integer
            and c.day < ${firstDay}::date + 7 * (${to}::integer + 1)`;
  // Grouped keyword by keyword, as in `countsByStretch`.
  return db.records<PairedRow>(
    sql`with k as materialized (
          select *
          from unnest(${[...keywords.keys()]}::text[], ${[...keywords.values()]}::integer[]) as k (keyword_id, reading)
        )
        select k.keyword_id, s.*
        from k
        cross join lateral (
          select c.platform, c.prompt_id, (c.day - ${firstDay}::date) / 7 as window, null as brand_id,
                 sum(c.valid)::integer as n, 0 as named, 0 as with_own
          from daily_answers c
          where ${within}
          group by 1, 2, 3
          union all
          select c.platform, c.prompt_id, (c.day - ${firstDay}::date) / 7, c.brand_id, 0,
                 sum(c.named)::integer, sum(c.with_own)::integer
          from daily_findings c
          where ${within}
            and c.reading = k.reading
          group by 1, 2, 3, 4
        ) s
        order by 1, 2, 3, 4, 5`,
  );
}
