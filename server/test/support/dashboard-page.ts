import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { findBrowser, launchBrowser } from '../../../scripts/browser.mjs';
import { shiftDate } from '../../../scripts/shift-date.mjs';
import { createSignInToken } from '../../src/access/sessions.ts';
import type { AppDeps } from '../../src/api/app.ts';
import { readStaticFiles } from '../../src/api/static-files.ts';
import { byLink } from './person.ts';

/** The browser of this machine; undefined: browser tests are skipped, and say so. */
export const executable = findBrowser();
const built = fileURLToPath(new URL('../../assets/dashboard', import.meta.url));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
if (!executable) {
  process.stderr.write(
    '\n*** NO BROWSER FOUND: the browser tests are SKIPPED. On Debian: apt-get install chromium ***\n\n',
  );
}

/** The built dashboard, for `useApp`. */
export const dashboardFiles = existsSync(built) ? { files: readStaticFiles(built) } : {};

/** No page lives long enough to be worth optimizing, which takes a sixth of a browser's processor time. */
const UNOPTIMIZED = ['--js-flags=--no-turbofan --no-maglev'];

/** What moves is painted sixty times a second, and tests wait for its end. A test of motion asks for it. */
const USUAL = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;

/** One for a process, which runs several test files. It ends with the process. */
const world = globalThis as { testBrowser?: Promise<Browser> };

/** People with a browser. What they opened is closed after the test file. */
export function useBrowser(server: { url: string; deps: AppDeps }) {
  const contexts: BrowserContext[] = [];
  afterAll(() => Promise.all(contexts.map((context) => context.close())));

  /** Somebody with a browser of their own; `complaints` collects errors and requests to other hosts. */
  async function openPage(options: BrowserContextOptions = {}) {
    if (!executable) throw new Error('there is no browser');
    world.testBrowser ??= launchBrowser(executable, UNOPTIMIZED);
    const browser = await world.testBrowser;
    const context = await browser.newContext({ ...USUAL, ...options });
    contexts.push(context);
    context.setDefaultTimeout(180_000);
    await context.addInitScript(shiftDate, inject('clockShiftMs'));
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url()))
        complaints.push(`asked ${request.url()}`);
    });
    return { page, complaints };
  }

  /** The same, signed in, and at this address of the dashboard. Signing in by the page would load two more. */
  async function openSignedIn({ accountId }: { accountId: string }, path = '/', options: BrowserContextOptions = {}) {
    const opened = await openPage(options);
    const { page } = opened;
    const { own } = await byLink(server, accountId, await page.evaluate(() => navigator.userAgent));
    const [name = '', value = ''] = own.cookie.split(/=(.*)/);
    await page.context().addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Strict' }]);
    await page.goto(server.url + path);
    return opened;
  }

  /** By the link, as a person does. */
  async function signIn(page: Page, { accountId }: { accountId: string }) {
    const token = await createSignInToken(server.deps.db, accountId);
    await page.goto(`${server.url}/sign-in#token=${token}`);
    await page.getByRole('navigation', { name: 'Pages' }).first().waitFor();
  }

  return { openPage, openSignedIn, signIn };
}

/** Switches the workspace by the menu at the top left. */
export async function switchTo(page: Page, workspace: 'Test' | 'Live'): Promise<void> {
  await page.getByRole('button', { name: /^Workspace:/ }).click();
  await page.getByRole('button', { name: new RegExp(`^${workspace}`), pressed: false }).click();
}

/** Waits until the page shows what it has loaded. Not for a quiet network, which costs half a second of silence each time. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, [aria-busy=true]'));
}

/** Opens another page as a link does: the script and the styles that are loaded stay, which is half of a page's cost. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.title = '';
    history.pushState({}, '', to);
  }, address);
  await page.waitForFunction(() => document.title !== '');
}

/** What axe has against the page as it is now; empty is good. */
export async function axeProblems(page: Page): Promise<string[]> {
  // Changed colors begin to fade with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // What is still fading in has the colors of neither state. A placeholder's pulse never ends.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );
  // Evaluated, not added as a script: the page's policy allows no script but its own.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
    const { violations } = await (window as any).axe.run({
      // Experimental, so not run by default: a name that differs from the visible words is unknown to voice control.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    });
    return violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
  });
}
