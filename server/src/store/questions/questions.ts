import { randomUUID } from 'node:crypto';
import { makeId } from '../../base/id.ts';
import { type Db, type Sql, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';

/** One planned question: a prompt, a platform, a day and a repetition. */
export interface PlannedQuestion {
  workspaceId: string;
  keywordId: string;
  promptId: string;
  platform: string;
  round: string;
  repetition: number;
  /** In real time, not in the workspace's time. */
  dueAt: Date;
}

export interface ClaimedQuestion extends PlannedQuestion {
  questionId: string;
  leaseToken: string;
  /** In the workspace's time. */
  dueAt: Date;
  tries: number;
}

/** Why a platform does not take a question: it rejects the key, its credit is used up, or its limit is reached. */
const WAIT_REASONS = ['unauthorized', 'quota', 'http_429'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

export function isWaitReason(reason: string): reason is WaitReason {
  return WAIT_REASONS.some((one) => one === reason);
}

const QUESTION_COLUMNS = {
  questionId: 'text',
  workspaceId: 'text',
  keywordId: 'text',
  promptId: 'text',
  platform: 'text',
  round: 'date',
  repetition: 'integer',
  dueAt: 'timestamptz',
} as const;

/** Adds questions that are not planned yet. Planning a round again changes nothing. */
export async function planQuestions(tx: Transaction, questions: PlannedQuestion[]): Promise<number> {
  const planned = questions.map((question) => ({ ...question, questionId: makeId('qst', question.dueAt.getTime()) }));
  const rows = await tx.query(
    sql`insert into questions (question_id, workspace_id, keyword_id, prompt_id, platform, round, repetition, due_at)
        select *
        from ${rowSet('q', planned, QUESTION_COLUMNS)}
        on conflict do nothing
        returning 1`,
  );
  return rows.length;
}

export interface Claim {
  limit: number;
  leaseSeconds: number;
  /** Only this workspace. A sandbox asks its own questions when it is advanced. */
  workspaceId?: string;
  /** Platforms a live workspace can use without its own key. Undefined: every platform can be asked. */
  everywhere?: readonly string[] | undefined;
  /** What a process asks already. Then a claim takes one platform of a live workspace, and none of these. */
  busy?: Pick<PlannedQuestion, 'workspaceId' | 'platform'>[] | undefined;
}

/** A process asks at most this many platforms of a workspace at a time, so that one workspace cannot take them all. */
const MOST_OF_WORKSPACE = 8;

/** After this many attempts without a result, a question is not asked and paid for again. */
const MOST_TRIES = 8;

/** Whether a platform with a key can be asked question `x` of a live workspace. */
export const canBeAsked = (everywhere: readonly string[] | undefined): Sql => sql`
  x.tries < ${MOST_TRIES} and (
    ${everywhere ?? null}::text[] is null
    or x.platform = any(${everywhere ?? null}::text[])
    or (x.workspace_id, x.platform) in (select workspace_id, platform from platform_keys))`;

/**
 * Leases due questions of one workspace. No other worker sees them until the lease ends. After a crash they are due
 * again. Questions on a platform without a key are skipped, because they would crowd out the others. Written as `=
 * any(array(…))`, which keeps the index scan at any backlog.
 */
export async function claimQuestions(db: Db, claim: Claim): Promise<ClaimedQuestion[]> {
  const { limit, leaseSeconds, workspaceId, everywhere, busy = [] } = claim;
  const leaseToken = randomUUID();
  const isAskable = sql`(
    ${canBeAsked(everywhere)}
    or x.workspace_id in (select workspace_id from workspaces where mode = 'test'))`;
  const isFree = sql`(
    (x.workspace_id, x.platform) not in (
      select *
      from unnest(${busy.map((lane) => lane.workspaceId)}::text[], ${busy.map((lane) => lane.platform)}::text[]))
    and x.workspace_id not in (
      select b
      from unnest(${busy.map((lane) => lane.workspaceId)}::text[]) b
      group by b
      having count(*) >= ${MOST_OF_WORKSPACE}))`;
  const rows = await db.records<Omit<ClaimedQuestion, 'leaseToken'>>(
    sql`with oldest as materialized (
          select x.workspace_id, x.platform, x.workspace_id in (select workspace_id from workspaces where mode = 'test') as is_test
          from questions x
          where x.done_at is null
            and x.due_at <= now()
            and (x.lease_until is null or x.lease_until < now())
            and (${workspaceId ?? null}::text is null or x.workspace_id = ${workspaceId ?? null})
            and ${isAskable}
            and ${isFree}
          order by x.due_at
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
              and (${claim.busy === undefined} or (select is_test from oldest) or x.platform = (select platform from oldest))
              and x.done_at is null
              and x.due_at <= now()
              and (x.lease_until is null or x.lease_until < now())
              and ${isAskable}
            order by x.due_at
            limit ${limit}
            for update skip locked
          ))
          and w.workspace_id = q.workspace_id
        returning q.question_id, q.workspace_id, q.keyword_id, q.prompt_id, q.platform, q.round, q.repetition, q.tries,
                  q.due_at + w.clock_ahead as due_at`,
  );
  return rows.map((question) => ({ ...question, leaseToken }));
}

/**
 * Marks questions as asked in the transaction that stores their answers. Returns those still under their lease. The
 * answers to the others were stored by another worker.
 */
export async function finishQuestions(tx: Transaction, questions: ClaimedQuestion[]): Promise<Set<string>> {
  const rows = await tx.records<{ questionId: string }>(
    sql`update questions
        set done_at = now(),
            lease_until = null
        where ${heldOf(questions)}
        returning question_id`,
  );
  return new Set(rows.map((row) => row.questionId));
}

/**
 * Stores questions as asked, whether they are planned or not. Returns those that were not asked before. A worker that
 * holds one of them finds it done, and its answer is dropped.
 */
export async function storeAsked(
  tx: Transaction,
  questions: (Omit<PlannedQuestion, 'dueAt'> & { questionId: string })[],
): Promise<Set<string>> {
  if (questions.length === 0) return new Set();
  const { dueAt: _, ...columns } = QUESTION_COLUMNS;
  const rows = await tx.records<{ questionId: string }>(
    sql`insert into questions as q (question_id, workspace_id, keyword_id, prompt_id, platform, round, repetition, due_at,
                                    done_at)
        select a.*, now(), now()
        from ${rowSet('a', questions, columns)}
        on conflict (workspace_id, round, keyword_id, platform, prompt_id, repetition) do update
        set question_id = excluded.question_id,
            done_at = excluded.done_at,
            lease_until = null
        where q.done_at is null
        returning question_id`,
  );
  return new Set(rows.map((row) => row.questionId));
}

/** The questions that are still open and under the lease they were claimed with. */
function heldOf(questions: ClaimedQuestion[]): Sql {
  return sql`question_id = any(${questions.map((question) => question.questionId)}::text[])
          and lease_token = any(${[...new Set(questions.map((question) => question.leaseToken))]}::uuid[])
          and done_at is null`;
}

/** Extends the lease of open questions and returns their ids. */
export async function renewLease(
  db: Db,
  {
    workspaceId,
    leaseToken,
    leaseSeconds,
  }: Pick<ClaimedQuestion, 'workspaceId' | 'leaseToken'> & { leaseSeconds: number },
): Promise<Set<string>> {
  const rows = await db.records<{ questionId: string }>(
    sql`update questions
        set lease_until = now() + make_interval(secs => ${leaseSeconds})
        where workspace_id = ${workspaceId}
          and due_at <= now()
          and lease_token = ${leaseToken}
          and done_at is null
        returning question_id`,
  );
  return new Set(rows.map((row) => row.questionId));
}

/** Deletes the planned questions of a keyword that are not asked yet. Questions in progress were paid for and stay. */
export async function withdrawQuestions(tx: Transaction, workspaceId: string, keywordId: string): Promise<void> {
  await tx.query(
    sql`delete from questions
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and done_at is null
          and (lease_until is null or lease_until < now())`,
  );
}

/** Releases questions without an answer, to be asked from this time on, or when they were due. */
export async function postponeQuestions(
  db: Db,
  questions: ClaimedQuestion[],
  { until, waitsFor }: { until?: Date; waitsFor?: WaitReason | undefined } = {},
): Promise<void> {
  await db.query(
    sql`update questions
        set due_at = coalesce(${until ?? null}, due_at),
            lease_until = null,
            lease_token = null,
            reserved_usd = null,
            tries = tries - 1,
            waits_for = coalesce(${waitsFor ?? null}, waits_for),
            waits_since = case when ${waitsFor ?? null}::text is null then waits_since else coalesce(waits_since, now()) end
        where ${heldOf(questions)}`,
  );
}

/**
 * Postpones all due questions on a platform that cannot be asked now, in one statement. In batches, a few thousand of
 * them would delay the other platforms.
 */
export async function putOffPlatform(
  db: Db,
  workspaceId: string,
  { platform, seconds }: { platform: string; seconds: number },
): Promise<void> {
  await db.query(
    sql`update questions
        set due_at = now() + make_interval(secs => ${seconds})
        where workspace_id = ${workspaceId}
          and platform = ${platform}
          and done_at is null
          and due_at <= now()
          and (lease_until is null or lease_until < now())`,
  );
}

/** Deletes questions whose prompt no longer exists. */
export async function dropQuestions(db: Db, questions: ClaimedQuestion[]): Promise<void> {
  await db.query(
    sql`delete from questions
        where ${heldOf(questions)}`,
  );
}

/** Stores the reserved cost of each question until its answer is stored or its lease ends. */
export async function reserveCosts(
  tx: Transaction,
  reservations: { question: ClaimedQuestion; usd: number }[],
): Promise<void> {
  await tx.query(
    sql`update questions q
        set reserved_usd = r.usd
        from unnest(${reservations.map(({ question }) => question.questionId)}::text[],
                    ${reservations.map(({ question }) => question.leaseToken)}::uuid[],
                    ${reservations.map(({ usd }) => usd)}::numeric[]) as r (question_id, lease_token, usd)
        where q.question_id = r.question_id
          and q.lease_token = r.lease_token
          and q.done_at is null`,
  );
}

/** The reserved cost of the questions in progress. */
export function reservedUsd(tx: Transaction, workspaceId: string): Promise<number> {
  return tx.number(
    sql`select coalesce(sum(reserved_usd), 0) as usd
        from questions
        where workspace_id = ${workspaceId}
          and due_at <= now()
          and done_at is null
          and lease_until >= now()`,
  );
}

/** Whether a question planned before `day` still waits for its answer. */
export function hasOpenQuestions(db: Db | Transaction, workspaceId: string, day: string): Promise<boolean> {
  return db.returnsRows(
    sql`select
        from questions
        where workspace_id = ${workspaceId}
          and round < ${day}
          and done_at is null
        limit 1`,
  );
}

/** Whether any question of the workspace is due now, leased or not. */
export function hasDueQuestions(db: Db, workspaceId: string): Promise<boolean> {
  return db.returnsRows(
    sql`select
        from questions
        where workspace_id = ${workspaceId}
          and due_at <= now()
          and done_at is null
        limit 1`,
  );
}

/** Deletes the finished questions of closed rounds. */
export async function forgetQuestions(db: Db, workspaceId: string, beforeDay: string): Promise<void> {
  await db.query(
    sql`delete from questions
        where workspace_id = ${workspaceId}
          and round < ${beforeDay}
          and done_at is not null`,
  );
}
