import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createFairQueue } from '../src/api/fair-queue.ts';
import { openDb, sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { givenWebhook } from './support/webhook.ts';

/** More than all connections of a process. */
const MANY = 14;
const NDJSON = { 'content-type': 'application/x-ndjson' };

const { db, url } = useDatabase();
const atOnce = { small: 4, long: 1, none: Infinity };
const server = useApp(db, { queue: createFairQueue({ longestWaitMs: 60_000, atOnce }) });
const impatient = useApp(db, { queue: createFairQueue({ longestWaitMs: 1_000, atOnce }) });
const held: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(held.splice(0).map((release) => release()));
});

async function givenTenant({ deps } = server) {
  const { workspaces } = await givenAccount(deps);
  return { workspaceId: workspaces.test, key: await givenKey(deps, { workspaces }) };
}

/** Imports into the workspace do not end until the returned function is called, because its keywords are locked. */
async function holdImports(workspaceId: string): Promise<() => Promise<void>> {
  const other = openDb({ url });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let work: Promise<void> | undefined;
  await new Promise<void>((locked) => {
    work = other.transaction(async (tx) => {
      await tx.query(sql`select from keywords where workspace_id = ${workspaceId} for update`);
      locked();
      await released;
    });
  });
  const end = async () => {
    release();
    await work;
    await other.close();
  };
  held.push(end);
  return async () => {
    held.splice(held.indexOf(end), 1);
    await end();
  };
}

async function importOne(
  key: string,
  { to = server, signal = null }: { to?: typeof server; signal?: AbortSignal | null } = {},
) {
  const line = {
    keyword: 'kanban board software',
    platform: 'chatgpt_web',
    prompt: 'Which one?',
    text: 'Heron Board.',
  };
  const headers = { ...NDJSON, authorization: `Bearer ${key}` };
  const sent = { method: 'POST', headers, body: JSON.stringify(line), signal };
  const response = await fetch(`${to.url}/api/v1/answers`, sent);
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
}

const imports = (key: string, count: number) => Array.from({ length: count }, () => importOne(key));

async function storedAnswers(workspaceId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from answers where workspace_id = ${workspaceId}`,
  );
  return row?.count ?? 0;
}

test('requests of a workspace wait for each other, and never for those of another', async () => {
  const [busy, quiet] = [await givenTenant(), await givenTenant()];
  const release = await holdImports(busy.workspaceId);
  const running = imports(busy.key, MANY);
  await sleep(300);

  const read = await call(server, '/api/v1/keywords', { key: quiet.key });
  expect(read.status).toBe(200);
  const stored = await importOne(quiet.key);
  expect(stored.status).toBe(201);
  // Its own small reads have places of their own.
  const own = await call(server, '/api/v1/keywords', { key: busy.key });
  expect(own.status).toBe(200);

  expect(server.deps.queue?.counts.import.waiting).toBe(MANY - 1);
  await release();
  const statuses = (await Promise.all(running)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201]));
});

test('503 with Retry-After: a request that waits too long for others of its workspace', async () => {
  const { workspaceId, key } = await givenTenant(impatient);
  const release = await holdImports(workspaceId);
  const running = importOne(key, { to: impatient });
  await sleep(200);
  const { status, text, retryAfter } = await importOne(key, { to: impatient });

  expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' });
  expect(text).toBe('{"detail":"Too many requests of this workspace are running. Try again in a few seconds."}');
  expect(impatient.deps.queue?.counts.import.refused).toBe(1);
  await release();
  expect((await running).status).toBe(201);
});

test('a client that disconnects while it waits frees its place, and its import never runs', async () => {
  const { workspaceId, key } = await givenTenant();
  const release = await holdImports(workspaceId);
  const running = imports(key, 1);
  await sleep(200);
  const leaving = new AbortController();
  const left = importOne(key, { signal: leaving.signal }).catch((error: Error) => error.name);
  await sleep(200);
  leaving.abort();
  expect(await left).toBe('AbortError');
  const last = importOne(key);
  await sleep(200);

  await release();
  expect((await Promise.all([...running, last])).map(({ status }) => status)).toEqual([201, 201]);
  expect(await storedAnswers(workspaceId)).toBe(2);
  expect(server.deps.queue?.counts.import.waiting).toBe(0);
});

test('requests that wait for the inbox keep no others of their workspace waiting', async () => {
  const { key } = await givenTenant();
  const webhookId = await givenWebhook(server, key, { url: 'https://example.com/hook' });
  const path = `/api/v1/webhooks/${webhookId}/inbox?wait=3`;
  const waiting = Array.from({ length: 6 }, () => call(server, path, { key }));
  await sleep(200);

  const read = call(server, '/api/v1/keywords', { key });
  const ended = [read.then(() => 'read'), ...waiting.map((one) => one.then(() => 'inbox'))];
  expect(await Promise.race(ended)).toBe('read');
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(6).fill(200));
});
