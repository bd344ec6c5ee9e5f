// Runs the tests on another version of Node, which it gets from the npm package `node`:
//   node scripts/test-node.mjs 24                                              all that `npm test` runs
//   node scripts/test-node.mjs 24 --project unit server/src/base               these arguments for vitest
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [version, ...args] = process.argv.slice(2);
if (!/^\d+(\.\d+)*$/.test(version ?? '')) {
  process.stderr.write('Usage: node scripts/test-node.mjs VERSION [vitest arguments]\n');
  process.exit(1);
}

const folder = join(tmpdir(), `visibility-node-${version}`);
const node = join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
if (!existsSync(node)) run('npm', ['install', '--prefix', folder, '--no-save', `node@${version}`]);
run(node, ['--version']);
const program =
  args.length === 0
    ? [join(root, 'scripts', 'test.mjs')]
    : [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args];
// The tools of `npm test` find their Node in PATH.
run(node, program, { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` });

function run(command, commandArgs, env = process.env) {
  const { status } = spawnSync(command, commandArgs, { cwd: root, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
