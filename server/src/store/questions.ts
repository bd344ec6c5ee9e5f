import { randomUUID } from 'node:crypto';
import { type Db, sql, type Transaction } from './db.ts';

/** One question of the plan: this prompt, on this platform, on this day, for the n-th time. */
export interface QuestionKey {
  workspaceId: string;
  keywordId: string;
  promptId: string;
  platform: string;
  round: string;
  repetition: number;
}

export interface PlannedQuestion extends QuestionKey {
  /** On the clock, not in the workspace's time. */
  dueAt: Date;
}

export interface ClaimedQuestion extends QuestionKey {
  leaseToken: string;
  /** In the workspace's time. */
  dueAt: Date;
  tries: number;
}

/** Adds what is not planned yet; planning a round again changes nothing. */
export async function planQuestions(tx: Transaction, questions: PlannedQuestion[]): Promise<number> {
  const rows = await tx.query(
    sql`insert into questions (workspace_id, keyword_id, prompt_id, platform, round, repetition, due_at)
        select * from unnest(${questions.map((q) => q.workspaceId)}::text[], ${questions.map((q) => q.keywordId)}::text[],
                             ${questions.map((q) => q.promptId)}::text[], ${questions.map((q) => q.platform)}::text[],
                             ${questions.map((q) => q.round)}::date[], ${questions.map((q) => q.repetition)}::integer[],
                             ${questions.map((q) => q.dueAt)}::timestamptz[])
        on conflict do nothing
        returning 1`,
  );
  return rows.length;
}

export interface Claim {
  limit: number;
  leaseSeconds: number;
  /** Only this workspace; a sandbox asks its own when time passes there. */
  workspaceId?: string;
}

/**
 * Takes due questions of one workspace under a lease. Nobody else sees them meanwhile, and a process that dies
 * leaves them due again. Written as `= any(array(…))`, which keeps the index scan at any backlog.
 */
export async function claimQuestions(db: Db, { limit, leaseSeconds, workspaceId }: Claim): Promise<ClaimedQuestion[]> {
  const leaseToken = randomUUID();
  const rows = await db.query<ClaimedRow>(
    sql`with oldest as materialized (
          select workspace_id
          from questions
          where done_at is null
            and due_at <= now()
            and (lease_until is null or lease_until < now())
            and (${workspaceId ?? null}::text is null or workspace_id = ${workspaceId ?? null})
          order by due_at
          limit 1
        )
        update questions q
        set lease_until = now() + make_interval(secs => ${leaseSeconds}),
            lease_token = ${leaseToken},
            tries = q.tries + 1
        from workspaces w
        where q.ctid = any(array(
            select x.ctid
            from questions x
            where x.workspace_id = (select workspace_id from oldest)
              and x.done_at is null
              and x.due_at <= now()
              and (x.lease_until is null or x.lease_until < now())
            order by x.due_at
            limit ${limit}
            for update skip locked
          ))
          and w.workspace_id = q.workspace_id
        returning q.workspace_id, q.keyword_id, q.prompt_id, q.platform, q.round, q.repetition, q.tries,
                  q.due_at + w.clock_ahead as due_at`,
  );
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    keywordId: row.keyword_id,
    promptId: row.prompt_id,
    platform: row.platform,
    round: row.round,
    repetition: row.repetition,
    dueAt: row.due_at,
    tries: row.tries,
    leaseToken,
  }));
}

/**
 * Marks questions as asked, in the transaction that stores their answers. Gives back those still held under
 * their lease: the answers to the others were stored by somebody else.
 */
export async function finishQuestions(tx: Transaction, questions: ClaimedQuestion[]): Promise<Set<string>> {
  const rows = await tx.query<Omit<ClaimedRow, 'due_at' | 'tries'>>(
    sql`update questions q
        set done_at = now(),
            lease_until = null
        from unnest(${questions.map((q) => q.workspaceId)}::text[], ${questions.map((q) => q.keywordId)}::text[],
                    ${questions.map((q) => q.promptId)}::text[], ${questions.map((q) => q.platform)}::text[],
                    ${questions.map((q) => q.round)}::date[], ${questions.map((q) => q.repetition)}::integer[],
                    ${questions.map((q) => q.leaseToken)}::uuid[])
             as d (workspace_id, keyword_id, prompt_id, platform, round, repetition, lease_token)
        where q.workspace_id = d.workspace_id
          and q.round = d.round
          and q.keyword_id = d.keyword_id
          and q.platform = d.platform
          and q.prompt_id = d.prompt_id
          and q.repetition = d.repetition
          and q.lease_token = d.lease_token
          and q.done_at is null
        returning q.workspace_id, q.keyword_id, q.prompt_id, q.platform, q.round, q.repetition`,
  );
  return new Set(
    rows.map((row) =>
      questionName({
        workspaceId: row.workspace_id,
        keywordId: row.keyword_id,
        promptId: row.prompt_id,
        platform: row.platform,
        round: row.round,
        repetition: row.repetition,
      }),
    ),
  );
}

export function questionName(q: QuestionKey): string {
  return `${q.workspaceId} ${q.keywordId} ${q.promptId} ${q.platform} ${q.round} ${q.repetition}`;
}

/** Takes back what is planned for a keyword and not asked yet; what is being asked right now was paid for, and stays. */
export async function withdrawQuestions(tx: Transaction, workspaceId: string, keywordId: string): Promise<void> {
  await tx.query(
    sql`delete from questions
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and done_at is null
          and (lease_until is null or lease_until < now())`,
  );
}

/** Gives questions back, to be asked from then on, or when they were due anyway. */
export async function postponeQuestions(db: Db, questions: ClaimedQuestion[], until?: Date): Promise<void> {
  await db.query(
    sql`update questions
        set due_at = coalesce(${until ?? null}, due_at),
            lease_until = null,
            lease_token = null
        where lease_token = any(${questions.map((question) => question.leaseToken)}::uuid[])
          and done_at is null
          and (workspace_id, round, keyword_id, platform, prompt_id, repetition) in (
            select * from unnest(${questions.map((q) => q.workspaceId)}::text[], ${questions.map((q) => q.round)}::date[],
                                 ${questions.map((q) => q.keywordId)}::text[], ${questions.map((q) => q.platform)}::text[],
                                 ${questions.map((q) => q.promptId)}::text[], ${questions.map((q) => q.repetition)}::integer[]))`,
  );
}

/** Whether anything planned for a day before `day` still waits for its answer. */
export async function hasOpenQuestions(db: Db | Transaction, workspaceId: string, day: string): Promise<boolean> {
  const rows = await db.query(
    sql`select
        from questions
        where workspace_id = ${workspaceId}
          and round < ${day}
          and done_at is null
        limit 1`,
  );
  return rows.length > 0;
}

/** Whether something in the workspace is due now, under lease or not. */
export async function hasDueQuestions(db: Db, workspaceId: string): Promise<boolean> {
  const rows = await db.query(
    sql`select
        from questions
        where workspace_id = ${workspaceId}
          and due_at <= now()
          and done_at is null
        limit 1`,
  );
  return rows.length > 0;
}

/** Forgets the done questions of rounds that are over. */
export async function forgetQuestions(db: Db, workspaceId: string, beforeDay: string): Promise<void> {
  await db.query(
    sql`delete from questions
        where workspace_id = ${workspaceId}
          and round < ${beforeDay}
          and done_at is not null`,
  );
}

interface ClaimedRow {
  workspace_id: string;
  keyword_id: string;
  prompt_id: string;
  platform: string;
  round: string;
  repetition: number;
  due_at: Date;
  tries: number;
}
