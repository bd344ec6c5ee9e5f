import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { useDatabase } from '../support/database.ts';
import { startServer, stopServer } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { url: DATABASE_URL } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'visibility package '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As `npm install` would: the one archive, with the SDK in it, and public packages in the versions of the lockfile. */
function install(): void {
  const to = join(folder, 'node_modules', '@visibility', 'server');
  mkdirSync(to, { recursive: true });
  const [packed] = Object.values<{ filename: string }>(
    JSON.parse(npm(['pack', '--json', '--pack-destination', folder, '--workspace', 'server'])),
  );
  execFileSync('tar', ['-xzf', join(folder, packed?.filename ?? ''), '-C', to, '--strip-components=1']);
  const listed = npm(['ls', '--all', '--omit=dev', '--omit=optional', '--parseable', '--workspace', 'server']);
  for (const path of listed.split('\n').filter((line) => line.includes('node_modules'))) {
    const name = relative(root, path);
    if (!name.includes('@visibility')) cpSync(path, join(folder, name), { recursive: true });
  }
}

function npm(args: string[]): string {
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function megabytesIn(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6;
}

test('the packed server runs in an empty folder with production packages only', async () => {
  install();
  expect(readFileSync(join(root, 'server', 'LICENSE'))).toEqual(readFileSync(join(root, 'LICENSE')));
  expect(megabytesIn(join(folder, 'node_modules'))).toBeLessThan(120);
  const file = join(folder, 'node_modules', '@visibility', 'server', 'bin', 'visibility.js');
  const server = await startServer({ DATABASE_URL }, ['--role', 'api'], { file, cwd: folder });
  try {
    for (const [path, expected] of [
      ['/readyz', '"status":"ok"'],
      ['/docs/reference', 'id="operation/listVisibility"'],
      ['/docs', 'API reference'],
      ['/docs/webhooks', '<h1 id="webhooks">'],
      ['/docs/webhooks.md', '# Webhooks'],
      ['/llms.txt', '/docs/webhooks.md'],
      ['/', '<div id="root">'],
    ]) {
      const response = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
      expect(await response.text()).toContain(expected);
    }
    // Not in node_modules, which the next install replaces.
    expect(existsSync(join(folder, 'data', 'secrets.key'))).toBe(true);
  } finally {
    await stopServer(server);
  }
});
