import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser, launchBrowser } from '../../../scripts/browser.mjs';
import { createSignInToken } from '../../src/access/sessions.ts';
import { readStaticFiles } from '../../src/api/static-files.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { useDatabase } from '../support/database.ts';

const executable = findBrowser();
const built = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
if (!executable) {
  process.stderr.write(
    '\n*** NO BROWSER FOUND: the browser tests are SKIPPED. On Debian: apt-get install chromium ***\n\n',
  );
}

const { db } = useDatabase();
const server = useApp(db, existsSync(built) ? { files: readStaticFiles(built) } : {});
let browser: Browser;
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  if (!executable) return;
  account = await givenAccount(server.deps, { historyDays: 21 });
  browser = await launchBrowser(executable);
});
afterAll(() => browser?.close());

/** A page that tells what it complains about and what it asks of others. */
async function openPage() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
      complaints.push(`asked ${request.url()}`);
  });
  return { page, complaints };
}

async function axeProblems(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the page's policy allows no script but its own.
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
    const { violations } = await (window as any).axe.run();
    return violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
  });
}

test.runIf(executable)(
  'a person signs in by the link, finds a keyword, sees its history, and lets a day pass',
  async () => {
    const { page, complaints } = await openPage();
    await page.goto(`${server.url}/sign-in#token=${await createSignInToken(db, account.accountId)}`);
    await page.getByRole('heading', { name: 'Keywords', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'kanban board software' }).waitFor();
    expect(page.url()).not.toContain('token');
    expect(await page.getByRole('row').count()).toBe(13);
    expect(await axeProblems(page)).toEqual([]);

    await page.getByPlaceholder('Search keywords').fill('gantt');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(page.url()).toContain('gantt');
    await page.getByRole('link', { name: 'gantt chart software' }).click();
    await page.getByRole('heading', { name: 'gantt chart software' }).waitFor();
    await page.locator('.recharts-surface').first().waitFor();
    expect(await axeProblems(page)).toEqual([]);

    const before = await page.getByText(/Its date is/).textContent();
    await page.getByRole('button', { name: /advance 1 day/i }).click();
    await expect.poll(() => page.getByText(/Its date is/).textContent(), { timeout: 30_000 }).not.toBe(before);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)('a link works once, and signing out ends the session', async () => {
  const link = `${server.url}/sign-in#token=${await createSignInToken(db, account.accountId)}`;
  const { page } = await openPage();
  await page.goto(link);
  await page.getByRole('table').waitFor();
  await page.getByRole('button', { name: /sign out/i }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${server.url}/keywords`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.close();
});
