import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { rereadDue } from '../../src/subject/reread.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  if (executable) account = await givenAccount(server.deps, { historyDays: 8 });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Chooses from the menu of a competitor's row. */
async function choose(page: Page, name: string, action: string) {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const standings = (page: Page) => page.getByRole('table', { name: 'Brands and their visibility' });

test.runIf(executable)(
  'a person sees how brands stand, compares keywords, and tracks a name that assistants list',
  async () => {
    const { page, complaints } = await openSignedIn(account, '/competitors');
    await standings(page)
      .getByRole('cell', { name: /Heron Board/ })
      .waitFor();
    await page.getByRole('img', { name: /Share of voice/ }).waitFor();
    await page.getByRole('table', { name: 'Who leads on each keyword', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Who overtook whom', exact: true }).waitFor();
    expect(await page.getByText(/n = \d/).count()).toBeGreaterThan(5);
    await button(page, 'Track Sonderplan').waitFor();

    await button(page, 'Track Sonderplan').click();
    await page.getByText(/0 of 12 keywords/).waitFor();
    await rereadDue(db);
    await page.getByText(/of 12 keywords/).waitFor({ state: 'detached' });
    await standings(page).getByRole('cell', { name: 'Sonderplan', exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)(
  'a competitor is renamed after a look at what stored answers say, and deleted by name, on a phone in the dark too',
  async () => {
    const viewport = { width: 360, height: 800 };
    const { page, complaints } = await openSignedIn(account, '/competitors', { viewport, colorScheme: 'dark' });
    await choose(page, 'Cadent7', 'Edit Cadent7');
    const dialog = page.getByRole('dialog', { name: 'Edit Cadent7' });
    await dialog.getByLabel('Name', { exact: true }).fill('Cadent Seven');
    await dialog.getByText(/Keep counting “Cadent7”/).waitFor();
    await dialog.getByText(/Mentioned in [\d,]+ of [\d,]+ stored answers.*Before the change: [\d,]+/).waitFor();
    await button(page, 'Add name').click();
    await dialog.getByText('Matching rules', { exact: true }).click();
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Other name 1' }).fill('Heron Board');
    await button(page, 'Save and re-analyze answers').click();
    await dialog
      .getByText(/is already used by your own brand/)
      .last()
      .waitFor();
    await button(page, 'Remove Heron Board').click();
    await button(page, 'Save and re-analyze answers').click();
    await dialog.waitFor({ state: 'detached' });
    await rereadDue(db);
    await choose(page, 'Cadent Seven', 'Delete Cadent Seven');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Cadent Seven' }).click();
    await button(page, 'Actions for Cadent Seven').waitFor({ state: 'detached' });
    await page.getByText(/of 12 keywords/).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // The two refusals of the alias, in the preview and on saving, are answers of status 422.
    expect(complaints.filter((one) => !one.includes('status of 422'))).toEqual([]);
    await page.close();
  },
);
