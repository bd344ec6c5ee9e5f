// `node scripts/drills/database.mjs [seconds] [answers per second]`: PostgreSQL is stopped for five seconds, crashed (SIGQUIT) for
// five, and then all connections are cut, under load. Requests get 503 meanwhile, and no accepted answer may be lost.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  built,
  call,
  countResults,
  isClean,
  openStage,
  printTable,
  sendLoad,
  setUp,
  startServer,
  stopServer,
  until,
} from './stage.mjs';

const [seconds = '50', perSecond = '10'] = process.argv.slice(2);
const DOWN_MS = 5_000;

const stage = await openStage();
const servers = [];
for (const role of ['api', 'worker']) servers.push(await startServer(stage.settings, { role }));
try {
  const key = await setUp(stage, servers[0]);
  const recoveries = {};
  const recovered = async (name) => {
    const began = performance.now();
    await until(async () => (await call(`${servers[0].url}/readyz`, key).catch(() => ({}))).status === 200);
    recoveries[`ready again after ${name} (s)`] = ((performance.now() - began) / 1_000).toFixed(1);
  };
  const statuses = new Set();
  const breaking = (async () => {
    for (const [name, signal] of [
      ['a stop', 'SIGINT'],
      ['a crash', 'SIGQUIT'],
    ]) {
      await sleep((Number(seconds) * 1_000) / 5);
      await stage.postgres.stop(signal);
      await sleep(DOWN_MS / 2);
      statuses.add((await call(`${servers[0].url}/api/v1/visibility`, key)).status);
      statuses.add((await call(`${servers[0].url}/readyz`, key)).status);
      await sleep(DOWN_MS / 2);
      await stage.postgres.start();
      await recovered(name);
    }
    await sleep((Number(seconds) * 1_000) / 5);
    await cutConnections(stage.settings.DATABASE_URL);
    await recovered('cut connections');
  })();
  const load = { seconds: Number(seconds), perSecond: Number(perSecond) };
  const tally = await sendLoad({ urls: [servers[0].url], key }, load);
  await breaking;
  const figures = await countResults(stage, stage.settings.DATABASE_URL, { tally });
  const all = { 'statuses while it was down': [...statuses].join(', '), ...recoveries, ...figures };
  const hasSurvived = servers.every(({ child }) => child.exitCode === null);
  printTable(
    'PostgreSQL stops, crashes and cuts connections',
    all,
    isClean(figures) && hasSurvived && [...statuses].join() === '503',
  );
} finally {
  await Promise.all(servers.map((server) => stopServer(server)));
  await stage.close();
}

async function cutConnections(url) {
  const { openDb, sql } = await built('store/db.js');
  const db = openDb({ url, maxConnections: 1 });
  await db.query(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null`,
  );
  await db.close();
}
