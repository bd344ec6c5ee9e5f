import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { slowest, summarize } from '../../scripts/test-summary.mjs';
import { sql } from '../src/store/db.ts';
import { useDatabase } from './support/database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { db } = useDatabase();

test('the last line counts a file that cannot be loaded as failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visibility summary '));
  const report = join(folder, 'report.json');
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  writeFileSync(join(folder, 'sound.test.mjs'), `test('one', () => expect(1).toBe(1));`);
  writeFileSync(join(folder, 'broken.test.mjs'), `throw new Error('no such thing');`);
  const args = [vitest, 'run', '--globals', '--root', folder, '--reporter=json', `--outputFile=${report}`];
  spawnSync(process.execPath, args, { cwd: root, env: {} });
  const lines = summarize(JSON.parse(readFileSync(report, 'utf8'))).split('\n');
  rmSync(folder, { recursive: true });
  expect(lines).toEqual([
    expect.stringMatching(/^Failed to load or set up: .*broken\.test\.mjs \(no such thing\)$/),
    '1 of 2 test files failed to load',
    '1 passed, 1 failed, 0 skipped',
  ]);
});

test('the slowest twenty files are listed, the slowest first', () => {
  const testResults = Array.from({ length: 21 }, (_, index) => ({
    name: join(root, `${index}.test.ts`),
    startTime: 5_000,
    endTime: 5_000 + index * 1_000,
  }));
  const lines = slowest({ testResults }, root).split('\n');
  expect([lines.length, lines[0], lines[19]]).toEqual([20, '  20.0 s  20.test.ts', '   1.0 s  1.test.ts']);
});

test('no path is read off a URL, which would write a space in it as %20', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.js', '*.tsx'], { cwd: root, encoding: 'utf8' });
  const wrong = files
    .trim()
    .split('\n')
    .filter((file) => /import\.meta\.url\)\s*\.pathname/.test(readFileSync(join(root, file), 'utf8')));
  expect(wrong).toEqual([]);
});

test('a browser test finds a text exactly, by role or by a pattern: a sandbox sentence may contain any short text', () => {
  const folder = fileURLToPath(new URL('browser/', import.meta.url));
  const loose = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/getBy(?:Text|Label)\((['"`])(?:(?!\1).)*\1\)/g)].map(
      ([locator]) => `${name}: ${locator}`,
    ),
  );
  expect(loose).toEqual([]);
});

test('the tests, their databases and their processes have the time that the run was given', async () => {
  const shift = inject('clockShiftMs');
  const [row] = await db.query<{ now: Date; real: Date }>(sql`select now() as now, pg_catalog.now() as real`);
  expect((row?.now.getTime() ?? 0) - (row?.real.getTime() ?? 0)).toBe(shift);
  expect(Math.abs(Date.now() - (row?.now.getTime() ?? 0))).toBeLessThan(60_000);
});
