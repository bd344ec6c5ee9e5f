import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SetupError } from '../../base/errors.ts';
import { createLocks, isLockTimeout, takeLock } from '../locks.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type Cluster, clusterIn, createCluster, isAlive, SUPERUSER } from './cluster.ts';
import { launchPostgres } from './launch.ts';
import { chooseRunAs } from './run-as.ts';

/** A PostgreSQL of our own, in the data folder. */
export interface EmbeddedPostgres {
  url: string;
  /** Resolves when PostgreSQL is gone without our doing: killed, or stopped by the process that had started it. */
  lost: Promise<void>;
  /** Stops PostgreSQL if this process is responsible for it, and only lets go of it otherwise. */
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;

/**
 * Starts PostgreSQL, or joins the one that already runs there: that of a server beside which a command is
 * given, or one that was left behind when its server was killed.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const cluster = clusterIn(dataDir);
  const runAs = chooseRunAs(cluster.files);
  const deadline = Date.now() + PATIENCE_MS;
  let binaries: Binaries | undefined;
  let problem = 'it did not answer';
  while (Date.now() < deadline) {
    const running = await joinRunning(cluster);
    if (running) return running;

    binaries ??= await findBinaries(runAs, join(dataDir, 'postgres-binaries'));
    if (!existsSync(cluster.files)) await createCluster(cluster, binaries, runAs);
    const launched = await launchPostgres(cluster, binaries, runAs);
    const ended = launched.ended.then((words) => {
      problem = words;
    });
    const client = await connect(cluster, launched.port, deadline, ended);
    if (client) return hold(client, cluster, launched.port, launched.stop);
    await launched.stop();
    // Somebody else started it a moment earlier, or took the port: look again.
    if (!/postmaster\.pid|could not bind|Address already in use/.test(problem)) break;
    await sleep(200);
  }
  throw new SetupError(`PostgreSQL did not start in ${cluster.files}: ${problem} (see ${cluster.log})`);
}

async function joinRunning(cluster: Cluster): Promise<EmbeddedPostgres | undefined> {
  const [pid, , , port] = readPidFile(cluster);
  if (!pid || !port || !isAlive(Number(pid))) return undefined;
  const client = await connect(cluster, Number(port), Date.now() + 5_000);
  if (!client) return undefined;
  return hold(client, cluster, Number(port), () => stopByPid(Number(pid)));
}

function readPidFile(cluster: Cluster): string[] {
  try {
    return readFileSync(join(cluster.files, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Connects as soon as PostgreSQL answers; gives up at the deadline or when PostgreSQL has ended. */
async function connect(
  cluster: Cluster,
  port: number,
  deadline: number,
  ended: Promise<unknown> = new Promise(() => {}),
): Promise<pg.Client | undefined> {
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  while (Date.now() < deadline && !gone) {
    const client = new pg.Client({ connectionString: urlOf(cluster, port), connectionTimeoutMillis: 2_000 });
    // A connection that breaks later is noticed by the pool; here it must not end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if ((error as { code?: string }).code === '28P01') {
        throw new SetupError(`The password in ${cluster.password} does not open the PostgreSQL in ${cluster.files}.`);
      }
      await sleep(20);
    }
  }
  return undefined;
}

async function hold(
  client: pg.Client,
  cluster: Cluster,
  port: number,
  stopPostgres: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  await createLocks(client);
  await client.query('set idle_in_transaction_session_timeout = 0');
  let isResponsible = await takeResponsibility(client);
  let isStopping = false;
  const lost = new Promise<void>((resolve) => {
    client.on('end', () => isStopping || resolve());
  });
  return {
    url: urlOf(cluster, port),
    lost,
    async stop() {
      isStopping = true;
      // Whoever was responsible when we joined may be gone by now, and then it is we.
      isResponsible ||= await takeResponsibility(client).catch(() => false);
      await client.end().catch(() => undefined);
      if (isResponsible) await stopPostgres();
    },
  };
}

/**
 * Whether this process is the one that stops PostgreSQL. The transaction stays open, so the lock lasts exactly as long as
 * the connection, and that as long as the process.
 */
async function takeResponsibility(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`${takeLock('postgres_owner').text} nowait`);
    return true;
  } catch (error) {
    await client.query('rollback');
    if (!isLockTimeout(error)) throw error;
    return false;
  }
}

async function stopByPid(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await sleep(20);
}

function urlOf(cluster: Cluster, port: number): string {
  const password = readFileSync(cluster.password, 'utf8');
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}
