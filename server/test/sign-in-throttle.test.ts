import { beforeAll, expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { browser, givenOwner, type Owner, PASSWORD } from './support/person.ts';

const { db } = useDatabase();
const proxied = { trustProxy: ['127.0.0.1'] };
const server = useApp(db, proxied);
const secondProcess = useApp(db, proxied);
let owner: Owner;
let addresses = 0;
beforeAll(async () => {
  owner = await givenOwner(server);
});

/** Tries a password from an address of its own, unless one is named. */
function attempt(
  email: string,
  password: string,
  { at = server, from = `198.51.${++addresses >> 8}.${addresses & 255}` }: { at?: typeof server; from?: string } = {},
) {
  const headers = { 'x-forwarded-for': from };
  return browser(at).ask('/session', { method: 'POST', body: { email, password }, headers });
}

const wrong = (email: string, from?: string) => attempt(email, 'not the password', from ? { from } : {});
const windowEnds = () => db.query(sql`update sign_in_failures set window_ends_at = now() - interval '1 second'`);

const TOO_MANY = { detail: 'Too many wrong passwords. Try again in 15 minutes.' };

async function guess(email: string, from: string, times: number) {
  for (let i = 0; i < times; i++) expect((await wrong(email, from)).status).toBe(401);
}

/** Wrong passwords for one email, each from an address of its own. */
async function guessFromEverywhere(email: string, times: number) {
  for (let i = 0; i < times; i++) expect((await wrong(email)).status).toBe(401);
}

test('429: after ten wrong passwords an address is refused for that email for the rest of 15 minutes, in every process', async () => {
  const from = '192.0.2.1';
  await guess(owner.email, from, 10);
  for (const at of [server, secondProcess]) {
    const { status, body, headers } = await attempt(owner.email, PASSWORD, { at, from });
    expect([status, body]).toEqual([429, TOO_MANY]);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(840);
    expect(seconds).toBeLessThanOrEqual(900);
  }
  await windowEnds();
  expect((await attempt(owner.email, PASSWORD, { from })).status).toBe(204);
});

test('wrong passwords from one address do not lock the owner out at another', async () => {
  const { email } = await givenOwner(server);
  await guess(email, '192.0.2.2', 10);
  expect((await attempt(email, PASSWORD, { from: '192.0.2.2' })).status).toBe(429);
  expect((await attempt(email, PASSWORD, { from: '192.0.2.3' })).status).toBe(204);
  expect((await attempt(email, PASSWORD, { from: '192.0.2.2' })).status).toBe(429);
});

test('429: the addresses of one IPv6 /64 network count as one', async () => {
  const { email } = await givenOwner(server);
  for (let i = 0; i < 10; i++) await guess(email, `2001:db8:1:2::${i + 1}`, 1);
  expect((await attempt(email, PASSWORD, { from: '2001:db8:1:2:ffff::9' })).status).toBe(429);
  expect((await attempt(email, PASSWORD, { from: '2001:db8:1:3::9' })).status).toBe(204);
});

test('429: after 50 wrong passwords from many addresses, each new address has one attempt for that email', async () => {
  const { email } = await givenOwner(server);
  await guessFromEverywhere(email, 50);
  await guess(email, '192.0.2.4', 1);
  const second = await attempt(email, PASSWORD, { from: '192.0.2.4' });
  expect([second.status, second.body]).toEqual([429, TOO_MANY]);
  expect((await attempt(email, PASSWORD, { from: '192.0.2.5' })).status).toBe(204);
  expect((await attempt(owner.email, PASSWORD, { from: '192.0.2.4' })).status).toBe(204);
});

test('an address that has signed in keeps its ten attempts while others guess', async () => {
  const { email } = await givenOwner(server);
  const from = '192.0.2.6';
  expect((await attempt(email, PASSWORD, { from })).status).toBe(204);
  await guessFromEverywhere(email, 50);
  await windowEnds();
  await guessFromEverywhere(email, 50);
  await guess(email, from, 9);
  expect((await attempt(email, PASSWORD, { from })).status).toBe(204);
});

test('429: an email that has no account is refused in the same way', async () => {
  const from = '192.0.2.7';
  await guess('nobody@example.com', from, 10);
  const refused = await wrong('nobody@example.com', from);
  expect([refused.status, refused.body]).toEqual([429, TOO_MANY]);
});

test('the right password resets the count of its address', async () => {
  const from = '192.0.2.8';
  for (let round = 0; round < 2; round++) {
    await guess(owner.email, from, 9);
    expect((await attempt(owner.email, PASSWORD, { from })).status).toBe(204);
  }
});

test('twenty wrong passwords at once get no further than twenty in a row', async () => {
  const { email } = await givenOwner(server);
  const answers = await Promise.all(Array.from({ length: 20 }, () => wrong(email, '192.0.2.9')));
  expect(answers.filter(({ status }) => status === 401).length).toBe(10);
  expect(answers.filter(({ status }) => status === 429).length).toBe(10);
});

test('guessing the current password of an open session is counted too', async () => {
  const person = await givenOwner(server);
  const body = { password: 'a new password', current_password: 'not the password' };
  const headers = { 'x-forwarded-for': '192.0.2.10' };
  const change = () => person.ask('/account/password', { method: 'POST', body, headers });
  for (let i = 0; i < 10; i++) expect((await change()).status).toBe(403);
  expect((await change()).status).toBe(429);
  expect((await attempt(person.email, PASSWORD, { from: '192.0.2.10' })).status).toBe(429);
});

test('429: an address with 30 wrong passwords is refused for any email; others are not', async () => {
  const from = '203.0.113.9';
  for (let i = 0; i < 30; i++) expect((await wrong(`someone${i}@example.com`, from)).status).toBe(401);
  for (const at of [server, secondProcess]) {
    expect((await attempt(owner.email, PASSWORD, { at, from })).status).toBe(429);
  }
  const refused = await attempt(owner.email, PASSWORD, { from });
  expect([refused.status, refused.body]).toEqual([429, TOO_MANY]);
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
  // Each failure deletes up to a hundred.
  await guess('new@example.com', '192.0.2.11', 3);
  const stored = await db.query(sql`select from sign_in_failures where known_until is null`);
  // One for the pair of email and address, one for each of them.
  expect(stored).toHaveLength(3);
});
