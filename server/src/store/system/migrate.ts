import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { SetupError } from '../../base/errors.ts';
import { type Db, sql } from '../db.ts';
import { databaseProblem } from './database-problem.ts';
import { extendCluster, hasCitus } from './distribute.ts';
import { createLocks, describeHolder, isLockTimeout, takeLock } from './locks.ts';
import { createSearchIndex } from './search-index.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations/', import.meta.url));
/** How long a process waits for another migration, and a migration for sessions that use the tables it changes. */
const LOCK_TIMEOUT_MS = 60_000;
const OLDEST_POSTGRES = 150_000;
export const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())';

/** Migrates the schema and returns the applied migrations. Each one is its own transaction. */
export async function migrate(url: string, { lockTimeoutMs = LOCK_TIMEOUT_MS } = {}): Promise<string[]> {
  const client = await connect(url);
  const applied: string[] = [];
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await createLocks(client);
    for (let name = await applyNext(client); name !== undefined; name = await applyNext(client)) applied.push(name);
    await createSearchIndex(client);
    await extendCluster(client);
    return applied;
  } catch (error) {
    if (isLockTimeout(error)) throw await describeHolder(client);
    if ((error as { code?: string }).code !== NOT_PERMITTED) throw databaseProblem(error) ?? error;
    throw new SetupError(
      `DATABASE_URL: ${(error as Error).message}. Grant its user the right to create tables in that database.`,
    );
  } finally {
    await client.end();
  }
}

/** Checks that the database is usable, without changing it. */
export async function checkDatabase(url: string): Promise<string[]> {
  const client = await connect(url);
  await client.end();
  return [];
}

const NOT_PERMITTED = '42501';

/** Rejects a schema that another version created. */
function checkApplied(applied: Migration[]): void {
  checkBaseline('database', applied);
  const known = migrationNames();
  for (const { name, hash } of applied) {
    if (!known.includes(name)) throw new SetupError(newerVersion(name));
    if (hash !== hashOf(readMigration(name))) {
      throw new SetupError(
        `The database was created with a different version of ${name}. Use the version that created it, or an empty database.`,
      );
    }
  }
}

/** What to do about a database that a newer version has migrated. Undefined if it fits this version. */
export async function newerVersionProblem(db: Db): Promise<string | undefined> {
  const [newer] = await db.query<{ name: string }>(
    sql`select name from migrations where name <> all(${migrationNames()}) limit 1`,
  );
  return newer && newerVersion(newer.name);
}

function newerVersion(name: string): string {
  return `The database was migrated by a newer version (${name}). Update this installation, or restore the backup from before the update into an empty database.`;
}

/** Rejects a schema from before the first release, which had other migrations. */
export function checkBaseline(what: 'database' | 'backup', applied: Migration[]): void {
  if (applied.length === 0 || applied.some(({ name }) => name === migrationNames()[0])) return;
  throw new SetupError(
    `The ${what} was created before version 1.0.0-rc.1 and cannot be upgraded: export the answers of each workspace with the commit that created it (visibility export answers > answers.ndjson), then start with an empty database, set up brand and keywords, and import the files (visibility ingest answers.ndjson).`,
  );
}

function readMigration(name: string): string {
  return readFileSync(FOLDER + name, 'utf8');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Migrations that the database does not have yet. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const applied = new Set((await appliedMigrations(db)).map(({ name }) => name));
  return migrationNames().filter((name) => !applied.has(name));
}

async function appliedMigrations(db: Db): Promise<Migration[]> {
  const [table] = await db.query(sql`select from pg_class where relname = 'migrations' and relkind = 'r'`);
  const applied = table ? await db.query<Migration>(sql`select name, hash from migrations order by name`) : [];
  checkBaseline('database', applied);
  return applied;
}

/** Migrations of the database that are unknown to this version, or differ from it. */
export async function strangeMigrations(db: Db): Promise<string[]> {
  const rows = await appliedMigrations(db);
  const known = new Map(knownMigrations().map(({ name, hash }) => [name, hash]));
  return rows.filter(({ name, hash }) => known.get(name) !== hash).map(({ name }) => name);
}

export interface Migration {
  name: string;
  hash: string;
}

/** The migrations of this version. */
export function knownMigrations(): Migration[] {
  return migrationNames().map((name) => ({ name, hash: hashOf(readMigration(name)) }));
}

// Read once: a file added by an update is not a migration of the running version.
let names: string[] | undefined;

function migrationNames(): string[] {
  names ??= readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names;
}

async function connect(url: string): Promise<pg.Client> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    if (Number(rows[0]?.version) < OLDEST_POSTGRES) {
      throw new SetupError(
        'The database is older than PostgreSQL 15. Upgrade it, or leave DATABASE_URL empty to use the built-in PostgreSQL.',
      );
    }
    return client;
  } catch (error) {
    await client?.end().catch(() => undefined);
    const { message } = error as Error;
    throw databaseProblem(error) ?? new SetupError(`DATABASE_URL cannot be used: ${message}. Check its parts.`);
  }
}

/** Applies the first missing migration under a lock and returns its name. */
async function applyNext(client: pg.Client): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(takeLock('migration').text);
    await client.query(MIGRATIONS_TABLE);
    const { rows } = await client.query<Migration>('select name, hash from migrations');
    checkApplied(rows);
    const applied = new Set(rows.map((row) => row.name));
    const name = migrationNames().find((one) => !applied.has(one));
    if (name !== undefined) await applyWithin(client, name);
    await client.query('commit');
    return name;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Runs one migration in the caller's transaction. */
export async function applyWithin(client: pg.Client, name: string): Promise<void> {
  const text = readMigration(name);
  for (const statement of (await hasCitus(client)) ? statementsOf(text) : [text]) await client.query(statement);
  await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hashOf(text)]);
}

/** Comments, quoted texts and function bodies as a whole; every other character by itself. */
const SQL_PARTS = /--[^\n]*|'[^']*'|\$(\w*)\$[\s\S]*?\$\1\$|[\s\S]/g;

/** The statements of a file. Citus passes the text of a change on to its workers, which accept one statement at a time. */
export function statementsOf(text: string): string[] {
  const statements = [''];
  for (const [part] of text.matchAll(SQL_PARTS)) {
    if (part === ';') statements.push('');
    else if (!part.startsWith('--')) statements[statements.length - 1] += part;
  }
  return statements.filter((statement) => statement.trim() !== '');
}
