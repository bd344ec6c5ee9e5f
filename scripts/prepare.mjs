// Runs before `npm start` and `npm test`: installs and builds what is missing. Uses no packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const builtMark = join(root, 'server', 'dist', '.visibility-built');

checkNode();
if (!isInstalled()) {
  step('Installing packages (once, about a minute)', 'npm', [
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
}
const sources = hashOf([
  ...filesIn('sdk/src'),
  ...filesIn('server/src'),
  ...filesIn('dashboard/src'),
  ...filesIn('docs'),
  ...filesIn('examples'),
  ...filesIn('scripts/docs'),
  ...[
    'package-lock.json',
    'scripts/build-reference.mjs',
    'scripts/build-docs.mjs',
    'README.md',
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'tsconfig.base.json',
    'dashboard/index.html',
    'dashboard/vite.config.ts',
  ].map((name) => join(root, name)),
]);
if (read(builtMark) !== sources) {
  const tsc = join(modules, 'typescript', 'bin', 'tsc');
  step('Building the server', process.execPath, [tsc, '-b', 'sdk', 'server']);
  step('Building the documentation', process.execPath, [join(root, 'scripts', 'build-docs.mjs')]);
  step('Building the dashboard', 'npm', ['run', 'build', '--silent', '--workspace', 'dashboard']);
  mkdirSync(join(root, 'server', 'dist'), { recursive: true });
  writeFileSync(builtMark, sources);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node ${process.versions.node} is too old. Install Node 20.19 or newer (24 is best).`);
}

/** Whether npm has installed what the lockfile lists. It writes its own list last, so that an interrupted one is repeated. */
function isInstalled() {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const found = packagesIn(join(modules, '.package-lock.json'));
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => optional || !path.includes('node_modules/') || found[path]?.version === version,
  );
}

function packagesIn(file) {
  return JSON.parse(read(file) ?? '{"packages":{}}').packages;
}

function step(what, command, args) {
  process.stdout.write(`  ${what} …\n`);
  // Windows finds npm only through a shell.
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  fail(`${what} failed${result.error ? `: ${result.error.message}` : ', see above'}.`);
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function filesIn(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) if (existsSync(file)) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
