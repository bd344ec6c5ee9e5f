import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createSignInToken } from '../../src/access/sessions.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { browser as otherBrowser } from '../support/person.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const chromium = useBrowser(server);

/** A person at a browser of their own. */
async function openPage(width = 1280): Promise<Page> {
  return (await chromium.openPage({ viewport: { width, height: 900 } })).page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test.runIf(executable)(
  'a person keeps the account, invites another, who joins; both are listed, one is removed by name',
  async () => {
    const { accountId } = await givenAccount(server.deps);
    const ann = await openPage();
    await ann.goto(`${server.url}/sign-in#token=${await createSignInToken(db, accountId)}`);
    await ann.getByRole('link', { name: 'Set an email and password' }).click();
    await ann.getByRole('heading', { name: 'Secure your account' }).waitFor();
    expect(await axeProblems(ann)).toEqual([]);
    await field(ann, 'Email').fill('ann@example.com');
    await field(ann, 'Name (optional)').fill('Ann');
    await ann.getByLabel('Password', { exact: true }).fill('too short');
    await button(ann, 'Set email and password').click();
    await ann.getByText('Must have at least 10 characters.', { exact: true }).waitFor();
    await ann.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await button(ann, 'Set email and password').click();
    await ann.getByRole('heading', { name: 'Name and email' }).waitFor();
    expect(await axeProblems(ann)).toEqual([]);

    await ann.goto(`${server.url}/settings/members`);
    await field(ann, 'Email').fill('ben@example.com');
    await button(ann, 'Invite').click();
    await ann.getByText(/Send this link to ben@example\.com/).waitFor();
    expect(await axeProblems(ann)).toEqual([]);
    const link = await ann.locator('pre').innerText();

    const ben = await openPage(360);
    await ben.goto(link.replace(/^https?:\/\/[^/]+/, server.url));
    await ben.getByRole('heading', { name: 'Join Test' }).waitFor();
    await expect.poll(() => ben.url()).toBe(`${server.url}/invitation`);
    await ben.reload();
    await ben.getByRole('heading', { name: 'Join Test' }).waitFor();
    expect(await axeProblems(ben)).toEqual([]);
    await field(ben, 'Name (optional)').fill('<img src=x onerror=alert(1)>');
    await ben.getByLabel('Password', { exact: true }).fill('another long password');
    await button(ben, 'Join').click();
    await ben.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    expect(ben.url()).not.toContain('token');
    await ben.goto(`${server.url}/settings/members`);
    await ben.getByRole('heading', { name: 'Only owners can see this page' }).waitFor();

    await ann.reload();
    await button(ann, 'Remove <img src=x onerror=alert(1)>').click();
    await ann.getByRole('dialog', { name: 'Remove <img src=x onerror=alert(1)>?' }).waitFor();
    expect(await axeProblems(ann)).toEqual([]);
    await ann.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => ann.getByText(/ben@example\.com/).count()).toBe(0);
    await ben.reload();
    await ben.getByRole('heading', { name: 'Sign in' }).waitFor();
    await ben.goto('about:blank');
    await ben.goto(link.replace(/^https?:\/\/[^/]+/, server.url));
    await ben.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
    await ben.context().close();
    await ann.context().close();
  },
);

test.runIf(executable)('a person signs in by password, sees where else they are signed in, and ends that', async () => {
  const { accountId } = await givenAccount(server.deps);
  const thief = otherBrowser(server, '<script>alert(1)</script>');
  await thief.post('/session', { token: await createSignInToken(db, accountId) });
  await thief.post('/account', { email: 'cleo@example.com', password: 'correct horse battery' });

  const cleo = await openPage(360);
  await cleo.goto(`${server.url}/settings/account`);
  await cleo.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await axeProblems(cleo)).toEqual([]);
  await field(cleo, 'Email').fill('cleo@example.com');
  await cleo.getByLabel('Password', { exact: true }).fill('wrong password');
  await cleo.keyboard.press('Enter');
  await cleo.getByText(/Wrong email or password\./).waitFor();
  await cleo.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await cleo.keyboard.press('Enter');

  await cleo
    .getByText(/<script>alert\(1\)<\/script>/)
    .first()
    .waitFor();
  await cleo.getByText('This browser', { exact: true }).waitFor();
  expect(await axeProblems(cleo)).toEqual([]);
  const wide = await cleo.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
  await button(cleo, 'Sign out everywhere else').click();
  await cleo.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => cleo.getByText(/<script>/).count()).toBe(0);
  expect(await thief.isIn()).toBe(false);

  await cleo.getByLabel('Current password', { exact: true }).fill('correct horse battery');
  await cleo.getByLabel('New password', { exact: true }).fill('a password of my own');
  await button(cleo, 'Change password').click();
  await cleo.getByText(/Password changed\. You are signed out everywhere else\./).waitFor();
  expect((await otherBrowser(server).signIn('cleo@example.com', 'a password of my own')).status).toBe(204);
  await cleo.context().close();
});
