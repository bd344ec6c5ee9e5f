import { expect, test } from 'vitest';
import { listApiKeys, revokeApiKey } from '../src/store/accounts/api-keys.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { countStatements } from './support/counting.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const counting = countStatements(db);
const server = useApp(counting.db);
const otherProcess = useApp(db, { secrets: server.deps.secrets });

const get = (key: string, path: string, etag?: string | null) =>
  call(server, `/api/v1${path}`, { key, headers: etag ? { 'if-none-match': etag } : {} });

test.each(['/visibility', '/visibility?include=evidence&sort=-trend', '/keywords', '/answers', '/events', '/metrics'])(
  'GET %s names its answer, and is 304 while the answer stays the same',
  async (path) => {
    const key = await givenKey(server.deps, await givenAccount(server.deps, { historyDays: 1 }));
    const first = await get(key, path);
    const etag = first.headers.get('etag');
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');

    const second = await get(key, path, `"other", W/${etag}`);
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag]);
    expect(second.headers.get('content-type')).toBeNull();
    expect((await get(key, path, '"other"')).text).toBe(first.text);
  },
);

test('a 304 counts as a request and says where the limit stands', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const first = await get(key, '/visibility');
  const second = await get(key, '/visibility', first.headers.get('etag'));
  expect(second.status).toBe(304);
  expect(Number(second.headers.get('x-ratelimit-remaining'))).toBe(
    Number(first.headers.get('x-ratelimit-remaining')) - 1,
  );
});

test('another page, another order or another workspace never passes for the one the client has', async () => {
  const one = await givenKey(server.deps, await givenAccount(server.deps, { historyDays: 1 }));
  const other = await givenKey(server.deps, await givenAccount(server.deps, { historyDays: 1 }));
  const etag = (await get(one, '/visibility')).headers.get('etag');
  expect((await get(one, '/visibility', etag)).status).toBe(304);
  expect((await get(one, '/visibility?page=2', etag)).status).toBe(200);
  expect((await get(one, '/visibility?sort=-keyword', etag)).status).toBe(200);
  expect((await get(other, '/visibility', etag)).status).toBe(200);
});

test('whatever changes a list changes its name: time passing, a tag, a keyword that goes', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps, { historyDays: 1 }));
  const first = await get(key, '/visibility');
  const keywordId = first.body.data[0].keyword_id;
  const changes = [
    { method: 'POST', path: '/sandbox/advance', body: { seconds: 86_400 } },
    { method: 'PATCH', path: `/keywords/${keywordId}`, body: { tags: ['new'] } },
    { method: 'DELETE', path: `/keywords/${keywordId}`, body: undefined },
  ];
  let etag = first.headers.get('etag');
  for (const { method, path, body } of changes) {
    expect((await get(key, '/visibility', etag)).status).toBe(304);
    const changed = await call(server, `/api/v1${path}`, { key, method, body });
    expect(changed.status).toBeLessThan(300);
    const next = await get(key, '/visibility', etag);
    expect(next.status).toBe(200);
    etag = next.headers.get('etag');
  }
});

test('a wrong query is 422 also for a client that has an answer', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  expect((await get(key, '/visibility?page=0', '*')).status).toBe(422);
});

test('HEAD answers what GET would, without the body, and counts', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps, { historyDays: 1 }));
  const got = await get(key, '/visibility');
  const head = await call(server, '/api/v1/visibility', { key, method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  for (const name of ['etag', 'link', 'content-type', 'content-length', 'x-api-version']) {
    expect(head.headers.get(name)).toBe(got.headers.get(name));
  }
  const [before, after] = [got, head].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect(after).toBe(Number(before) - 1);
});

test.each(['/visibility', '/visibility?tag=fresh&sort=-trend'])(
  'GET %s shows a change by another process with the next request, though the response is in memory',
  async (path) => {
    const key = await givenKey(server.deps, await givenAccount(server.deps, { historyDays: 1 }));
    const keywordId = (await get(key, '/visibility')).body.data[0].keyword_id;
    for (const tags of [['fresh'], ['fresh', 'one'], []]) {
      await get(key, path);
      const before = await get(key, path);
      await call(otherProcess, `/api/v1/keywords/${keywordId}`, { key, method: 'PATCH', body: { tags } });
      const after = await get(key, path);
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
      expect(after.text).toBe((await call(otherProcess, `/api/v1${path}`, { key })).text);
    }
  },
);

test('a response in memory is the one that would be computed, and costs only the statement of the guard', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps, { historyDays: 1 }));
  const path = '/visibility?include=evidence&per_page=3&page=2';
  const first = await get(key, path);
  await get(key, path);
  counting.take();
  const again = await get(key, path);
  expect(counting.take()).toBe(1);
  for (const name of ['etag', 'link', 'content-type', 'cache-control', 'vary']) {
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  }
  expect(again.text).toBe(first.text);
  expect(again.text).toBe((await call(otherProcess, `/api/v1${path}`, { key })).text);
});

test('a revoked key gets a 401 for a URL in memory, and from then on only its key is read', async () => {
  const account = await givenAccount(server.deps, { historyDays: 1 });
  const key = await givenKey(server.deps, account);
  await get(key, '/visibility');
  await get(key, '/visibility');
  const [stored] = await listApiKeys(db, account.accountId);
  await revokeApiKey(db, account.accountId, stored?.keyId ?? '');
  expect((await get(key, '/visibility')).status).toBe(401);
  counting.take();
  expect((await get(key, '/visibility')).status).toBe(401);
  expect(counting.take()).toBe(1);
});
