import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 8 });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Waits until a field is marked as invalid, and reads the sentence beside it as a screen reader does. */
async function problemAt(field: Locator): Promise<string> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  return field.evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
    return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '')?.textContent ?? '';
  });
}

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

test.runIf(executable)('two problems of a key stand beside their fields, and the first has the focus', async () => {
  const { page } = await openSignedIn(account, '/settings/keys');
  await button(page, 'Create New API Key').click();
  const dialog = page.getByRole('dialog');
  const ips = dialog.getByLabel(/Allowed IP addresses/);
  await dialog.getByLabel('Name', { exact: true }).fill('Shop');
  await ips.fill('127.0.0.1\n2001:db8::/32');
  await dialog.getByLabel(/Allowed domains/).fill('*.com');
  await button(page, 'Create key').click();

  expect(await problemAt(ips)).toBe('“2001:db8::/32”: IPv6 ranges are not supported.');
  expect(await isFocused(ips)).toBe(true);
  expect(await problemAt(dialog.getByLabel(/Allowed domains/))).toBe(
    '“*.com”: Must not cover a whole public suffix (com).',
  );
  expect(await dialog.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).not.toBe('true');
  expect(await dialog.getByRole('alert').count()).toBe(0);
  expect(await axeProblems(page)).toEqual([]);
  await page.close();
});

test.runIf(executable)('a validation error of a webhook, an alert or a report is shown at its field', async () => {
  const { page } = await openSignedIn(account, '/settings/webhooks');
  await button(page, 'Create webhook').click();
  await page.getByLabel('URL', { exact: true }).fill('http://example.com/hook');
  await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click();
  expect(await problemAt(page.getByLabel('URL', { exact: true }))).toBe('Must use https.');

  await page.goto(`${server.url}/alerts`);
  await button(page, 'Create your first alert').click();
  await page.getByLabel('Name', { exact: true }).fill('Low');
  await page.getByLabel('Email', { exact: true }).selectOption('each');
  await page.getByLabel('Recipients', { exact: true }).fill('ann@example.com, ben');
  await page.getByRole('dialog').getByRole('button', { name: 'Create alert' }).click();
  expect(await problemAt(page.getByLabel('Recipients', { exact: true }))).toMatch(/^“ben”: Must be /);

  await page.goto(`${server.url}/reports`);
  await button(page, 'Create your first report').click();
  await page.getByLabel('Name', { exact: true }).fill('Board');
  await page.getByLabel('Recipients', { exact: true }).fill('cleo');
  await button(page, 'Create schedule').click();
  expect(await problemAt(page.getByLabel('Recipients', { exact: true }))).toMatch(/^“cleo”: Must be /);
  await page.close();
});

test.runIf(executable)('a validation error of one name is shown at that name, also after an empty one', async () => {
  const { page } = await openSignedIn(account, '/settings/brand');
  const names = page.getByRole('list', { name: 'Other names' }).getByRole('listitem');
  await page.getByLabel('Brand', { exact: true }).waitFor();
  const last = await names.count();
  await button(page, 'Add name').click();
  await button(page, 'Add name').click();
  await page.getByLabel(`Name ${last + 2}`, { exact: true }).fill('Cadent7');
  await button(page, 'Preview changes').click();
  const field = page.getByLabel(`Name ${last + 2}`, { exact: true });
  expect(await problemAt(field)).toBe('"Cadent7" is already used by Cadent7.');
  expect(await isFocused(field)).toBe(true);

  await page.goto(`${server.url}/competitors`);
  await button(page, 'Add competitor').click();
  await page.getByLabel('Name', { exact: true }).fill('Newcomer');
  await page.getByLabel('Other domains', { exact: true }).fill('newcomer.example, new comer');
  await button(page, 'Add and re-analyze answers').click();
  expect(await problemAt(page.getByLabel('Other domains', { exact: true }))).toBe(
    '“new comer”: Must be a domain such as acme.io.',
  );
  await page.close();
});

test.runIf(executable)('what belongs to no field is the message of the form', async () => {
  const { page } = await openSignedIn(account, '/competitors');
  await button(page, 'Add competitor').click();
  const dialog = page.getByRole('dialog', { name: 'Add competitor' });
  await dialog.getByLabel('Name', { exact: true }).fill('Cadent7');
  await button(page, 'Add and re-analyze answers').click();
  await dialog.getByRole('alert').getByText('Competitor already exists.', { exact: true }).last().waitFor();
  expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(0);
  await page.close();
});
