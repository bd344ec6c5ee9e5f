// `node scripts/drills/upgrade.mjs <git ref>`: data made by an older version is opened by this one. Lists must come out byte for byte as they were
// (apart from `platform_evidence`, which older versions do not have),
// and `verify` must find every number right.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, printTable, run, startServer, stopServer, until } from './stage.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const reference = process.argv[2];
if (!reference) throw new Error('Say which version to come from: node scripts/drills/upgrade.mjs <git ref>');
const PATHS = [
  ...[
    'keywords',
    'visibility?sort=-visibility_score',
    'visibility?include=evidence',
    'mentions?per_page=100',
    'answers?per_page=50',
  ],
  ...[
    'citations?scope=all&per_page=100',
    'competitors',
    'events?per_page=100',
    'webhooks',
    'alerts',
    'reports',
    'metrics',
  ],
];

const folder = mkdtempSync(join(tmpdir(), 'visibility-upgrade-'));
chmodSync(folder, 0o711);
const old = join(folder, 'old');
const settings = { DATA_DIR: join(folder, 'data'), SANDBOX_DAYS: '14', LOG_LEVEL: 'error' };
try {
  checkOut();
  const { key, pages: before } = await makeOldData();
  const began = performance.now();
  const server = await startServer(settings, { role: 'api' });
  const startSeconds = ((performance.now() - began) / 1_000).toFixed(1);
  const after = await pagesOf(server, key);
  await stopServer(server);
  const verified = JSON.parse((await run(settings, ['verify', '--mode', 'test', '--json'])).out);
  const other = PATHS.filter((_path, index) => before[index] !== after[index]);
  const figures = {
    from: git(['rev-parse', '--short', reference]),
    to: git(['rev-parse', '--short', 'HEAD']),
    'first start of the new version (s)': startSeconds,
    'lists compared': PATHS.length,
    'bytes compared': before.reduce((sum, page) => sum + page.length, 0),
    'lists that differ': other.join(', ') || 0,
    'answers verified': verified.answers,
    'differences found by verify': verified.differences,
  };
  printTable('Upgrade', figures, other.length === 0 && verified.differences === 0 && verified.answers > 0);
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', old], { cwd: root });
  rmSync(folder, { recursive: true, force: true });
}

/** The older version in a folder of its own, with the packages of this one and its own three. */
function checkOut() {
  git(['worktree', 'add', '--detach', old, reference]);
  mkdirSync(join(old, 'node_modules', '@visibility'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@visibility') symlinkSync(join(root, 'node_modules', name), join(old, 'node_modules', name));
  }
  for (const name of ['sdk', 'server', 'dashboard']) {
    symlinkSync(join(old, name), join(old, 'node_modules', '@visibility', name));
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(old, name, 'node_modules'));
  }
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const result = spawnSync(process.execPath, [tsc, '-b', 'sdk', 'server'], { cwd: old, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`the older version does not build: ${result.stdout}`);
}

/** A sandbox filled by the older version, a webhook and an alert in it, and what its lists say when nothing works on it any more. */
async function makeOldData() {
  const seeding = await startServer(settings, { checkout: old });
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
  const still = await startServer(settings, { role: 'api', checkout: old });
  const pages = await pagesOf(still, key);
  await stopServer(still);
  return { key, pages };
}

async function pagesOf({ url }, key) {
  const pages = [];
  for (const path of PATHS) {
    const { status, text } = await call(`${url}/api/v1/${path}`, key);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    pages.push(text.replace(/,"platform_evidence":\{("\w+":\{[^}]*\},?)*\}/g, ''));
  }
  return pages;
}

function git(args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}
