// `npm run test:shuffle [-- 2 4]`: runs the integration and browser tests with five combinations of sandbox seed, date, time zone and
// file order, or with the given ones.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

const RUNS = [
  { name: 'month end', TEST_SEED: 'amber', TEST_TIME: '2027-01-31T11:00:00Z', TZ: 'America/Los_Angeles' },
  { name: 'year end', TEST_SEED: 'birch', TEST_TIME: '2026-12-31T14:00:00Z', TZ: 'Asia/Kolkata' },
  { name: 'February 29', TEST_SEED: 'cobalt', TEST_TIME: '2028-02-29T09:00:00Z', TZ: 'UTC' },
  // Clocks go forward at 01:00 UTC.
  { name: 'daylight-saving change', TEST_SEED: 'dune', TEST_TIME: '2027-03-28T00:58:00Z', TZ: 'Europe/Berlin' },
  { name: 'a Monday', TEST_SEED: 'ember', TEST_TIME: '2027-06-07T07:00:00Z', TZ: 'Australia/Lord_Howe' },
];

const chosen = process.argv.slice(2).map(Number);
const failed = [];
for (const [index, { name, ...settings }] of RUNS.entries()) {
  if (chosen.length > 0 && !chosen.includes(index + 1)) continue;
  process.stdout.write(`\n${index + 1} ${name}: ${Object.values(settings).join(', ')}\n`);
  const args = ['run', '--project', 'integration', '--project', 'browser'];
  const order = ['--sequence.shuffle.files', `--sequence.seed=${index + 1}`];
  const { status } = spawnSync(process.execPath, [vitest, ...args, ...order], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  });
  if (status !== 0) failed.push(name);
}
process.stdout.write(failed.length > 0 ? `\nFailed: ${failed.join(', ')}\n` : '\nAll passed.\n');
process.exit(failed.length > 0 ? 1 : 0);
