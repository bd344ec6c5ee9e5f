// `CITUS_BIN=… node scripts/drills/cluster.mjs [seconds] [answers per second]`: a Citus coordinator with two workers. Under load,
// each worker and then the coordinator is killed (SIGKILL) and is back five seconds later. No accepted answer may be lost or
// counted twice, the readiness details must name the lost worker, and at the end all data goes back to one PostgreSQL. The load
// is in one workspace, so one of the two workers has all of it.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { citusBinaries, startCitus } from '../citus.mjs';
import {
  call,
  countResults,
  isClean,
  openStage,
  printTable,
  run,
  sendLoad,
  setUp,
  startServer,
  stopServer,
  until,
} from './stage.mjs';

const [seconds = '60', perSecond = '8'] = process.argv.slice(2);
const DOWN_MS = 5_000;
const VERIFY = ['verify', '--mode', 'live', '--json'];
const figures = {};

await drill(citusBinaries('The drill of the cluster'));

async function drill(bin) {
  const stage = await openStage({ withPostgres: false });
  const citus = await startCitus(bin, { workers: 2 });
  stage.settings.DATABASE_URL = citus.url;
  const servers = [];
  try {
    await must(stage, ['migrate']);
    figures['distribute (s)'] = await timed(() => must(stage, ['distribute', '--yes']));
    for (const role of ['api', 'worker']) servers.push(await startServer(stage.settings, { role }));
    const key = await setUp(stage, servers[0]);
    const breaking = backUp(stage).then(() => breakNodes(citus, servers[0]));
    // Awaited after the load. Without this, a failure before would end the drill and leave its processes.
    breaking.catch(() => {});
    const load = { seconds: Number(seconds), perSecond: Number(perSecond) };
    const tally = await sendLoad({ urls: [servers[0].url], key }, load);
    const named = await breaking;
    if (Object.keys(tally.refused).some((status) => status !== '503')) process.stderr.write(servers[0].err);
    Object.assign(figures, await countResults(stage, citus.url, { tally }));
    await Promise.all(servers.splice(0).map((server) => stopServer(server)));
    figures['undo (s)'] = await timed(() => must(stage, ['distribute', '--undo', '--yes']));
    const { differences } = JSON.parse((await must(stage, VERIFY)).out);
    const restored = await restore(stage);
    figures['differences found by verify after undo'] = differences;
    printTable('Nodes of a cluster are killed', figures, isClean(figures) && named && restored && differences === 0);
  } finally {
    await Promise.all(servers.map((server) => stopServer(server)));
    await citus.stop();
    await stage.close();
  }
}

async function backUp(stage) {
  await sleep(4_000);
  figures['backup under load (s)'] = await timed(() => must(stage, ['backup', join(stage.folder, 'backup')]));
}

/** Restores the backup into a built-in PostgreSQL. Returns whether its numbers are right. */
async function restore({ settings, folder }) {
  const { DATABASE_URL: _, ...elsewhere } = { ...settings, DATA_DIR: join(folder, 'restored') };
  await must({ settings: elsewhere }, ['restore', join(folder, 'backup'), '--without-secrets']);
  const { answers, differences } = JSON.parse((await must({ settings: elsewhere }, VERIFY)).out);
  figures['answers in the backup, restored'] = answers;
  figures['differences found by verify in it'] = differences;
  return answers > 0 && differences === 0;
}

/** Returns whether the readiness details named every lost worker. */
async function breakNodes({ workers, coordinator }, server) {
  let isNamed = true;
  for (const [index, node] of [...workers, coordinator].entries()) {
    const name = node === coordinator ? 'the coordinator' : `worker ${index + 1}`;
    await sleep((Number(seconds) * 1_000) / 10);
    await node.kill();
    await sleep(DOWN_MS / 2);
    const { status, text } = await call(`${server.url}/readyz`, '').catch(() => ({}));
    figures[`readyz without ${name}`] = `${status} ${text?.slice(0, 100)}`;
    if (node !== coordinator) isNamed &&= text?.includes(`127.0.0.1:${node.port}`) === true;
    await sleep(DOWN_MS / 2);
    await node.start();
    const began = performance.now();
    await until(async () => {
      const ready = await call(`${server.url}/readyz`, '').catch(() => ({}));
      return ready.status === 200 && ready.text.includes('"unreachable":[]');
    });
    figures[`all ready after ${name} is back (s)`] = ((performance.now() - began) / 1_000).toFixed(1);
  }
  return isNamed;
}

async function must({ settings }, args) {
  const result = await run(settings, args);
  if (result.code !== 0) throw new Error(`visibility ${args.join(' ')}: ${result.err}`);
  return result;
}

async function timed(work) {
  const began = performance.now();
  await work();
  return ((performance.now() - began) / 1_000).toFixed(1);
}
