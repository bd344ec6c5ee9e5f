// `node scripts/drills/kill.mjs [seconds] [answers per second]`: two API and two worker processes under load. Every four seconds one
// is killed (SIGKILL) and started again. No accepted answer may be lost, stored twice or published twice.
import { setTimeout as sleep } from 'node:timers/promises';
import { countResults, isClean, openStage, printTable, sendLoad, setUp, startServer, stopServer } from './stage.mjs';

const [seconds = '60', perSecond = '15'] = process.argv.slice(2);
const KILL_EVERY_MS = 4_000;

const stage = await openStage();
const servers = [];
for (const role of ['api', 'api', 'worker', 'worker']) servers.push(await startServer(stage.settings, { role }));
try {
  const key = await setUp(stage, servers[0]);
  const kills = { api: 0, worker: 0 };
  let isOver = false;
  const killing = (async () => {
    for (let index = 0; !isOver; index++) {
      await sleep(KILL_EVERY_MS);
      // In turn: API process, worker, other API process, other worker.
      const which = [0, 2, 1, 3][index % 4];
      const { role, port } = servers[which];
      kills[role]++;
      await stopServer(servers[which], 'SIGKILL');
      servers[which] = await startServer(stage.settings, { role, port });
    }
  })();
  const load = { seconds: Number(seconds), perSecond: Number(perSecond) };
  const tally = await sendLoad({ urls: servers.slice(0, 2).map(({ url }) => url), key }, load);
  isOver = true;
  await killing;
  const figures = await countResults(stage, stage.settings.DATABASE_URL, { tally });
  const all = { 'API processes killed': kills.api, 'workers killed': kills.worker, ...figures };
  printTable('Processes killed', all, isClean(figures) && kills.api > 0 && kills.worker > 0);
} finally {
  await Promise.all(servers.map((server) => stopServer(server)));
  await stage.close();
}
