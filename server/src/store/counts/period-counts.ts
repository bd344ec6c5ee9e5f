import { type Db, empty, type Sql, sql } from '../db.ts';

/** Two periods of one keyword that do not overlap. */
export interface PeriodsFilter {
  keywordId: string;
  /** Undefined: all platforms. */
  platform: string | undefined;
  before: { fromDay: string; toDay: string };
  now: { fromDay: string; toDay: string };
  /** The period before is divided into parts of so many days, counted from its end. */
  days: number;
}

/** Counts of one prompt on one platform. */
export interface PeriodCell {
  platform: string;
  promptId: string;
  /** 0 is the period now, 1 the last part of the one before. */
  ago: number;
}

export interface BrandCell extends PeriodCell {
  /** Empty: `n` valid answers. Otherwise `k` of them mention the brand. */
  brandId: string;
  n: number;
  k: number;
}

/** The valid answers of two periods, and how many mention each brand. */
export function brandsInPeriods(
  db: Db,
  workspaceId: string,
  { reading, ...periods }: PeriodsFilter & { reading: number },
): Promise<BrandCell[]> {
  const mine = sql`
    where workspace_id = ${workspaceId}
      and keyword_id = ${periods.keywordId}
      ${periods.platform === undefined ? empty : sql`and platform = ${periods.platform}`}
      and ${within(periods, sql`day`)}`;
  return db.records<BrandCell>(
    sql`select brand_id, platform, prompt_id, ${agoOf(periods, sql`day`)} as ago, sum(n)::integer as n, sum(k)::integer as k
        from (
          select '' as brand_id, platform, prompt_id, day, valid as n, 0 as k
          from daily_answers
          ${mine}
          union all
          select brand_id, platform, prompt_id, day, 0, named
          from daily_findings
          ${mine}
            and reading = ${reading}
        ) counts
        group by 1, 2, 3, 4
        order by 1, 2, 3, 4`,
  );
}

export function within({ before, now }: PeriodsFilter, day: Sql): Sql {
  return sql`(${day} between ${before.fromDay}::date and ${before.toDay}::date
              or ${day} between ${now.fromDay}::date and ${now.toDay}::date)`;
}

export function agoOf({ before, now, days }: PeriodsFilter, day: Sql): Sql {
  return sql`case when ${day} >= ${now.fromDay}::date then 0 else 1 + (${before.toDay}::date - ${day}) / ${days}::integer end`;
}
