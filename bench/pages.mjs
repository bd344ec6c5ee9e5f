import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBadKeyThrottle } from '../server/dist/access/bad-key-throttle.js';
import { createKeyUse } from '../server/dist/access/key-use.js';
import { createSignInToken } from '../server/dist/access/sessions.js';
import { createApp } from '../server/dist/api/app.js';
import { createLog } from '../server/dist/base/log.js';
import { createSecretsBox } from '../server/dist/base/secrets-box.js';
import { sandboxAsker } from '../server/dist/sandbox/asker.js';
import { createAccountWithSandbox } from '../server/dist/sandbox/create.js';
import { seedSandboxes } from '../server/dist/sandbox/seed.js';
import { openDb } from '../server/dist/store/db.js';
import { startEmbeddedPostgres } from '../server/dist/store/embedded/postgres.js';
import { migrate } from '../server/dist/store/system/migrate.js';
import { publicAddresses } from '../server/dist/webhooks/address.js';
import { createWebhookAgent } from '../server/dist/webhooks/agent.js';

/** Thirteen windows of seven days. */
const DAYS = Number(process.env.BENCH_DAYS ?? 91);
const BAR_MS = 300;
const REPEATS = 3;

/**
 * Calls every route that a page of the dashboard reads, over HTTP with a session, in the sandbox as a new user sees it.
 * A figure is the median of three requests.
 */
export async function run() {
  const service = await startService();
  try {
    const rows = [];
    for (const [name, path] of Object.entries(await pathsOf(service))) {
      const times = [];
      for (let i = 0; i < REPEATS; i++) times.push(await timeOf(service, path));
      const value = Math.round(times.sort((a, b) => a - b)[REPEATS >> 1]);
      rows.push({ name, value, unit: 'ms', bar: BAR_MS, pass: value <= BAR_MS });
    }
    return rows;
  } finally {
    await service.stop();
  }
}

let fresh = 0;

async function timeOf({ url, cookie }, path) {
  const startedAt = performance.now();
  const full = `${url}/dashboard/api${path}${path.includes('?') ? '&' : '?'}fresh=${fresh++}`;
  const response = await fetch(full, { headers: { cookie } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return performance.now() - startedAt;
}

/** By page. Ranges and page sizes are those that the pages send. */
async function pathsOf(service) {
  const read = async (path) => (await fetch(`${service.url}/dashboard/api${path}`, service)).json();
  const [row] = (await read('/test/keyword-rows?per_page=1')).data;
  const id = row.keyword_id;
  const [answer] = (await read(`/test/keywords/${id}/answers?per_page=1`)).data;
  const rival = (await read('/test/standings')).data.find(({ competitor_id: one }) => one !== 'brand').competitor_id;
  const [domain] = (await read('/test/citations/domains')).data;
  const today = Date.parse(service.lastDay);
  const since = (days) => new Date(today - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const daysOf = (text) => `${(today - Date.parse(text.slice(6))) / 86_400_000 + 1} days`;
  const each = (paths) => Object.fromEntries(paths.map((path) => [nameOf(path), `/test${path}`]));
  const nameOf = (path) =>
    path
      .replace(id, ':keyword_id')
      .replace(answer.answer_id, ':answer_id')
      .replace(rival, ':id')
      .replace(/since=[\d-]+/, daysOf);
  return {
    'GET /session': '/session',
    'GET /keys': '/keys',
    'GET /audit': '/audit',
    ...each(pagesOf({ row, answer, rival, domain: domain.domain, since })),
  };
}

function pagesOf({ row, answer, rival, domain, since }) {
  const id = row.keyword_id;
  const tag = encodeURIComponent(row.tags[0] ?? '');
  return [
    ...['', '/voice', '/news', '/coverage'].flatMap((part) => [
      `/overview${part}?days=30`,
      `/overview${part}?days=90`,
      `/overview${part}?days=90&tag=${tag}`,
    ]),
    '/keyword-rows?per_page=100',
    '/keyword-rows?per_page=100&sort=-visibility_score',
    `/keyword-rows?per_page=100&q=${encodeURIComponent(row.keyword.slice(0, 8))}`,
    `/keyword-rows?per_page=100&tag=${tag}`,
    '/keyword-rows?per_page=100&platform=chatgpt',
    '/keyword-rows?per_page=100&status=paused',
    '/keyword-ids',
    '/keyword-tags',
    '/keywords?per_page=1',
    `/keywords/${id}`,
    `/keywords/${id}/scores?days=90`,
    `/keywords/${id}/moves?days=90`,
    `/keywords/${id}/answers`,
    `/visibility/${id}`,
    `/answers/${answer.answer_id}/view`,
    `/mentions/sentences?since=${since(90)}`,
    `/citations/domains?since=${since(90)}`,
    `/citations/pages?since=${since(90)}`,
    `/citations/keywords?domain=${domain}&since=${since(90)}`,
    `/citations/newest?since=${since(90)}`,
    `/standings?since=${since(7)}`,
    `/standings?since=${since(30)}`,
    `/standings?since=${since(90)}`,
    '/share-of-voice?days=30',
    '/share-of-voice?days=90',
    `/head-to-head/${rival}?days=30`,
    `/head-to-head/${rival}?days=90`,
    '/competitors/candidates?per_page=12',
    '/competitors/reread',
    '/brand',
    '/alerts?include=settings',
    '/alert-firings',
    '/alert-activity',
    '/reports?include=settings',
    '/webhooks',
    '/webhook-activity',
    '/platform-states',
    '/budget',
    '/estimate',
    '/usage-summary',
  ];
}

async function startService() {
  const folder = mkdtempSync(join(tmpdir(), 'visibility bench '));
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres(folder);
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url, statementTimeoutMs: 300_000 });
  const log = createLog({ level: 'silent', pretty: false });
  const ask = sandboxAsker(db);
  const account = await db.transaction((tx) => createAccountWithSandbox(tx, { name: 'Bench', historyDays: DAYS }));
  await seedSandboxes({ db, ask, log }, () => {}, new AbortController().signal);
  const addresses = publicAddresses([]);
  const app = createApp({
    db,
    secrets: createSecretsBox(randomBytes(32)),
    addresses,
    ask,
    agent: createWebhookAgent({ addresses }),
    keyUse: createKeyUse(db),
    badKeys: createBadKeyThrottle(),
    log,
    files: undefined,
    baseUrl: 'http://localhost',
    trustProxy: [],
    environmentPlatforms: [],
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${app.server.address().port}`;
  const cookie = await signIn(url, await createSignInToken(db, account.accountId));
  const lastDay = new Date().toISOString().slice(0, 10);
  return {
    db,
    url,
    cookie,
    headers: { cookie },
    lastDay,
    workspaceId: account.workspaces.test,
    async stop() {
      await app.close();
      await db.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function signIn(url, token) {
  const response = await fetch(`${url}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost' },
    body: JSON.stringify({ token }),
  });
  if (response.status !== 204) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
  return response.headers.get('set-cookie').split(';')[0];
}
