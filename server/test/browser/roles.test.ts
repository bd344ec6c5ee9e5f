import { beforeAll, expect, test } from 'vitest';
import { call, givenKey, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, loaded, useBrowser, visit } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { type Browser, givenMember, givenOwner, type Owner } from '../support/person.ts';
import { givenWebhook } from '../support/webhook.ts';

const PATHS = [
  '/',
  '/start',
  '/keywords',
  '/mentions',
  '/citations',
  '/competitors',
  '/alerts',
  '/reports',
  '/developers',
  '/settings/keys',
  '/settings/webhooks',
  '/settings/brand',
  '/settings/platforms',
  '/settings/usage',
  '/settings/oauth-clients',
  '/settings/account',
  '/keywords?mode=live',
  '/settings/platforms?mode=live',
];
/** How every button begins that creates, changes or deletes something of the account. */
const CHANGING =
  /^(Add|Advance|Create|Delete|Disable|Edit|Enable|Generate|Import|Pause|Re-enable|Remove|Replace|Replay|Resume|Retry|Revoke|Rotate|Save budget|Select|Send|Set|Stop|Track|Try|Verify)\b/;

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openPage } = useBrowser(server);
let owner: Owner;

beforeAll(async () => {
  if (!executable) return;
  owner = await givenOwner(server, { historyDays: 8 });
  const key = await givenKey(server.deps, owner);
  await givenWebhook(server, key, { url: 'https://example.com/hook' });
  const rule = { name: 'Low', condition: 'below', threshold: 20 };
  expect((await call(server, '/api/v1/alerts', { key, method: 'POST', body: rule })).status).toBe(201);
});

async function openAs(person: Browser, path: string) {
  const opened = await openPage();
  const [name = '', value = ''] = person.own.cookie.split('=');
  await opened.page.context().addCookies([{ name, value, url: server.url }]);
  await opened.page.goto(server.url + path);
  return opened;
}

/** The changing buttons and checkboxes of all pages, and what the browser complained about. */
async function walk(person: Browser) {
  const { page, complaints } = await openAs(person, '/nothing-here');
  await loaded(page);
  const found: string[] = [];
  for (const path of PATHS) {
    await visit(page, path);
    await loaded(page);
    const names = await page
      .locator('main, section')
      .locator('button, input[type=checkbox]')
      .evaluateAll((controls) =>
        controls.map((control) => control.getAttribute('aria-label') ?? (control as HTMLElement).innerText),
      );
    for (const name of names) if (CHANGING.test(name.trim())) found.push(`${path} ${name.trim()}`);
  }
  await page.context().close();
  return { found: [...new Set(found)], complaints };
}

test.runIf(executable)('a viewer sees every page but no button that changes anything', async () => {
  const viewer = await givenMember(server, owner, 'viewer');
  expect((await walk(owner)).found.length).toBeGreaterThan(25);
  expect(await walk(viewer)).toEqual({ found: [], complaints: [] });

  const { page } = await openAs(viewer, '/settings/account');
  await page.getByText(/Viewer \(read-only\)/).waitFor();
  const nav = page.getByRole('navigation', { name: 'Pages' });
  expect(await nav.getByRole('link', { name: 'API Keys', exact: true }).count()).toBe(1);
  for (const name of ['Members', 'Audit log']) {
    expect(await nav.getByRole('link', { name, exact: true }).count()).toBe(0);
  }
  await page.goto(`${server.url}/settings/members`);
  await page.getByRole('heading', { name: 'Only owners can see this page' }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.context().close();
});

test.runIf(executable)(
  'a member edits and revokes only their own keys, and each key shows who created it',
  async () => {
    const member = await givenMember(server, owner);
    await owner.post('/keys', { name: 'key of Ann' });
    await member.post('/keys', { name: 'key of Ben' });
    const { page } = await openAs(member, '/settings/keys');
    const creatorOf = (name: RegExp, creator: string) =>
      page.getByRole('row', { name }).getByText(creator, { exact: true });
    await creatorOf(/key of Ben/, 'Ben').waitFor();
    expect(await creatorOf(/key of Ann/, 'Ann').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Revoke key of Ben', exact: true }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Revoke key of Ann', exact: true }).count()).toBe(0);
    await page.context().close();
  },
);

test.runIf(executable)('the removal of a member revokes their keys unless the owner clears the checkbox', async () => {
  const member = await givenMember(server, owner, 'viewer');
  const { page, complaints } = await openAs(owner, '/settings/members');
  const item = page.getByRole('listitem').filter({ hasText: member.email });
  const role = item.getByRole('combobox', { name: 'Role of Ben', exact: true });
  expect(await role.inputValue()).toBe('viewer');
  await role.selectOption('member');
  await expect.poll(async () => (await member.ask('/session')).body.member.role).toBe('member');
  const { key } = (await member.post('/keys', { name: 'shop' })).body;

  await page.reload();
  const open = () => item.getByRole('button', { name: 'Remove Ben', exact: true }).click();
  const box = page.getByRole('checkbox', { name: 'Also revoke their API keys and OAuth clients', exact: true });
  await open();
  await page.getByText(/1 API key and 0 OAuth clients\./).waitFor();
  expect(await box.isChecked()).toBe(true);
  expect(await axeProblems(page)).toEqual([]);
  await box.uncheck();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await open();
  expect(await box.isChecked()).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => page.getByText(member.email).count()).toBe(0);
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(401);
  expect(complaints).toEqual([]);
  await page.context().close();
});
