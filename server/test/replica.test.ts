import { afterAll, beforeAll, expect, test } from 'vitest';
import { replica as examineReplica } from '../src/commands/doctor-database.ts';
import { readConfig } from '../src/config.ts';
import { openDb, sql } from '../src/store/db.ts';
import { openReplica } from '../src/store/replica.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { startReplicatedPostgres } from './support/replica.ts';

const postgres = await startReplicatedPostgres();
const db = openDb({ url: postgres.primaryUrl });
const onReplica = openDb({ url: postgres.replicaUrl });
const complaints: unknown[] = [];
const replica = openReplica(db, { url: postgres.replicaUrl, onError: (error) => complaints.push(error) });
const server = useApp(db, { reads: replica.reads, replica });
let key: string;

beforeAll(async () => {
  key = await givenKey(server.deps, await givenAccount(server.deps));
});

afterAll(async () => {
  await replica.close();
  await onReplica.close();
  await db.close();
  await postgres.stop();
});

let sent = 0;
/** Sends an answer and returns its text and the newest of the texts read afterwards. */
async function writeThenRead(): Promise<[written: string, read: unknown]> {
  const text = `Answer ${++sent}: Heron Board.`;
  const answer = { keyword: 'kanban board software', platform: 'chatgpt', prompt: 'Which?', text };
  await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers: [answer] } });
  const { body } = await call(server, '/api/v1/answers?per_page=100', { key });
  const texts = (body as { data: { text: string }[] }).data.map((one) => one.text);
  return [text, texts.find((one) => one === text)];
}

async function doctorSays(url = postgres.replicaUrl): Promise<string | undefined> {
  const config = readConfig({ DATABASE_URL: postgres.primaryUrl, DATABASE_READ_URL: url });
  return (await examineReplica(config, db))?.message;
}

async function replicaState() {
  return (await call(server, '/readyz')).body;
}

test('wide reads use the replica and see what was written before', async () => {
  for (let i = 0; i < 20; i++) {
    const [written, read] = await writeThenRead();
    expect(read).toBe(written);
  }
  const statements = await onReplica.query<{ query: string }>(
    sql`select query from pg_stat_activity where application_name = 'visibility' and query like '%answers%'`,
  );
  expect(statements).not.toEqual([]);
  expect(await replicaState()).toEqual({ status: 'ok', replica: { state: 'streaming', lag_seconds: 0 } });
  expect(await doctorSays()).toBe('0 s behind');
  expect(complaints).toEqual([]);
});

test('while the replica is behind, reads use the primary, and /readyz shows how far', async () => {
  await onReplica.query(sql`select pg_wal_replay_pause()`);
  const [written, read] = await writeThenRead();
  expect(read).toBe(written);
  expect(await replicaState()).toEqual({
    status: 'ok',
    replica: { state: 'streaming', lag_seconds: expect.any(Number) },
  });
  await expect.poll(async () => (await replica.state()) as { lagSeconds: number }).not.toMatchObject({ lagSeconds: 0 });
  await onReplica.query(sql`select pg_wal_replay_resume()`);
});

test('without the replica, the primary serves its reads, and the server stays ready', async () => {
  await postgres.stopReplica();
  const [written, read] = await writeThenRead();
  expect(read).toBe(written);
  expect(complaints).not.toEqual([]);
  expect(await replicaState()).toEqual({ status: 'ok', replica: { state: 'unreachable' } });
  expect(await doctorSays()).toBe('DATABASE_READ_URL does not respond. DATABASE_URL serves its reads.');
  expect(await doctorSays(postgres.primaryUrl)).toMatch(/^DATABASE_READ_URL is not a streaming replica/);
});
