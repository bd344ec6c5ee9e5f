import type { AnswerRow } from '../answers/answers.ts';
import { readOutcomes } from '../days/outcomes.ts';
import { type Db, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';
import type { ClaimedQuestion } from './questions.ts';

/** Adds the cost of a batch of answers to its days. */
export async function addSpend(
  tx: Transaction,
  workspaceId: string,
  answers: Pick<AnswerRow, 'platform' | 'surface' | 'askedAt' | 'costUsd'>[],
): Promise<void> {
  const paid = answers.filter(({ surface, costUsd }) => surface === 'api' && costUsd !== undefined);
  if (paid.length === 0) return;
  await tx.query(
    sql`insert into spend as s (workspace_id, day, platform, answers, cost_usd)
        select ${workspaceId}, (p.asked_at at time zone 'UTC')::date, p.platform, count(*), sum(p.cost_usd)
        from ${rowSet('p', paid, { askedAt: 'timestamptz', platform: 'text', costUsd: 'numeric' })}
        group by 2, 3
        order by 2, 3
        on conflict (workspace_id, day, platform) do update
        set answers = s.answers + excluded.answers,
            cost_usd = s.cost_usd + excluded.cost_usd`,
  );
}

/** Adds the reserved cost of answers with an unknown cost, because unknown does not mean free. */
export async function addEstimates(tx: Transaction, day: string, questions: ClaimedQuestion[]): Promise<void> {
  if (questions.length === 0) return;
  await tx.query(
    sql`insert into spend as s (workspace_id, day, platform, answers, cost_usd, estimated_usd)
        select workspace_id, ${day}::date, platform, 0, 0, sum(reserved_usd)
        from questions
        where question_id = any(${questions.map((question) => question.questionId)}::text[])
          and reserved_usd > 0
        group by workspace_id, platform
        order by platform
        on conflict (workspace_id, day, platform) do update
        set estimated_usd = s.estimated_usd + excluded.estimated_usd`,
  );
}

/** Books what is still reserved for questions as an estimate, so that it can be reserved again. */
export async function bookReserved(tx: Transaction, day: string, questions: ClaimedQuestion[]): Promise<void> {
  await addEstimates(tx, day, questions);
  await tx.query(
    sql`update questions
        set reserved_usd = null
        where question_id = any(${questions.map((question) => question.questionId)}::text[])
          and reserved_usd is not null`,
  );
}

export interface Budget {
  dailyCapUsd: number | undefined;
  monthlyCapUsd: number | undefined;
  spentTodayUsd: number;
  spentMonthUsd: number;
  /** The assumed additional cost of answers with an unknown cost. */
  estimatedTodayUsd: number;
  estimatedMonthUsd: number;
}

const NOTHING_SPENT: Budget = {
  dailyCapUsd: undefined,
  monthlyCapUsd: undefined,
  spentTodayUsd: 0,
  spentMonthUsd: 0,
  estimatedTodayUsd: 0,
  estimatedMonthUsd: 0,
};

export async function findBudget(db: Db | Transaction, workspaceId: string, today: string): Promise<Budget> {
  const [budget] = await db.records<Budget>(
    sql`select w.daily_cap_usd, w.monthly_cap_usd,
               coalesce(sum(s.cost_usd) filter (where s.day = ${today}), 0) as spent_today_usd,
               coalesce(sum(s.cost_usd), 0) as spent_month_usd,
               coalesce(sum(s.estimated_usd) filter (where s.day = ${today}), 0) as estimated_today_usd,
               coalesce(sum(s.estimated_usd), 0) as estimated_month_usd
        from workspaces w
        left join spend s on s.workspace_id = w.workspace_id and s.day >= date_trunc('month', ${today}::date)::date
        where w.workspace_id = ${workspaceId}
        group by w.daily_cap_usd, w.monthly_cap_usd`,
  );
  // The workspace may have been deleted while its questions were asked.
  return budget ?? NOTHING_SPENT;
}

export async function setCaps(
  db: Db | Transaction,
  workspaceId: string,
  { dailyCapUsd, monthlyCapUsd }: Pick<Budget, 'dailyCapUsd' | 'monthlyCapUsd'>,
): Promise<void> {
  await db.query(
    sql`update workspaces
        set daily_cap_usd = ${dailyCapUsd ?? null},
            monthly_cap_usd = ${monthlyCapUsd ?? null}
        where workspace_id = ${workspaceId}`,
  );
}

/** The maximum width of a score's interval, in points. Undefined: each prompt is asked eight times a week. */
export async function setIntervalPoints(db: Db, workspaceId: string, points: number | undefined): Promise<void> {
  await db.query(
    sql`update workspaces
        set interval_points = ${points ?? null}
        where workspace_id = ${workspaceId}`,
  );
}

export interface UsageDay {
  date: string;
  platform: string;
  valid: number;
  truncated: number;
  refused: number;
  failed: number;
  costUsd: number;
}

/** Questions asked per day and platform, how many answers are valid, and their cost. */
export async function usageByDay(
  db: Db,
  workspaceId: string,
  { since, until }: { since: string; until: string },
): Promise<UsageDay[]> {
  const counted = await readOutcomes(db, workspaceId, { since, until });
  const spent = await db.records<{ day: string; platform: string; costUsd: number }>(
    sql`select day, platform, cost_usd
        from spend
        where workspace_id = ${workspaceId}
          and day between ${since} and ${until}`,
  );
  const costs = new Map(spent.map((row) => [`${row.day} ${row.platform}`, row.costUsd]));
  return counted.map(({ day: date, ...row }) => ({
    ...row,
    date,
    costUsd: costs.get(`${date} ${row.platform}`) ?? 0,
  }));
}

export interface RepliesOfPlatform {
  platform: string;
  status: string;
  reason: string | undefined;
  answers: number;
  costUsd: number;
}

/** What was recorded since a time, by platform and outcome. */
export function repliesSince(db: Db, workspaceId: string, since: Date): Promise<RepliesOfPlatform[]> {
  return db.records<RepliesOfPlatform>(
    sql`select platform, status, reason, count(*)::integer as answers, coalesce(sum(cost_usd), 0) as cost_usd
        from answers
        where workspace_id = ${workspaceId}
          and recorded_at >= ${since}
          and asked_at >= ${since}::timestamptz - interval '1 day'
        group by platform, status, reason
        order by platform, status desc, reason`,
  );
}
