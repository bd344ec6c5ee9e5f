import { sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';

/** An imported answer with its sender's id. */
export interface ImportRow {
  externalId: string;
  answerId: string;
  askedAt: Date;
}

/**
 * Stores the ids of answers that are about to be stored. Returns those that were stored before, as answer id by
 * external id. Rows are always locked in the same order, so that two senders of the same ids cannot deadlock.
 */
export async function claimImports(
  tx: Transaction,
  workspaceId: string,
  rows: ImportRow[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const added = await tx.records<{ externalId: string }>(
    sql`insert into answer_imports (workspace_id, external_id, answer_id, asked_at)
        select ${workspaceId}, i.*
        from ${rowSet('i', rows, { externalId: 'text', answerId: 'text', askedAt: 'timestamptz' })}
        order by i.external_id
        on conflict (workspace_id, external_id) do nothing
        returning external_id`,
  );
  const isNew = new Set(added.map((row) => row.externalId));
  const known = rows.map((row) => row.externalId).filter((id) => !isNew.has(id));
  if (known.length === 0) return new Map();
  const found = await tx.records<{ externalId: string; answerId: string }>(
    sql`select external_id, answer_id
        from answer_imports
        where workspace_id = ${workspaceId}
          and external_id = any(${known})`,
  );
  return new Map(found.map((row) => [row.externalId, row.answerId]));
}
