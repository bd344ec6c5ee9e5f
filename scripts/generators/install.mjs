/** Installs the generators that `check.mjs` runs, in pinned versions. What cannot be installed is reported and skipped. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('.', import.meta.url));
const python = join(home, 'venv', 'bin', 'python');
const run = (program, args, cwd = home) => execFileSync(program, args, { cwd, stdio: 'inherit' });

const STEPS = {
  'npm generators': () => run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']),
  'openapi-python-client': () => {
    run('python3', ['-m', 'venv', 'venv']);
    run(python, ['-m', 'pip', '--disable-pip-version-check', '-q', 'install', '-r', 'requirements.txt']);
  },
  'oapi-codegen': () => run('go', ['build', '-o', 'oapi-codegen', 'tool'], join(home, 'go')),
};

for (const [name, install] of Object.entries(STEPS)) {
  try {
    install();
  } catch (error) {
    console.warn(
      `${'!'.repeat(80)}\n${name} cannot be installed and is not tested: ${error.message}\n${'!'.repeat(80)}`,
    );
  }
}
