import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { env as ENV, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { givenAccount, givenKey, useApp } from '../support/app.ts';
import { useDatabase } from '../support/database.ts';
import { publishIn, visibilityChanged } from '../support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const folder = fileURLToPath(new URL('../../../scripts/generators/', import.meta.url));
const isInstalled = existsSync(`${folder}node_modules`);

test('the generators people use make clients that compile and work', async ({ skip }) => {
  if (!isInstalled) {
    const hint = 'run node scripts/generators/install.mjs';
    console.warn(`\n${'!'.repeat(80)}\nTHE GENERATED CLIENTS ARE NOT TESTED: ${hint}\n${'!'.repeat(80)}\n`);
  }
  skip(!isInstalled, 'the generators are not installed');
  const account = await givenAccount(server.deps, { historyDays: 2 });
  await publishIn(server.deps, account.workspaces.test, [visibilityChanged()]);
  const env = { ...ENV, VISIBILITY_URL: server.url, VISIBILITY_API_KEY: await givenKey(server.deps, account) };
  const checked = promisify(execFile)(execPath, [`${folder}check.mjs`], { env, maxBuffer: 1e8 });
  const printed = await checked.then(
    ({ stdout }) => stdout,
    (error) => error.stdout + error.stderr,
  );
  console.log(printed);
  const results = printed.trim().split('\n');
  expect(results.filter((line: string) => !/: (works|SKIPPED, not installed)$/.test(line))).toEqual([]);
  expect(results.length).toBe(7);
}, 600_000);
