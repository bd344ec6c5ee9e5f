import { type Db, sql } from '../db.ts';

export interface PromptOfKeyword {
  promptId: string;
  text: string;
  /** Whether it is still asked; others may have been asked by who handed the answers in. */
  isAsked: boolean;
}

/** Every prompt of a keyword, those that are asked first. */
export function promptsOf(db: Db, workspaceId: string, keywordId: string): Promise<PromptOfKeyword[]> {
  return db.records<PromptOfKeyword>(
    sql`select prompt_id, text, retired_at is null as is_asked
        from prompts
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
        order by retired_at is not null, place, prompt_id`,
  );
}
