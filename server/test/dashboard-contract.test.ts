import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiAnswers, ownAnswers } from '../src/api/dashboard/contract/contract.ts';
import { v1Routes } from '../src/api/v1/v1.ts';
import { useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { db } = useDatabase();
const server = useApp(db);

test.each(Object.keys({ ...ownAnswers, ...apiAnswers }))('the dashboard can call %s', (call) => {
  const [method = '', path = ''] = call.replace(/\?.*/, '').split(' ');
  expect(server.app.hasRoute({ method, url: `/dashboard/api${path}` })).toBe(true);
});

test.each(Object.entries(apiAnswers))('%s answers what the API declares', (call, answers) => {
  const [method, path = ''] = call.replace(/\?.*/, '').replace('/:mode', '').split(' ');
  const route = v1Routes(server.deps).find((one) => one.method === method && one.path === path);
  for (const [status, schema] of Object.entries<z.ZodType>(answers)) {
    const declared = route?.responses[Number(status)];
    // Where a parameter selects one of several records, the contract names the one that the dashboard asks for.
    const options = declared instanceof z.ZodUnion ? [declared, ...declared.options] : [declared];
    expect(options.map(describe)).toContainEqual(describe(schema));
  }
});

function describe(schema: unknown): unknown {
  return schema instanceof z.ZodUndefined ? 'nothing' : z.toJSONSchema(schema as z.ZodType);
}

const HANDLER = `
import { z } from 'zod';
import { JsonText, route } from '${root}server/src/api/route.ts';
const schema = z.strictObject({ keyword: z.string(), score: z.int() });
const about = { operation: 'x', summary: 'x', method: 'GET', path: '/x', scope: 'read', responses: { 200: schema } } as const;
`;

const PAGE = `
import type { VoiceHistory } from '${root}dashboard/src/api/competitors.ts';
import { request } from '${root}dashboard/src/api/request.ts';
const params = { mode: 'live', competitor_id: 'cmp_1' };
`;

const PROGRAMS: [name: string, program: string, complaint: string][] = [
  [
    'a declared body',
    `${HANDLER} route({ ...about, handle: async () => ({ body: { keyword: 'crm', score: 1 } }) });`,
    '',
  ],
  [
    'a body without a declared field',
    `${HANDLER} route({ ...about, handle: async () => ({ body: { keyword: 'crm' } }) });`,
    "Property 'score' is missing in type '{ keyword: string; }'",
  ],
  [
    'a field of another type',
    `${HANDLER} route({ ...about, handle: async () => ({ body: { keyword: 'crm', score: '1' } }) });`,
    "Type 'string' is not assignable to type 'number'",
  ],
  [
    'a status that is not declared',
    `${HANDLER} route({ ...about, handle: async () => ({ status: 202, body: { keyword: 'crm', score: 1 } }) });`,
    "Type '202' is not assignable to type '200'",
  ],
  [
    'text of another schema',
    `${HANDLER} route({ ...about, handle: async () => ({ body: new JsonText(z.strictObject({ score: z.int() }), '') }) });`,
    "Property 'keyword' is missing in type '{ score: number; }'",
  ],
  [
    'a page that uses a field of the contract',
    `${PAGE} export const date = (one: VoiceHistory) => one.points[0]?.date;`,
    '',
  ],
  [
    'a page that uses a field the server does not send',
    `${PAGE} export const winner = (one: VoiceHistory) => one.winner;`,
    "Property 'winner' does not exist on type",
  ],
  [
    'a request that the server does not know',
    `${PAGE} void request('GET /:mode/shares-of-voice/:competitor_id', { params });`,
    `Argument of type '"GET /:mode/shares-of-voice/:competitor_id"' is not assignable`,
  ],
  [
    'a request that leaves out a parameter',
    `${PAGE} void request('GET /:mode/keywords/:keyword_id', { params });`,
    "Property 'keyword_id' is missing in type",
  ],
];

let complaints: string[];
beforeAll(async () => {
  complaints = await compile(PROGRAMS.map(([, program]) => program));
});

test.each(PROGRAMS.map(([name, , complaint], index) => ({ name, complaint, index })))(
  'the compiler judges $name',
  ({ complaint, index }) => {
    if (complaint === '') expect(complaints[index]).toBe('');
    else expect(complaints[index]).toContain(complaint);
  },
);

/** What the compiler says of each program; they use the sources of the server and the dashboard. */
async function compile(programs: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-contract-'));
  try {
    const names = programs.map((_, index) => `planted-${index}.ts`);
    await Promise.all(programs.map((program, index) => writeFile(join(folder, `planted-${index}.ts`), program)));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...SETTINGS, files: names }));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    const printed = await new Promise<string>((resolve) => {
      const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
      execFile(process.execPath, [tsc, '-p', '.'], { cwd: folder }, (_error, out, err) => resolve(out + err));
    });
    const errors = printed.split(/^(?=\S)/m);
    expect(errors.filter((error) => error && !error.startsWith('planted-'))).toEqual([]);
    return names.map((name) => errors.filter((error) => error.startsWith(`${name}(`)).join(''));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const SETTINGS = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: {
    composite: false,
    noEmit: true,
    jsx: 'react-jsx',
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'es2024.string', 'dom', 'dom.iterable'],
    types: ['node'],
    paths: {
      '@visibility/sdk': [join(root, 'sdk/src/index.ts')],
      '@visibility/server/contract': [join(root, 'server/src/api/dashboard/contract/requests.ts')],
    },
  },
};
