import { parseUrl } from '../base/parse-url.ts';
import type { Config } from '../config.ts';
import type { Db } from '../store/db.ts';
import { openReplica } from '../store/replica.ts';
import { clusterState } from '../store/system/cluster-state.ts';
import { serverFacts } from '../store/system/diagnosis.ts';
import { searchIndexProblem } from '../store/system/search-index.ts';
import { clockSkew } from './clock-skew.ts';
import { isLoopback } from './doctor-machine.ts';
import type { Finding } from './finding.ts';

export async function databaseVersion(config: Config, db: Db, dataDir: string): Promise<Finding> {
  const { version } = await serverFacts(db);
  const where = config.DATABASE_URL === undefined ? `built-in, in ${dataDir}` : 'DATABASE_URL';
  return { check: 'database', state: 'ok', message: `PostgreSQL ${version} (${where})` };
}

/** Whether the connection to a database on another machine is encrypted. Undefined if the database is local. */
export function encryption({ DATABASE_URL }: Config): Finding | undefined {
  const url = DATABASE_URL === undefined ? undefined : parseUrl(DATABASE_URL);
  if (!url || url.hostname === '' || isLoopback(url.hostname)) return undefined;
  const mode = url.searchParams.get('sslmode') ?? (url.searchParams.get('ssl') === 'true' ? 'require' : 'none');
  if (['require', 'verify-ca', 'verify-full'].includes(mode)) {
    return { check: 'encryption', state: 'ok', message: `to the database: sslmode=${mode}` };
  }
  return {
    check: 'encryption',
    state: 'warn',
    message: `the connection to ${url.hostname} is not encrypted. Add ?sslmode=verify-full to DATABASE_URL, unless the network is private.`,
  };
}

/** Undefined if there is no replica. */
export async function replica({ DATABASE_READ_URL: url }: Config, db: Db): Promise<Finding | undefined> {
  if (url === undefined) return undefined;
  const opened = openReplica(db, { url, onError: () => {} });
  try {
    const found = await opened.state();
    if (found.state === 'streaming') {
      return { check: 'replica', state: 'ok', message: `${found.lagSeconds} s behind` };
    }
    const message = found.state === 'unreachable' ? 'does not respond' : 'is not a streaming replica of DATABASE_URL';
    return { check: 'replica', state: 'warn', message: `DATABASE_READ_URL ${message}. DATABASE_URL serves its reads.` };
  } finally {
    await opened.close();
  }
}

/** Undefined if the database is not a cluster. */
export async function cluster(db: Db): Promise<Finding | undefined> {
  const found = await clusterState(db);
  if (!found) return undefined;
  const { workers, unreachable } = found;
  if (unreachable.length === 0) return { check: 'cluster', state: 'ok', message: `${workers} workers respond` };
  return {
    check: 'cluster',
    state: 'fail',
    message: `${unreachable.length} of ${workers} workers do not respond: ${unreachable.join(', ')}. Their workspaces get 503. Start them again, or see "node loss" in docs/scaling.md.`,
  };
}

/** Leases, retries and expiry use the database's clock. Some displayed times use the clock of this machine. */
export async function clock(db: Db): Promise<Finding> {
  const before = Date.now();
  const { now } = await serverFacts(db);
  const after = Date.now();
  const seconds = clockSkew(now.getTime(), { asked: before, answered: after });
  if (seconds === undefined)
    return { check: 'clock', state: 'ok', message: 'the clocks of the database and this machine agree' };
  const message = `the database clock differs by ${seconds} s from this machine's clock. Set up time synchronization on both.`;
  return { check: 'clock', state: 'fail', message };
}

export async function filters(db: Db): Promise<Finding> {
  const problem = await searchIndexProblem(db);
  if (problem === undefined) return { check: 'filters', state: 'ok', message: 'keywords are indexed' };
  return { check: 'filters', state: 'warn', message: problem };
}
