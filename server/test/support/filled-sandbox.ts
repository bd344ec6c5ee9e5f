import type pg from 'pg';
import { inject } from 'vitest';
import { makeId } from '../../src/base/id.ts';
import { addDays, dayOf } from '../../src/base/time.ts';
import type { Mode } from '../../src/store/accounts/accounts.ts';
import { type Db, raw, sql, type Transaction } from '../../src/store/db.ts';
import { ensurePartitions } from '../../src/store/system/partitions.ts';
import { openTestDb, unusedName } from './database.ts';
import { cloneOf, databaseUrl, onServer, TEMPLATE } from './database-url.ts';

export interface Account {
  accountId: string;
  workspaces: Record<Mode, string>;
}

export interface Filling {
  /** Two fillings of one name have the same result. */
  name: string;
  historyDays: number;
  fill(db: Db): Promise<Account>;
}

/**
 * An account with a filled sandbox. It is filled once per run, in a database of its own. A database that is still unused
 * is replaced by a clone of that one. Into any other, its rows are copied, with ids of their own.
 */
export async function copyOrFill(db: Db, { name, historyDays, fill }: Filling): Promise<Account> {
  return onServer(inject('postgresUrl'), async (server) => {
    await server.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await server.query<{ filled: Filled }>('select filled from filled_sandboxes where name = $1', [
      name,
    ]);
    const filled = rows[0]?.filled ?? (await fillDatabase(server, { name, fill }));
    const unused = await unusedName(db);
    if (unused === undefined) return await copyIn(db, await withTables(server, name, filled), { name, historyDays });
    await server.query(`drop database ${unused}`);
    await server.query(cloneOf(filled.database, unused));
    await setClock(db, filled.account, filled);
    return filled.account;
  });
}

interface Filled {
  database: string;
  account: Account;
  filledAt: string;
  /** Undefined until the first copy of its rows. */
  tables?: Table[];
}

async function fillDatabase(server: pg.Client, { name, fill }: Pick<Filling, 'name' | 'fill'>): Promise<Filled> {
  const database = `filled_${makeId('acc').slice(-10)}`;
  await server.query(cloneOf(TEMPLATE, database));
  const account = await onDatabase(database, fill);
  const filled = { database, account, filledAt: new Date().toISOString() };
  await server.query('insert into filled_sandboxes (name, filled) values ($1, $2)', [name, JSON.stringify(filled)]);
  return filled;
}

async function withTables(server: pg.Client, name: string, filled: Filled): Promise<Required<Filled>> {
  const tables = filled.tables ?? (await onDatabase(filled.database, (db) => copyOut(db, name, filled.account)));
  await server.query('update filled_sandboxes set filled = $2 where name = $1', [
    name,
    JSON.stringify({ ...filled, tables }),
  ]);
  return { ...filled, tables };
}

async function onDatabase<Result>(name: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openTestDb(databaseUrl(inject('postgresUrl'), name));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

interface Table {
  table: string;
  /** The column that says whose a row is. */
  owner: string;
  columns: string;
}

/** How many of the random characters at the end of an id a copy replaces. */
const ENDING = 4;
const CHARACTER = '[0-9a-hjkmnp-tv-z]';
const ID = `(_${CHARACTER}{22})${CHARACTER}{${ENDING}}`;

/** Below PostgreSQL's data folder, in which its programs run. In hex, because a seed may be any text. */
const folderOf = (name: string) => `filled/${Buffer.from(name).toString('hex')}`;

/** Returns the tables that have rows. */
async function copyOut(db: Db, name: string, { accountId, workspaces }: Account): Promise<Table[]> {
  const ids = [accountId, ...Object.values(workspaces)].map((id) => `'${id}'`).join();
  const folder = folderOf(name);
  const filled: Table[] = [];
  for (const one of await tablesOf(db)) {
    const rows = `select ${one.columns} from ${one.table} where ${one.owner} in (${ids})`;
    if ((await db.query(raw(`${rows} limit 1`))).length === 0) continue;
    await db.query(raw(`copy (${rows}) to program 'mkdir -p ${folder} && cat > ${folder}/${one.table}'`));
    filled.push(one);
  }
  return filled;
}

async function copyIn(
  db: Db,
  filled: Required<Filled>,
  { name, historyDays }: { name: string; historyDays: number },
): Promise<Account> {
  const ending = makeId('acc').slice(-ENDING);
  const copy: Account = JSON.parse(JSON.stringify(filled.account).replace(new RegExp(ID, 'g'), `$1${ending}`));
  const sed = `sed -E 's/${ID}/\\1${ending}/g'`;
  const today = dayOf(new Date());
  await ensurePartitions(db, addDays(today, -historyDays), today);
  await db.transaction(async (tx) => {
    // Foreign keys are not checked: the tables come in any order.
    await tx.query(sql`set local session_replication_role = replica`);
    for (const { table, columns } of filled.tables) {
      await tx.query(raw(`copy ${table} (${columns}) from program $$${sed} ${folderOf(name)}/${table}$$`));
    }
    await setClock(tx, copy, filled);
  });
  return copy;
}

/** A copy's clock shows the time that the sandbox's showed when it was filled. */
function setClock(db: Db | Transaction, { workspaces }: Account, { filledAt }: Filled): Promise<unknown> {
  return db.query(
    sql`update workspaces
        set clock_ahead = clock_ahead - (now() - ${filledAt})
        where workspace_id = ${workspaces.test}`,
  );
}

/** The tables whose rows belong to accounts. */
function tablesOf(db: Db): Promise<Table[]> {
  return db.query(
    sql`select relname as table, string_agg(attname, ',') filter (where attgenerated = '') as columns,
               coalesce(max(attname) filter (where attname = 'workspace_id'), 'account_id') as owner
        from pg_class
        join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
        where relnamespace = 'public'::regnamespace
          and relkind in ('r', 'p')
          and not relispartition
        group by 1
        having bool_or(attname in ('account_id', 'workspace_id'))`,
  );
}
