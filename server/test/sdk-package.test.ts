import { type ExecFileOptions, execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signSampleEvent } from '@visibility/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenAccount, givenKey, useApp } from './support/app.ts';
import type { Document } from './support/contract.ts';
import { useDatabase } from './support/database.ts';
import { givenClient } from './support/oauth.ts';
import { clockOfTests } from './support/server-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { db } = useDatabase();
const server = useApp(db);
/** An empty project with the packed SDK installed in it. */
const project = { folder: '', packedBytes: 0, files: [] as string[] };
let settings: Record<string, string> = {};

beforeAll(async () => {
  project.folder = await mkdtemp(join(tmpdir(), 'visibility-sdk-package-'));
  const { folder } = project;
  // Built from its sources alone: what an earlier build left behind must neither help nor hinder.
  const sources = join(folder, 'sources');
  for (const name of ['tsconfig.base.json', 'sdk']) {
    await cp(join(root, name), join(sources, name), { recursive: true, filter: (path) => basename(path) !== 'dist' });
  }
  await run(process.execPath, [tsc, '-b', 'sdk'], { cwd: sources });
  const packed = await npm(['pack', '--json', '--pack-destination', folder], join(sources, 'sdk'));
  const [{ filename, files }] = Object.values<{ filename: string; files: { path: string }[] }>(JSON.parse(packed)) as [
    { filename: string; files: { path: string }[] },
  ];
  project.files = files.map(({ path }) => path).sort();
  project.packedBytes = (await stat(join(folder, filename))).size;
  await writeFile(join(folder, 'package.json'), '{"name":"customer","version":"1.0.0","type":"module"}');
  await npm(['install', join(folder, filename), '--offline', '--no-audit', '--no-fund'], folder);
  const account = await givenAccount(server.deps, { historyDays: 1 });
  const { id, secret } = await givenClient(server.deps, account);
  settings = {
    VISIBILITY_URL: server.url,
    VISIBILITY_API_KEY: await givenKey(server.deps, account),
    VISIBILITY_CLIENT_ID: id,
    VISIBILITY_CLIENT_SECRET: secret,
  };
});
afterAll(() => rm(project.folder, { recursive: true, force: true }));

/** Runs to its end; what it printed, or everything it said when it failed. */
function run(program: string, args: string[], options: ExecFileOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...options, encoding: 'utf8' }, (error, out, err) => {
      if (error) reject(new Error(`${program} ${args.join(' ')} failed:\n${out}${err}`));
      else resolve(String(out));
    });
  });
}

/** With none of the settings that `npm test` hands down, as in an empty project of somebody else. */
function npm(args: string[], cwd: string): Promise<string> {
  const env = { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, HOME: project.folder };
  return run('npm', args, { cwd, env });
}

async function runInProject(name: string, program: string): Promise<string> {
  await writeFile(join(project.folder, name), program);
  return run(process.execPath, [name], { cwd: project.folder, env: { ...clockOfTests(), ...settings } });
}

interface Check {
  resolution: 'nodenext' | 'bundler';
  /** Whether the names of the web come from the browser's library or from Node's types. */
  names: 'dom' | 'node';
}

async function typeCheck(files: Record<string, string>, { resolution, names }: Check): Promise<void> {
  const folder = join(project.folder, `check-${resolution}-${names}`);
  await mkdir(folder, { recursive: true });
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: 'es2022',
    skipLibCheck: names === 'node',
    module: resolution === 'bundler' ? 'esnext' : 'nodenext',
    moduleResolution: resolution,
    lib: names === 'dom' ? ['es2023', 'dom'] : ['es2023'],
    ...(names === 'dom' ? { types: [] } : { types: ['node'], typeRoots: [join(root, 'node_modules', '@types')] }),
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await run(process.execPath, [tsc, '-p', folder], { cwd: folder });
}

async function blocksOf(path: string): Promise<string[]> {
  const text = await readFile(join(root, path), 'utf8');
  return [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
}

test('it holds what was built from its sources and says what it is, and nothing else', async () => {
  const sources = await readdir(join(root, 'sdk', 'src'), { recursive: true });
  const built = sources
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => ['.js', '.d.ts'].map((ending) => `dist/${name.replace(/\.ts$/, ending)}`));
  expect(project.files).toEqual([...built, 'LICENSE', 'README.md', 'package.json'].sort());
  expect(await readFile(join(root, 'sdk', 'LICENSE'), 'utf8')).toBe(await readFile(join(root, 'LICENSE'), 'utf8'));
  const installed = JSON.parse(
    await readFile(join(project.folder, 'node_modules/@visibility/sdk/package.json'), 'utf8'),
  );
  expect(installed).toMatchObject({ type: 'module', sideEffects: false });
  expect(['dependencies', 'peerDependencies', 'scripts'].filter((field) => field in installed)).toEqual([]);
  expect(await readdir(join(project.folder, 'node_modules', '@visibility'))).toEqual(['sdk']);
});

test('it is as small as docs/sdk.md says, within a tenth', async () => {
  const text = await readFile(join(root, 'docs', 'sdk.md'), 'utf8');
  const said = Number(/Packed it is about (\d+) kB/.exec(text)?.[1]) * 1000;
  const { packedBytes } = project;
  console.log(`Packed, the SDK is ${(packedBytes / 1000).toFixed(1)} kB`);
  expect(said).toBeGreaterThan(packedBytes * 0.9);
  expect(said).toBeLessThan(packedBytes * 1.1);
});

test.each(['docs/sdk.md', 'sdk/README.md'])('every program in %s runs against a server', async (path) => {
  const [first = '', ...rest] = await blocksOf(path);
  expect(await runInProject('first.js', first)).toMatch(/\d/);
  for (const [index, block] of rest.entries()) await runInProject(`block-${index}.js`, `${first}\n${block}`);
});

test.each<Check>([
  { resolution: 'nodenext', names: 'node' },
  { resolution: 'nodenext', names: 'dom' },
  { resolution: 'bundler', names: 'dom' },
])('every program in the documents type-checks: $resolution with the names of $names', async (check) => {
  const env = check.names === 'dom' ? 'declare const process: { env: Record<string, string | undefined> };\n' : '';
  const [first = '', ...rest] = await blocksOf('docs/sdk.md');
  const [readme = ''] = await blocksOf('sdk/README.md');
  const programs = [first, readme, ...rest.map((block) => `${first}\n${block}`)];
  programs.push(...(await samplesOfReference()));
  const files = Object.fromEntries(programs.map((program, index) => [`program-${index}.ts`, env + program]));
  await typeCheck({ ...files, 'wrong-or-right.ts': env + WRONG_OR_RIGHT }, check);
});

/** The TypeScript samples of the API reference, one per operation. */
async function samplesOfReference(): Promise<string[]> {
  const { paths }: Document = await (await fetch(`${server.url}/openapi.json`)).json();
  const operations = Object.values<Document>(paths).flatMap((path) => Object.values<Document>(path));
  expect(operations.length).toBeGreaterThan(60);
  return operations.map((operation) => operation['x-codeSamples'][1].source);
}

// What is expected to be wrong must be: otherwise everything would type-check as `any`.
const WRONG_OR_RIGHT = `
import { type Client, createClient, type WebhookEvent } from '@visibility/sdk';
export async function use(client: Client, event: WebhookEvent) {
  // @ts-expect-error there is no such sentiment
  await client.mentions.list({ sentiment: 'angry' });
  // @ts-expect-error without its words there is no keyword
  await client.keywords.create({ tags: [] });
  const plain = await client.alerts.list();
  // @ts-expect-error settings are only there for who asks
  plain.data[0]?.email;
  const email: 'off' | 'each' | 'daily' | undefined = (await client.alerts.list({ include: 'settings' })).data[0]?.email;
  // @ts-expect-error only some events have a threshold
  event.data.threshold;
  return [email, event.type === 'alert.triggered' && event.data.threshold];
}
export const client: Client = createClient({ baseUrl: '', apiKey: async () => '' });
`;

test('the program in docs/webhooks.md takes a delivery and answers 401 to a forged one', async () => {
  const [block = ''] = await blocksOf('docs/webhooks.md');
  const [imports = '', body = ''] = block.split(/\n\n(.*)/s);
  const program = `${imports}
    import { createServer } from 'node:http';
    const secret = 'It is a secret';
    const server = createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const rawBody = Buffer.concat(chunks);
      ${body}
      response.end();
    }).listen(0, async () => {
      const { body, headers } = JSON.parse(process.env.DELIVERY);
      for (const sent of [body, body + ' ']) {
        const { status } = await fetch('http://127.0.0.1:' + server.address().port, { method: 'POST', body: sent, headers });
        console.log(status);
      }
      server.close();
      server.closeAllConnections();
    });`;
  settings.DELIVERY = JSON.stringify(await signSampleEvent('visibility.changed', 'It is a secret'));
  expect(await runInProject('verify.js', program)).toBe('kanban board software +13\n200\n401\n');
});

test('it can be published as it is, without a registry', async () => {
  const args = ['--dry-run', '--offline', '--json', '--tag', 'next'];
  const printed = await npm(['publish', ...args], join(project.folder, 'sources', 'sdk'));
  const { id, filename } = Object.values<Document>(JSON.parse(printed))[0] ?? {};
  expect([id, filename]).toEqual(['@visibility/sdk@1.0.0-rc.1', 'visibility-sdk-1.0.0-rc.1.tgz']);
  const { publishConfig, private: isPrivate } = JSON.parse(await readFile(join(root, 'sdk', 'package.json'), 'utf8'));
  expect([publishConfig, isPrivate]).toEqual([{ access: 'public' }, undefined]);
});

test('CommonJS loads it with require', async () => {
  const program = "console.log(typeof require('@visibility/sdk').createClient)";
  expect(await runInProject('common.cjs', program)).toBe('function\n');
});

const GLOBALS_OF_NODE = /\b(process|Buffer|require|__dirname|__filename|setImmediate|global)\b(?!:)/;

test('no source imports anything outside or uses what only Node has', async () => {
  const folder = join(root, 'sdk', 'src');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const problems = await Promise.all(
    names
      .filter((name) => !name.endsWith('.test.ts'))
      .map(async (name) => outsideIn(name, await readFile(join(folder, name), 'utf8'))),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(problems.flat()).toEqual([]);
  expect(outsideIn('x.ts', "import 'a';\nimport { b } from 'node:b';\nawait import('c');\nprocess.exit(1);")).toEqual([
    'x.ts imports a',
    'x.ts imports node:b',
    'x.ts imports c',
    'x.ts uses process',
  ]);
});

function outsideIn(name: string, text: string): string[] {
  const imports = [
    ...text.matchAll(/(?:^|\s)(?:import|export)\s(?:[^'";]*?from\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g),
  ];
  const outside = imports.map(([, from, called]) => from ?? called ?? '').filter((target) => !target.startsWith('.'));
  const code = text.replace(/\/\*.*?\*\/|\/\/[^\n]*|'[^'\n]*'|`[^`]*`/gs, '');
  const used = GLOBALS_OF_NODE.exec(code)?.[1];
  return [...outside.map((target) => `${name} imports ${target}`), ...(used ? [`${name} uses ${used}`] : [])];
}

test('it works where Web Crypto is not a global, as in Node 18', async () => {
  const program = `
    import { createClient, verifySignature } from '@visibility/sdk';
    delete globalThis.crypto;
    if (globalThis.crypto) throw new Error('there is still a global');
    const sent = [];
    const fetch = async (_url, { headers }) => {
      sent.push(new Headers(headers).get('idempotency-key'));
      return new Response('{}');
    };
    const client = createClient({ baseUrl: 'https://visibility.example', apiKey: 'svc_test_x', fetch });
    await client.keywords.create({ keyword: 'x' });
    console.log(sent[0].length, await verifySignature('x', 'sha256=00', 'secret'));`;
  expect(await runInProject('bare.js', program)).toBe('36 false\n');
});
