import { SAMPLE_EVENTS } from '@visibility/sdk';
import { beforeAll, expect, test } from 'vitest';
import { createSignInToken } from '../../src/access/sessions.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, switchTo, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { publishIn, visibilityChanged } from '../support/webhook.ts';

/** A busy machine takes its time. */

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openPage, openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  if (executable) account = await givenAccount(server.deps, { historyDays: 8 });
});

test.runIf(executable)(
  'a person signs in by the link, finds a keyword, sees its history, and lets a day pass',
  async () => {
    const { page, complaints } = await openPage();
    await page.goto(`${server.url}/sign-in#token=${await createSignInToken(db, account.accountId)}`);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await expect.poll(() => page.url()).not.toContain('token');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Keywords' }).click();
    await page.getByRole('heading', { name: 'Keywords', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'kanban board software' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(13);
    expect(await axeProblems(page)).toEqual([]);

    await page.getByPlaceholder('Search keywords', { exact: true }).fill('gantt');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await expect.poll(() => page.url()).toContain('gantt');
    await page.getByRole('link', { name: 'gantt chart software' }).click();
    await page.getByRole('heading', { name: 'gantt chart software' }).waitFor();
    await page.getByRole('figure').first().waitFor();
    expect(await axeProblems(page)).toEqual([]);

    const date = page.getByRole('region', { name: 'Sandbox' }).locator('time');
    const before = await date.textContent();
    await page.getByRole('button', { name: /advance 1 day/i }).click();
    await expect.poll(() => date.textContent()).not.toBe(before);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)('a link works once, and signing out ends the session', async () => {
  const link = `${server.url}/sign-in#token=${await createSignInToken(db, account.accountId)}`;
  const { page } = await openPage();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Workspace:/ }).click();
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

test.runIf(executable)(
  'on a phone the menu opens, closes by Escape, leads on, and the header stays small',
  async () => {
    const { page, complaints } = await openSignedIn(account, '/', { viewport: { width: 360, height: 740 } });
    const menu = page.getByRole('button', { name: 'Menu' });
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sources' });
    await menu.waitFor();
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(0.15 * 740);
    expect(await link.isVisible()).toBe(false);
    await menu.press('Enter');
    await link.waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);

    await menu.click();
    await link.click();
    await page.getByRole('heading', { name: 'Citations', level: 1 }).waitFor();
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('navigation', { name: 'Sources' }).getByRole('link', { name: 'Searches' }).click();
    await page.getByRole('heading', { name: 'Searches', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)(
  'the other workspace is shown on the same page, and an empty one says how to begin',
  async () => {
    const { page, complaints } = await openSignedIn(account, '/keywords?q=gantt');
    await switchTo(page, 'Live');
    await page.getByRole('link', { name: 'Set up your workspace' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${server.url}/keywords?mode=live`);
    await page.getByRole('link', { name: 'Set up your workspace' }).click();
    await expect.poll(() => page.url()).toBe(`${server.url}/start?mode=live`);
    await page.goto(`${server.url}/?mode=live`);
    await page.getByRole('link', { name: 'Set up your workspace' }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test.runIf(executable)('Ctrl+K finds pages, keywords and actions by keyboard', async () => {
  const { page, complaints } = await openSignedIn(account, '/alerts');
  await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search pages, keywords and actions' });
  await field.fill('usage');
  await page.getByRole('option', { name: /Plan & usage/, selected: true }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Plan & usage', level: 1 }).waitFor();

  await page.keyboard.press('Control+k');
  await field.fill('kanban');
  await page.getByRole('option', { name: /kanban board software/ }).click();
  await page.getByRole('heading', { name: 'kanban board software', level: 1 }).waitFor();

  await page.getByRole('button', { name: /^Search/ }).click();
  await field.fill('create api');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Create New API Key' }).waitFor();
  await expect.poll(() => page.url()).toBe(`${server.url}/settings/keys`);
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)('the bell counts alerts that this person has not seen', async () => {
  const data = SAMPLE_EVENTS['alert.triggered'];
  const fired = { ...visibilityChanged(), type: 'alert.triggered' as const, data };
  await publishIn(server.deps, account.workspaces.test, [fired]);
  const { page, complaints } = await openSignedIn(account, '/');
  await page.getByRole('button', { name: 'Alerts, 1 unseen', exact: true }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: data.alert_name })
    .getByText(/^New · /)
    .waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(executable)(
  'while the server is unreachable, a page keeps its data, shows a notice and recovers by itself',
  async () => {
    const { page } = await openSignedIn(account, '/');
    const range = page.getByRole('combobox', { name: 'Range' });
    const numbers = page.getByRole('region', { name: 'Visibility' }).getByText(/95% interval/);
    const notice = page.getByText(/Can’t reach the server\. Data may be out of date\./);
    await numbers.waitFor();
    await page.route('**/dashboard/api/**', (route) => route.abort());
    await range.selectOption('7');
    await notice.waitFor();
    // The data also stays after the last of two retries fails.
    await expect.poll(() => page.locator('[aria-busy] [data-stale="true"]').count()).toBeGreaterThan(0);
    expect(await numbers.isVisible()).toBe(true);
    expect(await axeProblems(page)).toEqual([]);
    await page.unroute('**/dashboard/api/**');
    await notice.waitFor({ state: 'hidden' });
    await page.getByRole('region', { name: 'Over time', exact: true }).getByRole('slider').focus();
    await expect.poll(async () => Number(await page.getByRole('slider').getAttribute('aria-valuemax'))).toBeLessThan(7);
    await page.close();
  },
);
