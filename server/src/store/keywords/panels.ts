import { type Db, sql } from '../db.ts';

export interface PromptOfKeyword {
  promptId: string;
  text: string;
  /** Whether it is still asked. Other prompts may come from imported answers. */
  isAsked: boolean;
}

/** Every prompt of a keyword, active ones first. */
export function promptsOf(db: Db, workspaceId: string, keywordId: string): Promise<PromptOfKeyword[]> {
  return db.records<PromptOfKeyword>(
    sql`select prompt_id, text, retired_at is null as is_asked
        from prompts
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
        order by retired_at is not null, place, prompt_id`,
  );
}
