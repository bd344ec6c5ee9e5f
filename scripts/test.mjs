// `npm test`: format, lint, types and dead code side by side, then all tests but those of `npm run test:system`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slowest, summarize } from './test-summary.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'visibility-test-'));
const results = join(scratch, 'results.json');

const checks = [
  step('Format and lint', 'biome', ['check', '--error-on-warnings', '.']),
  step('Types', 'tsc', ['-b']),
  step('Dead code', 'knip', []),
  step('Code that only tests use', 'knip', ['--production']),
];
if ((await Promise.all(checks)).includes(false)) process.exit(1);
const [vitest, options] = tool('vitest', 'inherit');
const { status } = spawnSync(
  vitest,
  [
    'run',
    '--project=!system',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...process.argv.slice(2),
  ],
  options,
);
if (existsSync(results)) {
  const report = JSON.parse(readFileSync(results, 'utf8'));
  process.stdout.write(`\nSlowest files\n${slowest(report, root)}\n\n${summarize(report)}\n`);
}
rmSync(scratch, { recursive: true, force: true });
process.exit(status ?? 1);

async function step(name, program, args) {
  const began = Date.now();
  const [bin, options] = tool(program, 'pipe');
  const child = spawn(bin, args, options);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const [code] = await once(child, 'close');
  process.stdout.write(`${printed}${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n`);
  return code === 0;
}

function tool(name, stdio) {
  const isWindows = process.platform === 'win32';
  return [join(root, 'node_modules', '.bin', isWindows ? `${name}.cmd` : name), { cwd: root, stdio, shell: isWindows }];
}
