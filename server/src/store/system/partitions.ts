import { monthAfter } from '../../base/time.ts';
import { type Db, raw, sql } from '../db.ts';
import { takeLock } from './locks.ts';

const PARTITIONED = ['answers', 'mentions', 'citations', 'day_sources'];

/**
 * Creates the monthly partitions that cover these days. They are attached rather than created in place, which does not
 * lock the table for readers and writers.
 */
export async function ensurePartitions(db: Db, fromDay: string, toDay: string): Promise<void> {
  const have = await db.query<{ name: string }>(
    sql`select relname as name
        from pg_class
        where relkind = 'r' and relispartition`,
  );
  const names = new Set(have.map((row) => row.name));
  for (const month of monthsBetween(fromDay, toDay)) {
    for (const table of PARTITIONED) {
      const name = partitionOf(table, month);
      if (!names.has(name)) await addPartition(db, { table, name, month });
    }
  }
}

/** The name of a month's partition. */
export function partitionOf(table: string, month: string): string {
  return `${table}_${month.slice(0, 7).replace('-', '')}`;
}

/** The first day of each month that has partitions, oldest first. */
export async function partitionMonths(db: Db): Promise<string[]> {
  const rows = await db.query<{ month: string }>(
    sql`select to_char(to_date(right(relname, 6), 'YYYYMM'), 'YYYY-MM-DD') as month
        from pg_class
        where relkind = 'r'
          and relispartition
          and relname ~ '^answers_[0-9]{6}$'
        order by 1`,
  );
  return rows.map(({ month }) => month);
}

async function addPartition(db: Db, { table, name, month }: { table: string; name: string; month: string }) {
  const from = `${month}-01`;
  await db.transaction(async (tx) => {
    await tx.query(takeLock('partitions'));
    const [existing] = await tx.query(sql`select from pg_class where relname = ${name}`);
    if (existing) return;
    await tx.query(raw(`create table ${name} (like ${table} including defaults including constraints)`));
    await tx.query(
      raw(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${monthAfter(month)}-01')`),
    );
  });
}

function monthsBetween(fromDay: string, toDay: string): string[] {
  const months: string[] = [];
  for (let month = fromDay.slice(0, 7); month <= toDay.slice(0, 7); month = monthAfter(month)) months.push(month);
  return months;
}
