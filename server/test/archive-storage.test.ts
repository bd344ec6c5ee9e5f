import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../src/archive/open-storage.ts';
import type { S3Settings } from '../src/archive/s3-storage.ts';
import { s3SettingsFor, startCutter, startS3 } from './support/s3-server.ts';
import { freePort } from './support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'visibility archive '));
/** Opening a bucket replaces it. */
const nodesFetch = globalThis.fetch;
const none = s3SettingsFor('http://127.0.0.1:1');
let s3: Awaited<ReturnType<typeof startS3>>;

beforeAll(async () => {
  s3 = await startS3({ bucket: 'cold' });
});

afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

const inFolder = (path = 'a') => openStorage(pathToFileURL(join(folder, path)).href, '--to', none);
const inBucket = (url: string, settings: Partial<S3Settings> = {}) =>
  openStorage(url, '--to', { ...s3.settings, ...settings });

async function namesIn(storage: ReturnType<typeof openStorage>): Promise<string[]> {
  const names: string[] = [];
  for await (const name of storage.names()) names.push(name);
  return names.sort();
}

test.each([
  ['a folder', () => inFolder()],
  ['a bucket', () => inBucket('s3://cold')],
  ['a prefix in a bucket', () => inBucket('s3://cold/deep/er ü/')],
])('%s gives back what was written, under the same names', async (_, open) => {
  const storage = open();
  const content = Buffer.from([0, 255, 10, 13, 200]);
  expect(await storage.read('ws_1/2025-08/manifest.json')).toBeUndefined();
  await storage.write('ws_1/2025-08/manifest.json', content);
  await storage.write('ws_2/2025-09/part-0001.ndjson.zst', Buffer.alloc(3_000_000, 7));

  expect(await storage.read('ws_1/2025-08/manifest.json')).toEqual(content);
  expect((await storage.read('ws_2/2025-09/part-0001.ndjson.zst'))?.length).toBe(3_000_000);
  expect((await namesIn(storage)).slice(-2)).toEqual([
    'ws_1/2025-08/manifest.json',
    'ws_2/2025-09/part-0001.ndjson.zst',
  ]);
});

test('a bucket can be written by a process that loaded undici before it used the fetch of Node', async () => {
  const before = { dispatcher: getGlobalDispatcher(), fetch: globalThis.fetch };
  globalThis.fetch = nodesFetch;
  setGlobalDispatcher(new Agent());
  try {
    const storage = inBucket('s3://cold/undici/');
    await storage.write('manifest.json', Buffer.from('{}'));
    expect(String(await storage.read('manifest.json'))).toBe('{}');
  } finally {
    setGlobalDispatcher(before.dispatcher);
    globalThis.fetch = before.fetch;
  }
});

test('files of an archive are readable for their owner only, and none is left half', async () => {
  const storage = inFolder('private');
  await storage.write('ws_1/2025-08/manifest.json', Buffer.from('{}'));
  const [name = ''] = readdirSync(join(folder, 'private/ws_1/2025-08'));
  expect(name).toBe('manifest.json');
  expect(statSync(join(folder, 'private/ws_1/2025-08', name)).mode & 0o777).toBe(0o600);
});

test('a path that cannot be written is named, with what to do', async () => {
  writeFileSync(join(folder, 'file'), '');
  const storage = inFolder('file');
  await expect(storage.write('ws_1/x', Buffer.from('x'))).rejects.toThrow(
    /Cannot write .*file\/ws_1\/x \((ENOTDIR|EEXIST)\)\. Check that the folder exists and that this user may use it\./,
  );
  if (process.getuid?.() === 0) return;
  chmodSync(folder, 0o500);
  await expect(inFolder('b').write('x', Buffer.from('x'))).rejects.toThrow('EACCES');
  chmodSync(folder, 0o700);
});

test('a full disk is named, with what to do', async () => {
  const storage = openStorage('file:///dev/full/x', '--to', none);
  await expect(storage.write('x', Buffer.from('x'))).rejects.toThrow('Cannot write /dev/full/x/x (');
});

test.each([
  ['an unknown key', { accessKeyId: 'OTHER' }, '403 InvalidAccessKeyId'],
  ['a wrong secret', { secretAccessKey: 'wrong-secret' }, '403 SignatureDoesNotMatch'],
])('%s is refused, and the message contains no key', async (_, settings, code) => {
  const error = await inBucket('s3://cold', settings)
    .write('x', Buffer.from('x'))
    .catch((thrown: Error) => thrown);
  expect(String(error)).toContain(`refused a request for bucket cold (${code}). Check AWS_ACCESS_KEY_ID`);
  expect(String(error)).not.toMatch(/wrong-secret|OTHER/);
});

test('a bucket that does not exist is named', async () => {
  const message = `Bucket missing does not exist at ${s3.settings.endpoint}. Create it first.`;
  await expect(inBucket('s3://missing').write('x', Buffer.from('x'))).rejects.toThrow(message);
  await expect(namesIn(inBucket('s3://missing'))).rejects.toThrow(message);
});

test('keys that are not set are named', () => {
  expect(() => inBucket('s3://cold', { accessKeyId: undefined })).toThrow('AWS_ACCESS_KEY_ID');
});

test.each(['', 'archive', 'https://example.com/x', 'file:///', 's3://'])('%j is no place for an archive', (url) => {
  expect(() => openStorage(url, '--to', none)).toThrow(`--to must be a URL such as file:///var/archive`);
});

test('a connection that is cut is tried again', async () => {
  const cutter = await startCutter(s3.port);
  const storage = inBucket('s3://cold/cut', { endpoint: cutter.url });
  const content = Buffer.alloc(2_000_000, 'text ');
  Object.assign(cutter, { after: 500_000, times: 1 });
  await storage.write('part', content);
  expect(cutter.times).toBe(0);
  cutter.times = 1;
  expect((await storage.read('part'))?.equals(content)).toBe(true);
  expect(cutter.times).toBe(0);
  cutter.close();
});

test('a connection that is cut again and again is an error with what to do', async () => {
  const cutter = await startCutter(s3.port);
  const storage = inBucket('s3://cold/broken', { endpoint: cutter.url });
  Object.assign(cutter, { after: 500_000, times: 3 });
  await expect(storage.write('part', Buffer.alloc(2_000_000))).rejects.toThrow(
    /The connection to http:\/\/127\.0\.0\.1:\d+ failed \(.+\)\. Check AWS_ENDPOINT_URL_S3 and the network/,
  );
  cutter.close();
});

test('a service that is not there is named', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  await expect(inBucket('s3://cold', { endpoint }).read('x')).rejects.toThrow(
    `The connection to ${endpoint} failed (ECONNREFUSED)`,
  );
});
