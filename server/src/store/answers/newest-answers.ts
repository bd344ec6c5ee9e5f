import { type Db, sql } from '../db.ts';

export interface NewestAnswer {
  keywordId: string;
  platform: string;
  text: string;
}

/** A longer text is cut: the relevant part of an answer comes before this length. */
const LONGEST_TEXT = 20_000;

/** The latest valid answers of keywords that are still tracked. */
export function newestAnswers(
  db: Db,
  workspaceId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<NewestAnswer[]> {
  return db.records<NewestAnswer>(
    sql`select a.keyword_id, a.platform, left(a.text, ${LONGEST_TEXT}::integer) as text
        from (
          select *
          from answers
          where workspace_id = ${workspaceId}
            and asked_at >= ${since}
            and status = 'valid'
          order by asked_at desc, answer_id desc
          limit ${limit}
        ) a
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = a.keyword_id
        order by a.asked_at desc, a.answer_id desc`,
  );
}
