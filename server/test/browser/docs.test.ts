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
    await page.goto(`${server.url}/docs`);
    await page.getByRole('heading', { name: 'Visibility Data Service' }).first().waitFor();

    const document = await (await fetch(`${server.url}/openapi.json`)).json();
    const shown = (await page.locator('h2').allTextContents()).join('\n');
    for (const item of [...Object.values(document.paths), ...Object.values(document.webhooks)]) {
      for (const { summary } of Object.values(item as Record<string, { summary: string }>)) {
        expect(shown).toContain(summary);
      }
    }
    expect(await page.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/');
    expect(complaints).toEqual([]);
    await page.close();
  },
);
