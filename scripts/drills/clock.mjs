// `node scripts/drills/clock.mjs [seconds] [answers per second]`: the clocks of the processes jump, by an hour back and forth, under load.
// PostgreSQL's clock stays as it is: leases, retries and expiry go by it, so a process that is wrong about the time must not do harm. The
// jump is in what JavaScript sees as the time (scripts/drills/shifted-clock.mjs), not in the machine's clock.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isClean, openStage, printTable, reckon, run, sendLoad, setUp, startServer, stopServer } from './stage.mjs';

const [seconds = '40', perSecond = '10'] = process.argv.slice(2);

const stage = await openStage();
const shift = join(stage.folder, 'clock-shift');
writeFileSync(shift, '0');
const clock = new URL('shifted-clock.mjs', import.meta.url).href;
const env = { NODE_OPTIONS: `--import "${clock}"`, CLOCK_SHIFT_FILE: shift };
const servers = [];
for (const role of ['api', 'worker', 'worker']) {
  // One worker keeps the right time.
  const isRight = servers.length === 2;
  servers.push(await startServer(stage.settings, { role, ...(isRight ? {} : { env }) }));
}
try {
  const key = await setUp(stage, servers[0]);
  const jumps = ['+3600', '0', '-3600', '0', '+7200'];
  let doctorSaid = '';
  const jumping = (async () => {
    for (const jump of jumps) {
      await sleep((Number(seconds) * 1_000) / (jumps.length + 1));
      writeFileSync(shift, jump);
    }
    await sleep(1_000);
    const BASE_URL = servers[0].url;
    const { out } = await run({ ...stage.settings, BASE_URL }, ['doctor', '--json']);
    doctorSaid = JSON.parse(out).find(({ check }) => check === 'server')?.says ?? '';
  })();
  const load = { seconds: Number(seconds), perSecond: Number(perSecond) };
  const tally = await sendLoad({ urls: [servers[0].url], key }, load);
  await jumping;
  const figures = await reckon(stage, stage.settings.DATABASE_URL, tally);
  const all = { 'jumps (s)': jumps.join(', '), 'doctor said': doctorSaid, ...figures };
  printTable('Clocks that jump', all, isClean(figures) && /clock differs/.test(doctorSaid));
} finally {
  await Promise.all(servers.map((server) => stopServer(server)));
  await stage.close();
}
