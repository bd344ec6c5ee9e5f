// `CITUS_BIN=… node scripts/test-citus.mjs [vitest arguments]`: integration tests on one node of Citus with all data
// distributed. CITUS_URL, a superuser of a running node of Citus that the tests may fill, replaces CITUS_BIN. Without both,
// nothing runs and the exit code is 77.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { citusBinaries, startCitus } from './citus.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILES = [
  'accounts',
  'alert-backtest',
  'alert-firing',
  'alerts',
  'backup',
  'system/backup',
  'bi-views',
  'collect',
  'competitor-changes',
  'competitors',
  'citus/distribute',
  'doctor',
  'filtered-lists',
  'gaps',
  'ingest',
  'ingest-file',
  'isolation',
  'keyword-days',
  'keywords',
  'late-answers',
  'list-formats',
  'mentions-and-citations',
  'overview',
  'report-files',
  'reports',
  'rotate-secrets',
  'source-sums',
  'sources',
  'standings',
  'verify',
  'verify-tampering',
  'visibility',
  'webhooks',
  'webhooks-api',
  'why',
];
const chosen = process.argv.slice(2);
const args = chosen.length > 0 ? chosen : FILES.map((name) => `server/test/${name}.test.ts`);

if (process.env.CITUS_URL) process.exitCode = runTests(process.env.CITUS_URL);
else {
  const bin = citusBinaries('The tests on Citus');
  // Nothing here has to survive a power cut.
  const citus = await startCitus(bin, { settings: ['fsync = off', 'citus.shard_count = 4'] });
  try {
    process.exitCode = runTests(citus.url);
  } finally {
    await citus.stop();
  }
}

function runTests(url) {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const result = spawnSync(
    process.execPath,
    [program, 'run', '--project', 'integration', '--project', 'system', '--maxWorkers=2', ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, CITUS_URL: url },
    },
  );
  return result.status ?? 1;
}
