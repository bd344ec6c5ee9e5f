import { beforeAll, expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let account: Awaited<ReturnType<typeof givenAccount>>;
let key = '';

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 8 });
  key = await givenKey(server.deps, account);
});

const get = (query = '', as = key) => call(server, `/api/v1/competitors/candidates${query}`, { key: as });
const namesOf = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

// The makers in the sandbox's world that nobody tracks.
const UNTRACKED = ['Mappello', 'Pondero', 'Quillstack', 'Rowboat', 'Sonderplan', 'Trackmill'];

test('200: names that stand in lists beside tracked brands are offered, counted, and never a tracked one', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(namesOf(body)).toEqual(expect.arrayContaining(UNTRACKED));
  const tracked = /heron|aplomb|weftly|cadent|écluse|ecluse/i;
  expect(namesOf(body).filter((name) => tracked.test(name))).toEqual([]);
  const counts = body.data.map(({ mentions }: { mentions: number }) => mentions);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  for (const { name, mentions, keywords, platforms, context } of body.data.slice(0, 6)) {
    expect(UNTRACKED).toContain(name);
    expect(context).toContain(name);
    expect(platforms).toEqual(['chatgpt', 'claude', 'gemini', 'perplexity']);
    expect(keywords).toBeLessThanOrEqual(12);
    const [stored] = await db.query<{ count: number }>(
      sql`select count(*) as count from answers where workspace_id = ${account.workspaces.test} and status = 'valid' and text like ${`%${name}%`}`,
    );
    expect(mentions).toBeGreaterThan(10);
    expect(mentions).toBeLessThanOrEqual(stored?.count ?? 0);
  }
});

test('200: candidates come in pages', async () => {
  const all = (await get('?per_page=100')).body;
  const second = await get('?per_page=2&page=2');
  expect(second.body).toEqual({ data: all.data.slice(2, 4), meta: { total: all.meta.total, page: 2, per_page: 2 } });
  expect(second.headers.get('link')).toContain('rel="prev"');
});

test('200: a candidate that was added is no candidate any more', async () => {
  const added = await call(server, '/api/v1/competitors', {
    key,
    method: 'POST',
    body: { name: 'Row Boat Works', aliases: ['Rowboat'] },
  });
  expect(added.status).toBe(201);
  const names = namesOf((await get('?per_page=100')).body);
  expect(names).not.toContain('Rowboat');
  expect(names).toContain('Trackmill');
});

test('200: another account’s answers offer nothing, and without a brand there is nothing to offer', async () => {
  const empty = { data: [], meta: { total: 0, page: 1, per_page: 20 } };
  const other = await givenAccount(server.deps);
  expect((await get('', await givenKey(server.deps, other))).body).toEqual(empty);
  expect((await get('', await givenKey(server.deps, account, { mode: 'live' }))).body).toEqual(empty);
});

test('401: without a key', async () => {
  expect((await call(server, '/api/v1/competitors/candidates')).status).toBe(401);
});

test('422: a page that cannot be', async () => {
  const { status, body } = await get('?page=0');
  expect([status, body]).toEqual([422, { detail: 'page: must be at least 1' }]);
});
