import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Db, openDb } from '../../src/store/db.ts';
import { databaseUrl, TEMPLATE } from './database-url.ts';

/** A database of its own for a test file, cloned from the migrated template. */
export function useDatabase(): { db: Db; url: string } {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const serverUrl = inject('postgresUrl');
  const url = databaseUrl(serverUrl, name);
  const db = openDb({ url, connectTimeoutMs: 180_000, statementTimeoutMs: 180_000 });
  beforeAll(() => onServer(serverUrl, `create database ${name} template ${TEMPLATE}`));
  afterAll(async () => {
    await db.close();
    await onServer(serverUrl, `drop database ${name} with (force)`);
  });
  return { db, url };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
