import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { isUntrustedCertificate } from '../base/certificate-error.ts';
import { camelCase } from '../base/names.ts';
import { traceStatement } from '../base/tracing.ts';
import { openPipeline } from './pipeline.ts';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

declare const inTransaction: unique symbol;

/** Runs one SQL statement in its own transaction. */
interface Runner {
  query<Row = unknown>(statement: Sql | Prepared): Promise<Row[]>;
  /** Returns records: column `key_id` becomes `keyId`, and null becomes undefined. Values inside JSON are unchanged. */
  records<Row>(statement: Sql | Prepared): Promise<Row[]>;
  /** The first of its records, if any. */
  record<Row>(statement: Sql | Prepared): Promise<Row | undefined>;
  /** The first number of its first row. 0 without one. */
  number(statement: Sql | Prepared): Promise<number>;
  /** Whether a change returns rows. */
  returnsRows(statement: Sql | Prepared): Promise<boolean>;
  /** The same in a `Db` and its transactions: what is cached in memory belongs to it. */
  source: object;
}

export interface Db extends Runner {
  /** For statements that every request needs and that take well under a millisecond: others wait behind them. */
  quick: Runner;
  /** Begins, runs, commits. A thrown error rolls back. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Reads one snapshot of the database while others keep writing. It cannot start a transaction. */
  atOneMoment<Result>(work: (moment: Db) => Promise<Result>): Promise<Result>;
  /** How many connections are in use and idle, and how many callers wait for one. */
  connections(): { inUse: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Only created by `transaction`, so that code that needs a transaction cannot be given the pool. */
export interface Transaction extends Runner {
  readonly [inTransaction]: true;
}

export interface DbOptions {
  url: string;
  maxConnections?: number;
  /** How long a request waits for a free connection. */
  connectTimeoutMs?: number;
  /**
   * The statement timeout, so that a slow database causes an error instead of a hang. Waiting for a lock ends a little
   * earlier, with an error of its own: it says nothing about how much a statement reads.
   */
  statementTimeoutMs?: number;
  /** Whether `url` is a pooler in transaction mode. Its sessions have the settings of the role, see `system/pooler.ts`. */
  isPooled?: boolean;
  /** Whether PostgreSQL keeps statements, parsed and planned, per connection. */
  isPrepared?: boolean;
  onError?: (error: Error) => void;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A day is a string: as a Date it would shift with the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export const STATEMENT_TIMEOUT_MS = 15_000;

export function openDb({
  url,
  maxConnections = 10,
  connectTimeoutMs = 5_000,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  isPooled = false,
  isPrepared = true,
  onError = () => {},
}: DbOptions): Db {
  const settings: SessionSettings = isPooled ? { timezone: 'UTC' } : sessionSettings(statementTimeoutMs);
  // The driver would use the options of the URL instead of ours.
  const [, theirs = ''] = /[?&]options=([^&]*)/.exec(url) ?? [];
  const given = decodeURIComponent(theirs.replaceAll('+', ' '));
  const optionsOf = (ours: SessionSettings) =>
    Object.entries(ours).reduce((all, [name, value]) => `${all} -c ${name}=${value}`, given);
  const config = {
    connectionString: url.replace(`options=${theirs}`, ''),
    connectionTimeoutMillis: connectTimeoutMs,
    // If a host disappears silently, no statement ends. This timeout ends it.
    query_timeout: statementTimeoutMs + 5_000,
    keepAlive: true,
    options: optionsOf(settings),
    application_name: 'visibility',
  };
  const pool = new pg.Pool({ ...config, max: maxConnections, idleTimeoutMillis: 30_000, pipeline: true });
  pool.on('error', onError);
  // Of the quick statements only the rate limit writes. If PostgreSQL crashes, counts of the last second may be lost.
  // They read single rows, but PostgreSQL prefers to scan a table of a few hundred, which costs twice as much.
  const quick: SessionSettings = isPooled ? {} : { synchronous_commit: 'off', enable_seqscan: 'off' };
  const pipeline = openPipeline({ ...config, options: optionsOf({ ...settings, ...quick }) }, onError);
  const run: Run = (connection) => ({
    ...runningOn(isPrepared ? connection : unnamed(connection)),
    source: pool,
  });
  return {
    ...run(pool),
    quick: run(pipeline),
    transaction: (work) => inOneTransaction(pool, run, work),
    atOneMoment: (work) =>
      onClient(pool, { begin: 'begin isolation level repeatable read read only', run }, (tx) => work(readOnly(tx))),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount + pipeline.open(),
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([pool.end(), pipeline.end()]);
    },
  };
}

type SessionSettings = Record<string, string | number>;

export function sessionSettings(statementTimeoutMs: number): SessionSettings {
  return {
    timezone: 'UTC',
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.ceil(0.8 * statementTimeoutMs),
    idle_in_transaction_session_timeout: 60_000,
    // Tables are small or cached; at PostgreSQL's default of 4 it scans whole tables on every request.
    random_page_cost: 1.1,
    // Statements are short, so compiling them costs more than running them: 100 ms for a worker's heartbeat.
    jit: 'off',
  };
}

type Run = (connection: Connection) => Runner;

/** Without a name, a statement is sent, planned and run in one exchange, which a pooler keeps on one connection. */
function unnamed(connection: Connection): Connection {
  return { query: ({ name: _, ...statement }) => connection.query(statement) };
}

interface Connection {
  query(statement: pg.QueryConfig & { rowMode?: 'array' }): Promise<pg.QueryResult>;
}

/** Tests subscribe, to check that every statement can run on a cluster. */
const sent = channel('visibility:sql');

function runningOn(connection: Connection): Omit<Runner, 'source'> {
  const run: Connection['query'] = (statement) => {
    if (sent.hasSubscribers) sent.publish({ text: statement.text });
    return traceStatement(statement.text, () => connection.query(statement));
  };
  const records = async <Row>(statement: Sql | Prepared) => {
    const { fields, rows } = await run({ ...named(statement), rowMode: 'array' });
    return toRecords<Row>(
      fields.map(({ name }) => camelCase(name)),
      rows,
    );
  };
  return {
    query: async <Row>(statement: Sql | Prepared) => (await run(named(statement))).rows as Row[],
    records,
    record: async <Row>(statement: Sql | Prepared) => (await records<Row>(statement))[0],
    number: async (statement) => (await run({ ...named(statement), rowMode: 'array' })).rows[0]?.[0] ?? 0,
    returnsRows: async (statement) => (await run(named(statement))).rows.length > 0,
  };
}

function named(statement: Sql | Prepared): Prepared {
  if ('name' in statement) return statement;
  const { text, values } = statement;
  return { name: nameOf(text), text, values };
}

/** A statement whose text is built once, for those that every request sends. */
export interface Prepared {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * A statement that is planned for its values each time. For those that count many rows: a plan for any values takes up
 * to twice as long.
 */
export function planned({ text, values }: Sql): Prepared {
  return { name: '', text, values };
}

/** Makes a statement from its values. `build` runs once, so its text must not depend on them. */
export function prepared<Values extends unknown[]>(build: (...values: Values) => Sql): (...values: Values) => Prepared {
  let made: { name: string; text: string; order: number[] } | undefined;
  return (...values) => {
    made ??= prepare(build, values.length);
    return { name: made.name, text: made.text, values: made.order.map((index) => values[index]) };
  };
}

function prepare<Values extends unknown[]>(build: (...values: Values) => Sql, count: number) {
  const markers = Array.from({ length: count }, () => ({}));
  const { text, values } = build(...(markers as unknown as Values));
  return { name: nameOf(text), text, order: values.map((value) => markers.indexOf(value as object)) };
}

function toRecords<Row>(keys: string[], rows: unknown[][]): Row[] {
  return rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (const [i, key] of keys.entries()) record[key] = row[i] ?? undefined;
    return record as Row;
  });
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

const MOST_TRIES = 5;

/** Runs a transaction. If others caused it to be aborted, it runs again, since nothing was changed. */
async function inOneTransaction<Result>(
  pool: pg.Pool,
  run: Run,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await onClient(pool, { begin: BEGIN, run }, work);
    } catch (error) {
      if (!wasAbortedByOthers(error) || tries === MOST_TRIES) throw error;
    }
  }
}

/** A deadlock, or a change of others that the isolation level does not allow (Citus, or an operator's default). */
const ABORTED_BY_OTHERS = ['40P01', '40001'];
/** Citus reports as an internal error that a part of a table was split or moved under a statement. */
const MOVED = /could not find valid entry for shard/;

function wasAbortedByOthers(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return ABORTED_BY_OTHERS.includes(code ?? '') || MOVED.test(message);
}

/** See 0001_accounts.sql: on a Citus cluster the second statement makes the commit a two-phase one. */
const BEGIN = 'begin; delete from two_phase where false';

async function onClient<Result>(
  pool: pg.Pool,
  { begin, run }: { begin: string; run: Run },
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
    const statements = withFirstError(client);
    const result = await work(run(statements) as Transaction);
    const { command } = await client.query('commit');
    // PostgreSQL answers so, without an error, if a statement failed and the error was ignored.
    if (command === 'ROLLBACK') throw statements.firstError();
    return result;
  } catch (error) {
    await client.query('rollback').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

const IN_FAILED_TRANSACTION = '25P02';

/**
 * After a statement failed, PostgreSQL refuses those that were sent together with it, and their errors can arrive first
 * where they are awaited. They get the error of the one that failed.
 */
function withFirstError(connection: Connection): Connection & { firstError(): unknown } {
  let first: unknown;
  return {
    query: (statement) =>
      connection.query(statement).catch((error) => {
        if ((error as { code?: string }).code !== IN_FAILED_TRANSACTION) first = error;
        throw first ?? error;
      }),
    firstError: () => first,
  };
}

function readOnly(moment: Transaction): Db {
  const refuse = () => Promise.reject(new Error('a snapshot cannot start a transaction'));
  return {
    ...moment,
    quick: moment,
    transaction: refuse,
    atOneMoment: refuse,
    connections: () => ({ inUse: 1, idle: 0, waiting: 0 }),
    close: () => Promise.resolve(),
  };
}

/** Whether an error means that the database is unreachable or unusable now, rather than a bug. Asking again may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  if (/^(08|25006|28|40|53|55P03|57P|58|3D000)/.test(code) || isTimedOut(error) || MOVED.test(error.message))
    return true;
  if (/^(ECONN\w+|ENOTFOUND|ETIMEDOUT|EPIPE|E(HOST|NET)(UNREACH|DOWN)|EAI_AGAIN|ENOENT)$/.test(code)) return true;
  return AWAY.test(error.message) || isUntrustedCertificate(error);
}

/** Errors without a code: of the driver, of its pool, of Citus that lost a worker, and of PostgreSQL on a full disk. */
const AWAY =
  /Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|not queryable$|SSL connection|pool after calling end|server closed the connection unexpectedly|could not write init file/;

/** Whether a statement was canceled, as the statement timeout does. */
export function isTimedOut(error: unknown): boolean {
  return (error as { code?: string }).code === '57014';
}

/** Checks PostgreSQL's error code, because Citus does not forward the constraint's name. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505';
}

/** Whether PostgreSQL rejected the values (a text, a number, a constraint, the length of an index row). */
export function isRefusedByDatabase(error: unknown): boolean {
  return /^(22|23|54)/.test((error as { code?: string }).code ?? '');
}
