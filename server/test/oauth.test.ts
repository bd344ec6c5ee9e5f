import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { revokeOauthClient } from '../src/access/oauth-clients.ts';
import { listAudit } from '../src/store/accounts/audit.ts';
import { listOauthClients } from '../src/store/accounts/oauth-clients.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { countStatements } from './support/counting.ts';
import { useDatabase } from './support/database.ts';
import { basic, givenClient, givenToken, post } from './support/oauth.ts';

const { db } = useDatabase();
const server = useApp(db, { trustProxy: ['127.0.0.1/32'] });
const { deps } = server;
const counted = countStatements(db);
const counting = useApp(counted.db, {
  secrets: deps.secrets,
  files: new Map([['/index.html', { body: Buffer.from('page'), gzipped: undefined, type: 'text/html', etag: '"1"' }]]),
});
const GRANT = { grant_type: 'client_credentials' };
const by = { name: 'test' };

test('200: a token says what it is, is never stored by a cache, and nothing readable of it is kept', async () => {
  const client = await givenClient(deps, await givenAccount(deps), { scopes: ['read'] });
  const answer = await post(server, '/oauth/token', { form: GRANT, headers: basic(client) });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      access_token: expect.stringMatching(/^svc_test_at_[0-9A-Za-z]{36}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read',
    },
  ]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  const [stored] = await db.query<{ all: string }>(
    sql`select (select string_agg(t::text, '') from oauth_tokens t) || (select string_agg(c::text, '') from oauth_clients c) as all`,
  );
  for (const hidden of [answer.body.access_token.slice(-12), client.secret.slice(-12)]) {
    expect(stored?.all).not.toContain(hidden);
    expect(stored?.all).not.toContain(Buffer.from(hidden).toString('hex'));
  }
});

test('200: scopes are those asked for, else all the client has, and write includes read', async () => {
  const account = await givenAccount(deps);
  const writer = await givenClient(deps, account, { scopes: ['write'] });
  const scopeOf = async (scope: string) =>
    (await post(server, '/oauth/token', { form: { ...GRANT, scope }, headers: basic(writer) })).body.scope;
  expect(await scopeOf('')).toBe('write');
  expect(await scopeOf('read')).toBe('read');
  expect(await scopeOf('write read')).toBe('read write');

  const reading = await givenToken(server, writer, 'read');
  const refused = await call(server, '/api/v1/keywords', { key: reading, method: 'POST', body: {} });
  expect([refused.status, refused.text]).toEqual([403, `{"detail":"This action requires the 'write' scope"}`]);
  const writing = await givenToken(server, writer);
  expect((await call(server, '/api/v1/keywords', { key: writing })).status).toBe(200);
});

test('a token opens the workspace of its client and shares the rate window of its keys', async () => {
  const account = await givenAccount(deps, { plan: 'free' });
  const key = await givenKey(deps, account);
  const token = await givenToken(server, await givenClient(deps, account));
  const remaining = async (bearer: string) =>
    (await call(server, '/api/v1/keywords', { key: bearer })).headers.get('x-ratelimit-remaining');
  expect([await remaining(key), await remaining(token), await remaining(key)]).toEqual(['99', '98', '97']);
  await call(server, '/api/v1/keywords', { key: token, method: 'POST', body: { keyword: 'via oauth' } });
  expect((await call(server, '/api/v1/keywords', { key })).text).toContain('via oauth');
  const live = await givenToken(server, await givenClient(deps, account, { mode: 'live' }));
  expect(live).toMatch(/^svc_live_at_/);
  expect((await call(server, '/api/v1/keywords', { key: live })).text).not.toContain('via oauth');
});

test('a token costs no more statements than a key, and a malformed one costs none', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const token = await givenToken(server, await givenClient(deps, account));
  const costOf = async (bearer: string) => {
    counted.take();
    await call(counting, '/api/v1/keywords', { key: bearer });
    return counted.take();
  };
  const cost = await costOf(key);
  expect(cost).toBeGreaterThan(0);
  expect([await costOf(token), await costOf(`${token.slice(0, -3)}abc`)]).toEqual([cost, 0]);
});

test('401 on the API: malformed, unknown, expired and revoked tokens get the bytes of a bad key', async () => {
  const account = await givenAccount(deps);
  const client = await givenClient(deps, account);
  const [good, revoked, expired] = [
    await givenToken(server, client),
    await givenToken(server, client),
    await givenToken(server, client),
  ];
  await post(server, '/oauth/revoke', { form: { token: revoked }, headers: basic(client) });
  await db.query(
    sql`update oauth_tokens set expires_at = now() - interval '1 second' where token_hash = ${deps.secrets.hash(expired)}`,
  );
  for (const bad of ['svc_test_at_', `${good.slice(0, -3)}abc`, revoked, expired, client.secret, client.id]) {
    const answer = await call(server, '/api/v1/keywords', { key: bad });
    expect([answer.status, answer.text]).toEqual([401, '{"detail":"Invalid or missing API key"}']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
  expect((await call(server, '/api/v1/keywords', { key: good })).status).toBe(200);
});

test('a revoked client is refused at once, and so are all its tokens', async () => {
  const account = await givenAccount(deps);
  const client = await givenClient(deps, account);
  const other = await givenClient(deps, account);
  const token = await givenToken(server, client);
  expect((await call(server, '/api/v1/keywords', { key: token })).status).toBe(200);
  await revokeOauthClient(db, account.accountId, { clientId: client.id, by });
  expect((await call(server, '/api/v1/keywords', { key: token })).status).toBe(401);
  expect((await post(server, '/oauth/token', { form: GRANT, headers: basic(client) })).status).toBe(401);
  const seen = await post(server, '/oauth/introspect', { form: { token }, headers: basic(other) });
  expect(seen.body).toEqual({ active: false });
});

test('a client’s allow-lists hold for its tokens and for itself', async () => {
  const account = await givenAccount(deps);
  const rules = { allowedIps: ['203.0.113.7'], allowedDomains: ['example.com'] };
  const client = await givenClient(deps, account, rules);
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const ask = (headers: Record<string, string>) =>
    post(server, '/oauth/token', { form: GRANT, headers: { ...basic(client), ...headers } });
  expect((await ask(from('192.0.2.1'))).body).toEqual({
    error: 'unauthorized_client',
    error_description: 'IP address 192.0.2.1 is not allowed for this client',
  });
  expect((await ask({ ...from('203.0.113.7'), origin: 'https://evil.example' })).body).toEqual({
    error: 'unauthorized_client',
    error_description: 'Domain evil.example is not allowed for this client',
  });
  const token = (await ask(from('203.0.113.7'))).body.access_token;
  const use = (headers: Record<string, string>) => call(server, '/api/v1/keywords', { key: token, headers });
  expect((await use(from('192.0.2.1'))).text).toBe('{"detail":"IP address 192.0.2.1 is not allowed for this API key"}');
  expect((await use({ ...from('203.0.113.7'), origin: 'https://evil.example' })).text).toBe(
    '{"detail":"Domain evil.example is not allowed for this API key"}',
  );
  const passed = await use(from('203.0.113.7'));
  expect([passed.status, passed.headers.get('x-ratelimit-remaining')]).toEqual([200, '9999']);
});

test('401 invalid_client: every wrong credential gets the same bytes and a challenge', async () => {
  const client = await givenClient(deps, await givenAccount(deps));
  const other = await givenClient(deps, await givenAccount(deps));
  const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const attempts: { form?: Record<string, string>; headers?: Record<string, string> }[] = [
    {},
    { form: { client_id: client.id } },
    { form: { client_secret: client.secret } },
    { form: { client_id: client.id, client_secret: other.secret } },
    { form: { client_id: `${client.id.slice(0, -1)}\0`, client_secret: client.secret } },
    { form: { client_id: 'nobody', client_secret: 'nothing' } },
    { headers: basic({ id: client.id, secret: other.secret }) },
    { headers: { authorization: `Bearer ${client.secret}` } },
    { headers: { authorization: 'Basic' } },
    { headers: { authorization: 'Basic !!!' } },
    { headers: { authorization: encode(client.id) } },
    { headers: { authorization: encode(`${client.id}:${client.secret}:more`) } },
    { headers: { authorization: encode(`%zz:${client.secret}`) } },
    { headers: { authorization: encode(`${client.id}:${'x'.repeat(1000)}`) } },
  ];
  for (const path of ['/oauth/token', '/oauth/introspect', '/oauth/revoke']) {
    for (const { form = {}, headers = {} } of attempts) {
      const answer = await post(server, path, { form: { ...GRANT, token: 'x', ...form }, headers });
      expect([answer.status, answer.text]).toEqual([
        401,
        '{"error":"invalid_client","error_description":"Client authentication failed"}',
      ]);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  }
  const encoded = encode(`${client.id.replace('_', '%5F')}:${client.secret.replaceAll('_', '%5f')}`);
  expect((await post(server, '/oauth/token', { form: GRANT, headers: { authorization: encoded } })).status).toBe(200);
});

test('429: thirty wrong secrets in a minute close the door to their address alone, for keys as well', async () => {
  const account = await givenAccount(deps);
  const client = await givenClient(deps, account);
  const wrong = (i: number) => basic({ ...client, secret: `${client.secret}${i}` });
  const ask = (ip: string, headers: Record<string, string>) =>
    post(server, '/oauth/token', { form: GRANT, headers: { ...headers, 'x-forwarded-for': ip } });
  for (let i = 0; i < 30; i++) expect((await ask('203.0.113.30', wrong(i))).status).toBe(401);
  const closed = await ask('203.0.113.30', basic(client));
  expect([closed.status, closed.body.error]).toEqual([429, 'temporarily_unavailable']);
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0);
  const key = await givenKey(deps, account);
  const headers = { 'x-forwarded-for': '203.0.113.30' };
  expect((await call(server, '/api/v1/keywords', { key, headers })).status).toBe(429);
  expect((await ask('203.0.113.31', basic(client))).status).toBe(200);
});

test.each([
  ['no grant_type', '', 'invalid_request', 'grant_type is required'],
  ['an empty grant_type', 'grant_type=', 'invalid_request', 'grant_type is required'],
  [
    'another grant',
    'grant_type=password',
    'unsupported_grant_type',
    'grant_type: must be client_credentials, authorization_code or refresh_token',
  ],
  [
    'a parameter twice',
    'grant_type=client_credentials&grant_type=client_credentials',
    'invalid_request',
    'A parameter must not be sent twice',
  ],
  [
    'an empty parameter twice',
    'grant_type=client_credentials&scope=&scope=',
    'invalid_request',
    'A parameter must not be sent twice',
  ],
  [
    'an unknown scope',
    'grant_type=client_credentials&scope=admin',
    'invalid_scope',
    'Invalid scope. This client may request: read',
  ],
  [
    'more than it may',
    'grant_type=client_credentials&scope=write',
    'invalid_scope',
    'Invalid scope. This client may request: read',
  ],
  [
    'a broken scope',
    'grant_type=client_credentials&scope=read%20',
    'invalid_scope',
    'Invalid scope. This client may request: read',
  ],
])('400: %s', async (_name, form, error, description) => {
  const client = await givenClient(deps, await givenAccount(deps), { scopes: ['read'] });
  const answer = await post(server, '/oauth/token', { form, headers: basic(client) });
  expect([answer.status, answer.body]).toEqual([400, { error, error_description: description }]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('400 invalid_request: two ways to authenticate, two Authorization headers, or two ids', async () => {
  const client = await givenClient(deps, await givenAccount(deps));
  const both = { ...GRANT, client_id: client.id, client_secret: client.secret };
  expect((await post(server, '/oauth/token', { form: both, headers: basic(client) })).body).toEqual({
    error: 'invalid_request',
    error_description: 'Use only one authentication method',
  });
  const twoIds = { ...GRANT, client_id: 'another' };
  expect((await post(server, '/oauth/token', { form: twoIds, headers: basic(client) })).status).toBe(400);
  const sameId = { ...GRANT, client_id: client.id };
  expect((await post(server, '/oauth/token', { form: sameId, headers: basic(client) })).status).toBe(200);

  const status = await new Promise((resolve, reject) => {
    const { authorization = '' } = basic(client);
    const headers = ['Content-Type', 'application/x-www-form-urlencoded', 'Host', 'localhost'];
    const twice = ['Authorization', authorization, 'Authorization', authorization];
    const sent = httpRequest(`${server.url}/oauth/token`, { method: 'POST', headers: [...headers, ...twice] });
    sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    sent.end('grant_type=client_credentials');
  });
  expect(status).toBe(400);
});

test('other content types, oversized forms and other methods are refused; the API still takes no forms', async () => {
  const client = await givenClient(deps, await givenAccount(deps));
  const json = await call(server, '/oauth/token', { method: 'POST', body: GRANT, headers: basic(client) });
  expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
  const large = await post(server, '/oauth/token', { form: { x: 'x'.repeat(9_000) }, headers: basic(client) });
  expect([large.status, large.body.error]).toEqual([413, 'invalid_request']);
  for (const path of ['/oauth/token', '/oauth/introspect', '/oauth/revoke']) {
    const got = await call(server, path, { headers: basic(client) });
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  }
  // Also where the dashboard's page would answer any other address.
  expect((await call(counting, '/oauth/token')).status).toBe(405);
  const key = await givenToken(server, client);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const refused = await call(server, '/api/v1/keywords', { key, method: 'POST', body: 'keyword=x', headers: form });
  expect(refused.status).toBe(415);
});

test('a client learns nothing of tokens of other workspaces, and cannot revoke another client’s', async () => {
  const account = await givenAccount(deps);
  const [mine, sibling] = [await givenClient(deps, account), await givenClient(deps, account)];
  const strangers = [
    await givenClient(deps, await givenAccount(deps)),
    await givenClient(deps, account, { mode: 'live' }),
  ];
  const token = await givenToken(server, mine);
  const inspect = (client: { id: string; secret: string }, what: string) =>
    post(server, '/oauth/introspect', { form: { token: what }, headers: basic(client) });
  const unknown = await inspect(mine, 'nonsense');
  expect([unknown.status, unknown.text]).toEqual([200, '{"active":false}']);
  for (const stranger of strangers) expect((await inspect(stranger, token)).text).toBe(unknown.text);
  expect((await inspect(sibling, token)).body).toMatchObject({ active: true, client_id: mine.id });
  expect((await inspect(mine, await givenKey(deps, account))).text).toBe(unknown.text);

  for (const client of [...strangers, sibling]) {
    const answer = await post(server, '/oauth/revoke', { form: { token }, headers: basic(client) });
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
  expect((await call(server, '/api/v1/keywords', { key: token })).status).toBe(200);
});

test('revoking again or revoking nonsense is fine, a key is refused by its type, and the log tells of the token', async () => {
  const account = await givenAccount(deps);
  const client = await givenClient(deps, account);
  const token = await givenToken(server, client);
  const revoke = (form: Record<string, string>) => post(server, '/oauth/revoke', { form, headers: basic(client) });
  const statuses = [
    (await revoke({ token, token_type_hint: 'refresh_token' })).status,
    (await revoke({ token })).status,
    (await revoke({ token: 'nonsense' })).status,
  ];
  expect(statuses).toEqual([200, 200, 200]);
  expect((await revoke({})).body).toEqual({ error: 'invalid_request', error_description: 'token is required' });
  const key = await revoke({ token: await givenKey(deps, account) });
  expect([key.status, key.body.error]).toEqual([400, 'unsupported_token_type']);
  const log = await listAudit(db, account.accountId, { page: 1, perPage: 10 });
  const told = log.filter(({ action }) => action === 'token.revoked');
  expect(told).toEqual([
    expect.objectContaining({ actor: `oauth:${client.id}`, subjectId: client.id, subjectPrefix: token.slice(0, 16) }),
  ]);
  expect(JSON.stringify(log)).not.toContain(token);
});

test('expired tokens are deleted by new ones', async () => {
  const client = await givenClient(deps, await givenAccount(deps));
  for (let i = 0; i < 3; i++) await givenToken(server, client);
  await db.query(sql`update oauth_tokens set expires_at = now() - interval '1 minute' where client_id = ${client.id}`);
  await givenToken(server, client);
  const rows = await db.query(sql`select from oauth_tokens where client_id = ${client.id}`);
  expect(rows.length).toBe(1);
});

test('429: a client that hoards as many tokens as its plan has requests is asked to use one', async () => {
  const client = await givenClient(deps, await givenAccount(deps, { plan: 'free' }));
  await db.query(
    sql`insert into oauth_tokens (token_hash, client_id, scopes, expires_at)
        select sha256(n::text::bytea), ${client.id}, '{read}', now() + interval '30 minutes'
        from generate_series(1, 99) as n`,
  );
  await givenToken(server, client);
  const full = await post(server, '/oauth/token', { form: GRANT, headers: basic(client) });
  expect([full.status, full.body.error]).toEqual([429, 'temporarily_unavailable']);
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(1_700);
});

test('metadata names every endpoint, and HEAD works', async () => {
  const path = '/.well-known/oauth-authorization-server';
  const answer = await call(server, path);
  expect(answer.body).toMatchObject({
    issuer: deps.baseUrl,
    token_endpoint: `${deps.baseUrl}/oauth/token`,
    grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
    response_types_supported: ['code'],
    scopes_supported: ['read', 'write'],
  });
  expect((await call(server, path, { method: 'HEAD' })).status).toBe(200);
  expect((await call(server, path, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD');
});

test('when a client was last used is written down with the keys', async () => {
  const account = await givenAccount(deps);
  const token = await givenToken(server, await givenClient(deps, account));
  await call(server, '/api/v1/keywords', { key: token });
  await deps.keyUse.flush();
  const [client] = await listOauthClients(db, account.accountId);
  expect(Date.now() - (client?.lastUsedAt?.getTime() ?? 0)).toBeLessThan(60_000);
});
