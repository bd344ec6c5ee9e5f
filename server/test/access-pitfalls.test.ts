import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { keyFinder, listApiKeys, recordKeyUse } from '../src/store/accounts/api-keys.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db, { trustProxy: ['127.0.0.1/32'] });
const { deps } = server;

const PATH = '/api/v1/keywords';
const INVALID = '{"detail":"Invalid or missing API key"}';

/** A request whose headers are sent exactly as given, also twice. */
function raw(headers: string[], path = PATH): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(server.url + path, { headers: ['Host', 'localhost', ...headers] }, async (response) => {
      let text = '';
      for await (const part of response.setEncoding('utf8')) text += part;
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.on('error', reject).end();
  });
}

test('of two Authorization headers neither counts, even when both are good', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  const good = ['Authorization', `Bearer ${key}`];
  expect((await raw(good)).status).toBe(200);
  for (const second of [good, ['authorization', 'Bearer nonsense'], ['Authorization', '']]) {
    expect(await raw([...good, ...second])).toEqual({ status: 401, text: INVALID });
  }
});

test('any case of the scheme and more than one space are fine; more than 256 characters, a comma or a quote are not', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  const statusOf = async (authorization: string) => (await raw(['Authorization', authorization])).status;
  for (const fine of [`bearer ${key}`, `BEARER ${key}`, `Bearer  ${key}`]) expect(await statusOf(fine)).toBe(200);
  const filled = (length: number) => `Bearer${' '.repeat(length - 6 - key.length)}${key}`;
  expect([await statusOf(filled(256)), await statusOf(filled(257))]).toEqual([200, 401]);
  for (const bad of [`Bearer ${key},`, `Bearer "${key}"`, `Bearer${key}`, `Bearer ${key}\u00a0x`, `Token ${key}`]) {
    expect(await statusOf(bad)).toBe(401);
  }
});

test('a key anywhere but in the header is none', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  for (const name of ['api_key', 'access_token', 'key', 'authorization', 'token']) {
    expect((await call(server, `${PATH}?${name}=${key}`)).status).toBe(401);
  }
  const elsewhere: Record<string, string>[] = [
    { 'x-api-key': key },
    { cookie: `key=${key}` },
    { 'proxy-authorization': `Bearer ${key}` },
  ];
  for (const headers of elsewhere) expect((await call(server, PATH, { headers })).text).toBe(INVALID);
});

test('a key expires by the clock of the database, not of the process', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account, { expiresAt: new Date(Date.now() + 3_600_000) });
  expect((await call(server, PATH, { key })).status).toBe(200);
  await db.query(sql`update api_keys set expires_at = now() where name = 'test key'`);
  expect(await call(server, PATH, { key })).toMatchObject({ status: 401, text: INVALID });
  const [listed] = await listApiKeys(db, account.accountId);
  expect(listed).toMatchObject({ status: 'active', expired: true });
});

test.each([
  ['203.0.113.7', '::ffff:203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.0/24', '::FFFF:CB00:7107'],
  ['2001:db8::1', '2001:0DB8:0000:0::0001'],
])('an address is the same however it is written: rule %s, client %s', async (rule, client) => {
  const key = await givenKey(deps, await givenAccount(deps), { allowedIps: [rule] });
  expect((await call(server, PATH, { key, headers: { 'x-forwarded-for': client } })).status).toBe(200);
});

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:0db8::0002', '2001:db8::2'],
  ['unknown', 'unknown'],
])('403 ip: %s is named as %s', async (client, named) => {
  const key = await givenKey(deps, await givenAccount(deps), { allowedIps: ['203.0.113.7'] });
  const refused = await call(server, PATH, { key, headers: { 'x-forwarded-for': client } });
  expect([refused.status, refused.text]).toEqual([
    403,
    `{"detail":"IP address ${named} is not allowed for this API key"}`,
  ]);
});

test('the address is the last one that no trusted proxy has written', async () => {
  const key = await givenKey(deps, await givenAccount(deps), { allowedIps: ['203.0.113.7'] });
  const statusOf = async (forwarded: string) =>
    (await call(server, PATH, { key, headers: { 'x-forwarded-for': forwarded } })).status;
  expect(await statusOf('203.0.113.7, 6.6.6.6')).toBe(403);
  expect(await statusOf('6.6.6.6, 203.0.113.7')).toBe(200);
  expect((await call(server, PATH, { key, headers: { 'x-real-ip': '203.0.113.7' } })).status).toBe(403);
});

test.each([
  [{ origin: 'null' }, 'null'],
  [{ origin: 'null', referer: 'https://example.com/' }, 'null'],
  [{ origin: 'garbage', referer: 'https://example.com/' }, 'null'],
  [{ origin: '', referer: 'https://example.com/' }, 'null'],
  [{ origin: 'https://evil.example', referer: 'https://example.com/' }, 'evil.example'],
  [{ origin: 'https://EVIL.example.:8443' }, 'evil.example'],
  [{ referer: 'https://example.com.evil.example/x' }, 'example.com.evil.example'],
  [{ referer: 'nonsense' }, 'null'],
  [{ origin: 'https://acme.io' }, 'acme.io'],
  [{ origin: 'https://xn--bcher-kva.example' }, 'xn--bcher-kva.example'],
])('403 domain: %j is refused as %s', async (headers, named) => {
  const key = await givenKey(deps, await givenAccount(deps), { allowedDomains: ['example.com', '*.acme.io'] });
  const refused = await call(server, PATH, { key, headers: headers as Record<string, string> });
  expect([refused.status, refused.text]).toEqual([403, `{"detail":"Domain ${named} is not allowed for this API key"}`]);
});

test('with both lists both must pass, and the address is looked at first', async () => {
  const lists = { allowedIps: ['203.0.113.7'], allowedDomains: ['example.com'] };
  const key = await givenKey(deps, await givenAccount(deps), lists);
  const ask = async (ip: string, origin: string) => {
    const { status, body } = await call(server, PATH, { key, headers: { 'x-forwarded-for': ip, origin } });
    return [status, body.detail?.split(' ')[0]];
  };
  expect(await ask('203.0.113.7', 'https://example.com')).toEqual([200, undefined]);
  expect(await ask('203.0.113.7', 'https://evil.example')).toEqual([403, 'Domain']);
  expect(await ask('192.0.2.1', 'https://example.com')).toEqual([403, 'IP']);
  expect(await ask('192.0.2.1', 'https://evil.example')).toEqual([403, 'IP']);
});

test('each check comes before the next: key, address, domain, rate, scope, input, resource', async () => {
  const account = await givenAccount(deps, { plan: 'free' });
  const lists = { allowedIps: ['203.0.113.7'], allowedDomains: ['example.com'] };
  const key = await givenKey(deps, account, { scopes: ['read'], ...lists });
  const at = { 'x-forwarded-for': '203.0.113.7', origin: 'https://example.com' };
  const wrong = { method: 'POST', body: '{not json' };
  const statusOf = async (path: string, options: Parameters<typeof call>[2]) =>
    (await call(server, path, options)).status;
  const used = async (count: number) =>
    db.query(sql`update rate_windows set used = ${count} where workspace_id = ${account.workspaces.test}`);

  expect(await statusOf(PATH, { ...wrong, key: `${key}x`, headers: { 'x-forwarded-for': '192.0.2.1' } })).toBe(401);
  // A thief elsewhere does not burn the quota.
  for (let i = 0; i < 3; i++) {
    expect(await statusOf(PATH, { ...wrong, key, headers: { ...at, 'x-forwarded-for': '192.0.2.1' } })).toBe(403);
    expect(await statusOf(PATH, { ...wrong, key, headers: { ...at, origin: 'https://evil.example' } })).toBe(403);
  }
  const first = await call(server, PATH, { key, headers: at });
  expect(first.headers.get('x-ratelimit-remaining')).toBe('99');

  await used(100);
  const over = await call(server, PATH, { ...wrong, key, headers: at });
  expect([over.status, over.headers.get('x-ratelimit-remaining')]).toEqual([429, '0']);
  expect(await statusOf(PATH, { key, headers: { ...at, 'x-forwarded-for': '192.0.2.1' } })).toBe(403);

  await used(0);
  const scope = await call(server, PATH, { ...wrong, key, headers: at });
  expect([scope.status, scope.text]).toEqual([403, `{"detail":"This action requires the 'write' scope"}`]);
  expect(scope.headers.get('x-ratelimit-remaining')).toBe('99');

  const writer = await givenKey(deps, account, { scopes: ['write'] });
  expect(await statusOf(PATH, { ...wrong, key: writer })).toBe(400);
  expect(await statusOf('/api/v1/keywords/kw_unknown', { key: writer, method: 'PATCH', body: { nonsense: 1 } })).toBe(
    422,
  );
  expect(await statusOf('/api/v1/keywords/kw_unknown', { key: writer, method: 'PATCH', body: { tags: [] } })).toBe(404);
});

test('requests that share a statement are counted one by one; those of unknown keys and of keys with lists are not', async () => {
  const find = keyFinder(db);
  const [mine, theirs] = [await givenAccount(deps), await givenAccount(deps)];
  const keys = [
    await givenKey(deps, mine),
    await givenKey(deps, theirs),
    'vis_test_unknown',
    await givenKey(deps, mine, { allowedIps: ['203.0.113.7'] }),
    await givenKey(deps, mine),
  ];
  const hashes = [...keys, ...keys].map((key) => deps.secrets.hash(key));
  const found = await Promise.all(hashes.map(find));
  const round = [mine, theirs, undefined, mine, mine].map((account) => account?.workspaces.test);
  expect(found.map((holder) => holder?.workspaceId)).toEqual([...round, ...round]);
  const none = undefined;
  expect(found.map((holder) => holder?.rate?.used)).toEqual([1, 1, none, none, 2, 3, 2, none, none, 4]);
});

test('an unknown key is neither counted nor remembered', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  await db.query(sql`update api_keys set revoked_at = now()`);
  for (let i = 0; i < 3; i++) await call(server, PATH, { key });
  await deps.keyUse.flush();
  const [listed] = await listApiKeys(db, account.accountId);
  expect(listed?.lastUsedAt).toBeUndefined();
  const windows = await db.query(sql`select from rate_windows where workspace_id = ${account.workspaces.test}`);
  expect(windows).toEqual([]);
});

test('a request that a list refused is no use of the key', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account, { allowedIps: ['203.0.113.7'] });
  await call(server, PATH, { key });
  await deps.keyUse.flush();
  expect((await listApiKeys(db, account.accountId))[0]?.lastUsedAt).toBeUndefined();
});

test('last used is written in one batch when flushed, and never goes back', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const lastUsed = async () => (await listApiKeys(db, account.accountId))[0]?.lastUsedAt;
  await call(server, PATH, { key });
  expect(await lastUsed()).toBeUndefined();
  await deps.keyUse.flush();
  const written = await lastUsed();
  expect(written).toBeInstanceOf(Date);
  const [{ keyId = '' } = {}] = await listApiKeys(db, account.accountId);
  await recordKeyUse(db, new Map([[keyId, new Date('2020-01-01')]]));
  expect(await lastUsed()).toEqual(written);
});
