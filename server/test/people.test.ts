import { expect, test } from 'vitest';
import { createPasswords } from '../src/access/passwords.ts';
import { createSignInToken } from '../src/access/sessions.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { browser, byLink, givenOwner, PASSWORD } from './support/person.ts';
import { until } from './support/server-process.ts';

const { db } = useDatabase();
const server = useApp(db);
const secure = useApp(db, { baseUrl: 'https://visibility.example.com' });
const { deps } = server;

const actions = async (person: { ask: (path: string) => Promise<{ body: { data: { action: string }[] } }> }) =>
  (await person.ask('/audit?per_page=100')).body.data.map(({ action }) => action);

test('a fresh account has nobody; who came by the link becomes its owner and can come back by password', async () => {
  const { accountId } = await givenAccount(deps);
  const person = await byLink(server, accountId);
  const other = await byLink(server, accountId);
  expect((await person.ask('/session')).body.member).toBeNull();
  expect((await person.ask('/account')).body).toMatchObject({ member: null, needs_current_password: false });

  const claimed = await person.post('/account', { email: ' Ann@Example.com ', name: ' Ann ', password: PASSWORD });
  const record = {
    member_id: expect.stringMatching(/^mem_[0-9a-z]{26}$/),
    email: 'ann@example.com',
    name: 'Ann',
    role: 'owner',
    created_at: expect.stringMatching(/Z$/),
  };
  expect([claimed.status, claimed.body]).toEqual([201, record]);
  expect((await person.ask('/session')).body.member).toEqual(record);
  expect(await other.isIn()).toBe(false);

  const later = browser(server);
  expect((await later.signIn('ANN@example.com ')).status).toBe(204);
  expect((await later.ask('/account')).body).toEqual({
    member: record,
    needs_current_password: true,
    has_password: true,
    has_two_factor: false,
    recovery_codes_left: 0,
  });
  expect(await actions(later)).toEqual([
    'sign_in.succeeded',
    'account.claimed',
    'sign_in.succeeded',
    'sign_in.succeeded',
  ]);
});

test('emails go to the owner’s email, also after it changes', async () => {
  const owner = await givenOwner(server);
  const addressed = async () =>
    (await db.query(sql`select owner_email from accounts where account_id = ${owner.accountId}`))[0];
  expect(await addressed()).toEqual({ owner_email: owner.email });
  await owner.ask('/account', { method: 'PATCH', body: { email: 'new.ann@example.com' } });
  expect(await addressed()).toEqual({ owner_email: 'new.ann@example.com' });
});

test('of two who make themselves the owner at once one does', async () => {
  const { accountId } = await givenAccount(deps);
  const people = await Promise.all([1, 2, 3].map(() => byLink(server, accountId)));
  const answers = await Promise.all(
    people.map((person, i) => person.post('/account', { email: `race${i}@example.com`, password: PASSWORD })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(201);
  // The others were either refused or, their session having ended meanwhile, no longer known.
  expect(statuses.slice(1).every((status) => status === 409 || status === 401)).toBe(true);
});

test('409: an account has one first owner, and an email one person', async () => {
  const owner = await givenOwner(server);
  const again = await owner.post('/account', { email: 'second@example.com', password: PASSWORD });
  expect([again.status, again.body.detail]).toEqual([
    409,
    'This account already has an owner. Sign in with an email and a password.',
  ]);
  const stranger = await byLink(server, (await givenAccount(deps)).accountId);
  const taken = await stranger.post('/account', { email: owner.email.toUpperCase(), password: PASSWORD });
  expect([taken.status, taken.body.detail]).toEqual([409, 'This email is already in use. Use another one.']);
  const moved = await owner.ask('/account', { method: 'PATCH', body: { email: (await givenOwner(server)).email } });
  expect(moved.status).toBe(409);
});

test.each([
  [{ email: 'ann' }, 'email: must be an email address such as ann@example.com'],
  [{ email: `${'a'.repeat(250)}@example.com` }, 'email: must have at most 254 characters'],
  [{ password: 'short pw9' }, 'password: must have at least 10 characters'],
  [{ password: 'x9'.repeat(101) }, 'password: must have at most 200 characters'],
  [{ password: 'Rules@Example.com' }, 'password: must not be the email'],
  [{ password: 'PASSWORD123' }, 'password: is too common. Choose another one'],
  [{ password: 'aaaaaaaaaaaa' }, 'password: is too common. Choose another one'],
  [{ name: 'x'.repeat(101) }, 'name: must have at most 100 characters'],
  [{ role: 'owner' }, 'unknown field role'],
])('422: %j', async (wrong, detail) => {
  const person = await byLink(server, (await givenAccount(deps)).accountId);
  const answer = await person.post('/account', { email: 'rules@example.com', password: PASSWORD, ...wrong });
  expect([answer.status, answer.body.detail]).toEqual([422, detail]);
});

test('a password of ten letters and nothing else is enough, and is the same however it is typed', async () => {
  const person = await byLink(server, (await givenAccount(deps)).accountId);
  const composed = 'Ångströmen';
  const claimed = await person.post('/account', { email: 'unicode@example.com', password: composed });
  expect(claimed.status).toBe(201);
  expect((await browser(server).signIn('unicode@example.com', composed.normalize('NFD'))).status).toBe(204);
});

test('401: an unknown email and a wrong password are answered alike', async () => {
  const { email } = await givenOwner(server);
  const person = browser(server);
  const answers = [
    await person.signIn(email, 'not the password'),
    await person.signIn('nobody@example.com'),
    await person.signIn('not an email'),
    await person.signIn(email, 'x'),
    await person.signIn(email, 'x'.repeat(999)),
  ];
  for (const { status, text, headers } of answers) {
    expect([status, text]).toEqual([401, '{"detail":"Wrong email or password"}']);
    expect(headers.getSetCookie()).toEqual([]);
  }
});

test('a failed try is in the log of who it was meant for', async () => {
  const owner = await givenOwner(server);
  await browser(server).signIn(owner.email, 'not the password');
  const [entry] = (await owner.ask('/audit')).body.data;
  expect(entry).toMatchObject({
    action: 'sign_in.failed',
    actor: 'sign-in',
    subject_id: owner.memberId,
    subject_name: owner.email,
    address: '127.0.0.1',
  });
});

test('422: a sign-in needs an email and a password, or a token, and nothing else', async () => {
  const person = browser(server);
  for (const [body, detail] of [
    [{}, 'email: is required; password: is required'],
    [{ email: 'ann@example.com' }, 'password: is required'],
    [{ email: 'ann@example.com', password: 5 }, 'password: must be a string'],
    [{ email: 'ann@example.com', password: 'x'.repeat(1001) }, 'password: must have at most 1000 characters'],
    [{ email: 'ann@example.com', password: PASSWORD, token: 'x' }, 'unknown fields email, password'],
  ] as const) {
    const answer = await person.post('/session', body);
    expect([answer.status, answer.body.detail]).toEqual([422, detail]);
  }
});

test('a password may be changed by who knows it; all other sessions end, this one stays', async () => {
  const owner = await givenOwner(server);
  const person = browser(server);
  await person.signIn(owner.email);
  const change = (body: object) => person.post('/account/password', body);
  const missing = await change({ password: 'a new password' });
  expect([missing.status, missing.body.detail]).toEqual([422, 'current_password: is required']);
  const wrong = await change({ password: 'a new password', current_password: 'not it at all' });
  expect([wrong.status, wrong.body.detail]).toEqual([403, 'The current password is wrong']);
  expect(await owner.isIn()).toBe(true);

  expect((await change({ password: 'a new password', current_password: PASSWORD })).status).toBe(204);
  expect([await owner.isIn(), await person.isIn()]).toEqual([false, true]);
  expect((await browser(server).signIn(owner.email)).status).toBe(401);
  expect((await browser(server).signIn(owner.email, 'a new password')).status).toBe(204);
  expect(await actions(person)).toContain('password.changed');
});

test('a fresh link stands in for a forgotten password, for an hour', async () => {
  const owner = await givenOwner(server);
  const person = await byLink(server, owner.accountId);
  expect((await person.ask('/session')).body.member.email).toBe(owner.email);
  expect((await person.post('/account/password', { password: 'remembered now' })).status).toBe(204);
  expect((await browser(server).signIn(owner.email, 'remembered now')).status).toBe(204);

  await db.query(
    sql`update sessions set created_at = now() - interval '61 minutes' where account_id = ${owner.accountId}`,
  );
  expect((await person.ask('/account')).body.needs_current_password).toBe(true);
  expect((await person.post('/account/password', { password: 'and once more' })).status).toBe(422);
  const moved = await person.ask('/account', { method: 'PATCH', body: { email: 'thief@example.com' } });
  expect([moved.status, moved.body.detail]).toEqual([422, 'current_password: is required']);
  expect((await person.ask('/account', { method: 'PATCH', body: { name: 'Anna' } })).body.name).toBe('Anna');
});

test('a sign-in that began with the old password does not outlive its change', async () => {
  const owner = await givenOwner(server);
  const late = browser(server);
  const [changed] = await Promise.all([
    owner.post('/account/password', { password: 'a new password', current_password: PASSWORD }),
    late.signIn(owner.email),
    late.signIn(owner.email),
  ]);
  expect(changed.status).toBe(204);
  expect(await late.isIn()).toBe(false);
});

test('409: of two who change the password at once one is told', async () => {
  const owner = await givenOwner(server);
  const change = (password: string) =>
    owner
      .post('/account/password', { password, current_password: PASSWORD })
      .then(({ status, body }) => [status, body]);
  const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let both: Promise<unknown[]> = Promise.resolve([]);
  await db.transaction(async (tx) => {
    await tx.query(sql`select from members where email = ${owner.email} for update`);
    both = Promise.all([change('the first of two'), change('the second of two')]);
    // Both have shown the old password by then.
    await until(async () => (await db.query(isWaiting)).length === 2);
  });
  const meanwhile = [409, { detail: 'The password was changed in the meantime. Sign in again.' }];
  expect(await both).toEqual(expect.arrayContaining([[204, undefined], meanwhile]));
});

test('sessions are listed with where they are, and end one by one or all others at once', async () => {
  const owner = await givenOwner(server);
  const phone = browser(server, '<script>alert(1)</script>');
  const tablet = browser(server, 'x'.repeat(500));
  await phone.signIn(owner.email);
  await tablet.signIn(owner.email);
  const listed = (await owner.ask('/sessions')).body.data;
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ current }: { current: boolean }) => current)).toEqual([
    {
      session_id: expect.stringMatching(/^ses_[0-9a-z]{26}$/),
      opened_by: 'link',
      created_at: expect.stringMatching(/Z$/),
      last_seen_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      user_agent: 'test browser',
      address: '127.0.0.1',
      current: true,
    },
  ]);
  const agents = listed.map(({ user_agent }: { user_agent: string }) => user_agent);
  expect(agents).toEqual(expect.arrayContaining(['<script>alert(1)</script>', 'x'.repeat(200)]));

  const idOf = (agent: string) =>
    listed.find(({ user_agent }: { user_agent: string }) => user_agent.startsWith(agent)).session_id;
  expect((await owner.ask(`/sessions/${idOf('<')}`, { method: 'DELETE' })).status).toBe(204);
  expect([await phone.isIn(), await tablet.isIn()]).toEqual([false, true]);
  expect((await owner.ask('/sessions', { method: 'DELETE' })).body).toEqual({ ended: 1 });
  expect([await tablet.isIn(), await owner.isIn()]).toEqual([false, true]);
  expect((await owner.ask(`/sessions/${idOf('<')}`, { method: 'DELETE' })).status).toBe(404);
});

test('a session ends 30 days after its last use, and after 90 however much it is used', async () => {
  const owner = await givenOwner(server);
  const mine = (change: ReturnType<typeof sql>) =>
    db.query(sql`update sessions set ${change} where account_id = ${owner.accountId}`);
  const endsIn = async () => {
    const [{ expires_at }] = (await owner.ask('/sessions')).body.data;
    return Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000);
  };
  await mine(sql`created_at = now() - interval '20 days', expires_at = now() + interval '10 days'`);
  expect(await endsIn()).toBe(10);
  await mine(sql`last_seen_at = now() - interval '6 minutes'`);
  await owner.isIn();
  expect(await endsIn()).toBe(30);
  await mine(sql`last_seen_at = now() - interval '6 minutes', created_at = now() - interval '85 days'`);
  await owner.isIn();
  expect(await endsIn()).toBe(5);
  await mine(sql`expires_at = now() - interval '1 second'`);
  expect(await owner.isIn()).toBe(false);
});

test('signing out ends the session and takes the cookie', async () => {
  const owner = await givenOwner(server);
  const { cookie } = owner.own;
  const { status, headers } = await owner.ask('/session', { method: 'DELETE' });
  expect([status, headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
  owner.own.cookie = cookie;
  expect(await owner.isIn()).toBe(false);
});

test('404: another person’s session looks exactly like one that does not exist', async () => {
  const [ann, eve] = [await givenOwner(server), await givenOwner(server)];
  const [{ session_id: id }] = (await ann.ask('/sessions')).body.data;
  for (const one of [id, `${id.slice(0, -4)}0000`, 'nonsense', '%00']) {
    const { status, text } = await eve.ask(`/sessions/${one}`, { method: 'DELETE' });
    expect([status, text]).toEqual([404, '{"detail":"Session not found"}']);
  }
  expect((await eve.ask('/sessions', { method: 'DELETE' })).body).toEqual({ ended: 0 });
  expect(await ann.isIn()).toBe(true);
  expect((await eve.ask('/sessions')).text).not.toContain(id);
});

test('401 without a session, 403 from another site, by Origin or by Sec-Fetch-Site', async () => {
  const owner = await givenOwner(server);
  const routes: [string, string, unknown?][] = [
    ['POST', '/session', { email: owner.email, password: PASSWORD }],
    ['DELETE', '/session'],
    ['POST', '/invitation', { token: 'x' }],
    ['POST', '/invitation/accept', { token: 'x', password: PASSWORD }],
    ['POST', '/account', { email: 'eve@example.com', password: PASSWORD }],
    ['PATCH', '/account', { name: 'Eve' }],
    ['POST', '/account/password', { password: 'a new password' }],
    ['DELETE', '/sessions'],
    ['DELETE', `/sessions/ses_${'0'.repeat(26)}`],
    ['POST', '/members/invitations', { email: 'eve@example.com' }],
    ['DELETE', `/members/invitations/inv_${'0'.repeat(26)}`],
    ['PATCH', `/members/${owner.memberId}`, { role: 'member' }],
    ['DELETE', `/members/${owner.memberId}`],
  ];
  for (const [method, path, body] of routes) {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const { status, body: answer } = await owner.ask(path, { method, body, headers });
      expect([method, path, status, answer]).toEqual([
        method,
        path,
        403,
        { detail: 'Requests from other sites are not allowed' },
      ]);
    }
    if (path.startsWith('/session') || path.startsWith('/invitation')) continue;
    const outside = await call(server, `/dashboard/api${path}`, { method, body });
    expect([path, outside.status, outside.body]).toEqual([path, 401, { detail: 'Sign in first' }]);
  }
  for (const path of ['/account', '/sessions', '/members', '/members/invitations']) {
    expect((await call(server, `/dashboard/api${path}`)).status).toBe(401);
  }
  const fine = { origin: server.url, 'sec-fetch-site': 'same-origin' };
  expect((await owner.ask('/account', { method: 'PATCH', body: { name: 'Ann' }, headers: fine })).status).toBe(200);
});

test('the cookie is out of reach of scripts and other sites, and bound to the host where there is https', async () => {
  const { accountId } = await givenAccount(deps);
  const cookieFrom = async (at: typeof server) => {
    const body = { token: await createSignInToken(db, accountId) };
    return (await call(at, '/dashboard/api/session', { method: 'POST', body })).headers.get('set-cookie');
  };
  const rest = 'Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000';
  expect(await cookieFrom(server)).toMatch(new RegExp(`^visibility_4000=[\\w-]{43}; ${rest}$`));
  expect(await cookieFrom(secure)).toMatch(new RegExp(`^__Host-visibility=[\\w-]{43}; ${rest}; Secure$`));
});

test('neither passwords nor tokens are stored as they are', async () => {
  const owner = await givenOwner(server);
  const [row] = await db.query<{ password: string; tokens: string }>(
    sql`select m.password, (select string_agg(encode(token_hash, 'escape'), ' ') from sessions) as tokens
        from members m
        where member_id = ${owner.memberId}`,
  );
  expect(row?.password).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(row?.tokens).not.toContain(owner.own.cookie.split('=')[1]);
});

test('a password that was stored more cheaply than today is stored anew when its owner signs in', async () => {
  const owner = await givenOwner(server);
  const cheap = await createPasswords({ logCost: 8 }).hash(PASSWORD);
  await db.query(sql`update members set password = ${cheap} where member_id = ${owner.memberId}`);
  for (let i = 0; i < 2; i++) expect((await browser(server).signIn(owner.email)).status).toBe(204);
  const [row] = await db.query<{ password: string }>(
    sql`select password from members where member_id = ${owner.memberId}`,
  );
  expect(row?.password).toMatch(/ln=10,/);
});
