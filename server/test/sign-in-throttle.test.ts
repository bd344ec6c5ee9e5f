import { beforeAll, expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { browser, givenOwner, type Owner, PASSWORD } from './support/person.ts';

const { db } = useDatabase();
const cheap = { passwordLogCost: 10, trustProxy: ['127.0.0.1'] };
const server = useApp(db, cheap);
const secondProcess = useApp(db, cheap);
let owner: Owner;
let addresses = 0;
beforeAll(async () => {
  owner = await givenOwner(server);
});

/** Tries a password from an address of its own, unless one is named. */
function attempt(
  email: string,
  password: string,
  { at = server, from = `198.51.100.${++addresses}` }: { at?: typeof server; from?: string } = {},
) {
  const headers = { 'x-forwarded-for': from };
  return browser(at).ask('/session', { method: 'POST', body: { email, password }, headers });
}

const wrong = (email: string, from?: string) => attempt(email, 'not the password', from ? { from } : {});
const windowEnds = () => db.query(sql`update sign_in_failures set window_ends_at = now() - interval '1 second'`);

test('429: after ten wrong passwords an e-mail is refused for the rest of 15 minutes, in every process', async () => {
  for (let i = 0; i < 10; i++) expect((await wrong(owner.email)).status).toBe(401);
  for (const at of [server, secondProcess]) {
    const { status, body, headers } = await attempt(owner.email, PASSWORD, { at });
    expect([status, body]).toEqual([429, { detail: 'Too many wrong passwords. Try again in 15 minutes.' }]);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(840);
    expect(seconds).toBeLessThanOrEqual(900);
  }
  await windowEnds();
  expect((await attempt(owner.email, PASSWORD)).status).toBe(204);
});

test('429: an e-mail nobody has is refused just the same', async () => {
  for (let i = 0; i < 10; i++) expect((await wrong('nobody@example.com')).status).toBe(401);
  const refused = await wrong('nobody@example.com');
  expect([refused.status, refused.body]).toEqual([
    429,
    { detail: 'Too many wrong passwords. Try again in 15 minutes.' },
  ]);
});

test('the right password starts the count anew', async () => {
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 9; i++) expect((await wrong(owner.email)).status).toBe(401);
    expect((await attempt(owner.email, PASSWORD)).status).toBe(204);
  }
});

test('twenty wrong passwords at once get no further than twenty in a row', async () => {
  const { email } = await givenOwner(server);
  const answers = await Promise.all(Array.from({ length: 20 }, () => wrong(email)));
  expect(answers.filter(({ status }) => status === 401).length).toBe(10);
  expect(answers.filter(({ status }) => status === 429).length).toBe(10);
});

test('guessing the current password of an open session is counted too', async () => {
  const person = await givenOwner(server);
  const guess = () =>
    person.post('/account/password', { password: 'a new password', current_password: 'not the password' });
  for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(403);
  expect((await guess()).status).toBe(429);
  expect((await attempt(person.email, PASSWORD)).status).toBe(429);
});

test('429: an address with 30 wrong passwords is refused for any e-mail; others are not', async () => {
  const from = '203.0.113.9';
  for (let i = 0; i < 30; i++) expect((await wrong(`someone${i}@example.com`, from)).status).toBe(401);
  const refused = await attempt(owner.email, PASSWORD, { from });
  expect([refused.status, refused.body]).toEqual([
    429,
    { detail: 'Too many wrong passwords. Try again in 15 minutes.' },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  expect((await attempt(owner.email, PASSWORD)).status).toBe(204);
});

test('an office whose people all know their passwords is never refused', async () => {
  const from = '203.0.113.10';
  for (let i = 0; i < 32; i++) expect((await attempt(owner.email, PASSWORD, { from })).status).toBe(204);
});

test('what was counted is forgotten when its window has ended', async () => {
  for (let i = 0; i < 3; i++) await wrong(`gone${i}@example.com`);
  await windowEnds();
  await wrong('new@example.com');
  expect(await db.query(sql`select from sign_in_failures`)).toHaveLength(1);
});
