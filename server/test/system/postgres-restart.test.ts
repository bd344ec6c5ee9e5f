import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { postgresPid, runVisibility, startServer, stopServer, until } from '../support/server-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'visibility restart '));
chmodSync(scratch, 0o711);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const UNAVAILABLE = { detail: 'The database is not available. Try again in a few seconds.' };

test('a built-in PostgreSQL that was killed is restarted, requests get a 503 meanwhile, and nothing is lost', async () => {
  await using receiver = await startReceiver();
  const DATA_DIR = join(scratch, 'killed');
  const authority = join(scratch, 'authority.pem');
  writeFileSync(authority, receiver.ca);
  const settings = { DATA_DIR, WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: authority };
  const server = await startServer(settings);
  const api = await givenLiveKey(settings, server.url);
  await api('/webhooks', { url: receiver.url, events: ['mention.new'], secret: 'a secret' });
  await api('/keywords', { keyword: 'boards' });
  expect((await api('/answers', answer('before'))).status).toBe(201);

  const killed = postgresPid(DATA_DIR) ?? 0;
  process.kill(killed, 'SIGKILL');
  await until(async () => (await api('/answers')).status === 503);
  const away = await api('/answers');
  expect([away.status, away.retryAfter, away.body]).toEqual([503, '5', UNAVAILABLE]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

  await until(async () => (await api('/answers')).status === 200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(postgresPid(DATA_DIR)).not.toBe(killed);
  expect((await api('/answers', answer('after'))).status).toBe(201);
  expect((await api('/answers')).body.meta.total).toBe(2);
  await until(() => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size === 2);

  const stopped = postgresPid(DATA_DIR) ?? 0;
  process.kill(stopped, 'SIGINT');
  await until(async () => (await api('/answers')).status === 503);
  await until(async () => (await api('/answers')).status === 200);
  expect(postgresPid(DATA_DIR)).not.toBe(stopped);

  const { code, err } = await stopServer(server);
  expect([code, err]).toEqual([0, expect.stringContaining('the built-in PostgreSQL is running again')]);
});

test('a built-in PostgreSQL whose folder is deleted gives 503, and the server ends after three failed restarts', async () => {
  const DATA_DIR = join(scratch, 'deleted');
  const server = await startServer({ DATA_DIR, LOG_LEVEL: 'silent' });
  const api = await givenLiveKey({ DATA_DIR }, server.url);
  const killed = postgresPid(DATA_DIR) ?? 0;
  rmSync(DATA_DIR, { recursive: true });

  const paths = ['/answers', '/webhooks', '/keywords', '/reports', '/events', '/competitors', '/visibility'];
  const statuses = new Set<number>();
  await until(async () => {
    const answers = await Promise.all([...paths, ...paths].map((path) => api(path)));
    for (const { status } of answers) statuses.add(status);
    return answers.every(({ status }) => status === 503);
  }, 90_000);
  expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
  expect((await api('/answers')).body).toEqual(UNAVAILABLE);

  if (isRunning(killed)) process.kill(killed, 'SIGKILL');
  const { code, err } = await server.finished;
  expect([code, err]).toEqual([
    1,
    `The built-in PostgreSQL stopped and did not start again in 3 attempts: PostgreSQL's files are missing: ${join(DATA_DIR, 'postgres')}. Restore the folder, or restore a backup into an empty DATA_DIR.\n`,
  ]);
});

async function givenLiveKey(settings: Record<string, string>, url: string) {
  const brand = join(scratch, 'brand.json');
  writeFileSync(brand, JSON.stringify({ brand: { name: 'Heron Board', domains: ['heronboard.example'] } }));
  await runVisibility(['brand', brand], settings);
  const key = (await runVisibility(['keys', 'create', '--mode', 'live', '--scope', 'read,write'], settings)).out.trim();
  return async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/v1${path}`, init);
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, retryAfter, body: (await response.json()) as { meta: { total: number } } };
  };
}

function answer(name: string) {
  return {
    keyword: 'boards',
    platform: `by_hand_${name}`,
    prompt: 'Which board is good?',
    external_id: name,
    text: '1. Heron Board is a good one.\n2. Another.',
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
