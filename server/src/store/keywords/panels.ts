import { type Db, sql } from '../db.ts';

export interface PromptOfKeyword {
  promptId: string;
  text: string;
  /** Whether it is still asked; others may have been asked by who handed the answers in. */
  isAsked: boolean;
}

/** Every prompt of a keyword, those that are asked first. */
export async function promptsOf(db: Db, workspaceId: string, keywordId: string): Promise<PromptOfKeyword[]> {
  const rows = await db.query<{ prompt_id: string; text: string; is_asked: boolean }>(
    sql`select prompt_id, text, retired_at is null as is_asked
        from prompts
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
        order by retired_at is not null, place, prompt_id`,
  );
  return rows.map((row) => ({ promptId: row.prompt_id, text: row.text, isAsked: row.is_asked }));
}
