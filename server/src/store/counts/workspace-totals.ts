import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { completeFrom } from '../retention/removed-months.ts';
import { rowSet } from '../row-set.ts';

/** Valid answers of all keywords under a reading on one day, and the pages they cite. */
export interface DayTotals {
  day: string;
  reading: number;
  platform: string;
  valid: number;
  cited: number;
}

/** Counts of one brand in the answers of a day that mention this many tracked brands. */
export interface FindingTotals {
  day: string;
  reading: number;
  platform: string;
  brandId: string;
  brandsNamed: number;
  named: number;
  positive: number;
  negative: number;
  cited: number;
}

export interface WorkspaceTotals {
  days: DayTotals[];
  findings: FindingTotals[];
}

const FINDING_TOTALS = {
  day: 'date',
  reading: 'integer',
  platform: 'text',
  brandId: 'text',
  brandsNamed: 'integer',
  named: 'integer',
  positive: 'integer',
  negative: 'integer',
  cited: 'integer',
} as const;

/**
 * Adds to the totals over all keywords. Rows are always locked in the same order, so that two writers cannot deadlock.
 */
export async function addTotals(
  tx: Transaction,
  workspaceId: string,
  { days, findings }: WorkspaceTotals,
): Promise<void> {
  const columns = { day: 'date', reading: 'integer', platform: 'text', valid: 'integer', cited: 'integer' } as const;
  await Promise.all([
    tx.query(
      addDays(
        sql`select ${workspaceId}, d.day, d.reading, d.platform, d.valid, d.cited
            from ${rowSet('d', days, columns)}`,
      ),
    ),
    tx.query(
      addFindings(
        sql`select ${workspaceId}, f.day, f.reading, f.platform, f.brand_id, f.brands_named, f.named, f.positive, f.negative, f.cited
            from ${rowSet('f', findings, FINDING_TOTALS)}`,
      ),
    ),
  ]);
}

/**
 * Adds all stored counts of a keyword to the totals of a reading. With `sign` -1 it subtracts them: when its answers
 * are re-analyzed, and when it is deleted. Totals of months without findings stay as they are, under their reading.
 */
export async function moveTotals(
  tx: Transaction,
  workspaceId: string,
  { keywordId, reading, sign }: { keywordId: string; reading: number; sign: 1 | -1 },
): Promise<void> {
  const from = completeFrom(workspaceId, 'findings');
  await tx.query(
    addDays(
      sql`select ${workspaceId}, day, ${reading}::integer, platform, ${sign}::integer * sum(valid), ${sign}::integer * sum(cited)
        from (
          select (asked_at at time zone 'UTC')::date as day, platform, 1 as valid, 0 as cited
          from answers
          where workspace_id = ${workspaceId}
            and keyword_id = ${keywordId}
            and asked_at >= ${from}
            and status = 'valid'
          union all
          select (detected_at at time zone 'UTC')::date, platform, 0, 1
          from citations
          where workspace_id = ${workspaceId}
            and keyword_id = ${keywordId}
            and detected_at >= ${from}
            and kind = 'cited'
        ) counts
        group by day, platform`,
    ),
  );
  await tx.query(
    addFindings(
      sql`select ${workspaceId}, (detected_at at time zone 'UTC')::date, ${reading}::integer, platform, brand_id, brands_named,
               ${sign}::integer * sum(named), ${sign}::integer * sum(positive), ${sign}::integer * sum(negative), ${sign}::integer * sum(cited)
        from (
          select *, sum(named) over (partition by answer_id) as brands_named
          from (
            select answer_id, detected_at, platform, brand_id, 1 as named, (sentiment = 'positive')::integer as positive,
                   (sentiment = 'negative')::integer as negative, 0 as cited
            from mentions
            where workspace_id = ${workspaceId}
              and keyword_id = ${keywordId}
              and detected_at >= ${from}
            union all
            select answer_id, detected_at, platform, case owner when 'own' then 'brand' else owner_id end, 0, 0, 0, 1
            from citations
            where workspace_id = ${workspaceId}
              and keyword_id = ${keywordId}
              and detected_at >= ${from}
              and kind = 'cited'
              and owner <> 'other'
          ) found
        ) together
        group by 2, 4, 5, 6`,
    ),
  );
}

/**
 * Locks the totals of the keyword's days under all readings that are in use, and under the one it gets. A transaction that calls `moveTotals` twice
 * does this first: all others lock these totals before any sum of the same day and platform. Between the two calls,
 * they would otherwise lock the totals of the second and wait for the sums of the first.
 */
export async function holdTotals(
  tx: Transaction,
  workspaceId: string,
  { keywordId, reading }: { keywordId: string; reading: number },
): Promise<void> {
  await tx.query(
    addDays(
      sql`select distinct ${workspaceId}, (a.asked_at at time zone 'UTC')::date, r.reading, a.platform, 0, 0
          from answers a
          cross join (
            select reading from keywords where workspace_id = ${workspaceId}
            union
            select ${reading}::integer
          ) r
          where a.workspace_id = ${workspaceId}
            and a.keyword_id = ${keywordId}
            and a.asked_at >= ${completeFrom(workspaceId, 'findings')}`,
    ),
  );
}

/** Deletes the totals of readings that no keyword uses any more. */
export async function forgetEmptyTotals(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.query(
    sql`delete from workspace_days
        where workspace_id = ${workspaceId}
          and valid = 0
          and cited = 0`,
  );
  await tx.query(
    sql`delete from workspace_findings
        where workspace_id = ${workspaceId}
          and named = 0
          and cited = 0`,
  );
}

export interface TotalsQuery {
  /** Whole days, inclusive. */
  from: string;
  to: string;
  platform?: string | undefined;
  /** Adds up the days from this one on, and the days before it. The sums have the first day of their period. */
  splitAt?: string | undefined;
}

/** The totals of a range of days, in two statements for any number of keywords. */
export async function readTotals(
  db: Db,
  workspaceId: string,
  { from, to, platform, splitAt }: TotalsQuery,
): Promise<WorkspaceTotals> {
  const period = periodOf(sql`day`, { from, splitAt });
  const where = sql`
    where workspace_id = ${workspaceId}
      and day >= ${from}
      and day <= ${to}
      ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
  const [days, findings] = await Promise.all([
    db.records<DayTotals>(
      sql`select ${period} as day, reading, platform, sum(valid)::integer as valid, sum(cited)::integer as cited
          from workspace_days ${where}
          group by 1, 2, 3
          order by 1, 2, 3`,
    ),
    db.records<FindingTotals>(
      sql`select ${period} as day, reading, platform, brand_id, brands_named, sum(named)::integer as named,
                 sum(positive)::integer as positive, sum(negative)::integer as negative, sum(cited)::integer as cited
          from workspace_findings ${where}
          group by 1, 2, 3, 4, 5
          order by 1, 2, 3, 4, 5`,
    ),
  ]);
  return { days, findings };
}

/** The day of the latest valid answer, of all keywords or of one, and when the numbers last changed. */
export async function newestTotals(
  db: Db,
  workspaceId: string,
  keywordId: string | undefined,
): Promise<{ lastDay: string | undefined; publishedAt: Date | undefined }> {
  const lastDay =
    keywordId === undefined
      ? sql`select max(day) from workspace_days where workspace_id = ${workspaceId} and valid > 0`
      : sql`select last_day from visibility where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`;
  const [row] = await db.records<{ lastDay: string | undefined; publishedAt: Date | undefined }>(
    sql`select (${lastDay}) as last_day, (
          select published_at
          from list_totals
          where workspace_id = ${workspaceId}
        ) as published_at`,
  );
  return row ?? { lastDay: undefined, publishedAt: undefined };
}

/** The day that a day is counted under. */
export function periodOf(day: Sql, { from, splitAt }: Pick<TotalsQuery, 'from' | 'splitAt'>): Sql {
  return splitAt === undefined ? day : sql`case when ${day} < ${splitAt} then ${from}::date else ${splitAt}::date end`;
}

function addDays(rows: Sql): Sql {
  return sql`
    insert into workspace_days as d (workspace_id, day, reading, platform, valid, cited)
    ${rows}
    order by 2, 3, 4
    on conflict (workspace_id, day, reading, platform) do update
    set valid = d.valid + excluded.valid,
        cited = d.cited + excluded.cited`;
}

function addFindings(rows: Sql): Sql {
  return sql`
    insert into workspace_findings as f (
      workspace_id, day, reading, platform, brand_id, brands_named, named, positive, negative, cited)
    ${rows}
    order by 2, 3, 4, 5, 6
    on conflict (workspace_id, day, reading, platform, brand_id, brands_named) do update
    set named = f.named + excluded.named,
        positive = f.positive + excluded.positive,
        negative = f.negative + excluded.negative,
        cited = f.cited + excluded.cited`;
}
