import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deliverDue } from '../../src/webhooks/deliver.ts';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { lookProblems } from '../support/looks.ts';
import { publishIn, visibilityChanged } from '../support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
const { deps } = server;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.runIf(executable)(
  'a sandbox webhook delivers to the inbox, in another format and with a header whose value stays hidden',
  async () => {
    const account = await givenAccount(deps);
    const key = await givenKey(deps, account);
    const { page, complaints } = await openSignedIn(account, '/settings/webhooks');
    await button(page, 'Create webhook').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Deliver to the built-in inbox' }).check();
    await dialog.getByLabel('URL', { exact: true }).waitFor({ state: 'detached' });
    await dialog.getByLabel('Format', { exact: true }).selectOption('slack');
    await button(page, 'Add header').click();
    await dialog.getByLabel('Name of header 1', { exact: true }).fill('Host');
    await dialog.getByLabel('Value of header 1', { exact: true }).fill('top-secret-7');
    const create = dialog.getByRole('button', { name: 'Create webhook' });
    await create.click();
    await dialog.getByText(/^This header is set by the service/).waitFor();
    expect(await lookProblems(page)).toEqual([]);
    await dialog.getByLabel('Name of header 1', { exact: true }).fill('X-Team');
    await create.click();
    await button(page, 'Done').click();

    await page.getByRole('link', { name: 'Built-in inbox', exact: true }).click();
    await page.getByText('Slack message', { exact: true }).waitFor();
    await page.getByText(/Nothing received yet\./).waitFor();
    await publishIn(deps, account.workspaces.test, [visibilityChanged()]);
    await deliverDue(deps);
    const inbox = page.getByRole('region', { name: 'Inbox' });
    await inbox.getByText(/visibility\.changed/).click();
    await inbox.getByText(/x-team: \(hidden\)/).waitFor();
    await inbox.getByText(/x-service-signature: sha256=[0-9a-f]{64}/).waitFor();
    await inbox.getByText(/Open in the dashboard/).waitFor();
    expect(await page.content()).not.toContain('top-secret');
    expect(await lookProblems(page)).toEqual([]);

    await button(page, 'Edit').click();
    await dialog.getByLabel('Format', { exact: true }).selectOption('thin');
    await button(page, 'Add header').click();
    await dialog.getByLabel('Name of header 2', { exact: true }).fill('X-Two');
    await dialog.getByLabel('Value of header 2', { exact: true }).fill('2');
    await button(page, 'Save').click();
    await page.getByText('X-Team, X-Two', { exact: true }).waitFor();
    const [webhook] = (await call(server, '/api/v1/webhooks?include=settings', { key })).body.data;
    expect(webhook).toMatchObject({ format: 'json', payload: 'thin', header_names: ['X-Team', 'X-Two'] });
    await button(page, 'Edit').click();
    await button(page, 'Remove header X-Team').click();
    await button(page, 'Save').click();
    await page.getByText('X-Two', { exact: true }).waitFor();
    // The refused header.
    expect(complaints).toEqual([expect.stringContaining('422')]);
    await page.context().close();
  },
);

test.runIf(executable)('the live workspace does not offer the inbox', async () => {
  const account = await givenAccount(deps);
  const { page } = await openSignedIn(account, '/settings/webhooks?mode=live');
  await button(page, 'Create webhook').first().click();
  await page.getByRole('dialog').getByLabel('URL', { exact: true }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Deliver to the built-in inbox' }).count()).toBe(0);
  await page.context().close();
});
