import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, loaded, useBrowser, visit } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { startReceiver } from '../support/receiver.ts';
import { givenWebhook } from '../support/webhook.ts';

const PATHS = [
  '/',
  '/start',
  '/keywords',
  '/keywords/{keyword}',
  '/answers/{answer}',
  '/mentions',
  '/citations',
  '/queries',
  '/gaps',
  '/competitors',
  '/alerts',
  '/reports',
  '/developers',
  '/settings/keys',
  '/settings/webhooks',
  '/settings/webhooks/{webhook}',
  '/settings/webhooks/{webhook}/deliveries/{delivery}',
  '/settings/brand',
  '/settings/platforms',
  '/settings/members',
  '/settings/usage',
  '/settings/oauth-clients',
  '/settings/activity',
  '/settings/audit-log',
  '/settings/share-links',
  '/settings/account',
  '/nothing-here',
];

const DESKTOP = { name: 'a desktop in light colours', colorScheme: 'light', width: 1280, axe: true } as const;
const PHONE = { name: 'a phone in light colours', colorScheme: 'light', width: 360, axe: true } as const;
const DARK_PHONE = { name: 'a phone in dark colours', colorScheme: 'dark', width: 360, axe: true } as const;
/** The other looks have its colors and its layouts, so axe is not asked again. */
const WIDE = { name: 'a very wide screen in dark colours', colorScheme: 'dark', width: 2560, axe: false } as const;

/** A page is opened with the first look, and then shown with the others. */
const SHOWN = [
  { name: 'in the sandbox', looks: [DARK_PHONE, WIDE, DESKTOP], workspace: '' },
  { name: 'in the live workspace where nothing is yet', looks: [PHONE], workspace: 'live' },
];

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openSignedIn } = useBrowser(server);
let account: Awaited<ReturnType<typeof givenAccount>>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  if (!executable) return;
  account = await givenAccount(server.deps, { historyDays: 35, seed: 'visibility' });
  const key = await givenKey(server.deps, account);
  const first = async (path: string) => (await call(server, `/api/v1${path}`, { key })).body.data[0];
  ids.keyword = (await first('/keywords?per_page=1')).keyword_id;
  ids.answer = (await first('/answers?per_page=1')).answer_id;
  // The Platforms page has other buttons where the workspace has a key of its own.
  const live = await givenKey(server.deps, account, { mode: 'live' });
  const own = { api_key: 'sk-of-the-workspace' };
  await call(server, '/api/v1/platforms/claude', { key: live, method: 'PATCH', body: own });
  await using receiver = await startReceiver();
  ids.webhook = await givenWebhook(server, key, { url: receiver.url });
  const body = { type: 'visibility.changed' };
  await call(server, `/api/v1/webhooks/${ids.webhook}/test`, { key, method: 'POST', body });
  ids.delivery = (await first(`/webhooks/${ids.webhook}/deliveries`)).delivery_id;
});

test.runIf(executable).each(SHOWN)(
  '$name, on every screen, every page has a title, fits, keeps to its policy, asks no other host, and axe finds nothing in light and dark colors',
  async ({ looks, workspace }) => {
    const { page, complaints } = await openSignedIn(account, `/nothing-here${workspace && `?mode=${workspace}`}`);
    await loaded(page);
    const found: Record<string, unknown> = {};
    for (const path of PATHS) {
      const address = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? name);
      for (const look of looks) {
        await page.emulateMedia({ colorScheme: look.colorScheme });
        await page.setViewportSize({ width: look.width, height: 900 });
        if (look === looks[0]) await visit(page, `${address}${workspace && `?mode=${workspace}`}`);
        const problems = await problemsOf(page, look);
        // A page of the test workspace's records is rightly told 404 in the other one, and the browser logs that.
        const heard = complaints.splice(0).filter((text) => !(workspace && text.includes('404')));
        if (problems.length + heard.length > 0) found[`${path} on ${look.name}`] = [...problems, ...heard];
      }
    }
    expect(found).toEqual({});
    await page.context().close();
  },
);

/** Pages without a placeholder: they load nothing, or keep their table. */
const UNCHANGING = ['/start', '/keywords', '/developers', '/settings/members', '/nothing-here'];
const LOADING = PATHS.filter((path) => !UNCHANGING.includes(path));

test.runIf(executable)('while a page loads axe finds nothing either', async () => {
  const { page } = await openSignedIn(account, '/nothing-here');
  // Never answered: what the page shows is what it shows while it waits. The session is, or there were no page.
  await page.route(/\/dashboard\/api\/(?!session$)/, () => {});
  const found: Record<string, unknown> = {};
  for (const path of LOADING) {
    await page.goto(`${server.url}${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? name)}?mode=live`);
    await page.locator('.mantine-Skeleton-root').first().waitFor();
    const problems = await axeProblems(page);
    if (problems.length > 0) found[path] = problems;
  }
  expect(found).toEqual({});
  await page.context().close();
});

async function problemsOf(page: Page, { axe }: { axe: boolean }): Promise<string[]> {
  await loaded(page);
  const problems = axe ? await axeProblems(page) : [];
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (tooWide > 0) problems.push(`is ${tooWide} px wider than the screen`);
  if (!/ · Visibility$/.test(await page.title())) problems.push(`is titled ${await page.title()}`);
  if ((await page.getByRole('heading', { level: 1 }).count()) !== 1) problems.push('has not exactly one h1');
  return problems;
}
