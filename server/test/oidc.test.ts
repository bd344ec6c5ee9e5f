import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { findAccount } from '../src/store/accounts/accounts.ts';
import { sql } from '../src/store/db.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Claims, oidcDeps, oidcSettings, startOidcServer, walkThrough } from './support/oidc-server.ts';
import { browser, byLink, givenMember, givenOwner, type Owner, PASSWORD, tokenOf } from './support/person.ts';
import { startServer, stopServer } from './support/server-process.ts';

const OURS = 'http://localhost:4000';
const CALLBACK = `${OURS}/sign-in/oidc/callback`;
const people: Record<string, Claims> = {};
const { db, url } = useDatabase();
const idp = await startOidcServer(CALLBACK, people);
afterAll(() => idp[Symbol.asyncDispose]());

const open = oidcDeps(oidcSettings(idp.issuer));
const strict = oidcDeps(oidcSettings(idp.issuer, { isRequired: true, allowedDomains: ['acme.io'] }));
const grouped = oidcDeps(
  oidcSettings(idp.issuer, {
    roles: new Map([
      ['admins', 'owner'],
      ['staff', 'member'],
      ['*', 'viewer'],
    ]),
  }),
);
const server = useApp(db, { oidc: open });
const strictServer = useApp(db, { oidc: strict });
const logged: Record<string, unknown>[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) });
const groupServer = useApp(db, { oidc: grouped, log });
let account: Owner;

beforeAll(async () => {
  account = await givenOwner(server);
  grouped.accountId = account.accountId;
});

let logins = 0;

/** A person of the provider, verified unless it says otherwise. */
function given(claims: Claims): string {
  const login = `person-${++logins}`;
  people[login] = { email_verified: true, name: 'Cleo', ...claims };
  return login;
}

/** Asks our server for a page, with and for the cookies of a browser. */
async function visit(at: { url: string }, path: string, jar: Map<string, string>, site = 'none') {
  const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
  const headers = { cookie, 'sec-fetch-site': site };
  const response = await fetch(at.url + path, { redirect: 'manual', headers });
  const given = response.headers.getSetCookie();
  for (const one of given) {
    const [name = '', value = ''] = (one.split(';')[0] ?? '').split(/=(.*)/s);
    jar.set(name, value);
  }
  return { place: response.headers.get('location') ?? '', status: response.status, given };
}

/** The owner of the account that people join at the first server. */
async function givenHost(): Promise<Owner> {
  const owner = await givenOwner(server);
  open.accountId = owner.accountId;
  return owner;
}

interface Start {
  to?: string;
  /** Signed in before, in the same browser. */
  as?: Pick<Owner, 'own'>;
  /** The invitation whose page has the button, or a link on another site. */
  invitation?: string;
  site?: string;
}

/** Signs in with the provider. Returns where it ends, and a browser with the session, if any. */
async function signIn(at: typeof server, login: string, { to = '/keywords?page=2', as, invitation, site }: Start = {}) {
  const jar = new Map<string, string>(as ? [as.own.cookie.split('=') as [string, string]] : []);
  const asked = new URLSearchParams({ to, ...(invitation ? { invitation } : {}) });
  const started = await visit(at, `/sign-in/oidc?${asked}`, jar, site);
  const back = await walkThrough(started.place, { login, ours: OURS });
  const { place, given } = await visit(at, back.pathname + back.search, jar);
  const person = browser(at);
  person.own.cookie = `visibility_4000=${jar.get('visibility_4000') ?? ''}`;
  return { ...person, place, back, jar, given, started };
}

const ownerEmailOf = async (accountId: string) => (await findAccount(db, accountId))?.ownerEmail;

const actions = async (person: Pick<Owner, 'ask'>) =>
  (await person.ask('/audit?per_page=100')).body.data.map(({ action }: { action: string }) => action);

test('a member signs in with the provider by the verified email, which ends the password and other sessions', async () => {
  const owner = await givenHost();
  const login = given({ email: owner.email.toUpperCase() });
  const person = await signIn(server, login);
  expect(person.place).toBe('/keywords?page=2');
  expect((await person.ask('/session')).body.member.member_id).toBe(owner.memberId);
  expect(await owner.isIn()).toBe(false);
  expect((await browser(server).signIn(owner.email)).status).toBe(401);
  expect((await person.ask('/sessions')).body.data.map((one: { opened_by: string }) => one.opened_by)).toEqual([
    'oidc',
  ]);
  expect((await actions(person)).slice(0, 3)).toEqual(['sign_in.failed', 'sign_in.succeeded', 'identity.linked']);

  // They may set a new password: they have just proved who they are.
  expect((await person.ask('/account')).body).toMatchObject({ has_password: false, needs_current_password: false });
  expect((await person.post('/account/password', { password: PASSWORD })).status).toBe(204);
  expect((await browser(server).signIn(owner.email)).status).toBe(204);

  // The subject counts from now on, also with another, unverified email.
  people[login] = { email: 'elsewhere@example.com', email_verified: false };
  expect((await (await signIn(server, login)).ask('/session')).body.member.member_id).toBe(owner.memberId);
  expect((await browser(server).signIn(owner.email)).status).toBe(204);
});

test('the request has PKCE (S256), state and nonce; the cookie is HttpOnly, Lax and only for the callback', async () => {
  const { started } = await signIn(server, given({ email: 'nobody@example.com' }));
  const asked = new URL(started.place).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    client_id: 'visibility',
    redirect_uri: CALLBACK,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(started.given).toEqual([
    expect.stringMatching(/^visibility_4000_oidc=[\w-]+; Path=\/sign-in\/oidc; HttpOnly; SameSite=Lax; Max-Age=600$/),
  ]);
});

test.each([
  ['the provider has not verified the email', { email_verified: false }, 'unverified'],
  ['there is no email', { email: undefined }, 'unverified'],
  ['the person is unknown and not invited', {}, 'unknown'],
])('no sign-in if %s', async (_why, claims, problem) => {
  const { place, isIn } = await signIn(server, given({ email: 'stranger@example.com', ...claims }));
  expect(place).toBe(`/sign-in#problem=${problem}`);
  expect(await isIn()).toBe(false);
});

test('an unverified email never opens the account of a member', async () => {
  const owner = await givenHost();
  const { place } = await signIn(server, given({ email: owner.email, email_verified: false }));
  expect(place).toBe('/sign-in#problem=unverified');
  expect(await owner.isIn()).toBe(true);
});

test('an email that the provider gives to another person does not open the account of the first', async () => {
  const owner = await givenHost();
  await signIn(server, given({ email: owner.email }));
  expect((await signIn(server, given({ email: owner.email }))).place).toBe('/sign-in#problem=taken');
});

test('an invitation is used up by signing in with its email', async () => {
  const owner = await givenOwner(server);
  const email = 'invited@example.com';
  const invited = await owner.post('/members/invitations', { email, role: 'viewer' });
  const person = await signIn(server, given({ email }));
  expect((await person.ask('/session')).body.member).toMatchObject({ email, role: 'viewer', name: 'Cleo' });
  expect((await person.post('/invitation', { token: tokenOf(invited.body.link) })).status).toBe(404);
});

test('groups give roles at every sign-in, the highest wins, and the last owner stays one', async () => {
  const email = 'grouped@example.com';
  const login = given({ email, groups: ['staff', 'admins'] });
  const role = async () => (await (await signIn(groupServer, login)).ask('/session')).body.member.role;
  expect(await role()).toBe('owner');
  people[login] = { ...people[login], groups: ['staff'] };
  expect(await role()).toBe('member');
  people[login] = { ...people[login], groups: [] };
  expect(await role()).toBe('viewer');

  // They decide in one account only.
  const only = await givenOwner(groupServer);
  const other = await givenMember(groupServer, only);
  const signed = await signIn(groupServer, given({ email: other.email, groups: ['admins'] }), { as: other });
  expect((await signed.ask('/session')).body.member.role).toBe('member');

  grouped.accountId = only.accountId;
  const last = await signIn(groupServer, given({ email: only.email, groups: [] }));
  expect((await last.ask('/session')).body.member.role).toBe('owner');
  grouped.accountId = account.accountId;
});

test('a person whom an owner removed does not come back by groups, but by invitation', async () => {
  const login = given({ email: 'removed@example.com', groups: ['staff'] });
  const person = await signIn(groupServer, login);
  const { member_id: memberId } = (await person.ask('/session')).body.member;
  await account.ask(`/members/${memberId}`, { method: 'DELETE' });
  expect(await person.isIn()).toBe(false);
  expect((await signIn(groupServer, login)).place).toBe('/sign-in#problem=unknown');
  people[login] = { ...people[login], email: 'other.name@example.com' };
  expect((await signIn(groupServer, login)).place).toBe('/sign-in#problem=unknown');
  people[login] = { ...people[login], email: 'removed@example.com' };
  await account.post('/members/invitations', { email: 'removed@example.com', role: 'member' });
  expect((await signIn(groupServer, login)).place).toBe('/keywords?page=2');
});

test('only people of the allowed domains, and no password, if it is required; the command line still lets in', async () => {
  const owner = await givenOwner(strictServer);
  expect((await signIn(strictServer, given({ email: owner.email }))).place).toBe('/sign-in#problem=domain');
  expect((await signIn(strictServer, given({ email: 'ann@acme.io.example.com' }))).place).toBe(
    '/sign-in#problem=domain',
  );
  const refused = await browser(strictServer).signIn(owner.email);
  expect([refused.status, refused.body.detail]).toEqual([403, 'Passwords are turned off. Sign in with Acme ID.']);
  const invited = await owner.post('/members/invitations', { email: 'ben@acme.io', role: 'member' });
  const token = tokenOf(invited.body.link);
  const accepted = await browser(strictServer).post('/invitation/accept', { token, password: PASSWORD });
  expect(accepted.status).toBe(403);
  expect((await signIn(strictServer, given({ email: 'ben@acme.io' }))).place).toBe('/keywords?page=2');
  expect(await owner.isIn()).toBe(true);
  expect((await owner.ask('/sign-in-options')).body).toEqual({ oidc: { name: 'Acme ID', required: true } });
});

test.each([
  ['https://evil.example', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/settings/keys', '/settings/keys'],
])('after sign-in, %j leads to %s', async (to, expected) => {
  const owner = await givenHost();
  expect((await signIn(server, given({ email: owner.email }), { to })).place).toBe(expected);
});

test('a response that this browser did not ask for, a used one and a changed one are refused', async () => {
  const owner = await givenHost();
  const login = given({ email: owner.email });
  const { back, jar } = await signIn(server, login);
  const path = back.pathname + back.search;
  expect((await visit(server, path, new Map())).place).toBe('/sign-in#problem=expired');
  // The cookie was taken away by the first use.
  expect(jar.get('visibility_4000_oidc')).toBe('');

  const other = new Map<string, string>();
  await visit(server, '/sign-in/oidc', other);
  expect((await visit(server, path, other)).place).toBe('/sign-in#problem=failed');

  const own = new Map<string, string>();
  const started = await visit(server, '/sign-in/oidc', own);
  const cookies = new Map(own);
  const url = await walkThrough(started.place, { login, ours: OURS });
  const wrongIssuer = new URL(url);
  wrongIssuer.searchParams.set('iss', 'https://evil.example');
  expect((await visit(server, url.pathname + wrongIssuer.search, new Map(cookies))).place).toBe(
    '/sign-in#problem=failed',
  );
  expect((await visit(server, url.pathname + url.search, new Map(cookies))).place).toBe('/');
  expect((await visit(server, url.pathname + url.search, new Map(cookies))).place).toBe('/sign-in#problem=failed');
});

test('every sign-in opens a new session, also over an existing one', async () => {
  const owner = await givenHost();
  const login = given({ email: owner.email });
  const first = await signIn(server, login);
  const second = await signIn(server, login);
  expect(second.own.cookie).not.toBe(first.own.cookie);
});

test('a session ends after seven days, used or not', async () => {
  const owner = await givenHost();
  const person = await signIn(server, given({ email: owner.email }));
  await db.query(sql`update sessions set last_seen_at = now() - interval '1 hour' where member_id = ${owner.memberId}`);
  expect(await person.isIn()).toBe(true);
  const [session] = await db.query(
    sql`select extract(epoch from expires_at - now())::int as left from sessions where member_id = ${owner.memberId}`,
  );
  expect((session as { left: number }).left).toBeLessThanOrEqual(7 * 86_400);
});

test('a member keeps the password while the provider cannot be reached', async () => {
  const away = await startOidcServer(CALLBACK, people);
  await away[Symbol.asyncDispose]();
  const { provider } = open;
  open.provider = oidcDeps(oidcSettings(away.issuer)).provider;
  const member = await givenMember(server, await givenOwner(server));
  const { place } = await visit(server, '/sign-in/oidc', new Map());
  open.provider = provider;
  expect(place).toBe('/sign-in#problem=unavailable');
  expect((await browser(server).signIn(member.email)).status).toBe(204);
});

test('on a fresh server, people of a group of owners claim the account, and others cannot join it', async () => {
  const before = grouped.accountId;
  const { accountId } = await givenAccount(server.deps);
  grouped.accountId = accountId;
  const visitor = await byLink(groupServer, accountId);
  const refused = await signIn(groupServer, given({ email: 'first@example.com', groups: ['staff'] }));
  expect(refused.place).toBe('/sign-in#problem=unclaimed');
  expect(logged.at(-1)).toEqual(
    expect.objectContaining({
      msg: 'single sign-on refused',
      reason: 'unclaimed',
      identity: expect.stringMatching(/^http:\/\/localhost:\d+ person-\d+$/),
      account_id: accountId,
      request_id: expect.stringMatching(/./),
    }),
  );
  expect(JSON.stringify(logged)).not.toContain('first@');

  const owner = await signIn(groupServer, given({ email: 'chief@example.com', groups: ['admins'] }));
  expect((await owner.ask('/session')).body.member).toMatchObject({ email: 'chief@example.com', role: 'owner' });
  expect((await owner.ask('/audit')).body.data[1]).toMatchObject({ action: 'account.claimed' });
  expect(await ownerEmailOf(accountId)).toBe('chief@example.com');
  // The session of the first link, which has no member, ends.
  expect(await visitor.isIn()).toBe(false);
  expect((await signIn(groupServer, given({ email: 'second@example.com', groups: ['staff'] }))).place).toBe(
    '/keywords?page=2',
  );
  grouped.accountId = before;
});

test('an account cannot prepare a member for a person who has not signed in yet', async () => {
  const attacker = await givenOwner(groupServer);
  const email = 'victim@corp.example';
  const invited = await attacker.post('/members/invitations', { email, role: 'member' });
  const trap = browser(groupServer);
  await trap.post('/invitation/accept', { token: tokenOf(invited.body.link), name: 'trap', password: PASSWORD });

  const victim = await signIn(groupServer, given({ email, groups: ['admins'] }));
  expect((await victim.ask('/session')).body.member).toMatchObject({ email, role: 'owner', name: 'Cleo' });
  expect((await account.ask('/members')).body.data).toContainEqual(expect.objectContaining({ email }));

  // The trap lost the address, and its account sees that, but not from where the person signed in.
  const freed = expect.stringMatching(/^mem_\w+@freed\.invalid$/);
  expect((await trap.ask('/session')).body.member).toMatchObject({ name: 'trap', email: freed });
  expect((await attacker.ask('/audit')).body.data[0]).toMatchObject({
    action: 'member.changed',
    actor: 'single sign-on',
    address: null,
    changes: { email: { from: email, to: freed } },
  });
});

test('an owner who chose the email of another person loses it, and emails to the account too', async () => {
  const attacker = await givenOwner(groupServer);
  await attacker.ask('/account', { method: 'PATCH', body: { email: 'next@corp.example', current_password: PASSWORD } });
  expect(await ownerEmailOf(attacker.accountId)).toBe('next@corp.example');
  const victim = await signIn(groupServer, given({ email: 'next@corp.example', groups: ['staff'] }));
  expect((await victim.ask('/session')).body.member).toMatchObject({ role: 'member' });
  expect(await ownerEmailOf(attacker.accountId)).toBe(undefined);

  // Also inside the account of the groups: the chosen email was never confirmed.
  const squatter = await signIn(groupServer, given({ email: 'squatter@corp.example', groups: ['staff'] }));
  await squatter.ask('/account', { method: 'PATCH', body: { email: 'later@corp.example' } });
  const later = await signIn(groupServer, given({ email: 'later@corp.example', groups: ['staff'] }));
  expect(later.place).toBe('/keywords?page=2');
  const members = [await squatter.ask('/session'), await later.ask('/session')].map(({ body }) => body.member);
  expect(members.map((member) => member.email)).toEqual([
    expect.stringMatching(/@freed\.invalid$/),
    'later@corp.example',
  ]);
});

test('an email is freed only if the person can sign in', async () => {
  await givenHost();
  const member = await givenOwner(server);
  expect((await signIn(server, given({ email: member.email }))).place).toBe('/sign-in#problem=unknown');
  expect((await browser(server).signIn(member.email)).status).toBe(204);
});

test('an invitation to another account counts before groups only from its own page', async () => {
  const other = await givenOwner(groupServer);
  const inviteTo = async (email: string) => {
    const { body } = await other.post('/members/invitations', { email, role: 'viewer' });
    return body.invitation_id as string;
  };
  const accountOf = async (person: Pick<Owner, 'ask'>) => {
    const { member_id: memberId } = (await person.ask('/session')).body.member;
    const [row] = await db.query<{ account_id: string }>(
      sql`select account_id from members where member_id = ${memberId}`,
    );
    return row?.account_id;
  };
  const [first, second, third] = ['a@corp.example', 'b@corp.example', 'c@corp.example'] as const;
  await inviteTo(first);
  const caught = await signIn(groupServer, given({ email: first, groups: ['staff'] }));
  expect(await accountOf(caught)).toBe(account.accountId);
  const linked = { invitation: await inviteTo(second), site: 'cross-site' };
  const sent = await signIn(groupServer, given({ email: second, groups: ['staff'] }), linked);
  expect(await accountOf(sent)).toBe(account.accountId);
  const page = { invitation: await inviteTo(third), site: 'same-origin' };
  const joined = await signIn(groupServer, given({ email: third, groups: ['staff'] }), page);
  expect(await accountOf(joined)).toBe(other.accountId);
});

test('an email that a provider confirmed counts in every account, also after a change of provider', async () => {
  await givenHost();
  const other = await givenOwner(server);
  await signIn(server, given({ email: other.email }), { as: other });
  await db.query(sql`update members set identity = 'https://old.example 7' where member_id = ${other.memberId}`);
  const person = await signIn(server, given({ email: other.email }));
  expect((await person.ask('/session')).body.member.member_id).toBe(other.memberId);
});

test('an ID token with a changed signature is refused', async () => {
  const owner = await givenHost();
  const login = given({ email: owner.email });
  idp.changesSignatures = true;
  const { place } = await signIn(server, login);
  idp.changesSignatures = false;
  expect(place).toBe('/sign-in#problem=failed');
  expect((await signIn(server, login)).place).toBe('/keywords?page=2');
});

test('429: an address with thirty failed sign-ins has to wait', async () => {
  for (let i = 0; i < 31; i++) await visit(strictServer, '/sign-in/oidc/callback?code=x&state=y', new Map());
  expect((await visit(strictServer, '/sign-in/oidc', new Map())).place).toBe('/sign-in#problem=busy');
});

test('a server reads the settings; if single sign-on is required, sessions with a password end at its start', async () => {
  const member = await givenMember(server, await givenOwner(server));
  const owner = await givenOwner(server);
  const environment = {
    DATABASE_URL: url,
    SECRETS_KEY: '00'.repeat(32),
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: 'visibility',
    OIDC_CLIENT_SECRET: 'their secret',
    OIDC_NAME: 'Acme ID',
    OIDC_REQUIRED: 'true',
  };
  const started = await startServer(environment);
  const response = await fetch(`${started.url}/dashboard/api/sign-in-options`);
  expect(await response.json()).toEqual({ oidc: { name: 'Acme ID', required: true } });
  const sent = await fetch(`${started.url}/sign-in/oidc`, { redirect: 'manual' });
  expect(sent.headers.get('location')).toMatch(new RegExp(`^${idp.issuer}/auth\\?`));
  expect(await member.isIn()).toBe(false);
  expect(await owner.isIn()).toBe(true);
  await stopServer(started);
});

test.each([
  [{ OIDC_ISSUER: 'https://id.example.com' }, 'OIDC_CLIENT_ID must be set if OIDC_ISSUER is set'],
  [{ OIDC_REQUIRED: 'true' }, 'OIDC_ISSUER must be set if OIDC_REQUIRED is set'],
  [
    { OIDC_ISSUER: 'http://id.example.com', OIDC_CLIENT_ID: 'a' },
    'OIDC_ISSUER must use https (http only on localhost)',
  ],
  [{ OIDC_ROLES: 'admins:owner' }, 'OIDC_ROLES must have the form admins=owner,staff=member,*=viewer'],
  [{ OIDC_ROLES: 'admins=boss' }, 'OIDC_ROLES must have the form admins=owner,staff=member,*=viewer'],
  [{ OIDC_ALLOWED_DOMAINS: 'me@acme.io' }, 'OIDC_ALLOWED_DOMAINS must list domains'],
  [{ OIDC_SCOPES: 'email' }, 'OIDC_SCOPES must contain openid'],
])('the server does not start with %o', (environment, problem) => {
  expect(() => readConfig(environment)).toThrow(problem);
});
