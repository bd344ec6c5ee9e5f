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

test.runIf(executable)(
  'other names show what they would change, and are read into the history with progress',
  async () => {
    const { page, complaints } = await openSignedIn(account, '/settings/brand');
    const brand = page.getByLabel('Brand', { exact: true });
    await brand.waitFor();
    expect(await page.getByRole('button', { name: 'Preview changes' }).isDisabled()).toBe(true);

    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await brand.fill('Nobody Calls It This');
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByText(/^[\d,]+ of [\d,]+ answers would change\. Score: \d+ → 0\./).waitFor();
    await page
      .getByText(/^No longer counted/)
      .first()
      .waitFor();
    expect(await axeProblems(page)).toEqual([]);

    await page.getByRole('button', { name: 'Apply and re-analyze answers' }).click();
    await page.getByRole('heading', { name: 'Re-analyzing answers' }).waitFor();
    await rereadDue(db);
    await page.getByRole('heading', { name: 'Re-analyzing answers' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Keywords', exact: true }).click();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(12);
    expect(await page.getByText(/95% interval: 0–/).count()).toBe(12);
    expect(complaints).toEqual([]);
    await page.close();

    const narrow = await openSignedIn(account, '/settings/brand', {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    await narrow.page.getByLabel('Brand', { exact: true }).waitFor();
    await narrow.page.getByRole('button', { name: 'Add name' }).click();
    expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await axeProblems(narrow.page)).toEqual([]);
    expect(narrow.complaints).toEqual([]);
    await narrow.page.close();
  },
);

test.runIf(executable)('what counts as a significant change is set, checked and kept', async () => {
  const { page, complaints } = await openSignedIn(account, '/settings/brand');
  const section = page.getByRole('region', { name: 'Significant changes' });
  const [points, level] = [
    section.getByLabel('Minimum change (points)', { exact: true }),
    section.getByLabel('Level', { exact: true }),
  ];
  await expect.poll(() => points.inputValue()).toBe('10');
  await points.fill('15');
  await level.fill('0.002');
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Saved.', { exact: true }).waitFor();
  await section.getByText(/at least 15 points and less likely by chance than the level, 0\.002\./).waitFor();
  await page.reload();
  await expect.poll(() => points.inputValue()).toBe('15');
  await expect.poll(() => level.inputValue()).toBe('0.002');
  // A value outside the limits becomes the nearest one inside.
  await level.fill('0');
  await level.blur();
  await expect.poll(() => level.inputValue()).toBe('0.0001');
  expect(await axeProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});
