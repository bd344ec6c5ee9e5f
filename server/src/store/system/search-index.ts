import type pg from 'pg';
import { type Db, sql } from '../db.ts';
import { takeLock } from './locks.ts';

/** The extension is not installed on the machine, in two versions of PostgreSQL, or the user may not create it. */
const REFUSED = ['0A000', '58P01', '42501'];

/**
 * Creates the index of the keywords' filters. It needs two extensions of PostgreSQL, so it is no migration: a database
 * may not have them, and gets the index at a later start. Without it, filters are correct and read every keyword.
 */
export async function createSearchIndex(client: pg.Client): Promise<void> {
  await client.query('begin');
  try {
    await client.query(takeLock('migration').text);
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('keywords_search') is not null as found",
    );
    if (!rows[0]?.found) await client.query(STATEMENTS);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if (!REFUSED.includes((error as { code?: string }).code ?? '')) throw error;
  }
}

const STATEMENTS = `
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index keywords_search on keywords using gin (workspace_id, tags, platforms, lower(keyword) gin_trgm_ops);`;

/** What to do if the index is missing. */
export async function searchIndexProblem(db: Db): Promise<string | undefined> {
  const [row] = await db.query<{ found: boolean }>(sql`select to_regclass('keywords_search') is not null as found`);
  if (row?.found) return undefined;
  return 'tag, platform and q filters read every keyword, because the database lacks the extensions pg_trgm and btree_gin. Install them (on Debian: postgresql-contrib), run "create extension pg_trgm; create extension btree_gin" in this database as a superuser, and restart the server.';
}
