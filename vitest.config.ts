import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sdk = fileURLToPath(new URL('./sdk/src/index.ts', import.meta.url));
const resolve = { alias: { '@visibility/sdk': sdk } };

// Tests of the whole program run what is built, as Node loads it: importing transformed sources takes five times as long.
const built = {
  alias: [
    { find: '@visibility/sdk', replacement: sdk },
    { find: /^((?:\.\.\/)+)src\/(.*)\.ts$/, replacement: '$1dist/$2.js' },
  ],
};
// Below a second if nothing has changed. Without it, tests would pass on what was built before. After a bare `npm ci`,
// what the server serves is missing too.
const isPrepared = existsSync(new URL('./server/assets/dashboard', import.meta.url));
const script = isPrepared ? ['node_modules/typescript/bin/tsc', '-b', 'sdk', 'server'] : ['scripts/prepare.mjs'];
const build = spawnSync(process.execPath, script, { cwd: import.meta.dirname, stdio: 'inherit' });
// With `-u` it may fail: the server does not compile before the SDK's types are generated.
if (build.status !== 0 && !process.argv.includes('-u'))
  throw new Error('The server cannot be built. Correct its types first');

// The moment at which the tests begin, and the seed of their sandboxes: the result must not depend on today.
const { TEST_TIME = '2026-03-18T09:00:00Z', TEST_SEED = 'test', CITUS_URL = '' } = process.env;

// A limit ends what hangs, it measures nothing: the same tests take five times as long on a machine that others use too.
const patience = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 180_000 } } };

const everywhere = { ...patience, setupFiles: ['server/test/support/random.ts'], isolate: false };

// Where each process of a run writes the SQL statements it has seen. The project `recorded` checks them at the end.
const statementsFolder = join(tmpdir(), `visibility-statements-${process.pid}`);

const onPostgres = {
  ...everywhere,
  server: { deps: { external: [/\/server\/dist\//] } },
  globalSetup: 'server/test/support/global-postgres.ts',
  setupFiles: [...everywhere.setupFiles, 'server/test/support/clock.ts', 'server/test/support/recorder.ts'],
  // CITUS_URL: see scripts/test-citus.mjs.
  provide: {
    clockShiftMs: Date.parse(TEST_TIME) - Date.now(),
    seed: TEST_SEED,
    statementsFolder,
    citusUrl: CITUS_URL,
  },
};

// Tests of the cluster itself.
const onCitus = CITUS_URL ? ['server/test/citus/*.test.ts'] : [];

export default defineConfig({
  test: {
    // One more than a small machine has cores: the browser tests mostly wait.
    maxWorkers: 3,
    projects: [
      {
        resolve,
        test: {
          ...everywhere,
          name: 'unit',
          include: ['{dashboard,sdk,server}/src/**/*.test.ts'],
          provide: { seed: TEST_SEED },
        },
      },
      { resolve: built, test: { ...onPostgres, name: 'integration', include: ['server/test/*.test.ts', ...onCitus] } },
      { resolve: built, test: { ...onPostgres, name: 'system', include: ['server/test/system/*.test.ts'] } },
      { resolve: built, test: { ...onPostgres, name: 'browser', include: ['server/test/browser/*.test.ts'] } },
      {
        resolve,
        test: {
          ...everywhere,
          name: 'recorded',
          include: ['server/test/recorded/*.test.ts'],
          provide: { seed: TEST_SEED, statementsFolder },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
