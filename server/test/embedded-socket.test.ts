import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDb, sql } from '../src/store/db.ts';
import { startEmbeddedPostgres } from '../src/store/embedded/postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'visibility '));
// PostgreSQL's user must be able to enter it if the tests run as root.
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['short, with a comma', 'a, b', null],
  ['too long for a Unix socket', 'long '.repeat(20).trim(), '127.0.0.1/32'],
])('the built-in PostgreSQL is reached by the fastest way that its path allows: %s', async (_, name, address) => {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres(dataDir);
  const db = openDb({ url: postgres.url });
  try {
    expect(await db.query(sql`select inet_client_addr()::text as address`)).toEqual([{ address }]);
    expect(new URL(postgres.url).hostname).toBe('127.0.0.1');
  } finally {
    await db.close();
    await postgres.stop();
  }
});
