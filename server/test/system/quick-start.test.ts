import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { freePort, until } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'visibility-quick-start-'));
chmodSync(scratch, 0o711);
const clone = join(scratch, 'visibility');
let server: ChildProcess | undefined;

afterAll(async () => {
  if (server?.exitCode === null) {
    const ended = new Promise((resolve) => server?.once('close', resolve));
    server.kill('SIGINT');
    await ended;
  }
  rmSync(scratch, { recursive: true, force: true });
});

const IN_THIRD_TERMINAL = `npx visibility listen > listened.txt 2>&1 &
LISTENER=$!
until grep -q Signing listened.txt; do sleep 0.2; done
`;

test('every command of the quick start works, in its order', async () => {
  const text = readFileSync(join(root, 'docs/quick-start.md'), 'utf8');
  const [first, ...others] = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map((match) => match[1] ?? '');
  expect(first).toBe('git clone <repository> visibility\ncd visibility\nnpm start\n');
  expect(others.length).toBeGreaterThan(5);
  makeBuiltClone();
  const port = String(await freePort());
  const printed = await start(port);
  const key = /svc_test_\w{36}/.exec(printed())?.[0] ?? '';

  const script = others
    .join('\n')
    .replace('KEY=svc_test_…', `KEY=${key}`)
    // The third terminal: it runs beside the commands that follow.
    .replace('npx visibility listen\n', IN_THIRD_TERMINAL)
    .replaceAll('localhost:4000', `localhost:${port}`);
  // A request that is refused fails; doctor may point things out of this machine, but not fail.
  // With -m, each command has a process group: npx does not pass SIGTERM on, and `listen` would run on.
  const prelude = 'set -meuo pipefail\ncurl() { command curl --fail-with-body -sS "$@"; echo; }\n';
  const end = 'kill -- -$LISTENER\nwait $LISTENER || true';
  const { code, out } = await inShell(`${prelude}${script}\n${end}`, { PORT: port });
  const listened = readFileSync(join(clone, 'listened.txt'), 'utf8');
  expect(listened).toMatch(/mention\.new {2}evt_\w{26} {2}verified {2}"/);
  expect(out).not.toContain('curl: (');
  expect([code, out]).toEqual([0, expect.stringContaining('kanban board software: no differences')]);
  expect(out).toContain('"keyword":"sprint planning tool"');
  expect(out).toMatch(/"keyword":"kanban board","visibility_score":100/);
  expect(out).toMatch(/first\.backup: \d+ rows/);
});

/** What `git clone` and the first `npm start` would leave: the files, the packages, everything built. Nothing is downloaded. */
function makeBuiltClone(): void {
  const isWanted = (path: string) => !['node_modules', '.git', 'data'].includes(basename(path));
  for (const name of readdirSync(root).filter(isWanted)) {
    cpSync(join(root, name), join(clone, name), { recursive: true, filter: isWanted });
  }
  const modules = join(clone, 'node_modules');
  linkAll(join(root, 'node_modules'), modules, ['@visibility', '.bin']);
  linkAll(join(root, 'node_modules', '.bin'), join(modules, '.bin'), ['visibility']);
  symlinkSync(join(clone, 'server/bin/visibility.js'), join(modules, '.bin', 'visibility'));
  mkdirSync(join(modules, '@visibility'));
  for (const name of ['sdk', 'server', 'dashboard']) {
    symlinkSync(join(clone, name), join(modules, '@visibility', name));
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(clone, name, 'node_modules'));
  }
}

function linkAll(from: string, to: string, except: string[]): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (!except.includes(name)) symlinkSync(join(from, name), join(to, name));
}

/** `npm start`, until the sandbox is filled. */
async function start(port: string): Promise<() => string> {
  // Two days of history instead of a quarter of a year: the same, but quick.
  const env = { ...cleanEnvironment(), PORT: port, SANDBOX_DAYS: '2', LOG_LEVEL: 'warn' };
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  server = child;
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  await until(() => printed.includes('100 %') || child.exitCode !== null, 240_000);
  if (child.exitCode !== null) throw new Error(`it did not start: ${printed}`);
  return () => printed;
}

function inShell(script: string, settings: Record<string, string>): Promise<{ code: number | null; out: string }> {
  const child = spawn('bash', ['-c', script], { cwd: clone, env: { ...cleanEnvironment(), ...settings } });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      out += chunk;
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const node = join(process.execPath, '..');
  return { PATH: `${node}:/usr/local/bin:/usr/bin:/bin`, HOME: scratch, npm_config_update_notifier: 'false' };
}
