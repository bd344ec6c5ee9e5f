import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser, launchBrowser } from '../../../scripts/browser.mjs';
import { useApp } from '../support/app.ts';
import { useDatabase } from '../support/database.ts';

const executable = findBrowser();
const { db } = useDatabase();
const server = useApp(db);
let browser: Browser;

beforeAll(async () => {
  if (executable) browser = await launchBrowser(executable);
});
afterAll(() => browser?.close());

test.runIf(executable)(
  'the reference page shows every endpoint and event, and asks nobody else for anything',
  async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(server.url) || /^(data|blob):/.test(request.url());
      if (!isOwn) complaints.push(`asked ${request.url()}`);
    });
    await page.goto(`${server.url}/docs/reference`);
    await page.getByRole('heading', { name: 'API reference', exact: true }).waitFor();

    const document = await (await fetch(`${server.url}/openapi.json`)).json();
    const shown = (await page.locator('h3').allTextContents()).join('\n');
    for (const item of [...Object.values(document.paths), ...Object.values(document.webhooks)]) {
      for (const { summary } of Object.values(item as Record<string, { summary: string }>)) {
        expect(shown).toContain(summary);
      }
    }
    expect(await page.getByRole('link', { name: 'Dashboard', exact: true }).getAttribute('href')).toBe('/');
    // Samples to copy, in the order curl, TypeScript, Python.
    await page.getByText('Python', { exact: true }).first().click();
    await page
      .getByText(/from visibility_sdk import Client/)
      .first()
      .waitFor();

    // The color scheme is that of the dashboard, and an old address leads to the new one.
    await page.getByRole('button', { name: 'Dark mode', exact: true }).click();
    await page.getByRole('button', { name: 'Light mode', exact: true }).waitFor();
    await page.goto(`${server.url}/docs#tag/keywords`);
    await page.waitForURL(`${server.url}/docs/reference#tag/keywords`);
    expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');

    await page.goto(`${server.url}/docs`);
    await page.getByRole('main').getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByRole('heading', { name: 'The event', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor();

    await page.getByRole('searchbox').fill('rotate secret');
    await page.getByRole('link', { name: /^Webhooks: Rotate the secret/ }).click();
    await page.waitForURL(`${server.url}/docs/webhooks#rotate-the-secret`);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)('the reference can be read without JavaScript', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${server.url}/docs/reference`);
  await page.getByText('Python', { exact: true }).first().click();
  expect(
    await page
      .getByText(/from visibility_sdk import Client/)
      .first()
      .isVisible(),
  ).toBe(true);
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
  await context.close();
});
