import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sql } from '../../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { lookProblems } from '../support/looks.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test.runIf(executable)('a key is shown once, copied, used, restricted, and revoked by name', async () => {
  const account = await givenAccount(server.deps);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, complaints } = await openSignedIn(account, '/settings/keys', { permissions });
  await page.getByRole('heading', { name: 'No API keys yet' }).waitFor();
  expect(await lookProblems(page)).toEqual([]);

  await button(page, 'Create New API Key').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Shop <b>1</b>');
  await dialog.getByLabel('Read and write', { exact: true }).check();
  await dialog.getByLabel('Expires', { exact: true }).selectOption('30');
  await dialog.getByLabel(/Allowed IP addresses/).fill('127.0.0.1\n10.0.0.0/99');
  expect(await lookProblems(page)).toEqual([]);
  await button(page, 'Create key').click();
  await dialog.getByText(/“10.0.0.0\/99”: /).waitFor();
  await dialog.getByLabel(/Allowed IP addresses/).fill('127.0.0.1');
  await button(page, 'Create key').dblclick();

  await dialog.getByText(/Your new API key/).waitFor();
  const key = await dialog.locator('pre').first().innerText();
  expect(key).toMatch(/^svc_test_\w{36}$/);
  await expect.poll(() => dialog.locator('pre').nth(1).innerText()).toContain(`Authorization: Bearer ${key}`);
  await dialog.getByRole('button', { name: 'Copy' }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect(await lookProblems(page)).toEqual([]);
  expect((await call(server, '/api/v1/visibility', { key })).status).toBe(200);

  await button(page, 'Done').click();
  await rowOf(page, 'Shop <b>1</b>').getByText('Active', { exact: true }).waitFor();
  expect(await rowOf(page, 'Shop <b>1</b>').count()).toBe(1);
  expect(await page.content()).not.toContain(key);
  await rowOf(page, 'Shop <b>1</b>').getByText('127.0.0.1', { exact: true }).waitFor();

  await button(page, 'Edit Shop <b>1</b>').click();
  await dialog.getByLabel('Name', { exact: true }).fill('Shop 2');
  await dialog.getByLabel(/Allowed IP addresses/).fill('192.0.2.1');
  await button(page, 'Save').click();
  await rowOf(page, 'Shop 2').getByRole('cell', { name: '192.0.2.1', exact: true }).waitFor();
  expect((await call(server, '/api/v1/visibility', { key })).status).toBe(403);

  await button(page, 'Revoke Shop 2').click();
  await page.getByRole('dialog', { name: 'Revoke Shop 2?' }).getByRole('button', { name: 'Revoke' }).click();
  await rowOf(page, 'Shop 2').getByText('Revoked', { exact: true }).waitFor();
  expect((await call(server, '/api/v1/visibility', { key })).status).toBe(401);
  expect(complaints).toEqual([
    'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)',
  ]);
  await page.context().close();
});

test.runIf(executable)('keys of both workspaces stand in one list, those that work first', async () => {
  const account = await givenAccount(server.deps);
  await givenKey(server.deps, account, { name: 'was' });
  await db.query(sql`update api_keys set expires_at = now() where name = 'was'`);
  await givenKey(server.deps, account, { name: 'sandbox' });
  await givenKey(server.deps, account, { name: 'real', mode: 'live', allowedDomains: ['a.example', '*.b.example'] });
  const { page, complaints } = await openSignedIn(account, '/settings/keys');
  await rowOf(page, 'real').getByText('2 domains', { exact: true }).waitFor();
  const rows = await page.getByRole('row').allInnerTexts();
  const words = rows.slice(1).map((row) => row.match(/real|sandbox|was|Live|Test|Active|Expired/g)?.join(' '));
  expect(words).toEqual(['real Live Active', 'sandbox Test Active', 'was Test Expired']);
  expect(await lookProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});
