import { type Day, movePlaces } from '../../score/day.ts';
import { type Db, sql, type Transaction } from '../db.ts';
import { completeFrom } from '../retention/removed-months.ts';
import { rowSet } from '../row-set.ts';
import { brandsOf } from '../workspaces/readings.ts';

/** A keyword's day under a reading. */
export interface KeywordDay {
  keywordId: string;
  reading: number;
  day: string;
  value: Day;
}

const KEY = { keywordId: 'text', reading: 'integer', day: 'date' } as const;

/** Those of these days that are stored. */
export async function storedDays(
  tx: Transaction,
  workspaceId: string,
  keys: Omit<KeywordDay, 'value'>[],
): Promise<KeywordDay[]> {
  const rows = await tx.records<Omit<KeywordDay, 'value'> & { value: string }>(
    sql`select d.keyword_id, d.reading, d.day, d.value
        from ${rowSet('k', keys, KEY)}
        join days d
          on d.workspace_id = ${workspaceId}
         and d.keyword_id = k.keyword_id
         and d.reading = k.reading
         and d.day = k.day`,
  );
  return rows.map((row) => ({ ...row, value: JSON.parse(row.value) }));
}

/** Writes whole days. The caller has locked their keywords. */
export async function saveDays(tx: Transaction, workspaceId: string, days: KeywordDay[]): Promise<void> {
  const rows = days.map((row) => ({ ...row, value: JSON.stringify(row.value) }));
  await tx.query(
    sql`insert into days (workspace_id, keyword_id, reading, day, value)
        select ${workspaceId}, d.*
        from ${rowSet('d', rows, { ...KEY, value: 'text' })}
        order by 2, 3, 4
        on conflict (workspace_id, keyword_id, reading, day) do update
        set value = excluded.value`,
  );
}

/**
 * Copies the days of months whose findings were removed to another reading, with the brands that it has. What their
 * answers say can no longer be found.
 */
export async function carryDays(
  tx: Transaction,
  workspaceId: string,
  { keywordId, from, to }: { keywordId: string; from: number; to: number },
): Promise<void> {
  const rows = await tx.records<{ day: string; value: string }>(
    sql`select day, value
        from days
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and reading = ${from}
          and day < ${completeFrom(workspaceId, 'findings')}`,
  );
  if (rows.length === 0) return;
  const brands = await brandsOf(tx, workspaceId, [from, to]);
  const places = brands.get(from)?.map((id) => brands.get(to)?.indexOf(id) ?? -1) ?? [];
  await saveDays(
    tx,
    workspaceId,
    rows.map(({ day, value }) => ({
      keywordId,
      reading: to,
      day,
      value: movePlaces(JSON.parse(value), places),
    })),
  );
}

/** The numbers of prompts by id. */
export async function promptNumbers(
  db: Db | Transaction,
  workspaceId: string,
  promptIds: string[],
): Promise<Map<string, number>> {
  const rows = await db.records<{ promptId: string; number: number }>(
    sql`select prompt_id, number
        from prompts
        where workspace_id = ${workspaceId}
          and prompt_id = any(${[...new Set(promptIds)]})`,
  );
  return new Map(rows.map(({ promptId, number }) => [promptId, number]));
}

/** Deletes the days of a keyword: all, or those of a reading that was started under the same number and never published. */
export async function deleteDays(
  tx: Transaction,
  workspaceId: string,
  { keywordId, reading }: { keywordId: string; reading?: number },
): Promise<void> {
  await tx.query(
    sql`delete from days
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and reading = coalesce(${reading ?? null}::integer, reading)`,
  );
}

/** Deletes the days of a keyword under readings before its previous one, which can still be compared. */
export async function forgetOldReadings(db: Db, workspaceId: string, keywordId: string): Promise<void> {
  await db.query(
    sql`delete from days d
        using keywords k
        where d.workspace_id = ${workspaceId}
          and d.keyword_id = ${keywordId}
          and k.workspace_id = ${workspaceId}
          and k.keyword_id = ${keywordId}
          and d.reading < k.reading - 1`,
  );
}
