import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { insertActivity } from '../../src/store/events/activity.ts';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { lookProblems } from '../support/looks.ts';

const { db } = useDatabase();
const server = useApp(db, { ...dashboardFiles, keepDays: 30 });
const { openSignedIn } = useBrowser(server);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.runIf(executable)(
  'an OAuth client is made, gets a token, is revoked by name, and the log tells of it',
  async () => {
    const account = await givenAccount(server.deps);
    const { page, complaints } = await openSignedIn(account, '/settings/oauth-clients');
    await page.getByRole('heading', { name: 'No OAuth clients yet' }).waitFor();
    expect(await lookProblems(page)).toEqual([]);
    await button(page, 'Create OAuth client').click();
    await page.getByLabel('Name', { exact: true }).fill('Data <i>pipeline</i>');
    await button(page, 'Create client').click();
    await page.getByText('Client secret', { exact: true }).waitFor();
    const [id, secret, command] = await page.getByRole('dialog').locator('pre').allInnerTexts();
    expect(command).toContain(`-u '${id}:${secret}'`);
    expect(await lookProblems(page)).toEqual([]);
    const answer = await askToken(`${id}:${secret}`);
    expect((await call(server, '/api/v1/keywords', { key: answer.access_token })).status).toBe(200);
    await button(page, 'Done').click();

    await button(page, 'Revoke Data <i>pipeline</i>').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await askToken(`${id}:${secret}`)).toMatchObject({ error: 'invalid_client' });
    expect(await lookProblems(page)).toEqual([]);

    await page.goto(`${server.url}/settings/audit-log`);
    await page.getByText(/Revoked the OAuth client/).waitFor();
    await page.getByText(/Signed in with a link/).waitFor();
    expect(await lookProblems(page)).toEqual([]);
    await page.getByLabel('Category', { exact: true }).selectOption('oauth_client');
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.getByLabel('Name or IP address', { exact: true }).fill('nobody');
    await page.getByRole('heading', { name: 'No matching entries' }).waitFor();
    await expect.poll(() => page.url()).toContain('about=oauth_client');
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test.runIf(executable)('the activity page lists what happened to the service and leads to its cause', async () => {
  const account = await givenAccount(server.deps);
  const workspaceId = account.workspaces.test;
  await insertActivity(db, { workspaceId, type: 'platform.key_refused', data: { platform: 'claude' }, fact: 'claude' });
  const data = { webhook_id: 'wh_1', url: 'https://hooks.example.com/<b>', reason: 'gone' };
  await insertActivity(db, { workspaceId, type: 'webhook.disabled', data, fact: 'wh_1' });
  const { page, complaints } = await openSignedIn(account, '/settings/activity');
  await page
    .getByText('The webhook to https://hooks.example.com/<b> was disabled: 410 Gone', { exact: true })
    .waitFor();
  const target = await page.getByRole('link', { name: 'Open the delivery log', exact: true }).getAttribute('href');
  expect(target).toContain('/settings/webhooks/wh_1');
  await page.getByLabel('Type', { exact: true }).selectOption('platform.key_refused');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('link', { name: 'Replace the key', exact: true }).click();
  await page.getByRole('heading', { name: 'Platforms', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test.runIf(executable)(
  'usage tells the hour and the month; the developers’ page has this server’s address and no key',
  async () => {
    const account = await givenAccount(server.deps, { plan: 'free', historyDays: 8 });
    const key = await givenKey(server.deps, account);
    for (let i = 0; i < 3; i++) await call(server, '/api/v1/keywords', { key });
    const { page, complaints } = await openSignedIn(account, '/settings/usage');
    await page.getByRole('heading', { name: 'Free plan' }).waitFor();
    await page.getByText(/3 of 100/).waitFor();
    await page.getByText(/^Resets at /).waitFor();
    await page.getByText('30 days', { exact: true }).waitFor();
    await page.getByRole('table', { name: 'Answers this month' }).getByText('ChatGPT', { exact: true }).waitFor();
    expect(await lookProblems(page)).toEqual([]);

    await page.goto(`${server.url}/developers`);
    await page.getByText(`curl '${server.url}/api/v1/visibility?per_page=5'`, { exact: false }).waitFor();
    const [, read = '', , , sdk = '', , lists = ''] = await shownCode(page);
    expect(await run('sh', ['-c', read], key)).toContain('"visibility_score"');
    expect(await run('sh', ['-c', lists.replace(/ -o \S+/g, '')], key)).toMatch(/^keyword_id,keyword,/m);
    const [first] = (await call(server, '/api/v1/visibility', { key })).body.data;
    expect(await run('node', [...MODULE, sdk], key)).toContain(first.keyword);
    await page.getByRole('tab', { name: 'TypeScript' }).first().click();
    expect(await run('node', [...MODULE, (await shownCode(page))[1] ?? ''], key)).toContain(first.keyword);
    await page.getByRole('tab', { name: 'Python' }).first().click();
    expect(await run('python3', ['-c', (await shownCode(page))[1] ?? ''], key)).toContain(first.keyword);
    await page.getByText(`"url": "${server.url}/mcp"`, { exact: false }).waitFor();
    expect(await lookProblems(page)).toEqual([]);
    expect(await page.content()).not.toMatch(/svc_(test|live)_\w/);
    for (const address of ['/docs/reference', '/openapi.json']) {
      expect(await page.locator(`a[href="${address}"]`).count()).toBe(1);
      expect((await fetch(server.url + address)).status).toBe(200);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

async function askToken(credentials: string) {
  const response = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return response.json();
}

const MODULE = ['--input-type=module', '--eval'];

/** The commands and programs in sight, from the top. */
function shownCode(page: Page): Promise<string[]> {
  return page.locator('pre:visible').allInnerTexts();
}

/** What a program of the page prints, with a key where the page says to put it. */
async function run(command: string, args: string[], key: string): Promise<string> {
  const { stdout } = await promisify(execFile)('env', [`VISIBILITY_API_KEY=${key}`, command, ...args]);
  return stdout;
}
