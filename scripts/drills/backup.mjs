// `node scripts/drills/backup.mjs [seconds] [answers per second]`: makes a backup under load and restores it into a new installation with
// the same secrets key. The copy must contain every answer accepted before the backup began, and `verify` must find no difference.
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, openStage, printTable, run, sendLoad, setUp, startServer, stopServer } from './stage.mjs';

const [seconds = '30', perSecond = '15'] = process.argv.slice(2);

const stage = await openStage();
const servers = [await startServer(stage.settings)];
try {
  const key = await setUp(stage, servers[0]);
  const file = join(stage.folder, 'drill.backup');
  let before = 0;
  let backupSeconds = 0;
  const tallying = sendLoad(
    { urls: [servers[0].url], key },
    { seconds: Number(seconds), perSecond: Number(perSecond) },
  );
  await sleep((Number(seconds) * 1_000) / 2);
  before = await storedAnswers(servers[0], key);
  let began = performance.now();
  const made = await run(stage.settings, ['backup', file]);
  backupSeconds = (performance.now() - began) / 1_000;
  const tally = await tallying;
  const after = await storedAnswers(servers[0], key);

  const { DATABASE_URL: _, ...others } = stage.settings;
  const restored = { ...others, DATA_DIR: join(stage.folder, 'restored') };
  mkdirSync(restored.DATA_DIR);
  copyFileSync(join(stage.settings.DATA_DIR, 'secrets.key'), join(restored.DATA_DIR, 'secrets.key'));
  began = performance.now();
  const result = await run(restored, ['restore', file]);
  const restoreSeconds = (performance.now() - began) / 1_000;
  const verified = JSON.parse((await run(restored, ['verify', '--mode', 'live', '--json'])).out);
  servers.push(await startServer(restored, { role: 'api' }));
  const found = await storedAnswers(servers[1], key);
  const figures = {
    'answers accepted during the drill': tally.ok,
    'answers stored when the backup began': before,
    'answers in the restored installation': found,
    'answers stored at the end, in the first installation': after,
    'size of the backup (kB)': Math.round(statSync(file).size / 1_000),
    'duration of the backup (s)': backupSeconds.toFixed(1),
    'duration of the restore, with PostgreSQL setup (s)': restoreSeconds.toFixed(1),
    'differences found by verify in the restored installation': verified.differences,
    'API key of the first installation works in the second': found > 0,
  };
  const isGood =
    made.code === 0 &&
    result.code === 0 &&
    verified.differences === 0 &&
    found >= before &&
    found <= after &&
    after === tally.ok;
  printTable('Backup under load, restored elsewhere', figures, isGood && found > 0);
} finally {
  await Promise.all(servers.map((server) => stopServer(server)));
  await stage.close();
}

async function storedAnswers({ url }, key) {
  const { text } = await call(`${url}/api/v1/answers?per_page=1`, key);
  return JSON.parse(text).meta.total;
}
