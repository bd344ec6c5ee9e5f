import { expect, test } from 'vitest';
import { generateKey } from '../src/access/api-key.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db, { trustProxy: ['127.0.0.0/8'] });

const from = (ip: string, key?: string) =>
  call(server, '/api/v1/visibility', { ...(key && { key }), headers: { 'x-forwarded-for': ip } });

test('thirty wrong keys in a minute are refused with 401, the next request of that address with 429', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  for (let i = 0; i < 30; i++) {
    const { status, text } = await from('203.0.113.7', i % 2 ? generateKey('live') : `nonsense ${i}`.replace(' ', '_'));
    expect([status, text]).toEqual([401, '{"detail":"Invalid or missing API key"}']);
  }
  const closed = await from('203.0.113.7', key);
  expect(closed.status).toBe(429);
  const seconds = closed.headers.get('retry-after');
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(closed.body.detail).toBe(
    `Too many requests with an invalid API key from this address. Try again in ${seconds} seconds.`,
  );
  expect((await from('203.0.113.8', key)).status).toBe(200);
});

test('a request without a key guesses nothing and is not counted', async () => {
  for (let i = 0; i < 40; i++) expect((await from('203.0.113.9')).status).toBe(401);
});

test('a client that goes on with one revoked key shuts nobody else out', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const revoked = generateKey('live');
  for (let i = 0; i < 40; i++) expect((await from('203.0.113.10', revoked)).status).toBe(401);
  expect((await from('203.0.113.10', key)).status).toBe(200);
});
