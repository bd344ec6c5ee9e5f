import { type Db, empty, type Sql, sql } from '../db.ts';

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
  platform?: string | undefined;
}

/** More than the answers to one prompt on one day. A number holds a day and a count: `ago * DAY + count`. */
const DAY = 1_000_000;

/**
 * The daily counts of many keywords, with one row per series: one row per day took five times as long to read. A series
 * is a list of numbers; mentions are below zero. Counts are added up and united as in `countsByStretch`.
 */
export async function dailySeries(
  db: Db,
  workspaceId: string,
  { brandId, keywords, lastDay, days, platform }: DailySeriesQuery,
): Promise<DailySeries[]> {
  const within = sql`and c.day > ${lastDay}::date - ${days}::integer
                     and c.day <= ${lastDay}::date
                     ${platform === undefined ? empty : sql`and c.platform = ${platform}`}`;
  const numberOf = (count: Sql) => sql`(${lastDay}::date - c.day) * ${DAY}::integer + ${count}`;
  const rows = await db.records<{ keywordId: string; platform: string; promptId: string; counts: string }>(
    sql`select l.keyword_id, c.platform, c.prompt_id, c.counts
        from unnest(${[...keywords.keys()]}::text[],
                    ${[...keywords.values()].map(({ reading }) => reading)}::integer[]) as l (keyword_id, reading)
        cross join lateral (
          select platform, prompt_id, array_to_json(array_agg(count))::text as counts
          from (
            select c.platform, c.prompt_id, ${numberOf(sql`c.valid`)} as count
            from daily_answers c
            where c.workspace_id = ${workspaceId}
              and c.keyword_id = l.keyword_id
              ${within}
            union all
            select c.platform, c.prompt_id, -1 - (${numberOf(sql`c.named`)})
            from daily_findings c
            where c.workspace_id = ${workspaceId}
              and c.keyword_id = l.keyword_id
              and c.reading = l.reading
              and c.brand_id = ${brandId}
              ${within}
          ) counts
          group by platform, prompt_id
        ) c
        order by 1, 2, 3`,
  );
  return rows.map(({ counts, ...series }) => ({ ...series, ...addUp(JSON.parse(counts), days) }));
}

function addUp(numbers: number[], days: number): { n: number[]; k: number[] } {
  const n = Array<number>(days).fill(0);
  const k = Array<number>(days).fill(0);
  for (const number of numbers) {
    const [counts, packed] = number < 0 ? [k, -1 - number] : [n, number];
    const ago = Math.floor(packed / DAY);
    counts[ago] = (counts[ago] ?? 0) + (packed % DAY);
  }
  return { n, k };
}
