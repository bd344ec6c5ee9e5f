import { monthAfter } from '../../base/time.ts';
import type { CitedPage, Page } from '../../collect/platform.ts';
import { type Db, type Sql, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';

/** What an archive holds of an answer. */
export interface AnswerTexts {
  answerId: string;
  askedAt: Date;
  keywordId: string;
  platform: string;
  model: string | undefined;
  prompt: string;
  text: string;
  cited: CitedPage[];
  retrieved: Page[];
  /** Gzipped. */
  raw: Buffer | undefined;
}

const BATCH = 200;

/** The answers of a month that still have a text or a raw reply, by keyword and time, in batches. */
export async function* textsOfMonth(db: Db, workspaceId: string, month: string): AsyncGenerator<AnswerTexts[]> {
  let after = { keywordId: '', askedAt: new Date(0), answerId: '' };
  for (;;) {
    const answers = await db.records<AnswerTexts>(
      sql`select answer_id, asked_at, keyword_id, platform, model, prompt, text, cited, retrieved, raw
          from answers
          where workspace_id = ${workspaceId}
            and ${inMonth(month)}
            and ${hasTexts}
            and (keyword_id, asked_at, answer_id) > (${after.keywordId}, ${after.askedAt}, ${after.answerId})
          order by keyword_id, asked_at, answer_id
          limit ${BATCH}`,
    );
    if (answers.length > 0) yield answers;
    const last = answers.at(-1);
    if (!last || answers.length < BATCH) return;
    after = last;
  }
}

/**
 * How many answers of a month still have a text or a raw reply. Until the transaction ends, no others are stored: it
 * waits for those that store some, and they wait for it.
 */
export async function countTextsLocked(tx: Transaction, workspaceId: string, month: string): Promise<number> {
  await tx.query(sql`select from workspaces where workspace_id = ${workspaceId} for update`);
  return tx.number(
    sql`select count(*) as count
        from answers
        where workspace_id = ${workspaceId}
          and ${inMonth(month)}
          and ${hasTexts}`,
  );
}

/** Puts texts and raw replies back where they were removed. Returns how many answers changed. */
export async function restoreTexts(tx: Transaction, workspaceId: string, answers: AnswerTexts[]): Promise<number> {
  const columns = {
    answerId: 'text',
    askedAt: 'timestamptz',
    keywordId: 'text',
    text: 'text',
    cited: 'jsonb',
    retrieved: 'jsonb',
    raw: 'bytea',
  } as const;
  const restored = await tx.query(
    sql`update answers a
        set text = r.text,
            cited = r.cited,
            retrieved = r.retrieved,
            raw = coalesce(a.raw, r.raw)
        from ${rowSet('r', answers, columns)}
        where a.workspace_id = ${workspaceId}
          and a.asked_at = r.asked_at
          and a.answer_id = r.answer_id
          and a.keyword_id = r.keyword_id
          and (
            (a.text = '' and a.cited = '[]' and a.retrieved = '[]' and (r.text <> '' or r.cited <> '[]' or r.retrieved <> '[]'))
            or (a.text = r.text and a.raw is null and r.raw is not null)
          )
        returning a.answer_id`,
  );
  return restored.length;
}

/** Valid answers of a month without a text. */
export function countWithoutTexts(db: Db | Transaction, workspaceId: string, month: string): Promise<number> {
  return db.number(
    sql`select count(*) as count
        from answers
        where workspace_id = ${workspaceId}
          and ${inMonth(month)}
          and status = 'valid'
          and text = ''`,
  );
}

/** The month of the first answer, such as 2025-08. */
export async function firstMonth(db: Db, workspaceId: string): Promise<string | undefined> {
  const [row] = await db.query<{ first: Date | null }>(
    sql`select min(asked_at) as first
        from answers
        where workspace_id = ${workspaceId}`,
  );
  return row?.first?.toISOString().slice(0, 7);
}

const hasTexts: Sql = sql`(text <> '' or raw is not null or cited <> '[]' or retrieved <> '[]')`;

function inMonth(month: string): Sql {
  return sql`asked_at >= ${new Date(`${month}-01`)} and asked_at < ${new Date(`${monthAfter(month)}-01`)}`;
}
