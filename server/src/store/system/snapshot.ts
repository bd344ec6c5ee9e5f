import pg from 'pg';
import { copyOut } from './copy.ts';
import { isCluster } from './distribute.ts';
import type { Migration } from './migrate.ts';

export interface StoredTable {
  name: string;
  columns: string[];
}

export interface Partition {
  parent: string;
  name: string;
  /** As PostgreSQL writes it: `FOR VALUES FROM ('2026-11-01 00:00:00+00') TO (…)`. */
  bounds: string;
}

/** A consistent snapshot of the whole database. */
export interface Snapshot {
  migrations: Migration[];
  /** In the order in which they can be filled: referenced tables first. */
  tables: StoredTable[];
  partitions: Partition[];
  /** Writes a table's rows in PostgreSQL's text format and returns the number of rows. */
  copy(table: StoredTable, write: (chunk: Buffer) => Promise<void> | undefined): Promise<number>;
}

/** Provides one consistent state of the database while others keep reading and writing. */
export async function withSnapshot<Result>(
  url: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return withClient(url, async (client) => {
    if (await isCluster(client)) await beginOnCluster(url, client);
    else await client.query(BEGIN);
    const { rows: migrations } = await client.query<Migration>('select name, hash from migrations order by name');
    return work({
      migrations,
      tables: await storedTables(client),
      partitions: await partitions(client),
      copy: ({ name, columns }, write) =>
        // A partitioned table has no rows of its own, so they are read with a query.
        copyOut(client, `copy (select ${columnList(columns)} from ${quoted(name)}) to stdout`, write),
    });
  });
}

const BEGIN = 'begin isolation level repeatable read read only';

/**
 * Each node of a cluster has a snapshot of its own, taken at its first statement. Every transaction that writes begins
 * with a write to `two_phase`, so a lock on it holds up writes until all nodes have theirs. One connection per node,
 * because a second one would have a later snapshot.
 */
async function beginOnCluster(url: string, client: pg.Client): Promise<void> {
  await withClient(url, async (blocker) => {
    await blocker.query("begin; set local lock_timeout = '10s'; lock table two_phase in share mode");
    await client.query(`${BEGIN}; set local citus.max_adaptive_executor_pool_size = 1`);
    await client.query('select count(*) from readings');
  });
}

/** Its own connection, without the pool's timeouts. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: '-c timezone=UTC -c datestyle=ISO -c extra_float_digits=1',
    application_name: 'visibility backup',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Tables whose rows belong in a backup. Request counts do not: they expire within the hour. */
export async function storedTables(client: pg.Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and c.relpersistence = 'p'
       and c.relname not in ('migrations', 'two_phase')
     group by c.relname
     order by c.relname`,
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select f.relname as from, t.relname as to
     from pg_constraint
     join pg_class f on f.oid = conrelid
     join pg_class t on t.oid = confrelid
     where contype = 'f'
       and f.relnamespace = current_schema()::regnamespace
       and f.oid <> t.oid`,
  );
  return inOrder(rows, references);
}

function inOrder(tables: StoredTable[], references: { from: string; to: string }[]): StoredTable[] {
  const ordered: StoredTable[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  while (left.size > 0) {
    const ready = [...left.values()].filter(
      ({ name }) => !references.some((reference) => reference.from === name && left.has(reference.to)),
    );
    if (ready.length === 0) throw new Error(`tables refer to each other in a cycle: ${[...left.keys()].join(', ')}`);
    for (const table of ready) left.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

async function partitions(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits
     join pg_class c on c.oid = inhrelid
     join pg_class p on p.oid = inhparent
     where c.relispartition
       and c.relkind = 'r'
       and c.relnamespace = current_schema()::regnamespace
     order by 1, 2`,
  );
  return rows;
}

export function columnList(columns: string[]): string {
  return columns.map(quoted).join(', ');
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
