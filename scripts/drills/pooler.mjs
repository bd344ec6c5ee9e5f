// `node scripts/drills/pooler.mjs [seconds] [answers per second] [API and worker processes]`: the same load without and
// with PgBouncer in transaction mode, and how many connections PostgreSQL has. PGBOUNCER_BIN is the program; default: the
// one in PATH. Before 1.21 it does not keep prepared statements, so they are turned off. Not part of `npm test`, which
// needs no other program.
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  built,
  countResults,
  freePort,
  longestWait,
  openStage,
  printTable,
  run,
  sendLoad,
  setUp,
  startServer,
  stopServer,
} from './stage.mjs';

const [seconds = '15', perSecond = '10', processes = '2'] = process.argv.slice(2);
const program = process.env.PGBOUNCER_BIN ?? 'pgbouncer';
const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).match(/(\d+)\.(\d+)/);
const keepsStatements = Number(version[1]) > 1 || Number(version[2]) >= 21;
const { openDb, raw, sql } = await built('store/db.js');

let made;
const stage = await openStage();
const watcher = openDb({ url: stage.postgres.url, maxConnections: 1 });
const pooler = await startPooler();
try {
  const pooled = { ...stage.settings, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: stage.postgres.url };
  if (!keepsStatements) pooled.DATABASE_PREPARED = 'false';
  const refusal = await run(pooled, ['keys', 'list']);
  for (const statement of refusal.err.match(/alter role .*;/g) ?? []) await watcher.query(raw(statement));
  pooler.reconnect();
  await sleep(1_000);
  const through = await measure(pooled);
  const results = await countResults({ ...stage, settings: pooled }, stage.postgres.url, through);
  // The same answers again: they are accepted, and not stored a second time.
  const direct = await measure(stage.settings);
  const figures = {
    PgBouncer: version[0],
    'API and worker processes': `${processes} + ${processes}`,
    'connections to PostgreSQL, without pooler': direct.connections,
    'connections to PostgreSQL, with pooler': through.connections,
    'of them sessions (listeners)': through.sessions,
    'refused until the role had its settings': refusal.code !== 0,
    ...results,
    'longest wait of a client, without and with': `${longestWait(direct.tally)} and ${longestWait(through.tally)} s`,
    'requests that failed': JSON.stringify(through.tally.refused),
  };
  const isRight =
    refusal.code !== 0 &&
    through.connections < direct.connections &&
    results['events lost'] === 0 &&
    results['answers stored'] === results['events stored (one per answer)'] &&
    results['differences found by verify'] === 0 &&
    Object.keys(through.tally.refused).length === 0;
  printTable('Pooler in transaction mode', figures, isRight);
} finally {
  pooler.stop();
  await watcher.close();
  await stage.close();
}

async function measure(settings) {
  const roles = ['api', 'worker'].flatMap((role) => Array(Number(processes)).fill(role));
  const servers = [];
  for (const role of roles) servers.push(await startServer(settings, { role }));
  let [connections, sessions, isOver] = [0, 0, false];
  const watching = (async () => {
    for (; !isOver; await sleep(250)) {
      const [row] = await watcher.query(
        sql`select count(*)::integer as "all", count(*) filter (where application_name = 'visibility listener')::integer as sessions
            from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      connections = Math.max(connections, row.all);
      sessions = Math.max(sessions, row.sessions);
    }
  })();
  try {
    const key = await keyFor(settings, servers[0]);
    const urls = servers.filter(({ role }) => role === 'api').map(({ url }) => url);
    const load = { seconds: Number(seconds), perSecond: Number(perSecond) };
    return { tally: await sendLoad({ urls, key }, load), connections, sessions };
  } finally {
    isOver = true;
    await watching;
    await Promise.all(servers.map((server) => stopServer(server)));
  }
}

async function keyFor(settings, server) {
  made ??= await setUp({ ...stage, settings }, server);
  return made;
}

async function startPooler() {
  const { hostname, port, username, password, pathname } = new URL(stage.postgres.url);
  const database = pathname.slice(1);
  const own = await freePort();
  const file = join(stage.folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `${database} = host=${hostname} port=${port} dbname=${database} user=${username} password='${decodeURIComponent(password)}'`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 8',
    'max_client_conn = 500',
    keepsStatements ? 'max_prepared_statements = 500' : 'ignore_startup_parameters = options',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(program, ['-q', file], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
  await sleep(500);
  return {
    url: `postgres://${username}:any@127.0.0.1:${own}/${database}`,
    /** New sessions, so that they have the new settings of the role. */
    reconnect: () =>
      void watcher.query(sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`),
    stop: () => child.kill('SIGKILL'),
  };
}
