import { defineConfig } from 'vitest/config';

const sdk = new URL('./sdk/src/index.ts', import.meta.url).pathname;
const resolve = { alias: { '@visibility/sdk': sdk } };

const onPostgres = {
  globalSetup: 'server/test/support/global-postgres.ts',
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
