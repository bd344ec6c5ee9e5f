// `node scripts/drills/upgrade.mjs <git ref>`: updates an installation of an older version to HEAD as docs/self-hosting.md describes: stop,
// update, build, start. Lists must be equal byte for byte, `verify` must find no difference, and files that the server loads late (API
// reference, PDF reports) must work. The oldest supported version is the one with the schema of 0.1.0.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, printTable, run, startServer, stopServer, until } from './stage.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const from = process.argv[2];
if (!from) throw new Error('Missing version. Usage: node scripts/drills/upgrade.mjs <git ref>');
const PATHS = [
  'keywords',
  'visibility?sort=-visibility_score',
  'visibility?include=evidence',
  'mentions?per_page=100',
  'answers?per_page=50',
  'citations?scope=all&per_page=100',
  'competitors',
  'events?per_page=100',
  'webhooks',
  'alerts',
  'reports',
  'metrics',
];

const folder = mkdtempSync(join(tmpdir(), 'visibility-upgrade-'));
chmodSync(folder, 0o711);
const installation = join(folder, 'app');
const settings = { DATA_DIR: join(folder, 'data'), SANDBOX_DAYS: '14', LOG_LEVEL: 'error' };
try {
  checkOut();
  const { key, pages: before } = await makeOldData();
  git(['checkout', '--detach', git(['rev-parse', 'HEAD'])], installation);
  build();
  const began = performance.now();
  const server = await startServer(settings, { role: 'api', checkout: installation });
  const startSeconds = ((performance.now() - began) / 1_000).toFixed(1);
  const after = await pagesOf(server, key);
  const reference = (await call(`${server.url}/docs/redoc.js`, key)).status;
  await stopServer(server);
  const verified = JSON.parse((await run(settings, ['verify', '--mode', 'test', '--json'], installation)).out);
  const report = await makePdf(key);
  const other = PATHS.filter((_path, index) => before[index] !== after[index]);
  const figures = {
    from: git(['rev-parse', '--short', from]),
    to: git(['rev-parse', '--short', 'HEAD']),
    'first start of the new version (s)': startSeconds,
    'lists compared': PATHS.length,
    'bytes compared': before.reduce((sum, page) => sum + page.length, 0),
    'lists that differ': other.join(', ') || 0,
    'answers verified': verified.answers,
    'differences found by verify': verified.differences,
    'status of /docs/redoc.js': reference,
    'PDF report': report,
  };
  const isRight = other.length === 0 && verified.differences === 0 && verified.answers > 0;
  printTable('Upgrade', figures, isRight && reference === 200 && report === 'ready');
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', installation], { cwd: root });
  rmSync(folder, { recursive: true, force: true });
}

/** Checks out the older version into a new folder, with the packages of this checkout (no `npm ci`). */
function checkOut() {
  git(['worktree', 'add', '--detach', installation, from]);
  mkdirSync(join(installation, 'node_modules', '@visibility'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@visibility') symlinkSync(join(root, 'node_modules', name), join(installation, 'node_modules', name));
  }
  for (const name of ['sdk', 'server', 'dashboard']) {
    symlinkSync(join(installation, name), join(installation, 'node_modules', '@visibility', name));
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(installation, name, 'node_modules'));
  }
  build();
}

function build() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const scripts = ['scripts/build-reference.mjs', 'scripts/build-docs.mjs'];
  const present = scripts.filter((script) => existsSync(join(installation, script)));
  for (const args of [[tsc, '-b', 'sdk', 'server'], ...present.map((script) => [script])]) {
    const result = spawnSync(process.execPath, args, { cwd: installation, encoding: 'utf8' });
    if (result.status !== 0) throw new Error(`the installation does not build: ${result.stdout}${result.stderr}`);
  }
}

/** Fills a sandbox with the older version, adds a webhook and an alert, and returns its lists. */
async function makeOldData() {
  const seeding = await startServer(settings, { checkout: installation });
  const key = /svc_test_\w+/.exec(seeding.out)[0];
  await until(() => seeding.out.includes('100 %'), 300_000);
  const post = (path, body) => call(`${seeding.url}/api/v1/${path}`, key, { method: 'POST', body });
  await post('webhooks', {
    url: 'https://hooks.customer.example/hook',
    events: ['visibility.changed'],
    secret: 'a secret',
  });
  await post('alerts', { name: 'Below ten', condition: 'below', threshold: 10 });
  await stopServer(seeding);
  const still = await startServer(settings, { role: 'api', checkout: installation });
  const pages = await pagesOf(still, key);
  await stopServer(still);
  return { key, pages };
}

/** Requests a PDF report after the update and returns its final status. */
async function makePdf(key) {
  const server = await startServer(settings, { checkout: installation });
  const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const body = { name: 'After', schedule: 'once', format: 'pdf', period_start: day(7), period_end: day(1) };
  const made = await call(`${server.url}/api/v1/reports`, key, { method: 'POST', body });
  const { report_id } = JSON.parse(made.text);
  let status = '';
  await until(async () => {
    status = JSON.parse((await call(`${server.url}/api/v1/reports?per_page=100`, key)).text).data.find(
      (one) => one.report_id === report_id,
    )?.status;
    return status === 'ready' || status === 'failed';
  }, 180_000);
  await stopServer(server);
  return status;
}

async function pagesOf({ url }, key) {
  const pages = [];
  for (const path of PATHS) {
    const { status, text } = await call(`${url}/api/v1/${path}`, key);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    pages.push(text);
  }
  return pages;
}

function git(args, cwd = root) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}
