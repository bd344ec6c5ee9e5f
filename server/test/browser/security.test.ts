import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createSignInToken } from '../../src/access/sessions.ts';
import { givenAccount, useApp } from '../support/app.ts';
import { dashboardFiles, executable, useBrowser } from '../support/dashboard-page.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();
const server = useApp(db, dashboardFiles);
const { openPage, openSignedIn } = useBrowser(server);

test.runIf(executable)('the token of a link is in no address and no history once it has signed in', async () => {
  const { accountId } = await givenAccount(server.deps);
  const { page } = await openPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('about:blank');
  const token = await createSignInToken(db, accountId);
  await page.goto(`${server.url}/sign-in#token=${token}`);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await expect.poll(() => page.url()).not.toContain('token');
  await page.goto(`${server.url}/settings/keys`);
  await page.goBack();
  await expect.poll(() => page.url()).not.toContain('token');
  await page.goBack();
  await expect.poll(() => page.url()).toBe('about:blank');
  // A browser's request never holds what is behind the hash: what a proxy logs does not sign in.
  expect(requested.filter((url) => new URL(url).pathname.includes(token) || url.includes(`?${token}`))).toEqual([]);
  expect(await page.context().cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }]);
  await page.context().close();
});

test.runIf(executable)('what somebody manages to write into a page neither runs, nor dresses, nor leaves', async () => {
  const account = await givenAccount(server.deps);
  const { page } = await openSignedIn(account, '/settings/keys');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await refused(page, '<img src="https://evil.example/x.png">')).toEqual(['img-src']);
  expect(await refused(page, '<style>body { color: red }</style>')).toEqual(['style-src-elem']);
  expect(await refused(page, '<p style="color: red">')).toEqual(['style-src-attr']);
  expect(await refused(page, '<img src="/favicon.svg" onload="alert(1)">')).toEqual(['script-src-attr']);
  expect(await refused(page, '<iframe src="https://evil.example"></iframe>')).toEqual(['frame-src']);
  await page.context().close();
});

/** Which rules of the policy keep this markup from doing what it wants. */
function refused(page: Page, html: string): Promise<string[]> {
  return page.evaluate(async (markup) => {
    const broken = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
        once: true,
      });
    });
    const place = document.body.appendChild(document.createElement('div'));
    place.innerHTML = markup;
    return [await broken];
  }, html);
}
