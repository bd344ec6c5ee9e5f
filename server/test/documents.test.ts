import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AppDeps } from '../src/api/app.ts';
import { openApiDocument } from '../src/api/openapi/openapi.ts';
import { v1Routes } from '../src/api/v1/v1.ts';
import { SENTIMENT_SETS } from '../src/base/score-text.ts';
import { defaultPanel, panelProblem } from '../src/collect/panel.ts';
import { createPlatforms, PLATFORM_IDS, PLATFORMS } from '../src/collect/platforms.ts';
import { createTransport } from '../src/collect/transport.ts';
import { settings } from '../src/config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Setting {
  name: string;
  standard: string;
  meaning: string;
}

function allSettings(): Setting[] {
  const given = settings.parse({});
  return Object.entries(settings.shape).map(([name, schema]) => ({
    name,
    standard: String((given as Record<string, unknown>)[name] ?? ''),
    meaning: schema.description ?? '',
  }));
}

test('every setting has a meaning, and .env.example lists them all', async () => {
  const lines = allSettings().flatMap(({ name, standard, meaning }) => {
    expect(meaning).not.toBe('');
    return [`# ${meaning}`, `# ${name}=${standard}`, ''];
  });
  const text = ['# Copy this file to .env. Remove the # from the settings you change.', '', ...lines].join('\n');
  await expect(text).toMatchFileSnapshot(join(root, '.env.example'));
});

test('docs/collecting.md lists every platform with its default model', async () => {
  const configured = Object.fromEntries(PLATFORM_IDS.map((id) => [id, { apiKey: '', baseUrl: 'http://localhost' }]));
  const live = createPlatforms(configured, createTransport());
  const rows = PLATFORMS.map(({ id, api }) => `| \`${id}\` | ${api} | \`${live.get(id)?.model}\` |\n`);
  const head = '| platform | API | default model, checked 2026-11-17 |\n|---|---|---|\n';
  const text = read('docs/collecting.md').replace(/(?<=^\| platform \| API .*\n\|---.*\n)(\|.*\n)+/m, rows.join(''));
  expect(text).toContain(head + rows.join(''));
  await expect(text).toMatchFileSnapshot(join(root, 'docs/collecting.md'));
});

const documents = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(docs\/.*|[A-Z]+)\.md$/.test(name))
  .sort();

test('docs/scoring.md has the accuracy of sentiment that the API and the dashboard show', () => {
  const text = read('docs/scoring.md').replaceAll(/\s+/g, ' ');
  const stated = [...text.matchAll(/(\d+) % (?:of mentions got a label )?in ([a-z ]+) \((\d+) %/g)];
  const shown = SENTIMENT_SETS.map(({ texts, labeled, right }) => [`${labeled}`, texts, `${right}`]);
  expect(stated.map(([, ...row]) => row).sort()).toEqual(shown.sort());
});

test('numbers of the code are the same in the documents', () => {
  const { SANDBOX_DAYS } = settings.parse({});
  const [, promptsAtMost] = /1 to (\d+) prompts/.exec(panelProblem([], []) ?? '') ?? [];
  const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  const prompts = words[defaultPanel('kanban board software', 'en').length];
  const { version } = JSON.parse(read('server/package.json')) as { version: string };
  const [, metricsPort] = /METRICS_PORT=(\d+)/.exec(read('Dockerfile')) ?? [];
  for (const [document, pattern, value] of [
    ['README.md', /sandbox with (\d+) days/g, `${SANDBOX_DAYS}`],
    ['README.md', /Each keyword has (\w+) prompts/g, prompts],
    ['docs/quick-start.md', /(\d+)\s+days of simulated answers/g, `${SANDBOX_DAYS}`],
    ['docs/collecting.md', /Each keyword has (\w+) prompts/g, prompts],
    ['docs/collecting.md', /at first, and at most (\d+)\./g, promptsAtMost],
    ['examples/kubernetes.yaml', /image: registry\.example\.com\/visibility:(\S+)/g, version],
    ['examples/kubernetes.yaml', /port: (9\d+)/g, metricsPort],
    ['docs/self-hosting.md', /visibility-server-(\S+)\.tgz/g, version],
    ['CONTRIBUTING.md', /visibility-server-(\S+)\.tgz/g, version],
    ['sdk/package.json', /"version": "(.*)"/g, version],
    ['sdk-python/visibility_sdk/__init__.py', /__version__ = "(.*)"/g, version],
  ] as const) {
    const stated = [...read(document).matchAll(pattern)].map((match) => match[1]);
    expect([document, [...new Set(stated)]]).toEqual([document, [value]]);
  }
  expect(read('CONTRIBUTING.md')).not.toMatch(/\d [a-z ]*tests\b/);
});

test('CONTRIBUTING.md names the platform with the shortest adapter', () => {
  const folder = 'server/src/collect/platforms';
  const lengths = readdirSync(join(root, folder)).map((name) => ({
    path: `${folder}/${name}`,
    bytes: readdirSync(join(root, folder, name)).reduce(
      (sum, file) => sum + read(`${folder}/${name}/${file}`).length,
      0,
    ),
  }));
  const [shortest] = lengths.sort((a, b) => a.bytes - b.bytes);
  expect(read('CONTRIBUTING.md')).toContain(`Shortest example: \`${shortest?.path}\`.`);
});

test('every path in the documents exists', () => {
  expect(documents.length).toBeGreaterThan(6);
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/`([a-z.]+\/[\w./-]+)`|\]\((?!https?:|#)([^)#]+)/g)]
      .map((match) => match[1] ?? join(document, '..', match[2] ?? ''))
      .filter((path) => !/^(data|dashboard\/api|application|text|perplexity|\.cursor|\.vscode)\b/.test(path))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('every heading that a document points to exists', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
      .filter(([, path, anchor]) => !anchorsOf(path ? join(document, '..', path) : document).includes(anchor ?? ''))
      .map(([, path, anchor]) => `${document}: ${path}#${anchor}`),
  );
  expect(missing).toEqual([]);
});

function anchorsOf(document: string): string[] {
  const headings = read(document).match(/^#+ .*$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every document can be reached from the README', () => {
  const reached = new Set<string>();
  const follow = (document: string) => {
    if (reached.has(document)) return;
    reached.add(document);
    for (const [, path = ''] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+\.md)/g))
      follow(join(document, '..', path));
  };
  follow('README.md');
  expect(documents.filter((document) => !reached.has(document))).toEqual([]);
});

test('every request that a document shows is one the API knows', () => {
  const deps = { baseUrl: 'http://localhost:4000' } as AppDeps;
  const { paths } = openApiDocument(v1Routes(deps), deps) as { paths: Record<string, Record<string, unknown>> };
  const known = Object.entries(paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    methods: Object.keys(methods).map((method) => method.toUpperCase()),
  }));
  const requests = documents.flatMap((document) => curlsIn(read(document)).map((curl) => ({ document, ...curl })));
  expect(requests.length).toBeGreaterThan(10);
  const unknown = requests.filter(
    ({ method, path }) => !known.some(({ pattern, methods }) => pattern.test(path) && methods.includes(method)),
  );
  expect(unknown).toEqual([]);
});

test('examples use one variable for the address of the API, and one port', () => {
  const shared = documents.filter((document) => document !== 'README.md');
  const definitions = shared.flatMap((document) => read(document).match(/\bBASE=\S+/g) ?? []);
  expect(new Set(definitions)).toEqual(new Set(['BASE=http://localhost:4000/api/v1']));
  const spelledOut = shared.filter((document) => /curl [^`]*(\$BASE|localhost:\d+)\/api\/v1/.test(read(document)));
  expect(spelledOut).toEqual([]);
  const ports = documents.flatMap((document) => read(document).match(/localhost:\d+/g) ?? []);
  expect(new Set(ports)).toEqual(new Set(['localhost:4000']));
});

/** The requests to the API that shell blocks of a document make. */
function curlsIn(text: string): { method: string; path: string }[] {
  const blocks = [...text.matchAll(/^```(?:sh|bash)\n(.*?)^```/gms)].map((match) => match[1] ?? '');
  const commands = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  return commands
    .filter((command) => /\bcurl\b/.test(command))
    .flatMap((command) => {
      const path = /(?:\$BASE|\/api\/v1)(\/[^\s"'?]*)/.exec(command)?.[1]?.replace(/\.(csv|ndjson)$/, '');
      const hasBody = / (-d|--data\S*|--json) /.test(command);
      const method = / -X (\w+)/.exec(command)?.[1] ?? (hasBody ? 'POST' : 'GET');
      return path === undefined ? [] : [{ method, path: `/api/v1${path}` }];
    });
}

test('the lockfile contains no registry addresses', () => {
  const addresses = read('package-lock.json').match(/"resolved": "(?!sdk|server|dashboard)[^"]*"/g);
  expect(addresses).toBeNull();
});
