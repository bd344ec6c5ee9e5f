import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createSignInToken } from '../../src/access/sessions.ts';
import { publicAddresses } from '../../src/webhooks/address.ts';
import { createWebhookAgent } from '../../src/webhooks/agent.ts';
import { deliverDue } from '../../src/webhooks/deliver.ts';
import { call, givenAccount, useApp } from '../support/app.ts';
import { testCertificates } from '../support/certificates.ts';
import { dashboardFiles, executable, switchTo, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { startReceiver } from '../support/receiver.ts';
import { publishIn, visibilityChanged, wait } from '../support/webhook.ts';

const { db } = useDatabase();
const { ca } = await testCertificates();
const agent = createWebhookAgent({ addresses: publicAddresses(['127.0.0.0/8']), ca });
const server = useApp(db, { ...dashboardFiles, agent });
const { openPage } = useBrowser(server);
const { deps } = server;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
async function go(page: Page, section: string, name: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Pages' });
  await nav.getByRole('link', { name: section, exact: true }).click();
  await nav.getByRole('link', { name, exact: true }).click();
}

test.runIf(executable)('a person goes from the link to a working integration', async () => {
  await using receiver = await startReceiver();
  const account = await givenAccount(deps, { historyDays: 8 });
  const { page, complaints } = await openPage();
  await page.goto(`${server.url}/sign-in#token=${await createSignInToken(db, account.accountId)}`);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await expect.poll(() => page.url()).not.toContain('token');

  await useAndRevokeKey(page);
  const webhookId = await createAndTestWebhook(page, receiver.url);
  expect(receiver.received[0]?.headers['x-service-test']).toBe('true');

  receiver.status = 503;
  await publishIn(deps, account.workspaces.test, [visibilityChanged(), visibilityChanged()]);
  await seeRetriesUntilDisabled(page, { webhookId, workspaceId: account.workspaces.test });
  receiver.status = 200;
  await reEnable(page, receiver);
  await addKeyword(page);
  await backtestAlert(page);
  await switchWorkspaces(page);
  expect(complaints).toEqual([]);
  await page.context().close();
});

async function useAndRevokeKey(page: Page): Promise<void> {
  await go(page, 'Settings', 'API Keys');
  await button(page, 'Create New API Key').click();
  await page.getByLabel('Name', { exact: true }).fill('journey');
  await button(page, 'Create key').click();
  const key = await page.getByRole('dialog').locator('pre').first().innerText();
  await button(page, 'Done').click();
  expect((await call(server, '/api/v1/visibility', { key })).status).toBe(200);
  await button(page, 'Revoke journey').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await rowOf(page, 'journey').getByText('Revoked', { exact: true }).waitFor();
  const refused = await call(server, '/api/v1/visibility', { key });
  expect([refused.status, refused.body]).toEqual([401, { detail: 'Invalid or missing API key' }]);
}

async function createAndTestWebhook(page: Page, url: string): Promise<string> {
  await go(page, 'Settings', 'Webhooks');
  await button(page, 'Create webhook').click();
  await page.getByLabel('URL', { exact: true }).fill(url);
  await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText(/Signing secret/).waitFor();
  await button(page, 'Done').click();
  await page.getByRole('link', { name: url, exact: true }).click();
  await page.getByText(/No deliveries yet/).waitFor();
  await button(page, 'Send Test').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send Test' }).click();
  await dialog.getByText('Succeeded', { exact: true }).waitFor();
  await dialog.getByText('thank you', { exact: true }).waitFor();
  await button(page, 'Close').click();
  await rowOf(page, 'Succeeded').getByText('Test', { exact: true }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Both deliveries fail six times; the page, which is open all the while, shows each of them. */
async function seeRetriesUntilDisabled(
  page: Page,
  { webhookId, workspaceId }: { webhookId: string; workspaceId: string },
): Promise<void> {
  await page.reload();
  await rowOf(page, 'Pending').first().waitFor();
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await deliverDue(deps)).toBe(2);
    await expect.poll(() => attemptsShown(page)).toEqual([attempt, attempt]);
    await wait(deps, webhookId, 100_000);
  }
  expect(await deliverDue(deps)).toBe(2);
  await publishIn(deps, workspaceId, [visibilityChanged(), visibilityChanged()]);
  await page.reload();
  await page.getByText(/Disabled after 6 failed attempts/).waitFor();
}

async function attemptsShown(page: Page): Promise<number[]> {
  const cells = rowOf(page, 'Pending').locator('td[data-title="Attempts"]');
  return (await cells.allInnerTexts()).map(Number);
}

async function reEnable(page: Page, receiver: { received: unknown[] }): Promise<void> {
  const before = receiver.received.length;
  await page.getByRole('button', { name: /^Re-enable/ }).click();
  await page.getByRole('button', { name: /^Re-enable and deliver \d+ held event/ }).click();
  await page.getByText('Enabled', { exact: true }).waitFor();
  const delivered = await deliverDue(deps);
  expect([delivered, receiver.received.length - before]).toEqual([delivered, delivered]);
  expect(delivered).toBeGreaterThan(0);
  await expect.poll(() => rowOf(page, 'Pending').count()).toBe(0);
}

async function addKeyword(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Keywords', exact: true }).click();
  await button(page, 'Add keywords').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Keywords', { exact: true }).fill('roadmap software for choirs');
  await button(page, 'Add keyword').click();
  await dialog.getByText(/1 keyword added\./).waitFor();
  await page.goto(`${server.url}/keywords?q=choirs`);
  await page.getByRole('link', { name: 'roadmap software for choirs' }).waitFor();
}

async function backtestAlert(page: Page): Promise<void> {
  await go(page, 'Alerts & reports', 'Alerts');
  await button(page, 'Create alert').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Low');
  await dialog.getByLabel('Fire when the score', { exact: true }).selectOption('below');
  await dialog.getByLabel('Score (0–100)', { exact: true }).fill('100');
  await dialog
    .getByRole('region', { name: 'Backtest' })
    .getByText(/^Would (not )?have fired/)
    .waitFor();
  await button(page, 'Cancel').click();
}

async function switchWorkspaces(page: Page): Promise<void> {
  await switchTo(page, 'Live');
  await expect.poll(() => page.url()).toContain('mode=live');
  await go(page, 'Settings', 'Webhooks');
  await page.getByRole('heading', { name: 'No webhooks in the live workspace yet' }).waitFor();
  await switchTo(page, 'Test');
  await expect.poll(() => page.url()).not.toContain('mode=live');
  await go(page, 'Settings', 'Webhooks');
  await page.getByRole('table', { name: 'Webhooks' }).waitFor();
}
