// `npm test`: format, lint, types, dead code, then unit, integration and browser tests. Stops at the first failing step.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { summarize } from './test-summary.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'visibility-test-'));
const results = join(scratch, 'results.json');

step('Format and lint', 'biome', ['check', '--error-on-warnings', '.']);
step('Types', 'tsc', ['-b']);
step('Dead code', 'knip', []);
step('Code that only tests use', 'knip', ['--production']);
const code = run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  ...process.argv.slice(2),
]);
if (existsSync(results)) process.stdout.write(`\n${summarize(JSON.parse(readFileSync(results, 'utf8')))}\n`);
rmSync(scratch, { recursive: true, force: true });
process.exit(code);

function step(name, tool, args) {
  const began = Date.now();
  const failed = run(tool, args);
  process.stdout.write(`${failed ? '✗' : '✓'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n`);
  if (failed) process.exit(1);
}

function run(tool, args) {
  const bin = join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${tool}.cmd` : tool);
  const result = spawnSync(bin, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  return result.status ?? 1;
}
