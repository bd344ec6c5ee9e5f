import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sdk = fileURLToPath(new URL('./sdk/src/index.ts', import.meta.url));
const resolve = { alias: { '@visibility/sdk': sdk } };

// The moment at which the tests begin, and the seed of their sandboxes: the result must not depend on today.
const { TEST_TIME = '2026-03-18T09:00:00Z', TEST_SEED = 'test' } = process.env;

const onPostgres = {
  globalSetup: 'server/test/support/global-postgres.ts',
  setupFiles: 'server/test/support/clock.ts',
  provide: { clockShiftMs: Date.parse(TEST_TIME) - Date.now(), seed: TEST_SEED },
  testTimeout: 120_000,
  hookTimeout: 120_000,
  isolate: false,
};

export default defineConfig({
  test: {
    // One more than a small machine has cores: the browser tests mostly wait.
    maxWorkers: 3,
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['{dashboard,sdk,server}/src/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      { resolve, test: { ...onPostgres, name: 'integration', include: ['server/test/*.test.ts'] } },
      { resolve, test: { ...onPostgres, name: 'browser', include: ['server/test/browser/*.test.ts'] } },
    ],
  },
});
