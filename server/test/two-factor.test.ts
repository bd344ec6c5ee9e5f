import { expect, test } from 'vitest';
import { totpCode } from '../src/access/totp.ts';
import { sql } from '../src/store/db.ts';
import { useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, browser, givenMember, givenOwner, type Owner, PASSWORD } from './support/person.ts';
import { runVisibility } from './support/server-process.ts';

const { db, url } = useDatabase();
const server = useApp(db);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a key as an authenticator app reads it. */
function bytesOf(key: string): Buffer {
  const bits = [...key].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The app's code now, or some steps of 30 seconds later. */
const codeOf = (secret: Buffer, later = 0) => totpCode(secret, Math.floor(Date.now() / 30_000) + later);

/** A person who turned it on. Their first code is used. */
async function givenTwoFactor(person: Pick<Browser, 'post'>) {
  const { body } = await person.post('/account/two-factor', { current_password: PASSWORD });
  const secret = bytesOf(body.secret);
  const confirmed = await person.post('/account/two-factor/confirm', { code: codeOf(secret) });
  return { secret, codes: confirmed.body.recovery_codes as string[], uri: body.uri as string };
}

const signIn = (email: string, code?: string) =>
  browser(server).post('/session', { email, password: PASSWORD, ...(code === undefined ? {} : { code }) });

const lastAction = async (owner: Pick<Owner, 'ask'>) => (await owner.ask('/audit')).body.data[0].action;

test('it is on after the first code; other sessions end; the secret is stored encrypted', async () => {
  const owner = await givenOwner(server);
  const elsewhere = browser(server);
  await elsewhere.signIn(owner.email);
  const setup = await owner.post('/account/two-factor', { current_password: PASSWORD });
  expect(setup.body).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    uri: `otpauth://totp/Visibility%3A${encodeURIComponent(owner.email)}?secret=${setup.body.secret}&issuer=Visibility`,
  });
  // Not confirmed: the password is enough.
  expect((await signIn(owner.email)).status).toBe(204);
  const wrong = await owner.post('/account/two-factor/confirm', { code: '000000' });
  expect([wrong.status, wrong.body.problems]).toEqual([
    401,
    [{ path: 'code', message: 'Is wrong or was already used.' }],
  ]);

  const { secret, codes } = await givenTwoFactor(owner);
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  expect(codes[0]).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  expect(await elsewhere.isIn()).toBe(false);
  expect((await owner.ask('/account')).body).toMatchObject({ has_two_factor: true, recovery_codes_left: 10 });
  expect(await lastAction(owner)).toBe('two_factor.enabled');
  const [row] = await db.query<{ text: string }>(
    sql`select m::text as text from members m where email = ${owner.email}`,
  );
  for (const plain of [secret.toString('hex'), secret.toString('base64'), setup.body.secret, codes[0] ?? '']) {
    expect(row?.text).not.toContain(plain);
  }
  const again = await owner.post('/account/two-factor', { current_password: PASSWORD });
  expect(again.status).toBe(409);
});

test('a sign-in needs a code, which works once', async () => {
  const owner = await givenOwner(server);
  const { secret } = await givenTwoFactor(owner);
  const asked = await signIn(owner.email);
  expect([asked.status, asked.body.problems[0].path]).toEqual([401, 'code']);
  // The code that turned it on is used.
  expect((await signIn(owner.email, codeOf(secret))).status).toBe(401);
  const code = codeOf(secret, 1);
  const answers = await Promise.all([1, 2, 3].map(() => signIn(owner.email, ` ${code.slice(0, 3)} ${code.slice(3)}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
  const { data } = (await owner.ask('/audit')).body;
  expect(data.filter(({ action }: { action: string }) => action === 'sign_in.failed')).toHaveLength(3);
});

test('a wrong password does not reveal whether there is a second factor', async () => {
  const owner = await givenOwner(server);
  await givenTwoFactor(owner);
  const wrong = await browser(server).signIn(owner.email, 'not the password');
  expect([wrong.status, wrong.body]).toEqual([401, { detail: 'Wrong email or password' }]);
});

test('each recovery code works once and is in the log', async () => {
  const owner = await givenOwner(server);
  const { codes } = await givenTwoFactor(owner);
  const [first = '', second = ''] = codes;
  expect((await signIn(owner.email, first.toUpperCase().replaceAll('-', ' '))).status).toBe(204);
  expect((await signIn(owner.email, first)).status).toBe(401);
  expect((await signIn(owner.email, second)).status).toBe(204);
  expect((await owner.ask('/account')).body.recovery_codes_left).toBe(8);
  const { data } = (await owner.ask('/audit')).body;
  expect(data.map(({ action }: { action: string }) => action)).toContain('recovery_code.used');
});

test('429 after five wrong codes, even with the right one, until the window ends', async () => {
  const owner = await givenOwner(server);
  const { secret } = await givenTwoFactor(owner);
  const wrong = await Promise.all([1, 2, 3, 4, 5].map((i) => signIn(owner.email, `00000${i}`)));
  expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  const refused = await signIn(owner.email, codeOf(secret, 1));
  expect([refused.status, refused.body.detail]).toEqual([429, 'Too many wrong codes. Try again in 15 minutes.']);
  await db.query(sql`update sign_in_failures set window_ends_at = now() - interval '1 second'`);
  expect((await signIn(owner.email, codeOf(secret, 1))).status).toBe(204);
});

test('wrong codes of the app do not refuse a recovery code, and wrong recovery codes are limited too', async () => {
  const owner = await givenOwner(server);
  const { secret, codes } = await givenTwoFactor(owner);
  const [recovery = '', second = ''] = codes;
  for (let i = 0; i < 6; i++) await signIn(owner.email, `00000${i}`);
  expect((await signIn(owner.email, codeOf(secret, 1))).status).toBe(429);
  expect((await signIn(owner.email, recovery)).status).toBe(204);
  // A recovery code proves who the person is.
  expect((await signIn(owner.email, codeOf(secret, 1))).status).toBe(204);
  const wrong = await Promise.all([1, 2, 3, 4, 5].map((i) => signIn(owner.email, `aaaa-aaaa-aaa${i}`)));
  expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  expect((await signIn(owner.email, second)).status).toBe(429);
});

test('it is turned off with the password or a code, and not without', async () => {
  const owner = await givenOwner(server);
  const { secret } = await givenTwoFactor(owner);
  // The owner came by a link, which replaces the password. This browser came by password.
  const person = browser(server);
  await person.post('/session', { email: owner.email, password: PASSWORD, code: codeOf(secret, 1) });
  expect((await person.post('/account/two-factor/disable', {})).status).toBe(422);
  expect((await person.post('/account/two-factor/disable', { current_password: 'wrong' })).status).toBe(403);
  expect((await person.post('/account/two-factor/disable', { code: '123456' })).status).toBe(401);
  expect((await signIn(owner.email)).status).toBe(401);
  expect((await person.post('/account/two-factor/disable', { current_password: PASSWORD })).status).toBe(204);
  expect(await lastAction(person)).toBe('two_factor.disabled');
  expect((await signIn(owner.email)).status).toBe(204);
  const again = await givenTwoFactor(owner);
  expect((await owner.post('/account/two-factor/disable', { code: again.codes[0] })).status).toBe(204);
});

test('an operator resets it on the command line, for one person', async () => {
  const owner = await givenOwner(server);
  const member = await givenMember(server, owner);
  await givenTwoFactor(owner);
  await givenTwoFactor(member);
  const settings = { DATABASE_URL: url, SECRETS_KEY: '00'.repeat(32) };
  const reset = await runVisibility(['two-factor', 'reset', member.email.toUpperCase()], settings);
  expect([reset.out, reset.err]).toEqual([
    `Two-factor authentication is off for ${member.email}. They sign in with their password only.\n`,
    '',
  ]);
  expect((await signIn(member.email)).status).toBe(204);
  expect((await signIn(owner.email)).status).toBe(401);
  expect(
    (await owner.ask('/audit')).body.data.find(({ actor }: { actor: string }) => actor === 'command line'),
  ).toMatchObject({
    action: 'two_factor.disabled',
    subject_name: member.email,
  });
  const unknown = await runVisibility(['two-factor', 'reset', 'no@example.com'], settings);
  expect([unknown.code, unknown.err]).toEqual([1, 'There is no member with the email no@example.com.\n']);
});
