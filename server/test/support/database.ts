import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Db, openDb } from '../../src/store/db.ts';
import { cloneOf, databaseUrl, onServer, TEMPLATE } from './database-url.ts';

/** A database of its own for a test file, cloned from the migrated template. */
export function useDatabase(): { db: Db; url: string } {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const serverUrl = inject('postgresUrl');
  const url = databaseUrl(serverUrl, name);
  const db = openTestDb(url);
  names.set(db.source, name);
  beforeAll(() => onServer(serverUrl, (client) => client.query(cloneOf(TEMPLATE, name))));
  afterAll(async () => {
    await db.close();
    await onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`));
  });
  return { db, url };
}

export const openTestDb = (url: string) => openDb({ url, connectTimeoutMs: 180_000, statementTimeoutMs: 180_000 });

const names = new WeakMap<object, string>();

/** The name of a test file's database while it is empty and has no connections, so that another can replace it. */
export async function unusedName({ source, connections }: Db): Promise<string | undefined> {
  const { inUse, idle } = connections();
  const name = names.get(source);
  if (name === undefined || inUse + idle > 0) return undefined;
  const url = databaseUrl(inject('postgresUrl'), name);
  const { rowCount } = await onServer(url, (client) => client.query('select from accounts limit 1'));
  return rowCount === 0 ? name : undefined;
}
