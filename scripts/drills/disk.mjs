// `node scripts/drills/disk.mjs`, as root on Linux: the data folder is on a small disk (tmpfs) that is filled up under load.
// The service must report it, keep accepted answers, and continue when there is space again.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  call,
  countResults,
  freePort,
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

const [seconds = '30', perSecond = '8'] = process.argv.slice(2);
const SIZE_MB = 320;

const stage = await openStage({ withPostgres: false });
const disk = join(stage.folder, 'disk');
mkdirSync(disk);
if (spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', disk]).status !== 0) {
  process.stderr.write('This drill mounts a small disk. Run it as root on Linux.\n');
  process.exit(1);
}
chmodSync(disk, 0o711);
stage.settings.DATA_DIR = join(disk, 'data');
const port = await freePort();
let server = await startServer(stage.settings, { port });
const ballast = join(disk, 'ballast');
try {
  const key = await setUp(stage, server);
  const said = {};
  const filling = (async () => {
    await sleep((Number(seconds) * 1_000) / 4);
    fillUp();
    said['free on the disk (kB)'] = free() / 1_000;
    const answer = await firstError(key);
    said['API response'] = answer;
    const { out } = await run({ ...stage.settings, PORT: String(port) }, ['doctor', '--json']);
    said['doctor reports'] = JSON.parse(out)
      .find(({ check }) => check === 'disk')
      ?.message.split('.')[0];
    await sleep(2_000);
    said['server stopped'] = server.child.exitCode !== null;
    if (server.child.exitCode !== null) said['last line of its log'] = server.err.trim().split('\n').at(-1);
    rmSync(ballast);
    const began = performance.now();
    if (server.child.exitCode !== null) server = await startServer(stage.settings, { port });
    await until(async () => (await call(`${server.url}/readyz`, key).catch(() => ({}))).status === 200);
    said['ready after space was freed (s)'] = ((performance.now() - began) / 1_000).toFixed(1);
  })();
  const load = { seconds: Number(seconds), perSecond: Number(perSecond) };
  const tally = await sendLoad({ urls: [server.url], key }, load);
  await filling;
  const { startEmbeddedPostgres } = await import('../../server/dist/store/embedded/postgres.js');
  const joined = await startEmbeddedPostgres(stage.settings.DATA_DIR);
  const figures = await countResults(stage, joined.url, { tally });
  await joined.stop();
  printTable('Disk full', { ...said, ...figures }, isClean(figures));
} finally {
  await stopServer(server);
  spawnSync('/bin/umount', ['-l', disk]);
  await stage.close();
}

function free() {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
}

function fillUp() {
  for (let size = free(); size >= 4_096; size = Math.floor(size / 2)) {
    try {
      writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Too large; half of it may fit.
    }
  }
}

/** The API's first error response on the full disk; `no error` after twenty seconds without one. */
async function firstError(key) {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(250)) {
    const body = { keyword: `disk full ${Date.now()}` };
    try {
      const { status, text } = await call(`${server.url}/api/v1/keywords`, key, { method: 'POST', body });
      if (status >= 500) return `${status} ${text}`;
    } catch {
      return 'none: the server stopped';
    }
  }
  return 'no error';
}
