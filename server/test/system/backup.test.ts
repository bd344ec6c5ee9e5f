import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, inject, test } from 'vitest';
import { pages, useBackup } from '../support/backup.ts';
import { databaseUrl, onServer } from '../support/database-url.ts';
import { runVisibility, startServer, stopServer } from '../support/server-process.ts';

const installation = useBackup();
const { scratch, file, settings, newDataDir } = installation;
const names: string[] = [];
afterAll(async () => {
  for (const name of names) await run(`drop database ${name} with (force)`);
});

/** A database of its own on the tests' server, empty. */
async function newDatabase(): Promise<string> {
  const name = `restored_${process.pid}_${names.length}`;
  names.push(name);
  await run(`create database ${name}`);
  return databaseUrl(inject('postgresUrl'), name);
}

const run = (statement: string, url = inject('postgresUrl')) => onServer(url, (client) => client.query(statement));

async function tablesIn(url: string): Promise<number> {
  const { rows } = await run(
    "select count(*)::integer as count from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    url,
  );
  return rows[0].count;
}

test('with the secrets in it one file is enough', async () => {
  const whole = join(scratch, 'whole.backup');
  const made = await runVisibility(['backup', whole, '--with-secrets'], settings);
  expect(made.out).toContain('It contains the secrets key. Protect it like the server itself.');
  const restored = { DATA_DIR: newDataDir('whole', { withKey: false }) };
  expect(await runVisibility(['restore', whole], restored)).toMatchObject({ code: 0, err: '' });
  expect(statSync(join(restored.DATA_DIR, 'secrets.key')).mode & 0o777).toBe(0o600);
  const server = await startServer(restored, ['--role', 'api']);
  expect((await pages(server, installation.key)).split('\n')[0]).toContain('keywords 200');
  await stopServer(server);
});

test('without the key it was sealed with a backup is restored only on request', async () => {
  const DATABASE_URL = await newDatabase();
  const stranger = { DATABASE_URL, DATA_DIR: newDataDir('stranger', { withKey: false }) };
  const refused = await runVisibility(['restore', file], stranger);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/^The backup was encrypted with a different key than .*secrets\.key\. /),
  ]);
  expect(await tablesIn(DATABASE_URL)).toBe(0);
  expect(await runVisibility(['restore', file, '--without-secrets'], stranger)).toMatchObject({ code: 0, err: '' });
  const doctor = await runVisibility(['doctor'], stranger);
  expect([doctor.code, doctor.out]).toEqual([
    1,
    expect.stringContaining('✗ decryption   1 of 1 stored secrets cannot be decrypted with this key.'),
  ]);
});

test('a database that is not empty is left alone', async () => {
  const { code, err } = await runVisibility(['restore', file], settings);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^The database is not empty \(\w+\)\. Restore into a new database: set another DATA_DIR or DATABASE_URL\./,
    ),
  ]);
  const DATABASE_URL = await newDatabase();
  await run('create table somebody_elses (id text)', DATABASE_URL);
  const elsewhere = await runVisibility(['restore', file], { ...settings, DATABASE_URL });
  expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining('not empty (somebody_elses)')]);
  expect(await tablesIn(DATABASE_URL)).toBe(1);
});

test('a database that was only migrated can be filled; one that is ahead of the backup cannot', async () => {
  const migrated = { ...settings, DATABASE_URL: await newDatabase() };
  await runVisibility(['migrate'], migrated);
  expect(await runVisibility(['restore', file], migrated)).toMatchObject({ code: 0, err: '' });

  const ahead = { ...settings, DATABASE_URL: await newDatabase() };
  await runVisibility(['migrate'], ahead);
  const older = change('older.backup', (lines) => {
    const header = JSON.parse(lines[0] ?? '');
    return [JSON.stringify({ ...header, migrations: header.migrations.slice(0, -1) }), ...lines.slice(1)];
  });
  const { code, err } = await runVisibility(['restore', older], ahead);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^The database is already at \d{4}_\w+\.sql, which the backup does not have\./),
  ]);
});

/** The backup with other lines. */
function change(name: string, work: (lines: string[]) => string[]): string {
  const path = join(scratch, name);
  writeFileSync(path, gzipSync(work(gunzipSync(readFileSync(file)).toString().split('\n')).join('\n')));
  return path;
}

test.each<[string, (path: string) => void, RegExp]>([
  [
    'cut off',
    (path) => writeFileSync(path, readFileSync(file).subarray(0, statSync(file).size / 2)),
    /is corrupted: (it cannot be decompressed|the file ends too early)\./,
  ],
  [
    'without its last line',
    (path) => writeFileSync(path, readFileSync(change('a', (lines) => [...lines.slice(0, -2), '']))),
    /is corrupted: the file ends too early\./,
  ],
  [
    'changed',
    (path) =>
      writeFileSync(path, readFileSync(change('b', (lines) => lines.map((line) => line.replace('kanban', 'kanbam'))))),
    /is corrupted: its SHA-256 does not match\./,
  ],
  [
    'of a newer version',
    (path) =>
      writeFileSync(
        path,
        readFileSync(change('c', ([first = '', ...rest]) => [first.replace('"0010_', '"9010_'), ...rest])),
      ),
    /newer or a different version \(9010_/,
  ],
  [
    'of a time before the first release',
    (path) =>
      writeFileSync(
        path,
        readFileSync(
          change('e', ([first = '', ...rest]) => [first.replace('"0001_accounts', '"0001_before'), ...rest]),
        ),
      ),
    /^The backup was created before version 1\.0\.0-rc\.1 and cannot be upgraded: .*visibility ingest answers\.ndjson\)\./,
  ],
  [
    'broken in a row',
    (path) =>
      writeFileSync(
        path,
        readFileSync(change('d', (lines) => lines.map((line) => line.replace(/^kw_\w+\t|^(ws_\w+)\t/, '$1 ')))),
      ),
    /^The backup is corrupted: rows of \w+ cannot be stored \(.*\)\. Nothing was restored\.\n$/,
  ],
  ['no backup at all', (path) => writeFileSync(path, 'hello'), /is corrupted: it cannot be decompressed\./],
  [
    'of something else',
    (path) => writeFileSync(path, gzipSync('{"format":"other"}\n')),
    /is not a backup that this version can read\./,
  ],
  ['missing', () => {}, /^File not found: /],
])('a file that is %s restores nothing', async (name, write, sentence) => {
  const path = join(scratch, `corrupted ${name}`);
  write(path);
  const DATABASE_URL = await newDatabase();
  const { code, err } = await runVisibility(['restore', path], { ...settings, DATABASE_URL });
  expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
  expect(await tablesIn(DATABASE_URL)).toBe(0);
});
