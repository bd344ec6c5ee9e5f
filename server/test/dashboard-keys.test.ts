import { beforeAll, expect, test } from 'vitest';
import { createSignInToken } from '../src/access/sessions.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { givenToken } from './support/oauth.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

/** A person signed in to an account of their own. */
async function signedIn() {
  const account = await givenAccount(deps);
  const token = await createSignInToken(db, account.accountId);
  const { headers } = await call(server, '/dashboard/api/session', { method: 'POST', body: { token } });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const ask = (path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) =>
    call(server, `/dashboard/api${path}`, { method, body, headers: { cookie } });
  return { ...account, cookie, ask };
}

type Person = Awaited<ReturnType<typeof signedIn>>;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  [ann, ben] = [await signedIn(), await signedIn()];
});

const make = (who: Person, body: object = {}) => who.ask('/keys', { method: 'POST', body: { name: 'shop', ...body } });
const revoke = (who: Person, id: string) => who.ask(`/keys/${id}/revoke`, { method: 'POST' });
const change = (who: Person, id: string, body: object) => who.ask(`/keys/${id}`, { method: 'PATCH', body });

test('201: a key needs only a name, works, and is shown in full this once', async () => {
  const made = await make(ann);
  const { key, ...record } = made.body;
  expect([made.status, record]).toEqual([
    201,
    {
      key_id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      name: 'shop',
      prefix: key.slice(0, 13),
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
      status: 'active',
      mode: 'test',
      scopes: ['read'],
      expires_at: null,
      expired: false,
      allowed_ips: [],
      allowed_domains: [],
      created_by: 'sign-in link',
      created_by_member_id: null,
    },
  ]);
  expect(made.headers.get('cache-control')).toBe('no-store');
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(200);
  const listed = await ann.ask('/keys');
  expect(listed.body.data[0]).toEqual(record);
  expect(listed.text).not.toContain(key);
});

test('201: mode, scopes, expiry and both lists are kept as given', async () => {
  const input = {
    mode: 'live',
    scopes: ['read', 'write', 'read'],
    expires_at: '2099-01-31T12:00:00+02:00',
    allowed_ips: ['203.0.113.7', '198.51.100.0/24', '2001:db8::1'],
    allowed_domains: ['example.com', '*.acme.io'],
  };
  const made = await make(ann, input);
  expect(made.body).toMatchObject({ ...input, scopes: ['read', 'write'], expires_at: '2099-01-31T10:00:00Z' });
  expect(made.body.key).toMatch(/^svc_live_/);
});

test('200: a revoked key stops at once, stays listed, and cannot come back', async () => {
  const { key, key_id: id } = (await make(ann)).body;
  const revoked = await revoke(ann, id);
  expect([revoked.status, revoked.body.status]).toEqual([200, 'revoked']);
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(401);
  expect((await revoke(ann, id)).body).toEqual(revoked.body);
  const changed = await change(ann, id, { name: 'again' });
  expect([changed.status, changed.body.detail]).toEqual([409, 'A revoked key cannot be changed']);
});

test('200: new lists act with the next request', async () => {
  const { key, key_id: id } = (await make(ann)).body;
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(200);
  const changed = await change(ann, id, { name: ' office ', allowed_ips: ['203.0.113.7'] });
  expect(changed.body).toMatchObject({ name: 'office', allowed_ips: ['203.0.113.7'], allowed_domains: [] });
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(403);
  expect((await change(ann, id, { allowed_ips: [] })).body.name).toBe('office');
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(200);
});

test('two changes at once are both kept', async () => {
  const { key_id: id } = (await make(ann)).body;
  await Promise.all([
    change(ann, id, { name: 'both' }),
    change(ann, id, { allowed_ips: ['203.0.113.7'] }),
    change(ann, id, { allowed_domains: ['example.com'] }),
  ]);
  const listed = (await ann.ask('/keys')).body.data.find((one: { key_id: string }) => one.key_id === id);
  expect(listed).toMatchObject({ name: 'both', allowed_ips: ['203.0.113.7'], allowed_domains: ['example.com'] });
});

test.each([
  [{ name: '' }, 'name: must not be empty'],
  [{ name: 'x'.repeat(101) }, 'name: must have at most 100 characters'],
  [{ mode: 'both' }, 'mode: must be one of live, test'],
  [{ scopes: [] }, 'scopes: must have at least 1 entry'],
  [{ scopes: ['admin'] }, 'scopes[0]: must be one of read, write'],
  [{ allowed_ips: ['203.0.113.7', '2001:db8::/32'] }, 'allowed_ips[1]: IPv6 ranges are not supported'],
  [
    { allowed_ips: ['010.0.0.1'] },
    'allowed_ips[0]: must be an IPv4 address, an IPv4 range such as 203.0.113.0/24, or an IPv6 address',
  ],
  [{ allowed_domains: ['*.com'] }, 'allowed_domains[0]: must not cover a whole public suffix (com)'],
  [{ allowed_ips: Array(51).fill('203.0.113.7') }, 'allowed_ips: must have at most 50 entries'],
  [{ allowed_domains: Array(51).fill('example.com') }, 'allowed_domains: must have at most 50 entries'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at: must be in the future'],
  [{ expires_at: '2099-01-01T00:00:00' }, 'expires_at: must be a time with a time zone, such as 2027-01-31T12:00:00Z'],
  [{ expires_at: '2099-01-01' }, 'expires_at: must be a time with a time zone, such as 2027-01-31T12:00:00Z'],
  [{ key: 'svc_live_mine' }, 'unknown field key'],
])('422: %j', async (wrong, detail) => {
  const answer = await make(ann, wrong);
  expect([answer.status, answer.body.detail]).toEqual([422, detail]);
});

test('401 without a session, 403 from another site', async () => {
  for (const path of ['/keys', '/oauth-clients', '/audit']) {
    const answer = await call(server, `/dashboard/api${path}`);
    expect([answer.status, answer.body]).toEqual([401, { detail: 'Sign in first' }]);
  }
  const headers = { cookie: ann.cookie, origin: 'https://evil.example' };
  const body = { name: 'theirs' };
  expect((await call(server, '/dashboard/api/keys', { method: 'POST', body, headers })).status).toBe(403);
  const key = await givenKey(deps, ann);
  expect((await call(server, '/dashboard/api/keys', { key })).status).toBe(401);
});

test('404: another account’s key or client looks exactly like one that does not exist', async () => {
  const { key, key_id: id } = (await make(ben)).body;
  const client = (await ben.ask('/oauth-clients', { method: 'POST', body: { name: 'theirs' } })).body.client_id;
  const unknown = `${id.slice(0, -4)}0000`;
  for (const one of [id, unknown, 'nonsense', '%00']) {
    const answers = [await revoke(ann, one), await change(ann, one, { name: 'mine' })];
    for (const { status, text } of answers) expect([status, text]).toEqual([404, '{"detail":"Key not found"}']);
  }
  for (const one of [client, `${client.slice(0, -4)}0000`, 'nonsense', '%00']) {
    const { status, text } = await ann.ask(`/oauth-clients/${one}/revoke`, { method: 'POST' });
    expect([status, text]).toEqual([404, '{"detail":"OAuth client not found"}']);
  }
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(200);
  for (const path of ['/keys', '/oauth-clients', '/audit?per_page=100']) {
    expect((await ann.ask(path)).text).not.toMatch(new RegExp(`${id}|${client}`));
  }
});

test('409: an account has 25 active keys, exactly, however many are made at once', async () => {
  const person = await signedIn();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => make(person, { mode: i % 2 ? 'live' : 'test' })),
  );
  const refused = answers.filter(({ status }) => status === 409);
  expect(answers.filter(({ status }) => status === 201).length).toBe(25);
  expect(refused.map(({ body }) => body.detail)).toEqual(Array(5).fill('Key limit of 25 reached. Revoke one first.'));
  await expect(givenKey(deps, person)).rejects.toThrow('Key limit of 25 reached. Revoke one first.');

  const [one, two] = (await person.ask('/keys')).body.data;
  await revoke(person, one.key_id);
  expect((await make(person)).status).toBe(201);
  expect((await make(person)).status).toBe(409);
  await db.query(sql`update api_keys set expires_at = now() - interval '1 second' where key_id = ${two.key_id}`);
  expect((await make(person)).status).toBe(201);
  expect(
    (await person.ask('/keys')).body.data.find((key: { key_id: string }) => key.key_id === two.key_id),
  ).toMatchObject({
    status: 'active',
    expired: true,
  });
});

test('an OAuth client is made, used, listed and revoked; an account has ten', async () => {
  const person = await signedIn();
  const create = () => person.ask('/oauth-clients', { method: 'POST', body: { name: 'bi', scopes: ['write'] } });
  const { client_secret: secret, ...record } = (await create()).body;
  expect(record).toEqual({
    client_id: expect.stringMatching(/^oac_/),
    name: 'bi',
    created_at: expect.stringMatching(/Z$/),
    last_used_at: null,
    status: 'active',
    mode: 'test',
    scopes: ['write'],
    allowed_ips: [],
    allowed_domains: [],
    is_assistant: false,
    created_by: 'sign-in link',
    created_by_member_id: null,
  });
  const token = await givenToken(server, { id: record.client_id, secret });
  expect((await call(server, '/api/v1/keywords', { key: token })).status).toBe(200);
  const listed = await person.ask('/oauth-clients');
  expect(listed.body.data).toEqual([record]);
  const answers = await Promise.all(Array.from({ length: 12 }, create));
  expect(answers.filter(({ status }) => status === 201).length).toBe(9);
  expect(answers.find(({ status }) => status === 409)?.body.detail).toBe(
    'OAuth client limit of 10 reached. Revoke one first.',
  );
  const revoked = await person.ask(`/oauth-clients/${record.client_id}/revoke`, { method: 'POST' });
  expect(revoked.body).toMatchObject({ client_id: record.client_id, status: 'revoked' });
  expect((await call(server, '/api/v1/keywords', { key: token })).status).toBe(401);
  expect((await create()).status).toBe(201);
});

test('the log tells who did what to which key, newest first, and never a secret', async () => {
  const person = await signedIn();
  const { key, key_id: id, prefix } = (await make(person)).body;
  await change(person, id, { name: 'office', allowed_ips: ['203.0.113.7'] });
  await change(person, id, { name: 'office' });
  await revoke(person, id);
  await revoke(person, id);
  const { client_id: clientId, client_secret: secret } = (
    await person.ask('/oauth-clients', { method: 'POST', body: { name: 'bi' } })
  ).body;
  await person.ask(`/oauth-clients/${clientId}/revoke`, { method: 'POST' });

  const log = await person.ask('/audit');
  expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
    'oauth_client.revoked',
    'oauth_client.created',
    'key.revoked',
    'key.changed',
    'key.created',
    'sign_in.succeeded',
  ]);
  expect(log.body.data[3]).toEqual({
    at: expect.stringMatching(/Z$/),
    actor: expect.stringMatching(/^dashboard:[0-9a-f]{8}$/),
    action: 'key.changed',
    subject_id: id,
    subject_name: 'office',
    subject_prefix: prefix,
    changes: { name: { from: 'shop', to: 'office' }, allowed_ips: { from: [], to: ['203.0.113.7'] } },
    address: '127.0.0.1',
  });
  for (const hidden of [key, secret, person.cookie.split('=')[1]]) expect(log.text).not.toContain(hidden);
  const second = await person.ask('/audit?per_page=2&page=2');
  expect(second.body).toEqual({ data: log.body.data.slice(2, 4), meta: { total: 6, page: 2, per_page: 2 } });
  expect((await person.ask('/audit?per_page=101')).status).toBe(422);
});

test('a key that could not be made is not in the log, and what is in the log stays as it is', async () => {
  const person = await signedIn();
  for (let i = 0; i < 26; i++) await make(person);
  // And one that tells of the sign-in.
  expect((await person.ask('/audit')).body.meta.total).toBe(26);
  for (const fault of [
    sql`update audit_log set actor = 'nobody'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    await expect(db.query(fault)).rejects.toThrow('audit_log is append-only');
  }
});
