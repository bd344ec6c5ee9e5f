import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SetupError } from '../../base/errors.ts';
import { createLocks, isLockTimeout, takeLock } from '../system/locks.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type Cluster, clusterIn, createCluster, isAlive, SUPERUSER } from './cluster.ts';
import { launchPostgres } from './launch.ts';
import { chooseRunAs } from './run-as.ts';
import { socketFolderOf, socketIn } from './socket.ts';

/** The built-in PostgreSQL, in the data folder. */
export interface EmbeddedPostgres {
  url: string;
  /** Resolves when PostgreSQL stops unexpectedly: it was killed, or stopped by the process that started it. */
  lost: Promise<void>;
  /** Restarts a PostgreSQL that stopped, under the same URL. Rejects if its files are gone. */
  restart(): Promise<EmbeddedPostgres>;
  /** Stops PostgreSQL if this process is responsible for it. Otherwise only disconnects. */
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;

/**
 * Starts PostgreSQL or connects to one that already runs there: that of a running server, or one left over from a
 * killed server.
 */
export function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  return joinOrLaunch(clusterIn(dataDir));
}

async function joinOrLaunch(cluster: Cluster, lostPort?: number): Promise<EmbeddedPostgres> {
  const runAs = chooseRunAs(cluster.files);
  const deadline = Date.now() + PATIENCE_MS;
  let binaries: Binaries | undefined;
  let problem = 'it did not respond';
  let socketFolder = socketFolderOf(cluster);
  while (Date.now() < deadline) {
    const running = await joinRunning(cluster, lostPort);
    if (running) return running;

    const isMissing = !existsSync(cluster.files);
    // Creating an empty cluster instead would hide the loss of data.
    if (isMissing && lostPort !== undefined) throw filesMissing(cluster);
    binaries ??= await findBinaries(runAs, join(cluster.dataDir, 'postgres-binaries'));
    if (isMissing) await createCluster(cluster, binaries, runAs);
    const port = lostPort ?? (await choosePort(cluster));
    const launched = launchPostgres(cluster, binaries, { port, runAs, socketFolder });
    const ended = launched.ended.then((words) => {
      problem = words;
    });
    const place = { cluster, port };
    const client = await connect(place, deadline, ended);
    if (client) return hold(client, place, launched.stop);
    await launched.stop();
    // Some network and shared folders cannot hold a socket.
    if (socketFolder !== undefined && /Unix-domain socket|\.s\.PGSQL/.test(problem)) socketFolder = undefined;
    // Another process started it or took the port, or children of a killed process have not ended yet.
    else if (!/postmaster\.pid|could not bind|Address already in use|shared memory block/.test(problem)) break;
    await sleep(200);
  }
  throw new SetupError(`PostgreSQL did not start in ${cluster.files}: ${problem} (see ${cluster.log})`);
}

function filesMissing({ files }: Cluster): SetupError {
  return new SetupError(
    `PostgreSQL's files are missing: ${files}. Restore the folder, or restore a backup into an empty DATA_DIR.`,
  );
}

/** The port of a killed PostgreSQL, so that a restarting server finds it there. Otherwise a free port. */
async function choosePort(cluster: Cluster): Promise<number> {
  const [, , , port] = readPidFile(cluster);
  return port ? Number(port) : freePort();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function joinRunning(cluster: Cluster, lostPort: number | undefined): Promise<EmbeddedPostgres | undefined> {
  const [pid, , , port] = readPidFile(cluster);
  if (!pid || !port || !isAlive(Number(pid))) return undefined;
  // A command may have started it on another port and will stop it when done. Our connection pools cannot use it.
  if (lostPort !== undefined && Number(port) !== lostPort) return undefined;
  const place = { cluster, port: Number(port) };
  const client = await connect(place, Date.now() + 5_000);
  if (!client) return undefined;
  return hold(client, place, () => stopByPid(Number(pid)));
}

function readPidFile(cluster: Cluster): string[] {
  try {
    return readFileSync(join(cluster.files, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

interface Place {
  cluster: Cluster;
  port: number;
}

/** Connects as soon as PostgreSQL responds. Gives up at the deadline or when PostgreSQL has ended. */
async function connect(
  { cluster, port }: Place,
  deadline: number,
  ended: Promise<unknown> = new Promise(() => {}),
): Promise<pg.Client | undefined> {
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  while (Date.now() < deadline && !gone) {
    const client = await tryConnect(urlOf(cluster, port), cluster);
    if (client) return client;
    await sleep(20);
  }
  return undefined;
}

async function tryConnect(url: string, cluster: Cluster): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // The pool notices a connection that breaks later. Here, the error must not end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') return undefined;
    throw new SetupError(`The PostgreSQL in ${cluster.files} rejects the password in ${cluster.password}.`);
  }
}

async function hold(
  client: pg.Client,
  { cluster, port }: Place,
  stopPostgres: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const url = await fastestUrl(cluster, port);
  await createLocks(client);
  await client.query('set idle_in_transaction_session_timeout = 0');
  let isResponsible = await takeResponsibility(client);
  let isStopping = false;
  const lost = new Promise<void>((resolve) => {
    client.on('end', () => isStopping || resolve());
  });
  return {
    url,
    lost,
    restart: () => joinOrLaunch(cluster, port),
    async stop() {
      isStopping = true;
      // The process that was responsible may have ended. Then this process becomes responsible.
      isResponsible ||= await takeResponsibility(client).catch(() => false);
      await client.end().catch(() => undefined);
      if (isResponsible) await stopPostgres();
    },
  };
}

/**
 * Whether this process stops PostgreSQL. The transaction stays open, so the lock lasts as long as the connection and
 * the process.
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

/** By the socket if it works: its file can be left over from a crash. Otherwise by TCP. */
async function fastestUrl(cluster: Cluster, port: number): Promise<string> {
  const url = urlOf(cluster, port);
  const folder = socketFolderOf(cluster);
  if (folder === undefined || !existsSync(socketIn(folder, port))) return url;
  // Clients prefer the folder of `host` to the address, which stays for those that cannot use a socket.
  const bySocket = `${url}?host=${encodeURIComponent(folder)}`;
  const client = await tryConnect(bySocket, cluster);
  await client?.end();
  return client ? bySocket : url;
}
