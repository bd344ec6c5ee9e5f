import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { SetupError } from '../base/errors.ts';
import { type Db, sql } from './db.ts';

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));
// One process migrates, the others wait for it.
const MIGRATION_LOCK = 4242;
const OLDEST_POSTGRES = 150_000;

/** Brings the schema up to date and says which migrations that took. Each is a transaction of its own. */
export async function migrate(url: string): Promise<string[]> {
  const client = await connect(url);
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(rows.map((row) => row.name));
    const known = migrationNames();
    const newer = [...applied].find((name) => !known.includes(name));
    if (newer) {
      throw new SetupError(`The database was migrated by a newer version (${newer}). Update this installation.`);
    }
    const missing = known.filter((name) => !applied.has(name));
    for (const name of missing) await apply(client, name);
    return missing;
  } finally {
    await client.end();
  }
}

/** Migrations that this version brings and the database does not have. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`select name from migrations`);
  const applied = new Set(rows.map((row) => row.name));
  return migrationNames().filter((name) => !applied.has(name));
}

function migrationNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    if (Number(rows[0]?.version) < OLDEST_POSTGRES) {
      throw new SetupError('The database is older than PostgreSQL 15. Update it, or leave DATABASE_URL empty.');
    }
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (error instanceof SetupError) throw error;
    throw new SetupError(
      `DATABASE_URL cannot be used: ${(error as Error).message || (error as { code?: string }).code}. Check its host, user, password and database name.`,
    );
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = readFileSync(FOLDER + name, 'utf8');
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
