// Starts Citus from the PostgreSQL programs in the folder CITUS_BIN: one node, or a coordinator with workers. Everything is
// on loopback and in a temporary folder. Shared by `scripts/test-citus.mjs` and the drills of the cluster.
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { built, freePort } from './drills/stage.mjs';

/** As in Automake. A skipped test is not a passed one, so the code is not 0. */
const SKIPPED = 77;

/** If there is no Citus to test with, says so and ends the process. */
export function citusBinaries(what) {
  const bin = process.env.CITUS_BIN;
  if (bin && existsSync(join(bin, 'initdb'))) return bin;
  const reason = bin ? `CITUS_BIN=${bin} has no initdb` : 'CITUS_BIN is not set';
  process.stderr.write(
    `\n*** SKIPPED: ${what} did NOT run, because ${reason}. ***\nSet CITUS_BIN to a folder with the programs of a PostgreSQL that has Citus.\n\n`,
  );
  process.exit(SKIPPED);
}

/** `settings` are lines of postgresql.conf for every node. */
export async function startCitus(bin, { workers = 0, settings = [] } = {}) {
  const { folder, start } = await prepareNodes(bin, settings);
  const nodes = [];
  for (let index = 0; index <= workers; index++) nodes.push(await start(`node${index}`));
  const [coordinator, ...rest] = nodes;
  await onServer(coordinator.url, async (query) => {
    await query(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
    for (const { port } of rest) await query(`select citus_add_node('127.0.0.1', ${port})`);
    if (rest.length > 0) {
      await query(`select citus_set_node_property('127.0.0.1', ${coordinator.port}, 'shouldhaveshards', false)`);
    }
  });
  return {
    url: coordinator.url,
    coordinator,
    workers: rest,
    /** A node with Citus that is not yet part of the cluster. */
    async spare() {
      nodes.push(await start(`node${nodes.length}`));
      return nodes.at(-1);
    },
    /** A streaming copy of a node. The node confirms a commit only when its copy has it too. */
    async standbyOf(node) {
      nodes.push(await start(`node${nodes.length}`, node));
      await onServer(node.url, async (query) => {
        await query("alter system set synchronous_standby_names = '*'");
        await query('select pg_reload_conf()');
      });
      return nodes.at(-1);
    },
    async stop() {
      for (const node of nodes) await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function prepareNodes(bin, settings) {
  const { chooseRunAs } = await built('store/embedded/run-as.js');
  const folder = mkdtempSync(join(tmpdir(), 'visibility-citus-'));
  chmodSync(folder, 0o711);
  const runAs = chooseRunAs(join(folder, 'none'));
  return { folder, start: (name, copied) => startNode(join(folder, name), { bin, runAs, settings, copied }) };
}

/** `copied` is the node that the new one follows. */
async function startNode(folder, { bin, runAs, settings, copied }) {
  mkdirSync(folder, { mode: 0o700 });
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  const options = { ...runAs, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } };
  const [program, args] = copied
    ? ['pg_basebackup', ['-d', copied.url, '-R', '-c', 'fast', '--no-sync']]
    : ['initdb', ['-U', 'visibility', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']];
  const made = spawnSync(join(bin, program), ['-D', folder, ...args], { ...options, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`${program}: ${made.stderr}`);
  const port = await freePort();
  appendFileSync(join(folder, 'postgresql.conf'), [...CONFIGURATION, ...settings, `port = ${port}`, ''].join('\n'));
  // Nodes trust each other's own user. Every other role needs its password.
  writeFileSync(
    join(folder, 'pg_hba.conf'),
    'host all visibility all trust\nhost replication visibility all trust\nhost all all all scram-sha-256\n',
  );
  const url = `postgres://visibility@127.0.0.1:${port}/postgres`;
  let child;
  const node = {
    port,
    url,
    async start() {
      const log = join(folder, 'server.log');
      child = spawn('/bin/sh', ['-c', 'exec "$0" -D "$1" >>"$2" 2>&1', join(bin, 'postgres'), folder, log], {
        ...options,
        stdio: 'ignore',
      });
      while (!(await answers(url))) {
        if (child.exitCode !== null) throw new Error(`PostgreSQL did not start. Its log is ${log}`);
        await sleep(100);
      }
    },
    /** SIGKILL for every process of the node, as when a machine fails. */
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' });
      child.kill('SIGKILL');
      for (const pid of stdout.split(/\s+/).filter(Boolean)) killQuietly(Number(pid));
      await ended;
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    },
  };
  await node.start();
  if (!copied) await onServer(url, (query) => query('create extension citus'));
  return node;
}

function killQuietly(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}

const CONFIGURATION = [
  "shared_preload_libraries = 'citus'",
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 300',
  'max_prepared_transactions = 300',
  'citus.shard_count = 8',
  // Until then, rows of a transaction that a lost node left half committed stay locked.
  'citus.recover_2pc_interval = 5s',
  'citus.enable_statistics_collection = off',
  "citus.node_conninfo = 'sslmode=prefer'",
];

export async function answers(url) {
  return onServer(url, (query) => query('select 1')).then(
    () => true,
    () => false,
  );
}

export async function onServer(url, work) {
  const { openDb, raw } = await built('store/db.js');
  const db = openDb({ url, maxConnections: 1, statementTimeoutMs: 60_000 });
  try {
    return await work((statement) => db.query(raw(statement)));
  } finally {
    await db.close();
  }
}
