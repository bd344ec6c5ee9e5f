import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { givenAccount, givenKey, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { givenWebhook } from '../support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

interface Shown {
  path: (webhookId: string) => string;
  opener: string;
  fill?: [label: string, value: string];
  action: string;
}

const URL_FIELD: Shown['fill'] = ['URL', 'https://hooks.customer.example/second'];

const SHOWN: [what: string, Shown][] = [
  [
    'an API key',
    {
      path: () => '/settings/keys',
      opener: 'Create New API Key',
      fill: ['Name', 'shop'],
      action: 'Create key',
    },
  ],
  [
    'an OAuth client secret',
    {
      path: () => '/settings/oauth-clients',
      opener: 'Create OAuth client',
      fill: ['Name', 'shop'],
      action: 'Create client',
    },
  ],
  [
    'the secret of a new webhook',
    { path: () => '/settings/webhooks', opener: 'Create webhook', fill: URL_FIELD, action: 'Create webhook' },
  ],
  [
    'a rotated webhook secret',
    { path: (id) => `/settings/webhooks/${id}`, opener: 'Rotate secret', action: 'Rotate secret' },
  ],
];

test.runIf(executable).each(SHOWN)(
  '%s is not closed by Escape or a click outside before a question',
  async (_what, { path, opener, fill, action }) => {
    const account = await givenAccount(server.deps);
    const key = await givenKey(server.deps, account);
    const webhookId = await givenWebhook(server, key, { url: 'https://hooks.customer.example/hook' });
    const { page, complaints } = await openSignedIn(account, path(webhookId));
    await button(page, opener).click();
    if (fill) await page.getByRole('dialog').getByLabel(fill[0]).fill(fill[1]);
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
    const secret = page.locator('dialog output');
    await secret.waitFor();
    const question = page.getByRole('dialog', { name: 'Did you save it?' });

    await page.keyboard.press('Escape');
    await question.waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await button(page, 'Keep open').click();
    await question.waitFor({ state: 'detached' });
    // Chromium lets a page hold back one Escape between two clicks, not every one.
    for (const state of ['visible', 'detached', 'visible', 'detached'] as const) {
      await page.keyboard.press('Escape');
      await question.waitFor({ state });
    }
    // Faster than the page can draw: each one counts.
    await Promise.all(['Escape', 'Escape', 'Escape'].map((name) => page.keyboard.press(name)));
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.mouse.click(5, 5);
    await question.waitFor();
    expect(await secret.isVisible()).toBe(true);
    await button(page, 'Discard').click();
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(opener);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test.runIf(executable)('a saved secret is closed at once, or by answering the question', async () => {
  const account = await givenAccount(server.deps);
  const { page } = await openSignedIn(account, '/settings/keys');
  for (const [number, end] of [['first', 'Done'] as const, ['second', 'I saved it'] as const]) {
    await button(page, 'Create New API Key').click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(number);
    await button(page, 'Create key').click();
    await page.getByText(/Your new API key/).waitFor();
    if (end === 'I saved it') await button(page, 'Close').click();
    await button(page, end).click();
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Create New API Key');
  }
  await page.context().close();
});
