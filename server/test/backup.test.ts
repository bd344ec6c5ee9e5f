import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { pages, useBackup } from './support/backup.ts';
import { runVisibility, startServer, stopServer } from './support/server-process.ts';

const installation = useBackup();
const { scratch, file, settings, newDataDir } = installation;

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
  expect(await pages(server, installation.key)).toBe(installation.before);
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
  expect(text).not.toContain(installation.key);
  const again = await runVisibility(['backup', file], settings);
  expect([again.code, again.err]).toEqual([1, `${file} already exists. Choose another file name.\n`]);
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
