import { type Db, empty, type Sql, sql } from '../db.ts';
import { periodOf, type TotalsQuery } from './workspace-totals.ts';

/** One prompt's day or period: valid answers or, with a brand, its findings. */
export interface PromptDay {
  day: string;
  reading: number;
  platform: string;
  promptId: string;
  brandId: string | undefined;
  valid: number;
  named: number;
  cited: number;
}

/** Mentions of a brand on one day or in one period, in answers that mention this many tracked brands. */
export interface VoteDay {
  day: string;
  reading: number;
  platform: string;
  brandId: string;
  brandsNamed: number;
  votes: number;
}

/** Everything stored about one keyword in a range of days, for all brands, in two statements. */
export async function readKeywordTotals(
  db: Db,
  workspaceId: string,
  { keywordId, from, to, platform, splitAt }: TotalsQuery & { keywordId: string },
): Promise<{ prompts: PromptDay[]; votes: VoteDay[] }> {
  const mine = sql`
    where workspace_id = ${workspaceId}
      and keyword_id = ${keywordId}
      ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
  const keyword = sql`select reading from keywords where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`;
  const period = (day: Sql) => periodOf(day, { from, splitAt });
  const [prompts, votes] = await Promise.all([
    db.records<PromptDay>(
      sql`select ${period(sql`day`)} as day, (${keyword}) as reading, platform, prompt_id, null as brand_id,
                 sum(valid)::integer as valid, 0 as named, 0 as cited
          from daily_answers ${mine} and day >= ${from} and day <= ${to}
            and exists (${keyword})
          group by 1, platform, prompt_id
          union all
          select ${period(sql`day`)}, reading, platform, prompt_id, brand_id, 0, sum(named)::integer, sum(cited)::integer
          from daily_findings ${mine} and day >= ${from} and day <= ${to}
            and reading = (${keyword})
          group by 1, reading, platform, prompt_id, brand_id
          order by 1, 3, 4, 5`,
    ),
    db.records<VoteDay>(
      sql`select ${period(sql`(detected_at at time zone 'UTC')::date`)} as day, (${keyword}) as reading, platform, brand_id,
                 brands_named::integer, count(*)::integer as votes
          from (
            select detected_at, platform, brand_id, count(*) over (partition by answer_id) as brands_named
            from mentions ${mine}
              and detected_at >= ${from}::date::timestamptz
              and detected_at < (${to}::date + 1)::timestamptz
          ) named
          group by 1, 3, 4, 5
          order by 1, 3, 4, 5`,
    ),
  ]);
  return { prompts, votes };
}
