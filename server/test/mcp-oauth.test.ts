import { createHash, randomBytes } from 'node:crypto';
import { auth, type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { call, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { post } from './support/oauth.ts';
import { type Browser, givenMember, givenOwner, type Owner } from './support/person.ts';
import { freePort } from './support/server-process.ts';

const port = await freePort();
const { db } = useDatabase();
const baseUrl = `http://127.0.0.1:${port}`;
const server = useApp(db, { baseUrl }, port);
const MCP = `${baseUrl}/mcp`;
const CALLBACK = 'https://assistant.example/callback';
let owner: Owner;
beforeAll(async () => {
  owner = await givenOwner(server);
});

/** The consent page: reads what is asked and answers it. */
async function consent(person: Pick<Browser, 'ask' | 'post'>, address: URL, answer: object = {}): Promise<URL> {
  const response = await fetch(address, { redirect: 'manual' });
  const place = new URL(response.headers.get('location') ?? '', baseUrl);
  if (place.origin !== baseUrl || place.searchParams.has('problem')) return place;
  const request = place.searchParams.get('request');
  const asked = await person.ask(`/connect?request=${request}`);
  expect([asked.status, asked.body.sends_to]).toEqual([200, 'assistant.example']);
  const body = { request, allow: true, mode: 'test', scopes: ['read', 'write'], ...answer };
  const { body: answered, status } = await person.post('/connect', body);
  expect(status).toBe(200);
  return new URL(answered.redirect_to);
}

/** The official client's provider: it stores what it is given and remembers where the person was sent. */
function provider() {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier: string; sentTo?: URL } = {
    verifier: '',
  };
  const made: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Test assistant', redirect_uris: [CALLBACK] },
    state: () => 'their-state',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.sentTo = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
    invalidateCredentials: () => {
      delete kept.tokens;
    },
  };
  return { kept, made };
}

test('the official client finds the server, registers, sends the person, gets tokens, uses tools and refreshes', async () => {
  const { kept, made } = provider();
  const transport = () => new StreamableHTTPClientTransport(new URL(MCP), { authProvider: made });
  const first = transport();
  const client = new Client({ name: 'test', version: '1' });
  await expect(client.connect(first as Transport)).rejects.toThrow(UnauthorizedError);
  expect(kept.client).toMatchObject({
    client_id: expect.stringMatching(/^app_[0-9a-z]{26}$/),
    client_name: 'Test assistant',
  });
  const asked = kept.sentTo ?? new URL(baseUrl);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    resource: MCP,
    code_challenge_method: 'S256',
    scope: 'read write',
    state: 'their-state',
  });
  const back = await consent(owner, asked);
  expect(back.href.startsWith(`${CALLBACK}?`)).toBe(true);
  expect(back.searchParams.get('state')).toBe('their-state');
  expect(back.searchParams.get('iss')).toBe(baseUrl);
  await first.finishAuth(back.searchParams.get('code') ?? '');

  const connected = new Client({ name: 'test', version: '1' });
  await connected.connect(transport() as Transport);
  const { tools } = await connected.listTools();
  expect(tools.map(({ name }) => name)).toContain('save_keywords');
  await connected.close();

  // Expired: the client refreshes by itself.
  const before = kept.tokens;
  await db.query(sql`update oauth_tokens set expires_at = now() - interval '1 second'`);
  const later = new Client({ name: 'test', version: '1' });
  await later.connect(transport() as Transport);
  expect((await later.listTools()).tools.length).toBeGreaterThan(10);
  await later.close();
  expect(kept.tokens?.access_token).not.toBe(before?.access_token);
  expect(kept.tokens?.refresh_token).not.toBe(before?.refresh_token);

  const listed = (await owner.ask('/oauth-clients')).body.data[0];
  expect(listed).toMatchObject({ name: 'Test assistant', is_assistant: true, status: 'active', mode: 'test' });
  expect((await owner.ask('/audit')).body.data[0]).toMatchObject({ action: 'assistant.connected' });
  await owner.post(`/oauth-clients/${listed.client_id}/revoke`);
  expect(await auth(made, { serverUrl: MCP })).toBe('REDIRECT');
});

async function register(uris: unknown = [CALLBACK], name: unknown = 'Raw') {
  return call(server, '/oauth/register', { method: 'POST', body: { client_name: name, redirect_uris: uris } });
}

let app = '';
beforeAll(async () => {
  app = (await register()).body.client_id;
});

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

function authorizeUrl(changes: Record<string, string | undefined> = {}): URL {
  const url = new URL('/oauth/authorize', baseUrl);
  const all = {
    response_type: 'code',
    client_id: app,
    redirect_uri: CALLBACK,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'read write',
    resource: MCP,
    state: 's',
    ...changes,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

async function givenCode(answer: object = {}, person: Pick<Browser, 'ask' | 'post'> = owner): Promise<string> {
  return (await consent(person, authorizeUrl(), answer)).searchParams.get('code') ?? '';
}

const exchange = (code: string, changes: Record<string, string> = {}) =>
  post(server, '/oauth/token', {
    form: {
      grant_type: 'authorization_code',
      client_id: app,
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      ...changes,
    },
  });

const refresh = (token: string, changes: Record<string, string> = {}) =>
  post(server, '/oauth/token', {
    form: { grant_type: 'refresh_token', client_id: app, refresh_token: token, ...changes },
  });

const isLet = async (token: string, path = '/mcp') => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const answer = await call(server, path, path === '/mcp' ? { key: token, method: 'POST', body } : { key: token });
  return answer.status === 200;
};

test('metadata: where to go is in the 401 of /mcp', async () => {
  const refused = await call(server, '/mcp', { method: 'POST', body: {} });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
  );
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    expect((await call(server, path)).body).toEqual({
      resource: MCP,
      resource_name: 'Visibility Data Service',
      authorization_servers: [baseUrl],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
    });
  }
  expect((await call(server, '/.well-known/oauth-authorization-server')).body).toMatchObject({
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
  });
});

test('a token opens /mcp in the chosen workspace with the chosen scopes, and never the API', async () => {
  const { body } = await exchange(await givenCode({ mode: 'live', scopes: ['read'] }));
  expect(body).toEqual({
    access_token: expect.stringMatching(/^svc_live_at_/),
    refresh_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'read',
  });
  expect(await isLet(body.access_token)).toBe(true);
  expect(await isLet(body.access_token, '/api/v1/visibility')).toBe(false);
  const listed = await call(server, '/mcp', {
    key: body.access_token,
    method: 'POST',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  expect(listed.text).not.toContain('save_keywords');
});

test('a code works once; a second use ends the connection', async () => {
  const code = await givenCode();
  const [first, second] = [await exchange(code), await exchange(code)];
  expect([first.status, second.status, second.body.error]).toEqual([200, 400, 'invalid_grant']);
  expect(await isLet(first.body.access_token)).toBe(false);
  expect((await refresh(first.body.refresh_token)).body.error).toBe('invalid_grant');
  const parallel = await givenCode();
  const answers = await Promise.all([1, 2, 3].map(() => exchange(parallel)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a code ends after 60 seconds', async () => {
  const code = await givenCode();
  const [row] = await db.query<{ left: number }>(
    sql`select extract(epoch from max(expires_at) - now())::float8 as left from oauth_grant_tokens where kind = 'code'`,
  );
  expect(row?.left).toBeLessThanOrEqual(60);
  await db.query(sql`update oauth_grant_tokens set expires_at = now() - interval '1 second' where used_at is null`);
  expect((await exchange(code)).body.error).toBe('invalid_grant');
});

test.each([
  ['another verifier', { code_verifier: randomBytes(32).toString('base64url') }, 'invalid_grant'],
  ['another redirect', { redirect_uri: 'https://assistant.example/other' }, 'invalid_grant'],
  ['another app', { client_id: `app_${'0'.repeat(26)}` }, 'invalid_grant'],
  ['another resource', { resource: `${baseUrl}/api/v1` }, 'invalid_target'],
  ['no verifier', { code_verifier: '' }, 'invalid_request'],
])('a code is refused with %s', async (_what, changes, error) => {
  expect((await exchange(await givenCode(), changes)).body.error).toBe(error);
});

test('a refresh token works once; a second use ends the connection', async () => {
  const first = (await exchange(await givenCode())).body;
  const second = (await refresh(first.refresh_token, { scope: 'read' })).body;
  expect(second.scope).toBe('read');
  const third = (await refresh(second.refresh_token)).body;
  expect(third.scope).toBe('read write');
  expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  for (const token of [first, second, third]) expect(await isLet(token.access_token)).toBe(false);
  expect((await refresh(third.refresh_token)).body.error).toBe('invalid_grant');
});

test('revoking an access token ends it, revoking a refresh token the connection', async () => {
  const tokens = (await exchange(await givenCode())).body;
  const revoke = (token: string) => post(server, '/oauth/revoke', { form: { client_id: app, token } });
  expect((await revoke(tokens.access_token)).status).toBe(200);
  expect(await isLet(tokens.access_token)).toBe(false);
  const next = (await refresh(tokens.refresh_token)).body;
  expect((await revoke(next.refresh_token)).status).toBe(200);
  expect(await isLet(next.access_token)).toBe(false);
  expect((await revoke('unknown')).status).toBe(200);
});

test('removing the person ends their connections, even if their keys are kept', async () => {
  const member = await givenMember(server, owner);
  const tokens = (await exchange(await givenCode({}, member))).body;
  expect(await isLet(tokens.access_token)).toBe(true);
  await owner.ask(`/members/${member.memberId}?revoke_keys=false`, { method: 'DELETE' });
  expect(await isLet(tokens.access_token)).toBe(false);
  expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
});

test('403: a viewer connects nothing', async () => {
  const viewer = await givenMember(server, owner, 'viewer');
  const place = (await fetch(authorizeUrl(), { redirect: 'manual' })).headers.get('location') ?? '';
  const request = new URL(place, baseUrl).searchParams.get('request');
  const refused = await viewer.post('/connect', { request, allow: true, mode: 'test', scopes: ['read'] });
  expect(refused.status).toBe(403);
});

test('refusing leads back with access_denied', async () => {
  const back = await consent(owner, authorizeUrl(), { allow: false });
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 's', iss: baseUrl });
});

test.each([
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no PKCE', { code_challenge: undefined }, 'invalid_request'],
  ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
  ['another scope', { scope: 'admin' }, 'invalid_scope'],
  ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
])('the app is told about %s', async (_what, changes, error) => {
  const back = await consent(owner, authorizeUrl(changes));
  expect([back.origin, back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
    'https://assistant.example',
    error,
    's',
  ]);
});

test('an app that no person has connected gets no redirect without a click', async () => {
  const phish = 'https://evil.example/phish';
  const { client_id } = (await register([phish])).body;
  const place = await consent(owner, authorizeUrl({ client_id, redirect_uri: phish, response_type: 'x' }));
  expect(place.href).toBe(`${baseUrl}/connect?problem=unsupported_response_type`);
});

test.each([
  ['an unknown app', { client_id: `app_${'0'.repeat(26)}` }],
  ['an unregistered redirect', { redirect_uri: 'https://evil.example/callback' }],
])('nothing is sent to %s', async (_what, changes) => {
  const place = await consent(owner, authorizeUrl(changes));
  expect(place.href).toBe(`${baseUrl}/connect?problem=app`);
});

test('a write scope that the app did not ask for is refused, and so is a changed request', async () => {
  const place = (await fetch(authorizeUrl({ scope: 'read' }), { redirect: 'manual' })).headers.get('location') ?? '';
  const request = new URL(place, baseUrl).searchParams.get('request') ?? '';
  const answer = { allow: true, mode: 'test', scopes: ['read', 'write'] };
  expect((await owner.post('/connect', { request, ...answer })).status).toBe(422);
  const changed = `${request.startsWith('A') ? 'B' : 'A'}${request.slice(1)}`;
  expect((await owner.post('/connect', { request: changed, ...answer })).status).toBe(404);
});

test('registration: names are tidied, dangerous redirects refused', async () => {
  expect((await register([CALLBACK], ' Evil\u202e\n name '.repeat(20))).body.client_name).toHaveLength(80);
  expect((await register([CALLBACK], 7)).body.client_name).toBe('Unnamed app');
  for (const uris of [['javascript:alert(1)'], ['http://assistant.example/'], [CALLBACK, 'https://a.example/#x']]) {
    const refused = await register(uris);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_redirect_uri']);
  }
  for (const uris of [[], 'https://a.example', undefined, Array(11).fill(CALLBACK)]) {
    if (uris !== undefined) expect((await register(uris)).body.error).toBe('invalid_client_metadata');
  }
  const answer = await call(server, '/oauth/register', { method: 'POST', body: '{' });
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
});

test('registrations that no person used are deleted after a day, and bounded per address', async () => {
  await db.query(sql`update oauth_apps set created_at = now() - interval '2 days'`);
  const other = (await register()).body.client_id;
  const ids = (await db.query<{ app_id: string }>(sql`select app_id from oauth_apps`)).map(({ app_id }) => app_id);
  expect(ids).toContain(other);
  expect(ids).toContain(app);
  const unused = await db.query(
    sql`select from oauth_apps a where created_at < now() - interval '1 day'
        and not exists (select from oauth_clients c where c.app_id = a.app_id)`,
  );
  expect(unused).toEqual([]);
  let refused = await register();
  for (let i = 0; i < 31 && refused.status === 201; i++) refused = await register();
  expect([refused.status, refused.body.error]).toEqual([429, 'temporarily_unavailable']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
});

test('codes, refresh tokens and access tokens are stored as hashes', async () => {
  const tokens = (await exchange(await givenCode())).body;
  const rows = await db.query(
    sql`select (select string_agg(t::text, '') from oauth_tokens t) || (select string_agg(g::text, '') from oauth_grant_tokens g) as all`,
  );
  expect(JSON.stringify(rows)).not.toContain(tokens.access_token);
  expect(JSON.stringify(rows)).not.toContain(tokens.refresh_token);
});
