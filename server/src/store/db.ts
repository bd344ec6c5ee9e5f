import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { camelCase, snakeCase } from '../base/names.ts';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

declare const inTransaction: unique symbol;

/** Runs one SQL statement in its own transaction. */
export interface Db {
  query<Row = unknown>(statement: Sql): Promise<Row[]>;
  /** Returns records: column `key_id` becomes `keyId`, and null becomes undefined. Values inside JSON are unchanged. */
  records<Row>(statement: Sql): Promise<Row[]>;
  /** Begins, runs, commits. A thrown error rolls back. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Reads one snapshot of the database while others keep writing. It cannot start a transaction. */
  atOneMoment<Result>(work: (moment: Db) => Promise<Result>): Promise<Result>;
  /** How many connections are in use and idle, and how many callers wait for one. */
  connections(): { inUse: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Only created by `transaction`, so that code that needs a transaction cannot be given the pool. */
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
  /** The statement timeout, so that a slow database causes an error instead of a hang. */
  statementTimeoutMs?: number;
  onError?: (error: Error) => void;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A day is a string: as a Date it would shift with the machine's time zone.
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
    // If a host disappears silently, no statement ends. This timeout ends it.
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

/** Records as JSON with column names, for `json_to_recordset`. */
export function toJsonRows(records: object[]): string {
  return JSON.stringify(
    records.map((record) => {
      const row: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(record)) row[snakeCase(key)] = value;
      return row;
    }),
  );
}

// Named, so that PostgreSQL parses and plans a statement once per connection. The number of texts is small, because
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

/** Runs a transaction. If PostgreSQL aborted it because of a deadlock, it runs again, since nothing was changed. */
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
  // The pool handles errors of idle clients only. Without this, a lost connection of a client in use would end the
  // process.
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
  const refuse = () => Promise.reject(new Error('a snapshot cannot start a transaction'));
  return {
    query,
    records,
    transaction: refuse,
    atOneMoment: refuse,
    connections: () => ({ inUse: 1, idle: 0, waiting: 0 }),
    close: () => Promise.resolve(),
  };
}

/** Whether an error means that the database is unreachable or unusable now, rather than a bug. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  if (/^(08|53|57P|58)/.test(code) || code === '57014' || code === '3D000') return true;
  if (/^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|EAI_AGAIN|ENOENT)$/.test(code)) return true;
  return /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|pool after calling end/.test(
    error.message,
  );
}

/** Checks PostgreSQL's error code, because Citus does not forward the constraint's name. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}

/** Whether PostgreSQL rejected the values (a text, a number, a constraint, the length of an index row). */
export function isRefusedByDatabase(error: unknown): boolean {
  return /^(22|23|54)/.test((error as { code?: string }).code ?? '');
}
