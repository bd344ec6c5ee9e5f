import { type Db, sql } from '../db.ts';

/** The counts of one prompt on one platform per day: index 0 is the last day, 1 the day before. */
export interface DailySeries {
  keywordId: string;
  platform: string;
  promptId: string;
  n: number[];
  k: number[];
}

export interface DailySeriesQuery {
  brandId: string;
  /** Each keyword with the reading of its numbers. */
  keywords: Map<string, { reading: number }>;
  lastDay: string;
  days: number;
}

/**
 * The daily counts of many keywords, with one row per series: one row per day took five times as long to read. The two
 * tables are added with a union rather than joined, as in `countsByStretch`.
 */
export async function dailySeries(
  db: Db,
  workspaceId: string,
  { brandId, keywords, lastDay, days }: DailySeriesQuery,
): Promise<DailySeries[]> {
  const within = sql`and c.day > ${lastDay}::date - ${days}::integer
                     and c.day <= ${lastDay}::date`;
  const rows = await db.records<{ keywordId: string; platform: string; promptId: string; counts: string }>(
    sql`with l as materialized (
          select *
          from unnest(${[...keywords.keys()]}::text[],
                      ${[...keywords.values()].map(({ reading }) => reading)}::integer[]) as l (keyword_id, reading)
        )
        select keyword_id, platform, prompt_id, string_agg(count, ' ') as counts
        from (
          select c.keyword_id, c.platform, c.prompt_id, (${lastDay}::date - c.day) || ' ' || c.valid || ' 0' as count
          from l
          join daily_answers c on c.workspace_id = ${workspaceId} and c.keyword_id = l.keyword_id ${within}
          union all
          select c.keyword_id, c.platform, c.prompt_id, (${lastDay}::date - c.day) || ' 0 ' || c.named
          from l
          join daily_findings c
            on c.workspace_id = ${workspaceId}
           and c.keyword_id = l.keyword_id
           and c.reading = l.reading
           and c.brand_id = ${brandId}
           ${within}
        ) counts
        group by 1, 2, 3
        order by 1, 2, 3`,
  );
  return rows.map(({ counts, ...series }) => ({ ...series, ...addUp(counts, days) }));
}

function addUp(counts: string, days: number): { n: number[]; k: number[] } {
  const n = Array<number>(days).fill(0);
  const k = Array<number>(days).fill(0);
  const numbers = counts.split(' ').map(Number);
  for (let at = 0; at < numbers.length; at += 3) {
    const [ago = 0, valid = 0, named = 0] = [numbers[at], numbers[at + 1], numbers[at + 2]];
    n[ago] = (n[ago] ?? 0) + valid;
    k[ago] = (k[ago] ?? 0) + named;
  }
  return { n, k };
}
