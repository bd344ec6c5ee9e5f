import { type ExecFileOptions, execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVENT_TYPES, signSampleEvent } from '@visibility/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../../src/api/openapi/openapi.ts';
import { v1Routes } from '../../src/api/v1/v1.ts';
import { givenAccount, givenKey, useApp } from '../support/app.ts';
import type { Document } from '../support/contract.ts';
import { useDatabase } from '../support/database.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const home = join(root, 'sdk-python');
const { db } = useDatabase();
const server = useApp(db);
const document: Document = openApiDocument(v1Routes(server.deps), server.deps);
const WHSEC = `whsec_${Buffer.from('thirty-two bytes of secret bytes').toString('base64')}`;

/** An environment with the built wheel in it; why there is none, otherwise. */
const python = { folder: '', bin: '', wheel: '', missing: '' };

beforeAll(async () => {
  python.folder = await mkdtemp(join(tmpdir(), 'visibility-python-'));
  const { folder } = python;
  python.bin = join(folder, 'venv', 'bin');
  try {
    await run('python3', ['-m', 'venv', join(folder, 'venv')]);
    const sources = join(folder, 'sources');
    await cp(home, sources, { recursive: true, filter: (path) => !/__pycache__|^dist$/.test(basename(path)) });
    await pip(['install', 'httpx', 'mypy', 'flit_core']);
  } catch (error) {
    python.missing = String(error).slice(0, 600);
    console.warn(`\n${'!'.repeat(80)}\nTHE PYTHON CLIENT IS NOT TESTED: ${python.missing}\n${'!'.repeat(80)}\n`);
    return;
  }
  await pip(['wheel', '--no-deps', '--no-build-isolation', '--wheel-dir', folder, join(folder, 'sources')]);
  python.wheel = (await readdir(folder)).find((name) => name.endsWith('.whl')) ?? '';
  await pip(['install', '--no-deps', join(folder, python.wheel)]);
});
afterAll(() => rm(python.folder, { recursive: true, force: true }));

const pip = (args: string[]) =>
  run(join(python.bin, 'python'), ['-m', 'pip', '--disable-pip-version-check', '-q', ...args]);

/** What it printed, or everything it said when it failed. */
function run(program: string, args: string[], options: ExecFileOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...options, encoding: 'utf8' }, (error, out, err) => {
      if (error) reject(new Error(`${program} ${args.join(' ')} failed: ${error.message}\n${out}${err}`));
      else resolve(`${out}${err}`);
    });
  });
}

async function blocksOf(path: string): Promise<string[]> {
  const text = await readFile(join(root, path), 'utf8');
  return [...text.matchAll(/^```python\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
}

test('the wheel holds its sources and the mark of a typed package', async ({ skip }) => {
  skip(python.missing !== '', 'Python, venv or pip is missing');
  expect(python.wheel).toBe('visibility_sdk-1.0.0rc1-py3-none-any.whl');
  const listed = await run(join(python.bin, 'python'), ['-m', 'zipfile', '-l', join(python.folder, python.wheel)]);
  const sources = (await readdir(join(home, 'visibility_sdk'))).filter((name) => name !== '__pycache__');
  for (const name of sources) expect(listed).toContain(`visibility_sdk/${name}`);
  expect(sources).toContain('py.typed');
});

test('it passes the strictest type check, and wrong calls do not', async ({ skip }) => {
  skip(python.missing !== '', 'Python, venv or pip is missing');
  const sources = join(python.folder, 'sources');
  const blocks = [...(await blocksOf('docs/sdk.md')), ...(await blocksOf('sdk-python/README.md'))];
  expect(blocks.length).toBeGreaterThan(2);
  const named = await Promise.all(
    blocks.map(async (block, i) => {
      await writeFile(join(sources, `block_${i}.py`), block);
      return `block_${i}.py`;
    }),
  );
  await writeFile(join(sources, 'wrong.py'), WRONG);
  const mypy = (files: string[]) =>
    run(join(python.bin, 'python'), ['-m', 'mypy', '--python-version', '3.10', ...files], { cwd: sources });
  expect(await mypy(['visibility_sdk', 'tests', ...named])).toContain('no issues found');
  await expect(mypy(['wrong.py'])).rejects.toThrow('Found 4 errors');
});

const WRONG = `from visibility_sdk import Client
client = Client("https://x.example", "x")
client.mentions.list(sentiment="angry")
client.keywords.create({"tags": []})
client.alerts.list()["data"][0]["email"]
client.keywords.list()["data"][0]["no_such_field"]
client.alerts.list(include="settings")["data"][0]["email"]
`;

test('it works against a server: sandbox, retries, webhooks and the samples of the reference', async ({ skip }) => {
  skip(python.missing !== '', 'Python, venv or pip is missing');
  const account = await givenAccount(server.deps, { historyDays: 2 });
  const deliveries = await Promise.all(
    EVENT_TYPES.flatMap((type) => ['It’s a secret 鞋', WHSEC].map((secret) => signed(type, secret))),
  );
  const env = {
    VISIBILITY_URL: server.url,
    VISIBILITY_API_KEY: await givenKey(server.deps, account),
    PYTHON_TEST: JSON.stringify({ deliveries, samples: samples() }),
  };
  const tests = join(python.folder, 'sources', 'tests', 'test_client.py');
  expect(await run(join(python.bin, 'python'), [tests], { env })).toContain('\nOK');
  for (const path of ['docs/sdk.md', 'sdk-python/README.md']) {
    for (const block of await blocksOf(path)) {
      const printed = await run(join(python.bin, 'python'), ['-c', block], { env });
      if (path.startsWith('sdk')) console.log(printed);
      expect(printed).toMatch(/\w/);
    }
  }
});

async function signed(type: (typeof EVENT_TYPES)[number], secret: string) {
  // The clock of Python is the real one.
  const now = Math.round(performance.timeOrigin + performance.now());
  return { ...(await signSampleEvent(type, secret, { now })), secret };
}

function samples() {
  return Object.entries<Document>(document.paths).flatMap(([path, operations]) =>
    Object.entries<Document>(operations).map(([method, operation]) => ({
      operation: operation.operationId,
      request: `${method.toUpperCase()} ${filled(path, operation)}`,
      source: operation['x-codeSamples'].find((one: Document) => one.lang === 'Python').source,
    })),
  );
}

/** The path with the ids of the curl sample. */
function filled(path: string, operation: Document): string {
  const curl = operation['x-codeSamples'][0].source;
  expect(curl).toMatch(new RegExp(`"http://localhost:4000${path.replaceAll(/\{\w+\}/g, '[^/"]+')}"`));
  return /"http:\/\/localhost:4000([^"]*)"/.exec(decodeURIComponent(curl))?.[1] ?? '';
}
