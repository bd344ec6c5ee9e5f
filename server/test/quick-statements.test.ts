import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDb, sql } from '../src/store/db.ts';
import { useDatabase } from './support/database.ts';

const { url } = useDatabase();
const LOCK = 4711;

test('a short statement that hangs holds up only what was sent with it', async () => {
  const db = openDb({ url });
  const held: Promise<unknown>[] = [];
  // Opens the connection that the next statement gets.
  await db.quick.query(sql`select 1`);
  await db.atOneMoment(async (moment) => {
    await moment.query(sql`select pg_advisory_xact_lock(${LOCK})`);
    held.push(db.quick.query(sql`select from pg_advisory_xact_lock(${LOCK})`), db.quick.query(sql`select 1`));
    const ended = Promise.race(held).then(() => 'ended');
    await turn();
    for (let i = 0; i < 20; i++) expect(await db.quick.query(sql`select ${i}::integer as got`)).toEqual([{ got: i }]);
    expect(await Promise.race([ended, Promise.resolve('held')])).toBe('held');
  });
  // The lock ended with its transaction.
  await Promise.all(held);
  await db.close();
});

test('a statement that fails leaves those sent with it alone', async () => {
  const db = openDb({ url });
  const sent = ['1', 'x', '3'].map((text) => db.quick.query(sql`select ${text}::integer as got`));
  const results = await Promise.allSettled(sent);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code))).toEqual([
    [{ got: 1 }],
    '22P02',
    [{ got: 3 }],
  ]);
  await db.close();
  await expect(db.quick.query(sql`select 1`)).rejects.toThrow('after calling end');
});

test('a lost connection is replaced', async () => {
  const db = openDb({ url });
  const [own] = await db.quick.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const other = openDb({ url });
  await other.query(sql`select pg_terminate_backend(${own?.pid})`);
  await other.close();
  const pids = new Set<number>();
  for (let i = 0; i < 6; i++) {
    const [row] = await db.quick.query<{ pid: number }>(sql`select pg_backend_pid() as pid`).catch(() => [{ pid: 0 }]);
    pids.add(row?.pid ?? 0);
  }
  expect(pids).not.toContain(own?.pid);
  expect(Math.max(...pids)).toBeGreaterThan(0);
  await db.close();
});

test('a statement that is not sent before the end opens no connection after it', async () => {
  const db = openDb({ url });
  const late = expect(db.quick.query(sql`select 1`)).rejects.toThrow('after calling end');
  await db.close();
  await late;
  expect(db.connections()).toMatchObject({ inUse: 0, idle: 0 });
});
