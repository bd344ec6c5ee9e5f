import type { CitedPage, Page } from '../collect/platform.ts';
import { type Db, sql } from './db.ts';

/** What of a valid answer is needed to read it for other names. */
export interface AnswerBack {
  answerId: string;
  askedAt: Date;
  keywordId: string;
  platform: string;
  text: string;
  cited: CitedPage[];
  retrieved: Page[];
}

const BATCH = 500;

/** Valid answers of all keywords, the newest first, a batch in memory at a time. */
export async function* answersBack(db: Db, workspaceId: string, before: Date): AsyncGenerator<AnswerBack[]> {
  let last = { askedAt: before, answerId: '' };
  for (;;) {
    const rows = await db.query<AnswerBack>(
      sql`select answer_id as "answerId", asked_at as "askedAt", keyword_id as "keywordId", platform, text, cited, retrieved
          from answers
          where workspace_id = ${workspaceId}
            and asked_at <= ${last.askedAt}
            and (asked_at, answer_id) < (${last.askedAt}, ${last.answerId})
            and status = 'valid'
          order by asked_at desc, answer_id desc
          limit ${BATCH}`,
    );
    if (rows.length > 0) yield rows;
    const oldest = rows.at(-1);
    if (!oldest || rows.length < BATCH) return;
    last = oldest;
  }
}

/** How many valid answers there are over all keywords, and in how many of them a brand was found. */
export async function countAnswers(
  db: Db,
  workspaceId: string,
  brandId: string,
): Promise<{ answers: number; naming: number }> {
  const [row] = await db.query<{ answers: number; naming: number }>(
    sql`select (
          select coalesce(sum(valid), 0)::integer
          from workspace_days
          where workspace_id = ${workspaceId}
        ) as answers, (
          select coalesce(sum(named), 0)::integer
          from workspace_findings
          where workspace_id = ${workspaceId}
            and brand_id = ${brandId}
        ) as naming`,
  );
  return row ?? { answers: 0, naming: 0 };
}
