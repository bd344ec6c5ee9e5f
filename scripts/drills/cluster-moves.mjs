// `CITUS_BIN=… node scripts/drills/cluster-moves.mjs [answers per second of each client]`: six workspaces on a Citus cluster send
// answers all the time. Meanwhile a third worker joins and takes its share, one workspace gets a shard of its own and moves, one
// worker is down for five seconds, another worker and then the coordinator are lost for good and replaced by their standbys. No
// accepted answer may be lost or counted twice, and while a worker is down the workspaces of the others must be served.
import { setTimeout as sleep } from 'node:timers/promises';
import { citusBinaries, onServer, startCitus } from '../citus.mjs';
import {
  countResults,
  isClean,
  longestWait,
  mustRun,
  newTally,
  openStage,
  printTable,
  sendLoad,
  setUp,
  startServer,
  stopServer,
  until,
} from './stage.mjs';

const perSecond = Number(process.argv[2] ?? '1');
const WORKSPACES = 6;
const AWAY_MS = 5_000;
/** Until somebody, or something, has noticed that a node will not come back. */
const NOTICED_MS = 2_000;
/** A workspace of a worker that is there may wait for locks and the busy machine, but not until the other is back. */
const MOST_WAIT_OF_OTHERS = AWAY_MS / 2 / 1_000;
/** Rebalancing without blocking writes needs logical replication. */
const SETTINGS = ['wal_level = logical', 'max_wal_senders = 40', 'max_replication_slots = 40'];
const citus = await startCitus(citusBinaries('The drill of moves in a cluster'), { workers: 2, settings: SETTINGS });
const stage = await openStage({ withPostgres: false });
stage.settings.DATABASE_URL = citus.url;
const figures = {};
let servers = [];
let errors = '';
try {
  await mustRun(stage.settings, ['migrate']);
  await mustRun(stage.settings, ['distribute', '--yes']);
  servers = await startServers();
  const clients = [];
  for (let index = 0; index < WORKSPACES; index++) clients.push(await createClient(index));
  await drill(clients);
} finally {
  await stopServers();
  await citus.stop();
  await stage.close();
}

async function drill(clients) {
  const [leaving, lost] = citus.workers;
  const standbys = new Map();
  for (const node of [citus.coordinator, lost]) standbys.set(node, await citus.standbyOf(node));
  const [{ url }] = servers;
  const sending = clients.map(({ key, tally }) => sendLoad({ urls: [url], key }, { perSecond }, tally));
  await sleep(5_000);
  const joining = await change(clients, addWorker);
  const moving = await change(clients, () => isolate(clients, lost));
  const ports = await onServer(citus.url, (query) => portsOf(query, clients));
  const away = await change(clients, () => takeAway(leaving));
  const losing = await change(clients, () => replace(lost, standbys));
  const coordinator = await change(clients, async () => {
    await replace(citus.coordinator, standbys);
    stage.settings.DATABASE_URL = citus.coordinator.url;
    const used = servers.map(({ port }) => port);
    await stopServers('SIGKILL');
    servers = await startServers(used);
  });
  for (const { tally } of clients) tally.isOver = true;
  await Promise.all(sending);
  await stopServers();
  const own = clients.filter((_, index) => ports[index] === leaving.port);
  const others = clients.filter((client) => !own.includes(client));
  figures['a third worker joins'] = told(clients, joining);
  figures['one workspace gets a shard of its own and moves'] = told(clients, moving);
  figures['a worker is down for 5 s, for its workspaces'] = told(own, away);
  figures['a worker is down for 5 s, for the others'] = told(others, away);
  figures['a worker is lost, its standby takes its place'] = told(clients, losing);
  figures['the coordinator is lost, its standby takes its place'] = told(clients, coordinator);
  Object.assign(figures, await results(clients));
  const isServed = own.length > 0 && waitOf(others, away) <= MOST_WAIT_OF_OTHERS;
  const isExpected = figures['requests with another error'] === '{}';
  if (!isExpected) process.stderr.write(errors);
  printTable('A cluster changes under load', figures, isClean(figures) && isServed && isExpected);
}

/** An account with a live workspace, and the counts of what its client sends. */
async function createClient(index) {
  const words = ['accounts', 'create', `Drill ${index}`, '--owner', `drill${index}@example.com`, '--json'];
  const { account_id: account, workspaces } = JSON.parse((await mustRun(stage.settings, words)).out);
  const key = await setUp(stage, servers[0], { account });
  return { account, workspace: workspaces.live, key, tally: newTally() };
}

/** Makes one change, waits until every workspace is served again, and returns when the change began and ended. */
async function change(clients, work) {
  const from = performance.now();
  await work();
  const end = performance.now();
  await until(() => clients.every(({ tally }) => tally.waits.some(({ began }) => began > end)), 120_000);
  return { from, until: end };
}

async function addWorker() {
  const { port } = await citus.spare();
  await onServer(citus.url, async (query) => {
    await query(`select citus_add_node('127.0.0.1', ${port})`);
    await query('select citus_rebalance_start()');
    const state = async () => (await query('select state::text as state from citus_rebalance_status()'))[0].state;
    await until(async () => ['finished', 'failed'].includes(await state()), 300_000);
    const [{ moved }] = await query(
      `select count(*)::integer as moved from citus_shards where table_name = 'keywords'::regclass and nodeport = ${port}`,
    );
    figures['shards of each table on the third worker'] = moved;
    if (moved === 0) throw new Error('rebalancing moved nothing');
  });
}

/** Gives one workspace that is elsewhere a shard of its own on a node. */
async function isolate(clients, { port: to }) {
  await onServer(citus.url, async (query) => {
    const ports = await portsOf(query, clients);
    const index = ports.findIndex((port) => port !== to);
    const [{ shard }] = await query(
      `select isolate_tenant_to_new_shard('keywords', '${clients[index].workspace}', 'CASCADE',
                                          shard_transfer_mode => 'block_writes') as shard`,
    );
    await query(`select citus_move_shard_placement(${shard}, '127.0.0.1', ${ports[index]}, '127.0.0.1', ${to})`);
    if ((await portsOf(query, clients))[index] !== to) throw new Error('the workspace did not move');
  });
}

/** The port of the worker that has each workspace. */
async function portsOf(query, clients) {
  const ports = [];
  for (const { workspace } of clients) {
    const [{ port }] = await query(
      `select nodeport as port
       from citus_shards
       where shardid = get_shard_id_for_distribution_column('keywords', '${workspace}'::text)`,
    );
    ports.push(port);
  }
  return ports;
}

async function takeAway(node) {
  await node.kill();
  await sleep(AWAY_MS);
  await node.start();
}

/** Kills a node for good, two seconds later its standby takes its place. */
async function replace(node, standbys) {
  const standby = standbys.get(node);
  await node.kill();
  await sleep(NOTICED_MS);
  await onServer(standby.url, (query) => query('select pg_promote()'));
  if (node === citus.coordinator) citus.coordinator = standby;
  await onServer(citus.coordinator.url, (query) =>
    query(
      `select citus_update_node(nodeid, '127.0.0.1', ${standby.port}) from pg_dist_node where nodeport = ${node.port}`,
    ),
  );
}

function startServers(ports = []) {
  return Promise.all(['api', 'worker'].map((role, index) => startServer(stage.settings, { role, port: ports[index] })));
}

async function stopServers(signal) {
  for (const server of servers.splice(0)) {
    await stopServer(server, signal);
    errors += server.err;
  }
}

async function results(clients) {
  const tallies = clients.map(({ tally }) => tally);
  const sum = (countOf) => tallies.reduce((total, tally) => total + countOf(tally), 0);
  const refused = {};
  for (const status of new Set(tallies.flatMap((tally) => Object.keys(tally.refused)))) {
    refused[status] = sum((tally) => tally.refused[status] ?? 0);
  }
  const waits = tallies.flatMap((tally) => tally.waits);
  const all = { ok: sum(({ ok }) => ok), broken: sum(({ broken }) => broken), waits, refused };
  return countResults(stage, citus.coordinator.url, { tally: all, accounts: clients.map(({ account }) => account) });
}

function waitOf(clients, period) {
  return Math.max(...clients.map(({ tally }) => longestWait(tally, period)));
}

function told(clients, period) {
  const seconds = ((period.until - period.from) / 1_000).toFixed(1);
  return `${seconds} s; longest wait of ${clients.length} clients ${waitOf(clients, period)} s`;
}
