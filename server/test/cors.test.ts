import { expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const origin = 'https://app.example.com';

test('a preflight is answered without a key and names what a page may send', async () => {
  const { status, text, headers } = await call(server, '/api/v1/keywords', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });
  expect([status, text]).toEqual([204, '']);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
  expect(headers.get('access-control-allow-headers')).toBe(
    'Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer',
  );
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect(headers.get('x-ratelimit-remaining')).toBeNull();
});

test('a page may read errors too, and the headers about paging and limits', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  for (const [path, headers, status] of [
    ['/api/v1/visibility', { authorization: `Bearer ${key}` }, 200],
    ['/api/v1/visibility', {}, 401],
    ['/api/v1/nothing-here', {}, 404],
  ] as const) {
    const answer = await call(server, path, { headers: { origin, ...headers } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Link');
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/Content-Disposition.*WWW-Authenticate/);
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/X-Unknown-Parameters, Preference-Applied/);
  }
});

test('a key’s list of domains is enforced on the request itself, not on the preflight', async () => {
  const account = await givenAccount(server.deps);
  const key = await givenKey(server.deps, account, { allowedDomains: ['*.example.com'] });
  const ask = (from: string) => call(server, '/api/v1/visibility', { key, headers: { origin: from } });
  expect((await ask(origin)).status).toBe(200);
  const refused = await ask('https://evil.test');
  expect([refused.status, refused.text]).toEqual([
    403,
    '{"detail":"Domain evil.test is not allowed for this API key"}',
  ]);
});

test('the dashboard’s own routes let no other origin in', async () => {
  const answer = await call(server, '/dashboard/api/session', { headers: { origin } });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  const preflight = await call(server, '/dashboard/api/session', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});
