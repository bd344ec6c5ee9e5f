import { beforeAll, expect, test } from 'vitest';
import { createSignInToken } from '../../src/access/sessions.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openPage } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  if (executable) account = await givenAccount(server.deps, { historyDays: 21 });
});

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
