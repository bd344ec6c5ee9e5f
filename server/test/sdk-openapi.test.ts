import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@visibility/sdk';
import { expect, test } from 'vitest';
import { openApiDocument } from '../src/api/openapi/openapi.ts';
import { v1Routes } from '../src/api/v1/v1.ts';
import { useApp } from './support/app.ts';
import { type Resource, resourcesOf } from './support/client-description.ts';
import type { Document } from './support/contract.ts';
import { useDatabase } from './support/database.ts';
import { nameOf, namesIn, typesOf } from './support/typescript-records.ts';
import { typescriptResources } from './support/typescript-resources.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { db } = useDatabase();
const server = useApp(db);
const document: Document = openApiDocument(v1Routes(server.deps), server.deps);

/** The text as `npm run format` leaves it. */
function formatted(text: string): string {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  return execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=x.ts'], {
    cwd: root,
    input: text,
  }).toString();
}

test('its types and methods are those of the OpenAPI document', async () => {
  const types = typesOf(document);
  const folder = join(root, 'sdk', 'src', 'generated');
  await expect(formatted(types.records)).toMatchFileSnapshot(join(folder, 'records.ts'));
  await expect(formatted(types.queries)).toMatchFileSnapshot(join(folder, 'queries.ts'));
  const resources = typescriptResources(document, types);
  await expect(formatted(resources)).toMatchFileSnapshot(join(folder, 'resources.ts'));
});

/** The functions of the client by their path: `keywords.list`. */
function functionsOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner === 'function') return [prefix + name];
    return typeof inner === 'object' && inner ? functionsOf(inner, `${prefix}${name}.`) : [];
  });
}

test('every operation of the API has a method that calls it, and every method calls one', async () => {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: 'https://visibility.example',
    apiKey: 'svc_test_x',
    fetch: async (url, { method }) => {
      asked.push(`${method} ${decodeURIComponent(new URL(url).pathname)}`);
      return Response.json({ data: [] });
    },
  });
  const known = ['keywords.createMany', 'answers.ingestNdjson'];
  const visit = async ({ path, methods, inner }: Resource) => {
    for (const method of methods) {
      const target = path.split('.').reduce<Document>((value, name) => value[name], client);
      const ids = method.ids.map((id) => `{${id}}`);
      await target[method.name](...ids, {});
      if (method.item) await target.iterate(...ids, {}).next();
      const request = `${method.verb} /api/v1${method.path}`;
      expect([method.operation, asked.splice(0)]).toEqual([
        method.operation,
        method.item ? [request, request] : [request],
      ]);
      known.push(`${path}.${method.name}`, ...(method.item ? [`${path}.iterate`] : []));
    }
    for (const one of inner) await visit(one);
  };
  for (const resource of resourcesOf(document)) await visit(resource);
  expect(functionsOf(client).sort()).toEqual(known.sort());
});

test('the compiler takes the example of every record of the document, and not one with a field less', async () => {
  const known = namesIn(typesOf(document).records);
  const program = Object.entries<Document>(document.components.schemas).flatMap(([id, { examples, required = [] }]) => {
    const names = nameOf(id).split(' & ');
    if (!examples || !names.every((name) => known.includes(name))) return [];
    const type = names.map((name) => `Sdk.${name}`).join(' & ');
    const { [required[0]]: _, ...less } = examples[0];
    const right = `export const ${id}: ${type} = ${JSON.stringify(examples[0])};`;
    const wrong = `// @ts-expect-error a field is missing\nexport const ${id}Less: ${type} = ${JSON.stringify(less)};`;
    return required.length > 0 ? [right, wrong] : [right];
  });
  expect(program.length).toBeGreaterThan(130);
  expect(await complaintsOf(`import type * as Sdk from './sdk/src/index.ts';\n${program.join('\n')}`)).toBe('');
});

/** What the compiler says of the program; empty when it compiles. */
async function complaintsOf(program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-sdk-types-'));
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'program.ts'), program);
    await symlink(join(root, 'sdk'), join(folder, 'sdk'), 'dir');
    const options = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom', '--module', 'nodenext'];
    const sources = ['--allowImportingTsExtensions', '--skipLibCheck', '--types', '', 'program.ts'];
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    return await new Promise<string>((resolve) => {
      execFile(process.execPath, [tsc, ...options, ...sources], { cwd: folder }, (_error, out, err) =>
        resolve(out + err),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
