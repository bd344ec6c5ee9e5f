import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { databaseUrl } from './support/database-url.ts';
import { runVisibility, startServer, stopServer, until } from './support/server-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'visibility backup '));
chmodSync(scratch, 0o711);
const file = join(scratch, 'first.backup');
const settings = { DATA_DIR: join(scratch, 'data') };
const names: string[] = [];
let key = '';
let before = '';

/** A database of its own on the tests' server, empty. */
async function newDatabase(): Promise<string> {
  const name = `restored_${process.pid}_${names.length}`;
  names.push(name);
  await onServer(`create database ${name}`);
  return databaseUrl(inject('postgresUrl'), name);
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function tablesIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::integer as count from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  await client.end();
  return rows[0].count;
}

async function pages({ url }: { url: string }, withKey: string): Promise<string> {
  const paths = [
    'keywords',
    'visibility',
    'mentions',
    'citations?scope=all',
    'competitors',
    'answers',
    'webhooks',
    'events',
  ];
  const texts = paths.map(async (path) => {
    const response = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${withKey}` } });
    return `${path} ${response.status} ${await response.text()}`;
  });
  return (await Promise.all(texts)).join('\n');
}

/** The data folder of a new installation to which the secrets key of the first was brought. */
function newDataDir(name: string, { withKey = true } = {}): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  if (withKey) copyFileSync(join(settings.DATA_DIR, 'secrets.key'), join(folder, 'secrets.key'));
  return folder;
}

beforeAll(async () => {
  const server = await startServer(settings);
  key = /svc_test_\w{36}/.exec(server.printed.out)?.[0] ?? '';
  await until(async () => (await pages(server, key)).includes('"total":12'));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const webhook = {
    url: 'https://hooks.customer.example/hook',
    events: ['visibility.changed'],
    secret: 'a secret\\.\n\twith "all"',
  };
  expect(
    (await fetch(`${server.url}/api/v1/webhooks`, { method: 'POST', headers, body: JSON.stringify(webhook) })).status,
  ).toBe(201);
  await until(() => server.printed.out.includes('100 %'));
  const made = await runVisibility(['backup', file], settings);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/: \d+ rows, \d+\.\d MB\.\nIt does not contain the secrets key\./);
  before = await pages(server, key);
  await stopServer(server);
});

afterAll(async () => {
  for (const name of names) await onServer(`drop database ${name} with (force)`);
  rmSync(scratch, { recursive: true, force: true });
});

test('a backup made beside a running server and restored elsewhere gives the same answers to the same keys', async () => {
  const restored = { DATA_DIR: newDataDir('restored') };
  expect(await runVisibility(['restore', file], restored)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('Restored'),
  });
  const verified = await runVisibility(['verify', '--mode', 'test', '--json'], restored);
  const { differences, keywords, answers } = JSON.parse(verified.out);
  expect([verified.code, differences, keywords, answers > 0]).toEqual([0, 0, 12, true]);
  const server = await startServer(restored, ['--role', 'api']);
  expect(await pages(server, key)).toBe(before);
  await stopServer(server);
  const doctor = JSON.parse((await runVisibility(['doctor', '--json'], restored)).out);
  expect(doctor).toContainEqual({
    check: 'decryption',
    state: 'ok',
    message: 'stored secrets can be decrypted (1 checked)',
  });
});

test('a backup is readable by its owner alone, does not hold the key, and is never overwritten', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(scratch).filter((name) => name.includes('.part'))).toEqual([]);
  const text = gunzipSync(readFileSync(file)).toString();
  expect(text).not.toContain(readFileSync(join(settings.DATA_DIR, 'secrets.key'), 'utf8').trim());
  expect(text).not.toContain(key);
  const again = await runVisibility(['backup', file], settings);
  expect([again.code, again.err]).toEqual([1, `${file} already exists. Choose another file name.\n`]);
});

test('with the secrets in it one file is enough', async () => {
  const whole = join(scratch, 'whole.backup');
  const made = await runVisibility(['backup', whole, '--with-secrets'], settings);
  expect(made.out).toContain('It contains the secrets key. Protect it like the server itself.');
  const restored = { DATA_DIR: newDataDir('whole', { withKey: false }) };
  expect(await runVisibility(['restore', whole], restored)).toMatchObject({ code: 0, err: '' });
  expect(statSync(join(restored.DATA_DIR, 'secrets.key')).mode & 0o777).toBe(0o600);
  const server = await startServer(restored, ['--role', 'api']);
  expect((await pages(server, key)).split('\n')[0]).toContain('keywords 200');
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
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query('create table somebody_elses (id text)');
  await client.end();
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
        readFileSync(change('c', ([first = '', ...rest]) => [first.replace('"0001_', '"9001_'), ...rest])),
      ),
    /newer or a different version \(9001_/,
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

const small = join(scratch, 'small');
mkdirSync(small);
const hasSmallDisk = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).status === 0;
afterAll(() => void (hasSmallDisk && spawnSync('/bin/umount', [small])));

test.runIf(hasSmallDisk)('a disk that is full leaves no half file', async () => {
  const { code, err } = await runVisibility(['backup', join(small, 'x.backup')], settings);
  expect([code, err]).toEqual([1, expect.stringMatching(/Cannot write .*x\.backup \(ENOSPC\)/)]);
  expect(readdirSync(small)).toEqual([]);
});

test('a folder that is not there is said', async () => {
  const { code, err } = await runVisibility(['backup', join(scratch, 'none', 'x.backup')], settings);
  expect([code, err]).toEqual([1, expect.stringMatching(/Cannot write .*x\.backup \(ENOENT\)/)]);
});
