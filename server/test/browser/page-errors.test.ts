import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../src/api/app.ts';
import type { StaticFiles } from '../../src/api/static-files.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const built: StaticFiles = dashboardFiles.files ?? new Map();
const files: StaticFiles = new Map(built);
const server = useApp(db, { files });
const { openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;
let restarted: ReturnType<typeof createApp> | undefined;

beforeAll(async () => {
  if (executable) account = await givenAccount(server.deps, { historyDays: 1 });
});
beforeEach(() => serve(built));
afterAll(() => restarted?.close());

/** What the server has from now on, as after an upgrade. */
function serve(newFiles: StaticFiles): void {
  files.clear();
  for (const [path, file] of newFiles) files.set(path, file);
}

/** The same dashboard as an earlier build, in which every asset has another name. */
function earlierBuild(): StaticFiles {
  const names = new Set([...built.keys()].map((path) => path.split('/').at(-1) ?? ''));
  const renamed = (text: string) =>
    text.replace(/[\w-]+\.(?:js|css)/g, (name) => (names.has(name) ? `earlier-${name}` : name));
  return new Map(
    [...built].map(([path, file]) => {
      const isText = /html|javascript|css/.test(file.type);
      const body = isText ? Buffer.from(renamed(file.body.toString())) : file.body;
      return [renamed(path), { ...file, body, gzipped: undefined }];
    }),
  );
}

function withoutPage(name: string): StaticFiles {
  return new Map([...built].filter(([path]) => !path.includes(name)));
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });

/** How often the browser has asked for a page as a whole. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  return () => loads;
}

test.runIf(executable)('after an upgrade a page whose file is gone loads by one reload', async () => {
  serve(earlierBuild());
  const { page } = await openSignedIn(account, '/');
  await heading(page, 'Overview').waitFor();
  const loads = countLoads(page);
  serve(built);
  await link(page, 'Sources').click();
  await heading(page, 'Citations').waitFor();
  expect([loads(), new URL(page.url()).pathname]).toEqual([1, '/citations']);
  await page.close();
});

test.runIf(executable)('a page whose file stays missing is reloaded once and says so, inside the shell', async () => {
  const { page } = await openSignedIn(account, '/');
  await heading(page, 'Overview').waitFor();
  const loads = countLoads(page);
  serve(withoutPage('citations-page'));
  await link(page, 'Sources').click();
  await heading(page, 'Couldn’t load this page').waitFor();
  await page.getByText(/The code of this page is missing on the server\./).waitFor();
  await link(page, 'Keywords').click();
  await heading(page, 'Keywords').waitFor();
  await link(page, 'Sources').click();
  await heading(page, 'Couldn’t load this page').waitFor();
  expect(await axeProblems(page)).toEqual([]);
  expect(loads()).toBe(1);
  serve(built);
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Citations').waitFor();
  await page.close();
});

test.runIf(executable)('a page opened while the server is stopped says so in the shell, and opens later', async () => {
  const { page } = await openSignedIn(account, '/developers');
  await heading(page, 'Developers').waitFor();
  const loads = countLoads(page);
  await server.app.close();
  await link(page, 'Sources').click();
  await heading(page, 'Couldn’t load this page').waitFor();
  await page.getByText(/Can’t reach the server\. Check that it is running, then try again\./).waitFor();
  expect(await link(page, 'Keywords').isVisible()).toBe(true);
  expect(await axeProblems(page)).toEqual([]);
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await again.click();
  await heading(page, 'Couldn’t load this page').waitFor();
  expect(loads()).toBe(0);

  restarted = createApp(server.deps);
  await restarted.listen({ host: '127.0.0.1', port: server.port });
  await again.click();
  await heading(page, 'Citations').waitFor();
  expect(loads()).toBe(1);
  await page.close();
});
