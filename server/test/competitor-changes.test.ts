import { beforeAll, expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let account: Awaited<ReturnType<typeof givenAccount>>;
let key = '';
let id = '';

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 8 });
  key = await givenKey(server.deps, account);
  const { data } = (await get('')).body;
  id = data.find(({ name }: { name: string }) => name === 'Aplomb').competitor_id;
});

const get = (path: string) => call(server, `/api/v1/competitors${path}`, { key });
const patch = (body: unknown, { as = key, on = id } = {}) =>
  call(server, `/api/v1/competitors/${on}`, { key: as, method: 'PATCH', body });

async function readingNow(): Promise<number> {
  const [row] = await db.query<{ reading: number }>(
    sql`select reading from workspaces where workspace_id = ${account.workspaces.test}`,
  );
  return row?.reading ?? 0;
}

test('200: a renamed competitor keeps its id, its former name among the aliases, and all its numbers', async () => {
  const before = (await get(`/${id}?include=evidence`)).body;
  const changed = await patch({ name: 'Aplomb Suite' });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { competitor_id: id, name: 'Aplomb Suite', domain: 'aplomb.example', aliases: [{ text: 'Aplomb' }], domains: [] },
  ]);
  await rereadDue(db);
  const after = (await get(`/${id}?include=evidence`)).body;
  expect({ ...after, name: 'Aplomb', updated_at: before.updated_at }).toEqual(before);
  expect(before.mentions).toBeGreaterThan(0);
  const workspace = await findWorkspace(db, account.workspaces.test);
  const differences: string[] = [];
  if (!workspace) throw new Error('no workspace');
  await verifyWorkspace(db, workspace, { keywords: [], onResult: (one) => differences.push(...one.differences) });
  expect(differences).toEqual([]);
});

test('200: aliases and domains take the place of those it has, and are shown as they were sent', async () => {
  const aliases = [{ text: 'Aplomb', case: 'exact', require_any: ['software'] }, { text: 'Aplomb HQ' }];
  const { status, body } = await patch({ aliases, domains: ['aplomb.io', 'aplomb.dev'] });
  expect([status, body.aliases, body.domain, body.domains]).toEqual([
    200,
    aliases,
    'aplomb.example',
    ['aplomb.io', 'aplomb.dev'],
  ]);
  expect((await patch({ domain: null })).body).toMatchObject({ domain: 'aplomb.io', domains: ['aplomb.dev'] });
  expect((await get(`/${id}?include=names`)).body).toMatchObject({ aliases, domains: ['aplomb.dev'] });
  expect((await get(`/${id}`)).body).not.toHaveProperty('aliases');
});

test('200: what changes nothing has no answer read again', async () => {
  const before = await readingNow();
  expect((await patch({ name: 'Aplomb Suite' })).status).toBe(200);
  expect(await readingNow()).toBe(before);
  expect((await patch({ name: 'Aplomb Works' })).status).toBe(200);
  expect(await readingNow()).toBe(before + 1);
});

test('403 scope: a key that only reads changes nothing', async () => {
  const reader = await givenKey(server.deps, account, { scopes: ['read'] });
  expect((await patch({ name: 'Other' }, { as: reader })).status).toBe(403);
});

test('404: a competitor that nobody has, and one of another account', async () => {
  const stranger = await givenKey(server.deps, await givenAccount(server.deps));
  for (const input of [{ as: stranger }, { on: 'cmp_none' }]) {
    const { status, body } = await patch({ name: 'Other' }, input);
    expect([status, body]).toEqual([404, { detail: 'Competitor not found' }]);
  }
});

test('409: another competitor’s name, or the own brand’s', async () => {
  expect((await patch({ name: 'Weftly' })).body).toEqual({ detail: 'Competitor already exists' });
  expect((await patch({ name: 'heron-board' })).body).toEqual({
    detail: 'Your own brand cannot be a competitor',
  });
});

test.each([
  [{}, 'Set at least one of name, domain, aliases and domains'],
  [{ aliases: ['Fine', 'Weftly'] }, 'aliases[1]: is already used by weftly'],
  [{ domains: ['heronboard.example'] }, 'domains: heronboard.example already belongs to your own brand'],
  [{ name: 'x' }, 'name: must have at least 2 characters'],
  [{ name: 'Fine', color: 'red' }, 'unknown field color'],
])('422: %j', async (body, detail) => {
  const answer = await patch(body);
  expect([answer.status, answer.body]).toEqual([422, { detail }]);
});
