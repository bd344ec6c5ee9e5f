import { expect, test } from 'vitest';
import { setPlan } from '../src/store/accounts/accounts.ts';
import { listApiKeys, revokeApiKey } from '../src/store/accounts/api-keys.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db, { trustProxy: ['127.0.0.1/32'] });
const { deps } = server;

const INVALID = { detail: 'Invalid or missing API key' };
/** Comes through the trusted proxy from this address. */
const from = (ip: string) => ({ 'x-forwarded-for': ip });

test('401: missing, malformed, unknown, revoked and expired keys get the same bytes', async () => {
  const account = await givenAccount(deps);
  const revoked = await givenKey(deps, account);
  const expired = await givenKey(deps, account, { name: 'expired', expiresAt: new Date(Date.now() + 3_600_000) });
  const good = await givenKey(deps, account, { name: 'good' });
  const keys = await listApiKeys(db, account.accountId);
  await revokeApiKey(db, account.accountId, keys[0]?.keyId ?? '');
  await db.query(sql`update api_keys set expires_at = now() - interval '1 second' where name = 'expired'`);
  const unknown = `${good.slice(0, -8)}00000000`;

  const attempts: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: `Basic ${good}` },
    { authorization: good },
    { authorization: `Bearer ${good} ${good}` },
    { authorization: `Bearer ${unknown}` },
    { authorization: `Bearer ${good.slice(0, -1)}` },
    { authorization: `Bearer ${revoked}` },
    { authorization: `Bearer ${expired}` },
    { authorization: `Bearer ${'x'.repeat(5_000)}` },
  ];
  const answers = await Promise.all(attempts.map((headers) => call(server, '/api/v1/visibility', { headers })));
  for (const answer of answers) {
    expect([answer.status, answer.body]).toEqual([401, INVALID]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await call(server, '/api/v1/visibility', { key: good })).status).toBe(200);
});

test('the scheme may be written in any case, and a key in the query string is none', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  const headers = { authorization: `bEARER ${key}` };
  expect((await call(server, '/api/v1/visibility', { headers })).status).toBe(200);
  expect((await call(server, `/api/v1/visibility?api_key=${key}`)).status).toBe(401);
});

test('a revoked key stops working with the next request', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(200);
  const [stored] = await listApiKeys(db, account.accountId);
  await revokeApiKey(db, account.accountId, stored?.keyId ?? '');
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(401);
});

test('403 ip: a request from an address that is not on the list is refused and not counted', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account, { allowedIps: ['203.0.113.7', '198.51.100.0/24', '2001:db8::1'] });
  const refused = await call(server, '/api/v1/keywords', { key, headers: from('192.0.2.1') });
  expect([refused.status, refused.body]).toEqual([
    403,
    { detail: 'IP address 192.0.2.1 is not allowed for this API key' },
  ]);
  expect(refused.headers.get('x-ratelimit-remaining')).toBeNull();
  for (const ip of ['203.0.113.7', '198.51.100.200', '2001:0db8:0::1', '::ffff:203.0.113.7']) {
    expect((await call(server, '/api/v1/keywords', { key, headers: from(ip) })).status).toBe(200);
  }
  const counted = await call(server, '/api/v1/keywords', { key, headers: from('203.0.113.7') });
  expect(counted.headers.get('x-ratelimit-remaining')).toBe('9995');
});

test('403 domain: a browser request from another site is refused; without Origin and Referer the list does not apply', async () => {
  const key = await givenKey(deps, await givenAccount(deps), { allowedDomains: ['example.com', '*.acme.io'] });
  const refused = await call(server, '/api/v1/keywords', { key, headers: { origin: 'https://evil.example' } });
  expect([refused.status, refused.body]).toEqual([
    403,
    { detail: 'Domain evil.example is not allowed for this API key' },
  ]);
  const opaque = { origin: 'null', referer: 'https://example.com/page' };
  expect((await call(server, '/api/v1/keywords', { key, headers: opaque })).body.detail).toBe(
    'Domain null is not allowed for this API key',
  );
  const welcome: Record<string, string>[] = [
    { origin: 'https://example.com' },
    { referer: 'https://app.acme.io/x' },
    {},
  ];
  for (const headers of welcome) {
    expect((await call(server, '/api/v1/keywords', { key, headers })).status).toBe(200);
  }
});

test('403 scope: a key that may only read cannot write, and one that may write can read', async () => {
  const account = await givenAccount(deps);
  const reader = await givenKey(deps, account, { scopes: ['read'] });
  const writer = await givenKey(deps, account, { scopes: ['write'] });
  const refused = await call(server, '/api/v1/keywords', { key: reader, method: 'POST', body: { nonsense: true } });
  expect([refused.status, refused.body]).toEqual([403, { detail: "This action requires the 'write' scope" }]);
  expect((await call(server, '/api/v1/keywords', { key: writer })).status).toBe(200);
});

test('429: the hourly limit of the plan holds for all keys of a workspace together, and a new plan acts at once', async () => {
  const account = await givenAccount(deps, { plan: 'free' });
  const [one, two] = [await givenKey(deps, account), await givenKey(deps, account)];
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, i) => call(server, '/api/v1/keywords', { key: i % 2 ? one : two })),
  );
  const passed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([passed.length, refused.length]).toEqual([100, 20]);
  expect(refused[0]?.body.detail).toMatch(
    /^Rate limit exceeded\. Your plan allows 100 requests per hour\. Try again in 3[56]\d\d seconds\.$/,
  );
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(refused[0]?.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(passed[0]?.headers.get('x-ratelimit-limit')).toBe('100');

  await setPlan(db, account.accountId, 'pro');
  expect((await call(server, '/api/v1/keywords', { key: one })).status).toBe(200);
  // The live workspace has a window of its own.
  const live = await givenKey(deps, account, { mode: 'live' });
  expect((await call(server, '/api/v1/keywords', { key: live })).headers.get('x-ratelimit-remaining')).toBe('999');
});

test('a keyword of another account looks exactly like one that does not exist', async () => {
  const mine = await givenKey(deps, await givenAccount(deps));
  const theirs = await givenKey(deps, await givenAccount(deps, { historyDays: 1 }));
  const foreign = (await call(server, '/api/v1/visibility', { key: theirs })).body.data[0].keyword_id;
  const unknown = `${foreign.slice(0, -4)}0000`;
  const answers = await Promise.all(
    [foreign, unknown].map((id) => call(server, `/api/v1/visibility/${id}`, { key: mine })),
  );
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [404, '{"detail":"Keyword not found"}'],
    [404, '{"detail":"Keyword not found"}'],
  ]);
});

test('when a key was last used is written down in batches', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  await call(server, '/api/v1/keywords', { key });
  await deps.keyUse.flush();
  const [stored] = await listApiKeys(db, account.accountId);
  expect(Date.now() - (stored?.lastUsedAt?.getTime() ?? 0)).toBeLessThan(60_000);
});
