import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createApp } from '../src/api/app.ts';
import { openDb, sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db, url } = useDatabase();
const { deps } = useApp(db);

/** Holds the table that lists are read from until the returned function is called. */
async function holdVisibility(): Promise<() => Promise<void>> {
  const other = openDb({ url });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let work: Promise<void> | undefined;
  await new Promise<void>((held) => {
    work = other.transaction(async (tx) => {
      await tx.query(sql`lock table visibility in access exclusive mode`);
      held();
      await released;
    });
  });
  return async () => {
    release();
    await work;
    await other.close();
  };
}

async function start(overrides = {}) {
  const app = createApp({ ...deps, ...overrides });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

test('a server that stops finishes what is under way and sends others away with 503', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  const server = await start();
  const release = await holdVisibility();
  const inProgress = call(server, '/api/v1/visibility', { key });
  await waitForLock();

  const closing = server.app.close();
  const refused = await call(server, '/api/v1/keywords', { key });
  expect([refused.status, refused.body]).toEqual([
    503,
    { detail: 'The server is stopping. Try again in a few seconds.' },
  ]);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await call(server, '/readyz')).status).toBe(503);
  expect((await call(server, '/healthz')).status).toBe(200);

  await release();
  expect((await inProgress).status).toBe(200);
  await closing;
  await expect(call(server, '/healthz')).rejects.toThrow('fetch failed');
});

test('a connection on which nothing was asked, and a client that left early, do not keep the server from stopping', async () => {
  const server = await start();
  const { port } = server.app.server.address() as AddressInfo;
  const silent = await connected(port);
  const leaving = await connected(port);
  const asked = new Promise((resolve) => server.app.server.once('request', resolve));
  leaving.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked;
  leaving.resetAndDestroy();
  const patience = sleep(40_000, 'still open', { ref: false });
  expect(await Promise.race([server.app.close(), patience])).toBeUndefined();
  silent.destroy();
});

test('before the stop /readyz is 503, and requests are still served', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  const leaving = new AbortController();
  const server = await start({ leaving: leaving.signal });
  expect((await call(server, '/readyz')).status).toBe(200);
  leaving.abort();
  const ready = await call(server, '/readyz');
  expect([ready.status, ready.body]).toEqual([503, { status: 'stopping' }]);
  expect((await call(server, '/api/v1/visibility', { key })).status).toBe(200);
  await server.app.close();
});

function connected(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', () => {});
  });
}

test('a table that stays locked is a 503, and the server goes on', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  const impatient = openDb({ url, statementTimeoutMs: 300 });
  const server = await start({ db: impatient });
  const release = await holdVisibility();
  const slow = await call(server, '/api/v1/visibility', { key });
  expect([slow.status, slow.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await call(server, '/api/v1/keywords', { key })).status).toBe(200);
  await release();
  expect((await call(server, '/api/v1/visibility', { key })).status).toBe(200);
  await server.app.close();
  await impatient.close();
});

test('a read that the database cannot do in time is a 422 that says how to narrow it', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  const impatient = openDb({ url, statementTimeoutMs: 1_000 });
  const server = await start({ db: impatient });
  await db.query(sql`alter table annotations rename to stored_annotations`);
  await db.query(sql`create view annotations as select stored_annotations.* from stored_annotations, pg_sleep(60)`);
  const wide = await call(server, '/api/v1/annotations', { key });
  expect([wide.status, wide.headers.get('retry-after'), wide.body]).toEqual([
    422,
    null,
    { detail: expect.stringContaining('Narrow it to fewer days, one keyword or one platform.') },
  ]);
  await server.app.close();
  await impatient.close();
});

test('more requests than connections wait for one, and none is lost', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  const narrow = openDb({ url, maxConnections: 2 });
  const server = await start({ db: narrow });
  const answers = await Promise.all(Array.from({ length: 100 }, () => call(server, '/api/v1/visibility', { key })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await server.app.close();
  await narrow.close();
});

async function waitForLock(): Promise<void> {
  for (;;) {
    const waiting = await db.query(
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (waiting.length > 0) return;
  }
}
