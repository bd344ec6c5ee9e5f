// `npm run pictures [-- --all FOLDER]`: starts a server with a new sandbox and takes the screenshots in docs/images. With --all, every
// page also goes into FOLDER: light and dark, desktop and phone.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findBrowser, launchBrowser } from './browser.mjs';

// Name and path of every page; {…} is an id from the sandbox.
const PAGES = {
  overview: '/',
  start: '/start',
  keywords: '/keywords',
  keyword: '/keywords/{keyword}',
  answer: '/answers/{answer}',
  mentions: '/mentions',
  citations: '/citations',
  searches: '/queries',
  gaps: '/gaps',
  competitors: '/competitors',
  alerts: '/alerts',
  reports: '/reports',
  developers: '/developers',
  keys: '/settings/keys',
  webhooks: '/settings/webhooks',
  'webhook-log': '/settings/webhooks/{webhook}',
  delivery: '/settings/webhooks/{webhook}/deliveries/{delivery}',
  brand: '/settings/brand',
  platforms: '/settings/platforms',
  members: '/settings/members',
  usage: '/settings/usage',
  'oauth-clients': '/settings/oauth-clients',
  'audit-log': '/settings/audit-log',
  account: '/settings/account',
};
const SHOWN = ['overview', 'keywords', 'keyword', 'answer', 'webhooks'];
const SCREENS = { desktop: { width: 1280, height: 860 }, phone: { width: 360, height: 780 } };

const { values } = parseArgs({ options: { all: { type: 'string' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const images = join(root, 'docs', 'images');
const port = process.env.PORT ?? '4791';
const executable = findBrowser();
if (!executable) throw new Error('No Chromium found. On Debian: apt-get install chromium');
const dataDir = mkdtempSync(join(tmpdir(), 'visibility-pictures-'));
chmodSync(dataDir, 0o711);
const server = startServer();
try {
  process.stdout.write('Preparing a sandbox …\n');
  await until(() => server.printed.includes('100 %'));
  const key = /svc_test_\w{36}/.exec(server.printed)[0];
  const pages = addressesOf(await givenThings(key));
  const browser = await launchBrowser(executable);
  const link = /http\S+sign-in#token=\S+/.exec(server.printed)[0];
  const storageState = await signIn(browser, link);
  const few = Object.entries(pages).filter(([name]) => SHOWN.includes(name));
  await takePictures(browser, few, { storageState, folder: images, screen: 'desktop', colorScheme: 'light' });
  if (values.all !== undefined) {
    for (const screen of Object.keys(SCREENS)) {
      for (const colorScheme of ['light', 'dark']) {
        const folder = join(resolve(values.all), `${screen}-${colorScheme}`);
        await takePictures(browser, Object.entries(pages), { storageState, folder, screen, colorScheme });
      }
    }
  }
  await browser.close();
} finally {
  server.child.kill('SIGINT');
  await new Promise((done) => server.child.on('close', done));
  rmSync(dataDir, { recursive: true, force: true });
}

function startServer() {
  const child = spawn(process.execPath, [join(root, 'server/bin/visibility.js'), 'start'], {
    env: { PATH: process.env.PATH, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started = { child, printed: '' };
  child.stdout.on('data', (text) => {
    started.printed += text;
  });
  return started;
}

/** Creates a webhook with a delivery, an alert and a report, and returns the ids for the paths. */
async function givenThings(key) {
  const ask = async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(`http://localhost:${port}/api/v1/${path}`, options);
    return response.json();
  };
  const events = ['visibility.changed', 'alert.triggered', 'mention.new'];
  const { webhook_id: webhook } = await ask('webhooks', { url: 'https://hooks.customer.example/visibility', events });
  await ask('alerts', { name: 'Below 40', condition: 'below', threshold: 40 });
  await ask('reports', { name: 'Weekly summary', schedule: 'weekly', format: 'pdf' });
  // Creates events to deliver. Hosts ending in .example do not exist, so nothing is sent.
  await ask('sandbox/advance', { seconds: 86_400 });
  const [found] = (await ask('visibility?q=kanban')).data;
  const [answer] = (await ask(`answers?keyword_id=${found.keyword_id}`)).data;
  const [delivery] = (await ask(`webhooks/${webhook}/deliveries`)).data;
  return { keyword: found.keyword_id, answer: answer?.answer_id, webhook, delivery: delivery?.delivery_id };
}

function addressesOf(ids) {
  const addresses = Object.entries(PAGES).map(([name, path]) => [name, path.replace(/\{(\w+)\}/g, (_, id) => ids[id])]);
  return Object.fromEntries(addresses.filter(([, path]) => !path.includes('undefined')));
}

async function signIn(browser, link) {
  const page = await browser.newPage();
  await page.goto(link);
  await page.locator('h1').first().waitFor();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  const state = await page.context().storageState();
  await page.close();
  return state;
}

async function takePictures(browser, pages, { storageState, folder, screen, colorScheme }) {
  mkdirSync(folder, { recursive: true });
  const deviceScaleFactor = screen === 'phone' ? 2 : 1.5;
  const context = await browser.newContext({ viewport: SCREENS[screen], deviceScaleFactor, colorScheme, storageState });
  const page = await context.newPage();
  for (const [name, path] of pages) {
    const mode = path.includes('?') ? '&mode=test' : '?mode=test';
    await page.goto(`http://localhost:${port}${path}${mode}`);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    writeFileSync(join(folder, `${name}.png`), await pictureAtRest(page, folder !== images));
  }
  await context.close();
  process.stdout.write(`${pages.length} screenshots in ${folder}\n`);
}

/** Takes screenshots until two are equal, because charts are animated. */
async function pictureAtRest(page, fullPage) {
  let before;
  for (let tries = 0; tries < 20; tries++) {
    await page.waitForTimeout(700);
    const picture = await page.screenshot({ fullPage });
    if (before?.equals(picture)) return picture;
    before = picture;
  }
  return before;
}

async function until(condition) {
  while (!condition()) {
    if (server.child.exitCode !== null) throw new Error('the server stopped');
    await new Promise((done) => setTimeout(done, 200));
  }
}
