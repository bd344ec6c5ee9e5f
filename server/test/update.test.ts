import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startServer, stopServer } from './support/server-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'visibility-update-'));
chmodSync(scratch, 0o711);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('a server that still runs while its files are replaced keeps its API reference and stays ready', async () => {
  const checkout = copyCheckout();
  const settings = { DATA_DIR: join(scratch, 'data') };
  const server = await startServer(settings, [], { file: join(checkout, 'server/bin/visibility.js') });
  rmSync(join(checkout, 'server/assets'), { recursive: true });
  writeFileSync(join(checkout, 'server/migrations/9999_next.sql'), 'select 1;');

  const statuses = ['/docs/redoc.js', '/openapi.json', '/readyz'].map(
    async (path) => (await fetch(`${server.url}${path}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
  expect((await stopServer(server)).code).toBe(0);
});

/** The built program in a folder of its own, with links to the packages. */
function copyCheckout(): string {
  const checkout = join(scratch, 'app');
  for (const part of ['package.json', 'dist', 'assets', 'bin', 'migrations']) {
    cpSync(join(root, 'server', part), join(checkout, 'server', part), { recursive: true });
  }
  const packages = join(checkout, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
  return checkout;
}
