// `npm run screenshot`: starts a server with a fresh sandbox and takes the pictures of the README, so that they are never stale.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, launchBrowser } from './browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = join(root, 'docs', 'images');
const dataDir = mkdtempSync(join(tmpdir(), 'visibility-pictures-'));
const port = '4791';

const executable = findBrowser();
if (!executable) throw new Error('No Chromium found. On Debian: apt-get install chromium');
chmodSync(dataDir, 0o711);
mkdirSync(images, { recursive: true });
const server = spawn(process.execPath, [join(root, 'server/bin/visibility.js'), 'start'], {
  env: { PATH: process.env.PATH, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let printed = '';
server.stdout.on('data', (text) => {
  printed += text;
});
try {
  process.stdout.write('Preparing a sandbox …\n');
  await until(() => printed.includes('100 %'));
  const link = /http\S+sign-in#token=\S+/.exec(printed)[0];
  const browser = await launchBrowser(executable);
  const page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
  });
  await page.goto(link);
  await page.getByRole('table').waitFor();
  await page.screenshot({ path: join(images, 'keywords.png') });
  await page.getByRole('link', { name: 'kanban board software' }).click();
  await page.locator('.recharts-surface').first().waitFor();
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: join(images, 'keyword.png') });
  await browser.close();
  process.stdout.write(`Written to ${images}\n`);
} finally {
  server.kill('SIGINT');
  await new Promise((resolve) => server.on('close', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

async function until(condition) {
  while (!condition()) {
    if (server.exitCode !== null) throw new Error('the server stopped');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
