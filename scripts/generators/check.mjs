/**
 * Generates a client from the OpenAPI document with each of the generators people use, compiles it, and makes three
 * calls with it: a filtered list, a create, and an event that is narrowed by its type.
 *
 *   VISIBILITY_URL=http://localhost:4000 VISIBILITY_API_KEY=svc_test_… node scripts/generators/check.mjs
 *
 * The workspace needs mentions by Claude and a `visibility.changed` event, as a sandbox has. Each client creates a
 * keyword. `scripts/generators/install.mjs` installs the generators; one that is not installed is skipped.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';

const home = fileURLToPath(new URL('.', import.meta.url));
const packages = join(home, 'node_modules');
const venv = join(home, 'venv', 'bin');
const baseUrl = env.VISIBILITY_URL ?? 'http://localhost:4000';
const apiKey = env.VISIBILITY_API_KEY ?? '';
const folder = await mkdtemp(join(tmpdir(), 'visibility-generators-'));
const spec = join(folder, 'openapi.json');

/** How the TypeScript clients are compiled. */
const STRICT = {
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
};

/** Each generator, what shows that it is installed, and its steps. The last step returns what the client printed. */
const GENERATORS = [
  ['spectral', packages, lint],
  ['openapi-typescript and openapi-fetch', packages, openapiFetch],
  ['@hey-api/openapi-ts', packages, heyApi],
  ['orval with fetch', packages, (given) => orval(given, 'fetch')],
  ['orval with zod', packages, (given) => orval(given, 'zod')],
  ['openapi-python-client', join(venv, 'openapi-python-client'), pythonClient],
  ['oapi-codegen', join(home, 'go', 'oapi-codegen'), goClient],
];

try {
  const { since, ...expected } = await prepare();
  for (const [name, place, generate] of GENERATORS) {
    if (!existsSync(place)) {
      console.log(`${name}: SKIPPED, not installed`);
      continue;
    }
    const given = { baseUrl, apiKey, since, keyword: `made with ${name}` };
    const wanted = { ...expected, keyword: given.keyword };
    const problem = await generate(given).then((found) => problemOf(found, wanted), textOf);
    console.log(`${name}: ${problem === undefined ? 'works' : `FAILED\n${problem}`}`);
    if (problem !== undefined) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Writes what the generators need, and reads with plain requests what their clients should find. */
async function prepare() {
  await cp(join(home, 'clients'), folder, { recursive: true });
  // Orval reads there which version of zod is used.
  await cp(join(home, 'package.json'), join(folder, 'package.json'));
  await mkdir(join(folder, 'generated'));
  if (existsSync(packages)) await symlink(packages, join(folder, 'node_modules'), 'dir');
  await writeFile(spec, JSON.stringify(await get('/openapi.json')));
  const [newest] = (await get('/api/v1/mentions?platform=claude&per_page=1')).data;
  const since = newest.detected_at.slice(0, 10);
  const { meta } = await get(`/api/v1/mentions?platform=claude&since=${since}`);
  const [event] = (await get('/api/v1/events?type=visibility.changed')).data;
  return { since, total: meta.total, position: newest.position, score: event.data.new_score };
}

/** A linter prints nothing. */
function problemOf(printed, wanted) {
  if (printed === '' || isDeepStrictEqual(JSON.parse(printed), wanted)) return undefined;
  return `printed ${printed}instead of ${JSON.stringify(wanted)}`;
}

function textOf({ message, stdout = '', stderr = '' }) {
  return `${message}\n${stdout}${stderr}`;
}

async function get(path) {
  const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function run(program, args, options = {}) {
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, maxBuffer: 1e8, ...options });
  return stdout;
}

function npmTool(name, args) {
  return run(execPath, [join(packages, '.bin', name), ...args]);
}

async function lint() {
  await writeFile(join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');
  await npmTool('spectral', ['lint', spec, '--ruleset', 'spectral.yaml', '--display-only-failures']);
  return '';
}

async function openapiFetch(given) {
  await npmTool('openapi-typescript', [spec, '-o', 'generated/openapi-typescript.ts']);
  return typescriptClient('openapi-fetch', given);
}

async function heyApi(given) {
  await npmTool('openapi-ts', ['-i', spec, '-o', 'generated/hey-api', '-c', '@hey-api/client-fetch']);
  return typescriptClient('hey-api', given);
}

async function orval(given, client) {
  const output = `generated/orval-${client}.ts`;
  await npmTool('orval', ['--input', spec, '--output', output, '--client', client, '--mode', 'single']);
  return typescriptClient(`orval-${client}`, given);
}

async function typescriptClient(name, given) {
  const config = { compilerOptions: STRICT, files: [`${name}.ts`] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await npmTool('tsc', ['-p', '.']);
  // A program and not a script, unlike the others.
  const bundle = ['--bundle', '--format=esm', '--platform=node', '--log-level=error'];
  await run(join(packages, '.bin', 'esbuild'), [`${name}.ts`, ...bundle, `--outfile=${name}.mjs`]);
  return run(execPath, [`${name}.mjs`, JSON.stringify(given)]);
}

async function pythonClient(given) {
  // It formats with ruff, which is installed beside it.
  const PATH = venv + delimiter + env.PATH;
  const output = join(folder, 'python');
  const tool = join(venv, 'openapi-python-client');
  await run(tool, ['generate', '--path', spec, '--output-path', output, '--fail-on-warning'], {
    env: { ...env, PATH },
  });
  await run(join(venv, 'mypy'), ['--strict', 'client.py'], { env: { ...env, MYPYPATH: output } });
  return run(join(venv, 'python'), ['client.py', JSON.stringify(given)], { env: { ...env, PYTHONPATH: output } });
}

async function goClient(given) {
  const cwd = join(folder, 'go');
  await cp(join(home, 'go'), cwd, { recursive: true });
  await mkdir(join(cwd, 'api'));
  await run('./oapi-codegen', ['-generate', 'types,client', '-package', 'api', '-o', 'api/api.go', spec], { cwd });
  return run('go', ['run', '.', JSON.stringify(given)], { cwd });
}
