import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { sql } from '../../src/store/db.ts';
import { useDatabase } from '../support/database.ts';
import { startServer, stopServer, visibility } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { db, url } = useDatabase();
const updated = useDatabase();
const scratch = mkdtempSync(join(tmpdir(), 'visibility-update-'));
chmodSync(scratch, 0o711);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('a server that still runs while its files are replaced keeps its API reference and stays ready', async () => {
  const checkout = copyCheckout('running');
  const settings = { DATA_DIR: join(scratch, 'data') };
  const server = await startServer(settings, [], { file: join(checkout, 'server/bin/visibility.js') });
  rmSync(join(checkout, 'server/assets'), { recursive: true });
  writeFileSync(join(checkout, 'server/migrations/9999_next.sql'), 'select 1;');

  const statuses = ['/docs/reference', '/openapi.json', '/readyz'].map(
    async (path) => (await fetch(`${server.url}${path}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
  expect((await stopServer(server)).code).toBe(0);
});

test('beside a newer version an API serves on, and a process that works stops with one sentence', async () => {
  const settings = { DATABASE_URL: url, DATA_DIR: join(scratch, 'newer'), SANDBOX_DAYS: '0', LOG_LEVEL: 'info' };
  const api = await startServer(settings, ['--role', 'api']);
  const worker = await startServer(settings, ['--role', 'worker']);
  await db.query(sql`insert into migrations (name, hash) values ('9999_next.sql', 'unknown')`);
  const { code, err } = await worker.finished;
  expect([code, err]).toEqual([
    1,
    'The database was migrated by a newer version (9999_next.sql). Update this installation, or restore the backup from before the update into an empty database.\n',
  ]);
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  expect((await stopServer(api)).code).toBe(0);
});

test('processes of the next version apply its migrations once and in order, and a failed one leaves nothing', async () => {
  const file = join(copyCheckout('next'), 'server/bin/visibility.js');
  const plant = (name: string, text: string) => writeFileSync(join(scratch, 'next/server/migrations', name), text);
  const update = () => visibility(['migrate'], { DATABASE_URL: updated.url }, { file }).finished;
  plant('9998_first.sql', 'create table planted (step integer);');
  plant('9999_second.sql', 'insert into planted values (1); create table half (id text); select 1 / 0;');

  const failed = await update();
  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('division by zero')]);
  const planted = () => updated.db.query(sql`select step, to_regclass('half')::text as half from planted`);
  const applied = () => updated.db.query(sql`select name from migrations where name > '9' order by applied_at`);
  expect([await planted(), await applied()]).toEqual([[], [{ name: '9998_first.sql' }]]);

  plant('9999_second.sql', 'insert into planted values (1); select pg_sleep(2);');
  const outs = await Promise.all([update(), update(), update()]);
  const upToDate = 'The database is up to date\n';
  expect(outs.map(({ out }) => out).sort()).toEqual(['Applied 9999_second.sql\n', upToDate, upToDate]);
  expect([await planted(), await applied()]).toEqual([
    [{ step: 1, half: null }],
    [{ name: '9998_first.sql' }, { name: '9999_second.sql' }],
  ]);
});

/** The built program in a folder of its own, with links to the packages. */
function copyCheckout(name: string): string {
  const checkout = join(scratch, name);
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
