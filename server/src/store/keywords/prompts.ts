import { makeId } from '../../base/id.ts';
import { sql, type Transaction } from '../db.ts';

export interface AskedPrompt {
  keywordId: string;
  text: string;
}

/**
 * The ids of prompts by keyword and text. A text that is not in the keyword's panel is added as retired: it is never
 * asked, but imported answers are counted under it. The caller must have locked the keywords.
 */
export async function promptIds(
  tx: Transaction,
  workspaceId: string,
  { prompts, now }: { prompts: AskedPrompt[]; now: Date },
): Promise<Map<string, string>> {
  const wanted = new Map(prompts.map((prompt) => [promptName(prompt), prompt]));
  const ids = await findPrompts(tx, workspaceId, [...wanted.values()]);
  const missing = [...wanted].filter(([name]) => !ids.has(name)).map(([, prompt]) => prompt);
  if (missing.length === 0) return ids;
  const rows = missing.map(({ keywordId, text }) => ({ id: makeId('prm'), keyword_id: keywordId, text }));
  await tx.query(
    sql`insert into prompts (workspace_id, prompt_id, keyword_id, number, place, text, retired_at)
        select ${workspaceId}, p.id, p.keyword_id,
               coalesce(last.number, 0) + row_number() over (partition by p.keyword_id order by p.id),
               coalesce(last.place, -1) + row_number() over (partition by p.keyword_id order by p.id), p.text, ${now}
        from json_to_recordset(${JSON.stringify(rows)}) as p (id text, keyword_id text, text text)
        left join (
          select keyword_id, max(number) as number, max(place) as place
          from prompts
          where workspace_id = ${workspaceId}
            and keyword_id = any(${[...new Set(missing.map(({ keywordId }) => keywordId))]})
          group by keyword_id
        ) last using (keyword_id)`,
  );
  for (const { id, keyword_id, text } of rows) ids.set(promptName({ keywordId: keyword_id, text }), id);
  return ids;
}

export function promptName({ keywordId, text }: AskedPrompt): string {
  return `${keywordId} ${text}`;
}

export async function findPrompts(
  tx: Transaction,
  workspaceId: string,
  wanted: AskedPrompt[],
): Promise<Map<string, string>> {
  const rows = await tx.records<AskedPrompt & { promptId: string }>(
    sql`select distinct on (p.keyword_id, p.text) p.prompt_id, p.keyword_id, p.text
        from unnest(${wanted.map(({ keywordId }) => keywordId)}::text[], ${wanted.map(({ text }) => text)}::text[])
             as w (keyword_id, text)
        join prompts p
          on p.workspace_id = ${workspaceId}
         and p.keyword_id = w.keyword_id
         and left(p.text, 100) = left(w.text, 100)
         and p.text = w.text
        -- Active prompts first.
        order by p.keyword_id, p.text, p.retired_at nulls first, p.place`,
  );
  return new Map(rows.map((prompt) => [promptName(prompt), prompt.promptId]));
}
