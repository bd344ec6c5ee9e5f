import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeDueReport } from '../../src/reports/worker.ts';
import { sql } from '../../src/store/db.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, { ...dashboardFiles, sendsMail: true });
const { openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  if (executable) account = await givenAccount(server.deps, { historyDays: 8 });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function makeAll(): Promise<void> {
  while ((await makeDueReport(server.deps)) > 0);
}

async function download(page: Page, name: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).click();
  return readFile(await (await coming).path(), 'latin1');
}

test.runIf(executable)(
  'a user creates a report, sees the progress, and downloads it in all three formats',
  async () => {
    const { page, complaints } = await openSignedIn(account, '/reports');
    await button(page, 'Create your first report').click();
    const dialog = page.getByRole('dialog', { name: 'Create report' });
    await dialog.getByLabel('Name', { exact: true }).fill('Board');
    await dialog.getByLabel('Schedule', { exact: true }).selectOption('once');
    await dialog.getByLabel('Content', { exact: true }).selectOption('keywords');
    await dialog.getByPlaceholder('Type to search', { exact: true }).fill('gantt');
    await dialog.getByRole('listbox').getByRole('option', { name: 'gantt chart software' }).click();
    await dialog.getByRole('heading', { name: 'Create report' }).click();
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create report' }).click();
    await page.getByRole('progressbar', { name: 'Generating Board' }).waitFor();
    await makeAll();
    await page.getByRole('link', { name: 'Download Board as PDF' }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByText(/1 selected keyword/).waitFor();
    expect((await download(page, 'Download Board as PDF')).slice(0, 5)).toBe('%PDF-');
    expect(await download(page, 'Download Board as CSV')).toContain('gantt chart software');
    expect(JSON.parse(await download(page, 'Download Board as JSON')).name).toBe('Board');
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)(
  'a schedule is created, sent now and deleted; a failed report shows the reason and is retried',
  async () => {
    const viewport = { width: 360, height: 800 };
    const { page, complaints } = await openSignedIn(account, '/reports', { viewport, colorScheme: 'dark' });
    await button(page, 'Create report').click();
    await page.getByLabel('Name', { exact: true }).fill('Weekly');
    await page.getByLabel('Recipients', { exact: true }).fill('ann@example.com');
    await page.getByLabel('Send', { exact: true }).selectOption('2');
    await page.getByLabel('Time', { exact: true }).fill('07:15');
    await page.getByLabel('Time zone', { exact: true }).fill('Europe/Berlin');
    await page.getByLabel('Accent color', { exact: true }).fill('#7a1f5c');
    const coming = page.waitForEvent('download');
    await button(page, 'Preview').click();
    expect((await readFile(await (await coming).path(), 'latin1')).slice(0, 5)).toBe('%PDF-');
    expect(await axeProblems(page)).toEqual([]);
    await button(page, 'Create schedule').click();
    await page.getByText(/On Tuesday at 07:15 \(Europe\/Berlin\)/).waitFor();
    await page.getByText(/PDF · all keywords · email to ann@example\.com/).waitFor();
    await button(page, 'Send now: Weekly').click();
    await page.getByRole('progressbar', { name: 'Generating Weekly' }).waitFor();
    await db.query(
      sql`update reports
          set status = 'failed', failure = 'Failed after 3 attempts.', due_at = null
          where name = 'Weekly' and schedule = 'once'`,
    );
    await page.getByText(/Failed after 3 attempts\./).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await button(page, 'Try again: Weekly').click();
    await page.getByRole('progressbar', { name: 'Generating Weekly' }).waitFor();
    await makeAll();
    await page.getByRole('link', { name: 'Download Weekly as CSV' }).waitFor();
    const emails = await db.query<{ subject: string }>(sql`select subject from mail_outbox`);
    expect(emails.map(({ subject }) => subject)).toContain('Report: Weekly');

    await button(page, 'Delete schedule Weekly').click();
    await page.getByRole('dialog', { name: 'Delete the schedule Weekly?' }).waitFor();
    await button(page, 'Delete schedule').click();
    await page.getByRole('heading', { name: 'Schedules' }).waitFor({ state: 'detached' });
    expect(await axeProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(complaints).toEqual([]);
    await page.close();
  },
);
