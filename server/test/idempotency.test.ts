import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { forgetOldRequests } from '../src/api/idempotency.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);

const post = (key: string, name: string, body: unknown, path = '/keywords') =>
  call(server, `/api/v1${path}`, { key, method: 'POST', body, headers: { 'idempotency-key': name } });

test('the same request twice is done once, and answered the same twice', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const name = randomUUID();
  const first = await post(key, name, { keyword: 'project tools' });
  const second = await post(key, name, { keyword: 'project tools' });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.text).toBe(first.text);
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  expect((await post(key, randomUUID(), { keyword: 'project tools' })).status).toBe(409);
});

test('the secret that is shown once is shown to the repeat as well, and is not readable in the database', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const name = randomUUID();
  const body = { url: 'https://hooks.example.com/in', events: ['mention.new'] };
  const first = await post(key, name, body, '/webhooks');
  expect(first.body.secret).toBeTypeOf('string');
  expect((await post(key, name, body, '/webhooks')).text).toBe(first.text);
  const [row] = await db.query<{ answer: Buffer }>(sql`select answer from idempotency_keys where key = ${name}`);
  expect(row?.answer.includes(first.body.secret)).toBe(false);
});

test('an error of the caller is remembered too', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const name = randomUUID();
  const first = await post(key, name, { keyword: '' });
  const second = await post(key, name, { keyword: '' });
  expect([first.status, second.status, second.text]).toEqual([422, 422, first.text]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('the same name for another body is 422, and on another path or in another workspace another request', async () => {
  const account = await givenAccount(server.deps);
  const key = await givenKey(server.deps, account);
  const name = randomUUID();
  expect((await post(key, name, { keyword: 'one' })).status).toBe(201);
  const other = await post(key, name, { keyword: 'two' });
  expect([other.status, other.body.detail]).toEqual([422, 'Idempotency-Key: was already used for a different request']);
  expect((await post(key, name, { seconds: 60 }, '/sandbox/advance')).status).toBe(200);
  const live = await givenKey(server.deps, account, { mode: 'live' });
  expect((await post(live, name, { keyword: 'two' })).status).toBe(201);
});

test('of many at once one is done; the others are told to wait or given its answer', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const name = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(key, name, { keyword: 'at once' })));
  const done = answers.filter(({ status }) => status === 201);
  const waiting = answers.filter(({ status }) => status === 409);
  expect(done.length + waiting.length).toBe(20);
  expect(done.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  for (const { body, headers } of waiting) {
    expect([body.detail, headers.get('retry-after')]).toEqual([
      'A request with this Idempotency-Key is still running',
      '1',
    ]);
  }
});

test('a request whose process died can be made again when its lease is over', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const name = randomUUID();
  await post(key, name, { keyword: 'left behind' });
  await db.query(sql`update idempotency_keys set answer = null where key = ${name}`);
  const tooSoon = await post(key, name, { keyword: 'left behind' });
  expect(tooSoon.body.detail).toBe('A request with this Idempotency-Key is still running');
  await db.query(sql`update idempotency_keys set lease_until = now() - interval '1 second' where key = ${name}`);
  const again = await post(key, name, { keyword: 'left behind' });
  expect(again.body.detail).toBe('Keyword already exists');
});

test('a failure of ours is not remembered', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const name = randomUUID();
  await db.query(sql`alter table prompts rename to prompts_away`);
  expect((await post(key, name, { keyword: 'later' })).status).toBe(500);
  await db.query(sql`alter table prompts_away rename to prompts`);
  expect((await post(key, name, { keyword: 'later' })).status).toBe(201);
});

test('after a day a name is free again', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const name = randomUUID();
  await post(key, name, { keyword: 'yesterday' });
  await db.query(sql`update idempotency_keys set created_at = created_at - interval '25 hours' where key = ${name}`);
  expect((await post(key, name, { keyword: 'today' })).status).toBe(201);
  await db.query(sql`update idempotency_keys set created_at = created_at - interval '25 hours' where key = ${name}`);
  await forgetOldRequests(db);
  expect(await db.query(sql`select from idempotency_keys where key = ${name}`)).toEqual([]);
});

test.each(['', 'x'.repeat(256)])('a name of no or too many characters is 422', async (name) => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const answer = await post(key, name, { keyword: 'unnamed' });
  expect([answer.status, answer.body.detail]).toEqual([422, 'Idempotency-Key: must have 1 to 255 characters']);
});

test('work that was done is not done again when only its answer could not be stored', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const name = randomUUID();
  const body = { url: 'https://hooks.example.com/once', events: ['mention.new'] };
  await db.query(sql`
    create function refuse_answer() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`);
  await db.query(
    sql`create trigger refuse before update on idempotency_keys for each row when (new.answer is not null) execute function refuse_answer()`,
  );
  expect((await post(key, name, body, '/webhooks')).status).toBe(201);
  await db.query(sql`drop trigger refuse on idempotency_keys`);
  const again = await post(key, name, body, '/webhooks');
  expect([again.status, again.headers.get('retry-after')]).toEqual([409, '1']);
  expect((await call(server, '/api/v1/webhooks', { key })).body.meta.total).toBe(1);
});

test('"come back later" is not the last word', async () => {
  const account = await givenAccount(server.deps);
  const key = await givenKey(server.deps, account);
  const name = randomUUID();
  const advance = () => post(key, name, { seconds: 60 }, '/sandbox/advance');
  await db.query(sql`update sandboxes set ready_at = null where workspace_id = ${account.workspaces.test}`);
  expect((await advance()).status).toBe(409);
  await db.query(sql`update sandboxes set ready_at = now() where workspace_id = ${account.workspaces.test}`);
  expect((await advance()).status).toBe(200);
});

test('another query is another request, and a path too long for any id is 404', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const name = randomUUID();
  const rule = { name: 'rule', condition: 'below', threshold: 10 };
  expect((await post(key, name, rule, '/alerts')).status).toBe(201);
  expect((await post(key, name, rule, '/alerts?include=settings')).status).toBe(422);
  const answer = await post(key, name, { type: 'mention.new' }, `/webhooks/${'x'.repeat(9_000)}/test`);
  expect([answer.status, answer.body]).toEqual([404, { detail: 'Not found' }]);
});
