import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { totpCode } from '../../src/access/totp.ts';
import { useApp } from '../support/app.ts';
import { axeProblems, dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';
import { type Claims, oidcDeps, oidcSettings, startOidcServer } from '../support/oidc-server.ts';
import { givenOwner, PASSWORD } from '../support/person.ts';
import { freePort } from '../support/server-process.ts';

const port = await freePort();
const baseUrl = `http://127.0.0.1:${port}`;
const people: Record<string, Claims> = {};
const idp = await startOidcServer(`${baseUrl}/sign-in/oidc/callback`, people);
afterAll(() => idp[Symbol.asyncDispose]());
const { db } = useDatabase();
const oidc = oidcDeps(oidcSettings(idp.issuer));
const server = useApp(db, { baseUrl, oidc, ...dashboardFiles }, port);
const { openPage } = useBrowser(server);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.runIf(executable)(
  'a person signs in with the identity provider and comes to the page they asked for',
  async () => {
    const owner = await givenOwner(server);
    oidc.accountId = owner.accountId;
    people.ann = { email: owner.email, email_verified: true, name: 'Ann' };
    people.eve = { email: 'eve@example.com', email_verified: true };
    const { page } = await openPage();
    await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
    const signInAs = async (login: string) => {
      await page.getByRole('link', { name: 'Continue with Acme ID', exact: true }).click();
      await page.getByPlaceholder('Enter any login').fill(login);
      await page.getByPlaceholder('and password').fill('any');
      await page.getByRole('button').click();
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await page.goto(`${server.url}/settings/account?mode=test`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await signInAs('eve');
    await page.getByText(/You are not a member of this account\. Ask an owner to invite you\./).waitFor();
    expect(await axeProblems(page)).toEqual([]);

    await page.context().clearCookies();
    await page.goto(`${server.url}/settings/account?mode=test`);
    await signInAs('ann');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(page.url()).toBe(`${server.url}/settings/account?mode=test`);
    await page.getByText(/Signed in with single sign-on/).waitFor();
    await page.context().close();
  },
);

test.runIf(executable)('while the provider is down the page says so, and the password works', async () => {
  const owner = await givenOwner(server);
  const away = await startOidcServer(baseUrl, {});
  await away[Symbol.asyncDispose]();
  const { provider } = oidc;
  oidc.provider = oidcDeps(oidcSettings(away.issuer)).provider;
  const { page } = await openPage();
  await page.goto(`${server.url}/sign-in`);
  await page.getByRole('link', { name: 'Continue with Acme ID', exact: true }).click();
  await page.getByText(/The identity provider can’t be reached\. Try again later\./).waitFor();
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  oidc.provider = provider;
  await page.context().close();
});

test.runIf(executable)('a person turns on two-factor authentication and signs in with a code', async () => {
  const owner = await givenOwner(server);
  const { page } = await openPage({ viewport: { width: 390, height: 844 } });
  const enter = async () => {
    await page.goto(`${server.url}/sign-in`);
    await page.getByLabel('Email', { exact: true }).fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Sign in').click();
  };
  await enter();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.goto(`${server.url}/settings/account`);
  await button(page, 'Turn on').click();
  await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await button(page, 'Continue').click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  const key = await page.getByRole('dialog').locator('pre').innerText();
  const bits = [...key]
    .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const code = (later: number) => totpCode(secret, Math.floor(Date.now() / 30_000) + later);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await button(page, 'Turn on').last().click();
  await page.getByText(/Is wrong or was already used\./).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(code(0));
  await button(page, 'Turn on').last().click();
  await page.getByRole('dialog', { name: 'Two-factor authentication is on' }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  const codes = (await page.getByRole('dialog').locator('pre').innerText()).split('\n');
  expect(codes).toHaveLength(10);
  await button(page, 'Done').click();
  await page.getByText(/10 recovery codes left/).waitFor();
  expect(await axeProblems(page)).toEqual([]);

  await page.context().clearCookies();
  await enter();
  await page.getByText(/Enter the code from your authenticator app, or a recovery code\./).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await button(page, 'Sign in').click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.context().close();
});
