import { expect, inject, test } from 'vitest';
import { isDatabaseAway, openDb, sql, type Transaction } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { onServer } from './support/database-url.ts';
import { startDoor } from './support/door.ts';
import { basic, givenClient, givenToken, post } from './support/oauth.ts';

const { db, url } = useDatabase();
const door = await startDoor(url);
const server = useApp(openDb({ url: door.url, connectTimeoutMs: 1_000, statementTimeoutMs: 2_000 }));

/** For connections that are opened from now on. */
const configure = (change: string) =>
  onServer(inject('postgresUrl'), (client) =>
    client.query(`alter database ${new URL(url).pathname.slice(1)} ${change}`),
  );

test('while the database is away every request gets a 503, and afterwards the same server goes on', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  expect((await call(server, '/api/v1/visibility', { key })).status).toBe(200);

  door.close();
  const away = await call(server, '/api/v1/visibility', { key });
  expect([away.status, away.body]).toEqual([
    503,
    { detail: 'The database is not available. Try again in a few seconds.' },
  ]);
  expect(away.headers.get('retry-after')).toBe('5');
  expect((await call(server, '/healthz')).status).toBe(200);
  expect((await call(server, '/readyz')).status).toBe(503);

  door.open();
  expect((await call(server, '/api/v1/visibility', { key })).status).toBe(200);
  expect((await call(server, '/readyz')).status).toBe(200);
});

test('a database that hangs, and one that only allows reading, get a 503 too, never a 500', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const states = () =>
    Promise.all(
      ['/api/v1/visibility', '/api/v1/keywords', '/api/v1/usage', '/readyz'].map(async (path) => {
        const { status, headers } = await call(server, path, { key });
        return [status, headers.get('retry-after')];
      }),
    );
  const away = Array.from({ length: 4 }, () => [503, '5']);
  const served = Array.from({ length: 4 }, () => [200, null]);
  expect(await states()).toEqual(served);
  door.block();
  // The second time, no connection is left that could wait for a result: the new ones time out.
  expect([await states(), await states()]).toEqual([away, away]);
  door.open();
  await expect.poll(states).toEqual(served);

  await configure('set default_transaction_read_only = on');
  door.close();
  door.open();
  await expect.poll(states).toEqual(away);
  await configure('reset default_transaction_read_only');
  door.close();
  door.open();
  await expect.poll(states).toEqual(served);
});

test('while the database is away OAuth says so in its own words', async () => {
  const client = await givenClient(server.deps, await givenAccount(server.deps));
  door.close();
  const form = { grant_type: 'client_credentials' };
  const away = await post(server, '/oauth/token', { form, headers: basic(client) });
  expect([away.status, away.body, away.headers.get('retry-after')]).toEqual([
    503,
    {
      error: 'temporarily_unavailable',
      error_description: 'The database is not available. Try again in a few seconds.',
    },
    '5',
  ]);
  door.open();
  expect(await givenToken(server, client)).toMatch(/^svc_test_at_/);
});

test('a connection that is lost in the middle of a transaction is an error, not the end of the process', async () => {
  const work = db.transaction(async (tx) => {
    const [row] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await server.deps.db.query(sql`select pg_terminate_backend(${row?.pid})`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await tx.query(sql`select 1`);
  });
  const error = await work.catch((caught) => caught);
  expect(isDatabaseAway(error)).toBe(true);
  expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a transaction that PostgreSQL ends to resolve a deadlock is run again', async () => {
  await db.query(sql`create table deadlock_test (id integer primary key, times integer not null)`);
  await db.query(sql`insert into deadlock_test values (1, 0), (2, 0)`);
  const inOrder = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await tx.query(sql`update deadlock_test set times = times + 1 where id = ${first}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx.query(sql`update deadlock_test set times = times + 1 where id = ${second}`);
    });
  await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
  expect(await db.query(sql`select times from deadlock_test`)).toEqual([{ times: 2 }, { times: 2 }]);
});

/** As a function of ours does that others call: its error takes longer to arrive than the statement's. */
const within = async (work: () => Promise<unknown>) => Promise.all([(async () => await work())()]);

test('a deadlock between statements that were sent together is found and the transaction run again', async () => {
  await db.query(sql`create table pipelined_deadlock (id integer primary key, times integer not null)`);
  await db.query(sql`insert into pipelined_deadlock values (1, 0), (2, 0)`);
  const inOrder = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await tx.query(sql`update pipelined_deadlock set times = times + 1 where id = ${first}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await Promise.all([
        within(() => tx.query(sql`update pipelined_deadlock set times = times + 1 where id = ${second}`)),
        tx.query(sql`select 1`),
      ]);
    });
  await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
  expect(await db.query(sql`select times from pipelined_deadlock`)).toEqual([{ times: 2 }, { times: 2 }]);
});

test('a transaction throws the error of the statement that failed, not of those that were sent with it', async () => {
  const work = (tx: Transaction) =>
    Promise.all([
      within(() => tx.query(sql`select 1 / 0`)),
      tx.query(sql`select 1`),
      within(() => tx.query(sql`select 2`)),
    ]);
  await expect(db.transaction(work)).rejects.toMatchObject({ code: '22012', message: 'division by zero' });
  // Without this, its changes would be lost without an error.
  const ignored = db.transaction(async (tx) => {
    await tx.query(sql`select 1 / 0`).catch(() => undefined);
  });
  await expect(ignored).rejects.toThrow('division by zero');
  expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a transaction that cannot be serialized is run again, at most five times', async () => {
  await db.query(sql`create table serialized (times integer not null)`);
  await db.query(sql`insert into serialized values (0)`);
  await configure("set default_transaction_isolation = 'repeatable read'");
  const strict = openDb({ url });
  let runs = 0;
  const count = () =>
    strict.transaction(async (tx) => {
      runs++;
      await tx.query(sql`select times from serialized`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx.query(sql`update serialized set times = times + 1`);
    });
  await Promise.all([count(), count()]);
  expect([runs, await db.query(sql`select times from serialized`)]).toEqual([3, [{ times: 2 }]]);

  runs = 0;
  const never = strict.transaction(async (tx) => {
    runs++;
    await tx.query(sql`do $$ begin raise 'could not serialize' using errcode = '40001'; end $$`);
  });
  const error = await never.catch((caught) => caught);
  expect([runs, error.code, isDatabaseAway(error)]).toEqual([5, '40001', true]);
  await configure('reset default_transaction_isolation');
  await strict.close();
});

test('a transaction under which a cluster moved a part of a table is run again', async () => {
  const moved = sql`do $$ begin raise 'could not find valid entry for shard 102047' using errcode = 'XX000'; end $$`;
  let tries = 0;
  const once = db.transaction(async (tx) => {
    if (tries++ === 0) await tx.query(moved);
    return tx.query(sql`select 1 as one`);
  });
  expect(await once).toEqual([{ one: 1 }]);
  const outside = await db.query(moved).catch((caught) => caught);
  expect([outside.code, isDatabaseAway(outside)]).toEqual(['XX000', true]);
});
