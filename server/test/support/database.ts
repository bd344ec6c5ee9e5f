import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Db, openDb } from '../../src/store/db.ts';
import { databaseUrl, onServer, TEMPLATE } from './database-url.ts';

/** A database of its own for a test file, cloned from the migrated template. */
export function useDatabase(): { db: Db; url: string } {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const serverUrl = inject('postgresUrl');
  const url = databaseUrl(serverUrl, name);
  const runOn = (statement: string) => onServer(serverUrl, (client) => client.query(statement));
  const db = openDb({ url, connectTimeoutMs: 180_000, statementTimeoutMs: 180_000 });
  beforeAll(() => runOn(`create database ${name} template ${TEMPLATE}`));
  afterAll(async () => {
    await db.close();
    await runOn(`drop database ${name} with (force)`);
  });
  return { db, url };
}
