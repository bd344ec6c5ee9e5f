import { type Db, raw, sql } from '../db.ts';

interface SealedColumn {
  table: string;
  column: string;
  /** SQL of the text that the value is bound to. */
  rowId: string;
}

/** Every column with values of the secrets box. A test finds columns that are missing here. */
export const SEALED_COLUMNS: SealedColumn[] = [
  { table: 'webhooks', column: 'secret', rowId: 'webhook_id' },
  { table: 'webhooks', column: 'next_secret', rowId: 'webhook_id' },
  { table: 'webhooks', column: 'headers', rowId: 'webhook_id' },
  { table: 'members', column: 'totp_secret', rowId: 'member_id' },
  { table: 'platform_keys', column: 'sealed', rowId: "workspace_id || ' ' || platform" },
  {
    table: 'idempotency_keys',
    column: 'answer',
    rowId: "'idempotency ' || workspace_id || ' ' || path || ' ' || key",
  },
];

export interface SealedValue {
  rowId: string;
  sealed: Buffer;
}

/** The values of a column in the order of their row ids, after `after`. */
export function sealedValues(
  db: Db,
  { table, column, rowId }: SealedColumn,
  { after, limit }: { after: string; limit: number },
): Promise<SealedValue[]> {
  return db.records<SealedValue>(
    sql`select ${raw(rowId)} as row_id, ${raw(column)} as sealed
        from ${raw(table)}
        where ${raw(column)} is not null
          and ${raw(rowId)} > ${after}
        order by 1
        limit ${limit}`,
  );
}

/** Replaces values, except those that have changed meanwhile. */
export async function replaceSealed(
  db: Db,
  { table, column, rowId }: SealedColumn,
  values: (SealedValue & { next: Buffer })[],
): Promise<void> {
  await db.query(
    sql`update ${raw(table)}
        set ${raw(column)} = replaced.next
        from unnest(${values.map((one) => one.rowId)}::text[], ${values.map((one) => one.sealed)}::bytea[],
                    ${values.map((one) => one.next)}::bytea[]) as replaced (id, sealed, next)
        where ${raw(rowId)} = replaced.id
          and ${raw(column)} = replaced.sealed`,
  );
}
