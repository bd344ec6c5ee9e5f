import { expect, test } from 'vitest';
import { isDatabaseAway, openDb, sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startDoor } from './support/door.ts';
import { basic, givenClient, givenToken, post } from './support/oauth.ts';

const { url } = useDatabase();
const door = await startDoor(url);
const server = useApp(openDb({ url: door.url }));

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
  const db = openDb({ url });
  const work = db.transaction(async (tx) => {
    const [row] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await server.deps.db.query(sql`select pg_terminate_backend(${row?.pid})`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await tx.query(sql`select 1`);
  });
  const error = await work.catch((caught) => caught);
  expect(isDatabaseAway(error)).toBe(true);
  expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await db.close();
});

test('a transaction that PostgreSQL ends to resolve a deadlock is run again', async () => {
  const db = openDb({ url });
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
  await db.close();
});

test('a transaction under which a cluster moved a part of a table is run again', async () => {
  const db = openDb({ url });
  const moved = sql`do $$ begin raise 'could not find valid entry for shard 102047' using errcode = 'XX000'; end $$`;
  let tries = 0;
  const once = db.transaction(async (tx) => {
    if (tries++ === 0) await tx.query(moved);
    return tx.query(sql`select 1 as one`);
  });
  expect(await once).toEqual([{ one: 1 }]);
  const outside = await db.query(moved).catch((caught) => caught);
  expect([outside.code, isDatabaseAway(outside)]).toEqual(['XX000', true]);
  await db.close();
});
