import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { camelCase, snakeCase } from '../base/names.ts';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

declare const inTransaction: unique symbol;

/** Runs SQL: one statement, its own transaction. */
export interface Db {
  query<Row = unknown>(statement: Sql): Promise<Row[]>;
  /** The same as records: column `key_id` is `keyId`, and null is undefined. What is inside JSON stays as it is. */
  records<Row>(statement: Sql): Promise<Row[]>;
  /** Begins, runs, commits; a thrown error takes everything back. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Everything read in it is of one moment, while others go on writing. It takes no transaction. */
  atOneMoment<Result>(work: (moment: Db) => Promise<Result>): Promise<Result>;
  /** How many connections are in use and idle, and how many callers wait for one. */
  connections(): { inUse: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Only handed out by `transaction`, so that what must be inside one cannot be given the pool. */
export interface Transaction {
  query<Row = unknown>(statement: Sql): Promise<Row[]>;
  records<Row>(statement: Sql): Promise<Row[]>;
  readonly [inTransaction]: true;
}

export interface DbOptions {
  url: string;
  maxConnections?: number;
  /** How long a request waits for a free connection. */
  connectTimeoutMs?: number;
  /** No statement may run longer, so that a slow database is an error and not a hang. */
  statementTimeoutMs?: number;
  onError?: (error: Error) => void;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A day is a text: as a Date it would shift with the machine's zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export function openDb({
  url,
  maxConnections = 10,
  connectTimeoutMs = 5_000,
  statementTimeoutMs = 15_000,
  onError = () => {},
}: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    // A host that vanishes without a word does not end a statement; this does.
    query_timeout: statementTimeoutMs + 5_000,
    keepAlive: true,
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=60000`,
    application_name: 'visibility',
  });
  pool.on('error', onError);
  return {
    ...runningOn(pool),
    transaction: (work) => inOneTransaction(pool, work),
    atOneMoment: (work) =>
      onClient(pool, 'begin isolation level repeatable read read only', (tx) => work(readOnly(tx))),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

function runningOn(connection: pg.Pool | pg.PoolClient): Pick<Db, 'query' | 'records'> {
  const named = ({ text, values }: Sql) => ({ name: nameOf(text), text, values });
  return {
    query: async <Row>(statement: Sql) => (await connection.query(named(statement))).rows as Row[],
    records: async <Row>(statement: Sql) => {
      const { fields, rows } = await connection.query({ ...named(statement), rowMode: 'array' });
      return toRecords<Row>(
        fields.map(({ name }) => camelCase(name)),
        rows,
      );
    },
  };
}

function toRecords<Row>(keys: string[], rows: unknown[][]): Row[] {
  return rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (const [i, key] of keys.entries()) record[key] = row[i] ?? undefined;
    return record as Row;
  });
}

/** Records as JSON with the names of columns, for `json_to_recordset`. */
export function toJsonRows(records: object[]): string {
  return JSON.stringify(
    records.map((record) => {
      const row: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(record)) row[snakeCase(key)] = value;
      return row;
    }),
  );
}

// Named, so that PostgreSQL parses and plans a statement once per connection. The set of texts is small:
// values are always parameters.
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}

/** Runs a transaction; one that PostgreSQL ended to resolve a deadlock is run again, since it changed nothing. */
async function inOneTransaction<Result>(pool: pg.Pool, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await onClient(pool, BEGIN, work);
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || tries === 3) throw error;
    }
  }
}

const DEADLOCK = '40P01';

/** See 0001_accounts_and_access.sql: on a Citus cluster the second statement makes the commit a two-phase one. */
const BEGIN = 'begin; delete from two_phase where false';

async function onClient<Result>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // The pool listens only to clients that rest; a connection lost by one in use would otherwise end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(begin);
    const result = await work(runningOn(client) as Transaction);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

function readOnly({ query, records }: Transaction): Db {
  const refuse = () => Promise.reject(new Error('what is read at one moment cannot be changed in it'));
  return {
    query,
    records,
    transaction: refuse,
    atOneMoment: refuse,
    connections: () => ({ inUse: 1, idle: 0, waiting: 0 }),
    close: () => Promise.resolve(),
  };
}

/** Whether an error means that the database cannot be reached or used just now, rather than that we are wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  if (/^(08|53|57P|58)/.test(code) || code === '57014' || code === '3D000') return true;
  if (/^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|EAI_AGAIN|ENOENT)$/.test(code)) return true;
  return /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|pool after calling end/.test(
    error.message,
  );
}

/** PostgreSQL's own code, not the constraint's name: Citus does not pass that on. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}

/** Whether PostgreSQL turned down the values it was given (a text, a number, a constraint, the length of an index row). */
export function isRefusedByDatabase(error: unknown): boolean {
  return /^(22|23|54)/.test((error as { code?: string }).code ?? '');
}
