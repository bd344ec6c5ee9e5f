import type pg from 'pg';
import { SetupError } from '../../base/errors.ts';
import { copyIn } from './copy.ts';
import { createLocks, describeHolder, isLockTimeout, takeLock } from './locks.ts';
import { applyWithin, checkBaseline, knownMigrations, MIGRATIONS_TABLE, type Migration } from './migrate.ts';
import { columnList, type Partition, quoted, type StoredTable, storedTables, withClient } from './snapshot.ts';

export interface Restoration {
  migrations: Migration[];
  partitions: Partition[];
  /** The tables in order. The rows of each must be read before the next table. */
  tables: AsyncIterable<StoredTable & { rows: AsyncIterable<Buffer>; count: (rows: number) => void }>;
}

/**
 * Fills an empty database with schema and rows in one transaction. Any error in the file or the database leaves it
 * unchanged. The tables' iterator ends without an error only if the whole file was read and is intact.
 */
export async function restoreDatabase(url: string, { migrations, partitions, tables }: Restoration): Promise<void> {
  checkVersion(migrations);
  await withClient(url, async (client) => {
    await createLocks(client);
    await client.query("begin; set local lock_timeout = '60s'");
    await client.query(takeLock('migration').text).catch(async (error) => {
      throw isLockTimeout(error) ? await describeHolder(client) : error;
    });
    await checkEmpty(client, migrations);
    const applied = await appliedMigrations(client);
    for (const { name } of migrations) if (!applied.includes(name)) await applyWithin(client, name);
    for (const partition of partitions) await addPartition(client, partition);
    const known = new Map((await storedTables(client)).map((table) => [table.name, table]));
    for await (const { name, columns, rows, count } of tables) {
      const target = known.get(name);
      const strange = target ? columns.find((column) => !target.columns.includes(column)) : name;
      if (strange)
        throw new SetupError(
          `The backup contains ${strange}, which its version did not have. The backup is corrupted.`,
        );
      const statement = `copy ${quoted(name)} (${columnList(columns)}) from stdin`;
      count(await copyIn(client, statement, rows).catch((error) => refuseRow(error, name)));
    }
    await client.query('commit');
    // Plans without statistics are bad, and the first requests should not wait for autovacuum.
    await client.query('analyze');
  });
}

/** A backup never contains rows that PostgreSQL rejects (classes 22 and 23). */
function refuseRow(error: Error & { code?: string }, table: string): never {
  if (!/^2[23]/.test(error.code ?? '')) throw error;
  throw new SetupError(
    `The backup is corrupted: rows of ${table} cannot be stored (${error.message}). Nothing was restored.`,
  );
}

function checkVersion(migrations: Migration[]): void {
  checkBaseline('backup', migrations);
  const known = new Map(knownMigrations().map(({ name, hash }) => [name, hash]));
  const newer = migrations.find(({ name, hash }) => known.get(name) !== hash);
  if (newer) {
    throw new SetupError(
      `The backup was created by a newer or a different version (${newer.name}). Update this installation.`,
    );
  }
}

async function checkEmpty(client: pg.Client, migrations: Migration[]): Promise<void> {
  const tables = await storedTables(client);
  const applied = await appliedMigrations(client);
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rowCount !== 0 || applied.length === 0) {
      throw new SetupError(
        `The database is not empty (${name}). Restore into a new database: set another DATA_DIR or DATABASE_URL.`,
      );
    }
  }
  const later = applied.find((name) => !migrations.some((one) => one.name === name));
  if (later) {
    throw new SetupError(
      `The database is already at ${later}, which the backup does not have. Restore into a new database. It is migrated afterwards.`,
    );
  }
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  await client.query(MIGRATIONS_TABLE);
  const { rows } = await client.query<Migration>('select name from migrations');
  return rows.map(({ name }) => name);
}

/** Text from the file becomes part of a statement, so it must match exactly what we write. */
async function addPartition(client: pg.Client, { parent, name, bounds }: Partition): Promise<void> {
  const isOurs =
    /^[a-z_]+$/.test(parent) &&
    /^[a-z_]+_\d{6}$/.test(name) &&
    /^FOR VALUES FROM \('[\d :+-]+'\) TO \('[\d :+-]+'\)$/.test(bounds);
  if (!isOurs) throw new SetupError(`The backup contains an unknown partition (${name}). The backup is corrupted.`);
  await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bounds}`);
}
