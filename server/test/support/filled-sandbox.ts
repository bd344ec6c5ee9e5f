import pg from 'pg';
import { inject } from 'vitest';
import { makeId } from '../../src/base/id.ts';
import { addDays, dayOf } from '../../src/base/time.ts';
import type { Mode } from '../../src/store/accounts/accounts.ts';
import { type Db, raw, sql } from '../../src/store/db.ts';
import { ensurePartitions } from '../../src/store/system/partitions.ts';

export interface Account {
  accountId: string;
  workspaces: Record<Mode, string>;
}

export interface Filling {
  /** Two fillings of one name have the same result. */
  name: string;
  historyDays: number;
  fill(): Promise<Account>;
}

/**
 * An account with a filled sandbox. It is filled once per run; then its rows are copied. The copy is another account with
 * ids of its own: a database can have several, and a process that runs several test files caches what it knows of a
 * workspace.
 */
export async function copyOrFill(db: Db, { name, historyDays, fill }: Filling): Promise<Account> {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  try {
    await server.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await server.query<{ filled: Filled }>('select filled from filled_sandboxes where name = $1', [
      name,
    ]);
    if (rows[0]) return await copyIn(db, { name, historyDays, filled: rows[0].filled });
    const account = await fill();
    if (!(await isReady(db, account.workspaces.test))) return account;
    const filled: Filled = { account, filledAt: new Date().toISOString(), tables: await copyOut(db, name, account) };
    await server.query('insert into filled_sandboxes (name, filled) values ($1, $2)', [name, JSON.stringify(filled)]);
    return account;
  } finally {
    await server.end();
  }
}

/** False if it has to wait behind another sandbox of the same database. */
async function isReady(db: Db, workspaceId: string): Promise<boolean> {
  const ready = await db.query(sql`select from sandboxes where workspace_id = ${workspaceId} and ready_at is not null`);
  return ready.length > 0;
}

interface Filled {
  account: Account;
  filledAt: string;
  tables: Table[];
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
  { name, historyDays, filled }: { name: string; historyDays: number; filled: Filled },
): Promise<Account> {
  const { account, filledAt, tables } = filled;
  const ending = makeId('acc').slice(-ENDING);
  const copy: Account = JSON.parse(JSON.stringify(account).replace(new RegExp(ID, 'g'), `$1${ending}`));
  const sed = `sed -E 's/${ID}/\\1${ending}/g'`;
  const today = dayOf(new Date());
  await ensurePartitions(db, addDays(today, -historyDays), today);
  await db.transaction(async (tx) => {
    // Foreign keys are not checked: the tables come in any order.
    await tx.query(sql`set local session_replication_role = replica`);
    for (const { table, columns } of tables) {
      await tx.query(raw(`copy ${table} (${columns}) from program $$${sed} ${folderOf(name)}/${table}$$`));
    }
    // Its clock shows the time that it showed when the first one was filled.
    await tx.query(
      sql`update workspaces
          set clock_ahead = clock_ahead - (now() - ${filledAt})
          where workspace_id = ${copy.workspaces.test}`,
    );
  });
  return copy;
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
