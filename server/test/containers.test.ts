import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readCommandLine } from '../src/commands/command-line.ts';
import { settings } from '../src/config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Container {
  args: string[];
  env?: { name: string }[];
}

test('compose.yaml and the Dockerfile set only settings that exist', () => {
  const { visibility } = parse(read('compose.yaml')).services;
  const [, line = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? [];
  const inImage = line.split(' ').map((pair) => pair.split('=')[0] ?? '');
  expect(unknown(Object.keys(visibility.environment))).toEqual([]);
  expect(unknown(inImage)).toEqual(['NODE_ENV']);
});

test('the manifests of the documentation run commands and set settings that exist', () => {
  const [, manifests = ''] = /^```yaml\n(.*?)^```$/ms.exec(read('docs/containers.md')) ?? [];
  const documents = parseAllDocuments(manifests).map((document) => document.toJS());
  expect(documents.map(({ kind }) => kind)).toEqual(['Job', 'Deployment', 'Deployment', 'Service']);
  const containers: Container[] = documents.flatMap(({ spec }) => spec.template?.spec.containers ?? []);
  const started = containers.map(({ args }) => readCommandLine(args));
  expect(started).toMatchObject([{}, { options: { role: 'api' } }, { options: { role: 'worker' } }]);
  expect(containers.flatMap(({ env = [] }) => unknown(env.map(({ name }) => name)))).toEqual([]);
});

test('the image contains everything the server package contains', () => {
  const { files } = JSON.parse(read('server/package.json')) as { files: string[] };
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \S+ server\/(\w+)$/gm)].map(([, name]) => name);
  expect(copied.sort()).toEqual(files.filter((name) => !name.startsWith('!')).sort());
});

function unknown(names: string[]): string[] {
  return names.filter((name) => !(name in settings.shape));
}
