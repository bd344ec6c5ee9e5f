import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretsBox } from '../../src/base/secrets-box.ts';
import type { Plan } from '../../src/store/accounts/accounts.ts';
import { listApiKeys, revokeApiKey } from '../../src/store/accounts/api-keys.ts';
import { sql } from '../../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { useDatabase } from '../support/database.ts';
import { startServer, stopServer } from '../support/server-process.ts';

const { db, url } = useDatabase();
const secretsKey = randomBytes(32);
const { deps } = useApp(db, { secrets: createSecretsBox(secretsKey) });
const folder = mkdtempSync(join(tmpdir(), 'visibility many '));
let servers: Awaited<ReturnType<typeof startServer>>[] = [];

beforeAll(async () => {
  const settings = {
    DATABASE_URL: url,
    SECRETS_KEY: secretsKey.toString('hex'),
    DATA_DIR: folder,
  };
  servers = await Promise.all(Array.from({ length: 4 }, () => startServer(settings, ['--role', 'api'])));
});

afterAll(async () => {
  await Promise.all(servers.map(stopServer));
  rmSync(folder, { recursive: true, force: true });
});

test('no request that starts after a key was revoked succeeds, on any of four processes under load', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const seen: { server: number; startedAt: number; status: number }[] = [];
  let isOver = false;
  const load = servers.flatMap((server, index) =>
    Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const startedAt = performance.now();
        const { status } = await call(server, '/api/v1/keywords?per_page=1', { key });
        seen.push({ server: index, startedAt, status });
      }
    }),
  );
  const haveAnswered = (from: number, wanted: number) =>
    servers.every((_, index) => seen.filter((one) => one.server === index && one.startedAt > from).length >= wanted);
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await until(() => haveAnswered(0, 30));
  const [stored] = await listApiKeys(db, account.accountId);
  expect(await revokeApiKey(db, account.accountId, stored?.keyId ?? '')).toBe(true);
  const revokedAt = performance.now();
  await until(() => haveAnswered(revokedAt, 30));
  isOver = true;
  await Promise.all(load);

  const after = seen.filter(({ startedAt }) => startedAt > revokedAt);
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
  const before = seen.filter(({ startedAt }) => startedAt < revokedAt);
  expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
});

test('of 1,600 requests by 160 clients to four processes, a limit of 1,000 lets exactly 1,000 pass', async () => {
  const key = await givenKey(deps, await givenAccount(deps, { plan: 'pro' }));
  const askTenTimes = async (server: { url: string }) => {
    const answers: Awaited<ReturnType<typeof call>>[] = [];
    for (let i = 0; i < 10; i++) answers.push(await call(server, '/api/v1/keywords?per_page=1', { key }));
    return answers;
  };
  const clients = servers.flatMap((server) => Array.from({ length: 40 }, () => askTenTimes(server)));
  const answers = (await Promise.all(clients)).flat();
  const passed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  expect([passed.length, refused.length]).toEqual([1_000, 600]);
  const remaining = passed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => a - b);
  expect(remaining).toEqual(Array.from({ length: 1_000 }, (_, left) => left));
  for (const { body, headers } of refused) {
    expect(body.detail).toMatch(
      /^Rate limit exceeded\. Your plan allows 1000 requests per hour\. Try again in \d+ seconds\.$/,
    );
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
  }
});

test('a change of plan acts at once on every process, both ways, and live and test are counted apart', async () => {
  const account = await givenAccount(deps, { plan: 'free' });
  const key = await givenKey(deps, account);
  const live = await givenKey(deps, account, { mode: 'live' });
  const askAll = async (withKey: string) => {
    const answers = await Promise.all(
      servers.map((server) => call(server, '/api/v1/keywords?per_page=1', { key: withKey })),
    );
    return answers.map(({ status, headers }) => `${status} of ${headers.get('x-ratelimit-limit')}`);
  };
  const setPlan = (plan: Plan) =>
    db.query(sql`update accounts set plan = ${plan} where account_id = ${account.accountId}`);
  for (let i = 0; i < 25; i++) await askAll(key);
  expect(new Set(await askAll(key))).toEqual(new Set(['429 of 100']));
  expect(new Set(await askAll(live))).toEqual(new Set(['200 of 100']));
  await setPlan('pro');
  expect(new Set(await askAll(key))).toEqual(new Set(['200 of 1000']));
  await setPlan('free');
  expect(new Set(await askAll(key))).toEqual(new Set(['429 of 100']));
});

test('wrong passwords and registrations are counted together by all processes', async () => {
  const statuses = async (path: string, bodyOf: (i: number) => unknown, times: number) => {
    const seen: number[] = [];
    for (let i = 0; i < times; i++) {
      const server = servers[i % servers.length] as { url: string };
      const headers = { origin: server.url };
      seen.push((await call(server, path, { method: 'POST', body: bodyOf(i), headers })).status);
    }
    return seen;
  };
  const wrong = await statuses(
    '/dashboard/api/session',
    (i) => ({ email: `someone${i}@example.com`, password: 'not the password' }),
    34,
  );
  expect(wrong).toEqual([...Array(30).fill(401), ...Array(4).fill(429)]);
  const registered = await statuses('/oauth/register', () => ({ redirect_uris: ['https://app.example/back'] }), 34);
  expect(registered).toEqual([...Array(30).fill(201), ...Array(4).fill(429)]);
});
