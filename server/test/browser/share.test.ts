import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, loaded, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { byLink } from '../support/person.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openPage, openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;
let keywordId = '';

beforeAll(async () => {
  if (!executable) return;
  account = await givenAccount(server.deps, { historyDays: 8 });
  const key = await givenKey(server.deps, account);
  keywordId = (await call(server, '/api/v1/keywords', { key })).body.data[0].keyword_id;
});

/** The address of a link. It works with the address that the tests use, too. */
async function givenLink(page: string, filters = ''): Promise<string> {
  const person = await byLink(server, account.accountId);
  const { body } = await person.post('/test/share-links', { name: `Link to ${page}`, page, filters });
  return server.url + new URL(body.url).pathname + new URL(body.url).hash;
}

test.runIf(executable)('a page is shared from its menu, opened without sign-in, and revoked', async () => {
  const { page, complaints } = await openSignedIn(account, '/?days=7&platform=claude');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('button', { name: 'Share this page…', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('For the board');
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create link', exact: true }).click();
  const shown = page.getByText(/\/share#[\w-]{43}/).first();
  const link = server.url + /\/share#[\w-]{43}/.exec((await shown.textContent()) ?? '')?.[0];
  await page.getByRole('button', { name: 'Done', exact: true }).click();

  const visitor = await openPage();
  const response = await visitor.page.goto(link);
  const headers = response?.headers() ?? {};
  expect([headers['x-robots-tag'], headers['referrer-policy']]).toEqual(['noindex', 'no-referrer']);
  await visitor.page.getByText(/^Shared view, read only, until \w+ \d+, \d{4}$/).waitFor();
  await loaded(visitor.page);
  expect(visitor.page.url()).toContain('platform=claude');
  expect(visitor.page.url()).not.toContain('#');
  expect(await visitor.page.getByRole('alert').count()).toBe(0);
  expect(await visitor.page.getByRole('navigation').count()).toBe(0);
  expect(await visitor.page.getByRole('button', { name: 'Views', exact: true }).count()).toBe(0);
  expect(await axeProblems(visitor.page)).toEqual([]);
  await visitor.page.goto(`${server.url}/settings/keys`);
  await visitor.page.getByRole('heading', { name: 'This page is not shared' }).waitFor();
  await visitor.page.getByRole('button', { name: 'Back to the shared page' }).click();
  await loaded(visitor.page);

  await page.goto(`${server.url}/settings/share-links`);
  await page.getByRole('button', { name: 'Revoke For the board' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await visitor.page.reload();
  await visitor.page.getByRole('heading', { name: 'This link has expired or was revoked' }).waitFor();
  await visitor.page.getByRole('button', { name: 'Sign in' }).click();
  await visitor.page.getByLabel('Email', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
  await visitor.page.close();
});

test.runIf(executable).each(['/', '/competitors', 'keyword'])(
  'the shared page %s shows all its parts',
  async (path) => {
    const { page } = await openPage();
    await page.goto(await givenLink(path === 'keyword' ? `/keywords/${keywordId}` : path, 'compare=previous&days=7'));
    await page.getByText(/^Shared view, read only/).waitFor();
    await loaded(page);
    await page.getByRole('table', { name: 'Compared periods' }).waitFor();
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    expect(await page.getByRole('button', { name: /^(Add|Edit|Delete|Pause)/ }).count()).toBe(0);
    await page.close();
  },
);

test.runIf(executable)('an expired link says so', async () => {
  const link = await givenLink('/');
  await db.query(sql`update share_links set expires_at = now() - interval '1 minute'`);
  const { page } = await openPage();
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
  await page.getByText('This link has expired or was revoked. Ask for a new one.', { exact: true }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.close();
});
