// `node scripts/drills/clock.mjs [seconds] [answers per second]`: the clocks of the processes jump by hours under load.
// Leases, retries and expiry use PostgreSQL's clock, which stays correct, so a wrong process clock must do no harm.
// Only the time that JavaScript sees is shifted (scripts/drills/shifted-clock.mjs), not the machine's clock.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countResults, isClean, openStage, printTable, sendLoad, setUp, startServer, stopServer } from './stage.mjs';

const [seconds = '40', perSecond = '10'] = process.argv.slice(2);

const stage = await openStage();
const shift = join(stage.folder, 'clock-shift');
writeFileSync(shift, '0');
const clock = new URL('shifted-clock.mjs', import.meta.url).href;
const env = { NODE_OPTIONS: `--import "${clock}"`, CLOCK_SHIFT_FILE: shift };
const servers = [];
for (const role of ['api', 'worker', 'worker']) {
  // One worker keeps the correct time.
  const isRight = servers.length === 2;
  servers.push(await startServer(stage.settings, { role, ...(isRight ? {} : { env }) }));
}
try {
  const key = await setUp(stage, servers[0]);
  const jumps = ['+3600', '0', '-3600', '0', '+7200'];
  const jumping = (async () => {
    for (const jump of jumps) {
      await sleep((Number(seconds) * 1_000) / (jumps.length + 1));
      writeFileSync(shift, jump);
    }
  })();
  const load = { seconds: Number(seconds), perSecond: Number(perSecond) };
  const tally = await sendLoad({ urls: [servers[0].url], key }, load);
  await jumping;
  const figures = await countResults(stage, stage.settings.DATABASE_URL, { tally });
  const seen = readFileSync(`${shift}.seen`, 'utf8').trim().split('\n').length;
  const all = { 'jumps (s)': jumps.join(', '), 'jumps seen by the API and one worker': seen, ...figures };
  printTable('Clocks jump', all, isClean(figures) && seen === 2 * jumps.length);
} finally {
  await Promise.all(servers.map((server) => stopServer(server)));
  await stage.close();
}
