import { timeOfId } from '../../base/id.ts';
import type { AnswerStatus, CitedPage, Page } from '../../collect/platform.ts';
import { type Db, empty, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';

/** The part of a stored answer that is needed to analyze it again. */
export interface StoredAnswer {
  answerId: string;
  askedAt: Date;
  recordedAt: Date;
  promptId: string;
  platform: string;
  status: AnswerStatus;
  /** The platform's word for the end of its reply. */
  stop: string | undefined;
  text: string;
  cited: CitedPage[];
  retrieved: Page[];
  queries: string[];
}

export interface StoredAnswersQuery {
  keywordId: string;
  /** Only answers asked on these days, inclusive. */
  fromDay?: string;
  toDay?: string;
}

const BATCH = 500;

/** A keyword's answers in the order they were asked, in batches: memory does not grow with history. */
export async function* storedAnswers(
  db: Db | Transaction,
  workspaceId: string,
  { keywordId, fromDay = '0001-01-01', toDay = '9999-12-30' }: StoredAnswersQuery,
): AsyncGenerator<StoredAnswer[]> {
  let after = { askedAt: new Date(fromDay), answerId: '' };
  for (;;) {
    const answers = await db.records<StoredAnswer>(
      sql`select answer_id, asked_at, recorded_at, prompt_id, platform, status, stop, text, cited, retrieved, queries
          from answers
          where workspace_id = ${workspaceId}
            and keyword_id = ${keywordId}
            and asked_at >= ${after.askedAt}
            and asked_at < (${toDay}::date + 1)::timestamptz
            and (asked_at, answer_id) > (${after.askedAt}, ${after.answerId})
          order by asked_at, answer_id
          limit ${BATCH}`,
    );
    if (answers.length > 0) yield answers;
    const last = answers.at(-1);
    if (!last || answers.length < BATCH) return;
    after = last;
  }
}

export function findStoredAnswer(
  db: Db | Transaction,
  workspaceId: string,
  answerId: string,
): Promise<StoredAnswer | undefined> {
  return db.record<StoredAnswer>(
    sql`select answer_id, asked_at, recorded_at, prompt_id, platform, status, stop, text, cited, retrieved, queries
        from answers
        where workspace_id = ${workspaceId}
          -- An answer's id contains the time it was asked: this reads one partition and one index entry.
          and asked_at = ${timeOfId(answerId)}
          and answer_id = ${answerId}`,
  );
}

/** Prompts whose text is not the one that their answers were asked with. */
export function changedPrompts(
  db: Db,
  workspaceId: string,
  keywordId: string,
): Promise<{ promptId: string; text: string | undefined; asked: string }[]> {
  return db.records(
    sql`select distinct a.prompt_id, p.text, a.prompt as asked
        from answers a
        left join prompts p
          on p.workspace_id = ${workspaceId}
         and p.prompt_id = a.prompt_id
        where a.workspace_id = ${workspaceId}
          and a.keyword_id = ${keywordId}
          and p.text is distinct from a.prompt
        order by a.prompt_id
        limit 100`,
  );
}

/** Stores what a new analysis decided about answers. The reason is the word for their ending. */
export async function setAnswerStatus(
  tx: Transaction,
  workspaceId: string,
  rows: Pick<StoredAnswer, 'answerId' | 'askedAt' | 'status'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    sql`update answers a
        set status = r.status,
            reason = case r.status when 'truncated' then lower(a.stop) end
        from ${rowSet('r', rows, { answerId: 'text', askedAt: 'timestamptz', status: 'text' })}
        where a.workspace_id = ${workspaceId}
          and a.asked_at = r.asked_at
          and a.answer_id = r.answer_id`,
  );
}

export interface AnswersBehind {
  keywordId: string;
  /** Undefined: all platforms. */
  platform: string | undefined;
  fromDay: string;
  toDay: string;
  /** Only answers stored up to this time. */
  recordedUpTo: Date;
  /** Only prompts that also have a valid answer on these days. */
  sharedWith?: { fromDay: string; toDay: string };
  limit: number;
}

/** The valid answers that a number was based on when it was published, oldest first. */
export async function answerIdsBehind(db: Db, workspaceId: string, behind: AnswersBehind): Promise<string[]> {
  const { keywordId, platform, recordedUpTo, sharedWith, limit } = behind;
  const within = (days: { fromDay: string; toDay: string }) => sql`
    where workspace_id = ${workspaceId}
      and keyword_id = ${keywordId}
      and asked_at >= ${new Date(days.fromDay)}
      and asked_at < (${days.toDay}::date + 1)::timestamptz
      and status = 'valid'
      and recorded_at <= ${recordedUpTo}
      ${platform === undefined ? empty : sql`and platform = ${platform}`}`;
  const rows = await db.records<{ answerId: string }>(
    sql`select answer_id
        from answers
        ${within(behind)}
        ${sharedWith ? sql`and prompt_id in (select prompt_id from answers ${within(sharedWith)})` : empty}
        order by asked_at, answer_id
        limit ${limit}`,
  );
  return rows.map((row) => row.answerId);
}
