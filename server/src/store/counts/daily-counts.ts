import { type Db, empty, sql, type Transaction } from '../db.ts';
import { completeFrom } from '../retention/removed-months.ts';
import { rowSet } from '../row-set.ts';

/** What one batch of answers adds to the counts of a day. */
export interface DailyAnswers {
  keywordId: string;
  platform: string;
  day: string;
  promptId: string;
  valid: number;
  truncated: number;
  refused: number;
  failed: number;
}

export const NO_ANSWERS = { valid: 0, truncated: 0, refused: 0, failed: 0 };

/** What one batch of answers adds to the findings of a day. */
export interface DailyFindings {
  keywordId: string;
  reading: number;
  brandId: string;
  day: string;
  platform: string;
  promptId: string;
  named: number;
  cited: number;
  /** Of a competitor: the answers among `named` that also mention the own brand. */
  withOwn: number;
}

const ANSWER_COUNTS = {
  keywordId: 'text',
  platform: 'text',
  day: 'date',
  promptId: 'text',
  valid: 'integer',
  truncated: 'integer',
  refused: 'integer',
  failed: 'integer',
} as const;

const FINDING_COUNTS = {
  keywordId: 'text',
  reading: 'integer',
  brandId: 'text',
  day: 'date',
  platform: 'text',
  promptId: 'text',
  named: 'integer',
  cited: 'integer',
  withOwn: 'integer',
} as const;

/** Adds to the counts. Rows are always locked in the same order, so that two writers cannot deadlock. */
export async function addDailyCounts(
  tx: Transaction,
  workspaceId: string,
  { answers, findings }: { answers: DailyAnswers[]; findings: DailyFindings[] },
): Promise<void> {
  await Promise.all([
    tx.query(
      sql`insert into daily_answers as d (workspace_id, keyword_id, platform, day, prompt_id, valid, truncated, refused, failed)
        select ${workspaceId}, a.*
        from ${rowSet('a', answers, ANSWER_COUNTS)}
        order by 2, 3, 4, 5
        on conflict (workspace_id, keyword_id, day, platform, prompt_id) do update
        set valid = d.valid + excluded.valid,
            truncated = d.truncated + excluded.truncated,
            refused = d.refused + excluded.refused,
            failed = d.failed + excluded.failed`,
    ),
    addDailyFindings(tx, workspaceId, findings),
  ]);
}

export async function addDailyFindings(tx: Transaction, workspaceId: string, rows: DailyFindings[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    sql`insert into daily_findings as d (workspace_id, keyword_id, reading, brand_id, day, platform, prompt_id, named, cited, with_own)
        select ${workspaceId}, f.*
        from ${rowSet('f', rows, FINDING_COUNTS)}
        order by 2, 3, 4, 5, 6, 7
        on conflict (workspace_id, keyword_id, reading, brand_id, day, platform, prompt_id) do update
        set named = d.named + excluded.named,
            cited = d.cited + excluded.cited,
            with_own = d.with_own + excluded.with_own`,
  );
}

/** Copies the counts of months whose findings were removed to another reading, for the brands that it has. */
export async function carryDailyFindings(
  tx: Transaction,
  workspaceId: string,
  {
    keyword: { keywordId, reading: from },
    reading,
    brandIds,
  }: { keyword: { keywordId: string; reading: number }; reading: number; brandIds: string[] },
): Promise<void> {
  await tx.query(
    sql`insert into daily_findings (workspace_id, keyword_id, reading, brand_id, day, platform, prompt_id, named, cited, with_own)
        select ${workspaceId}, keyword_id, ${reading}::integer, brand_id, day, platform, prompt_id, named, cited, with_own
        from daily_findings
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and reading = ${from}
          and brand_id = any(${brandIds})
          and day < ${completeFrom(workspaceId, 'findings')}`,
  );
}

/** Deletes the counts of a keyword under readings before its previous one, which can still be compared. */
export async function forgetOldReadings(db: Db, workspaceId: string, keywordId: string): Promise<void> {
  await db.query(
    sql`delete from daily_findings f
        using keywords k
        where f.workspace_id = ${workspaceId}
          and f.keyword_id = ${keywordId}
          and k.workspace_id = ${workspaceId}
          and k.keyword_id = ${keywordId}
          and f.reading < k.reading - 1`,
  );
}

/** All stored counts of a keyword, for verification. */
export function allDailyAnswers(db: Db, workspaceId: string, keywordId: string): Promise<DailyAnswers[]> {
  return db.records<DailyAnswers>(
    sql`select keyword_id, platform, day, prompt_id, valid, truncated, refused, failed
        from daily_answers
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
}

/** The first day on which a keyword was asked. Undefined before its first answer. */
export async function firstAnsweredDay(db: Db, workspaceId: string, keywordId: string): Promise<string | undefined> {
  const [row] = await db.query<{ day: string | null }>(
    sql`select min(day) as day
        from daily_answers
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
  return row?.day ?? undefined;
}

/** The last day with a valid answer to a keyword. */
export async function lastValidDay(
  tx: Transaction,
  workspaceId: string,
  keywordId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ day: string | null }>(
    sql`select max(day) as day
        from daily_answers
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and valid > 0`,
  );
  return row?.day ?? undefined;
}

export function allDailyFindings(
  db: Db,
  workspaceId: string,
  { keywordId, reading }: { keywordId: string; reading: number },
): Promise<DailyFindings[]> {
  return db.records<DailyFindings>(
    sql`select keyword_id, reading, brand_id, day, platform, prompt_id, named, cited, with_own
        from daily_findings
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and reading = ${reading}`,
  );
}

/** The counts of one prompt in one period of days. */
export interface StretchCounts {
  keywordId: string;
  platform: string;
  promptId: string;
  /** How many whole periods before `lastDay`. 0 is the period that ends there. */
  ago: number;
  n: number;
  k: number;
  citations: number;
}

export interface CountsQuery {
  brandId: string;
  /** The end of each keyword's latest period, and the reading of its numbers. */
  keywords: Map<string, { lastDay: string; reading: number }>;
  /** Length of a period in days, and how many periods to go back. */
  days: number;
  stretches: number;
  platform?: string | undefined;
}

/** Counts per prompt, summed over periods that end at each keyword's last day. */
export async function countsByStretch(
  db: Db | Transaction,
  workspaceId: string,
  { brandId, keywords, days, stretches, platform }: CountsQuery,
): Promise<StretchCounts[]> {
  const wanted = [...keywords.values()];
  const ends = wanted.map(({ lastDay }) => lastDay).sort();
  const [first, last] = [ends[0], ends.at(-1)];
  if (first === undefined || last === undefined) return [];
  const span = days * stretches;
  // Bounds that do not depend on the keyword let PostgreSQL skip the partitions of other months. Each keyword is added up
  // on its own: all together need more memory than a statement has. The two tables are added with a union rather than
  // joined: with a join, the planner once read every mention for every answer (900 ms instead of 3).
  const mine = sql`
    c.workspace_id = ${workspaceId}
    and c.keyword_id = l.keyword_id
    and c.day > ${first}::date - ${span}::integer
    and c.day <= ${last}::date
    and c.day > l.last_day - ${span}::integer
    and c.day <= l.last_day
    ${platform === undefined ? empty : sql`and c.platform = ${platform}`}`;
  return db.records<StretchCounts>(
    sql`select l.keyword_id, c.platform, c.prompt_id, c.ago, c.n, c.k, c.citations
        from unnest(${[...keywords.keys()]}::text[], ${wanted.map(({ lastDay }) => lastDay)}::date[],
                    ${wanted.map(({ reading }) => reading)}::integer[]) as l (keyword_id, last_day, reading)
        cross join lateral (
          select platform, prompt_id, days_ago / ${days}::integer as ago,
                 sum(n)::integer as n, sum(k)::integer as k, sum(citations)::integer as citations
          from (
            select c.platform, c.prompt_id, l.last_day - c.day as days_ago, c.valid as n, 0 as k, 0 as citations
            from daily_answers c
            where ${mine}
            union all
            select c.platform, c.prompt_id, l.last_day - c.day, 0, c.named, c.cited
            from daily_findings c
            where ${mine}
              and c.reading = l.reading
              and c.brand_id = ${brandId}
          ) counts
          group by 1, 2, 3
        ) c
        order by 1, 2, 3, 4`,
  );
}
