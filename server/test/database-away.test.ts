import { expect, test } from 'vitest';
import { openDb } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startDoor } from './support/door.ts';

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
