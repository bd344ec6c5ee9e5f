import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readCommandLine } from '../src/commands/command-line.ts';
import { settings } from '../src/config.ts';
import { useDatabase } from './support/database.ts';
import { freePort, startServer, stopServer } from './support/server-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const { url: DATABASE_URL } = useDatabase();

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
  const documents = manifests();
  expect(documents.map(({ kind }) => kind)).toEqual(['Job', 'Deployment', 'Deployment', 'Service']);
  const containers: Container[] = documents.flatMap(({ spec }) => spec.template?.spec.containers ?? []);
  const started = containers.map(({ args }) => readCommandLine(args));
  expect(started).toMatchObject([{}, { options: { role: 'api' } }, { options: { role: 'worker' } }]);
  expect(containers.flatMap(({ env = [] }) => unknown(env.map(({ name }) => name)))).toEqual([]);
});

test('every pod of the documentation runs without root and is restarted when it hangs', () => {
  for (const { kind, spec } of manifests()) {
    const pod = spec.template?.spec;
    if (!pod) continue;
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    for (const container of pod.containers) {
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      });
      if (kind === 'Deployment') expect(container.livenessProbe?.httpGet.path).toBe('/healthz');
    }
  }
});

test.each(['all', 'api', 'worker'])('the health check of the image fits a container with the role %s', async (role) => {
  const [, check = ''] = /^HEALTHCHECK .*\n {2}CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
  const [, ...args] = JSON.parse(check) as string[];
  const METRICS_PORT = String(await freePort());
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'visibility-container-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  const server = await startServer({ DATABASE_URL, DATA_DIR, METRICS_PORT }, ['--role', role]);
  const isHealthy = () =>
    spawnSync(process.execPath, args, { env: { PORT: server.port, METRICS_PORT }, timeout: 30_000 }).status === 0;
  expect(isHealthy()).toBe(true);
  await stopServer(server);
  expect(isHealthy()).toBe(false);
});

test('the image contains everything the server package contains', () => {
  const { files } = JSON.parse(read('server/package.json')) as { files: string[] };
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \S+ server\/(\w+)$/gm)].map(([, name]) => name);
  expect(copied.sort()).toEqual(files.filter((name) => !name.startsWith('!')).sort());
});

function manifests() {
  return parseAllDocuments(read('examples/kubernetes.yaml')).map((document) => document.toJS());
}

function unknown(names: string[]): string[] {
  return names.filter((name) => !(name in settings.shape));
}
