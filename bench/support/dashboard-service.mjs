import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.mjs';
import { createBadKeyThrottle } from '../../server/dist/access/bad-key-throttle.js';
import { createKeyUse } from '../../server/dist/access/key-use.js';
import { createSignInToken } from '../../server/dist/access/sessions.js';
import { createApp } from '../../server/dist/api/app.js';
import { apiAnswers, ownAnswers } from '../../server/dist/api/dashboard/contract/contract.js';
import { createLog } from '../../server/dist/base/log.js';
import { createSecretsBox } from '../../server/dist/base/secrets-box.js';
import { sandboxAsker } from '../../server/dist/sandbox/asker.js';
import { createAccountWithSandbox } from '../../server/dist/sandbox/create.js';
import { openDb, raw } from '../../server/dist/store/db.js';
import { migrate } from '../../server/dist/store/system/migrate.js';
import { publicAddresses } from '../../server/dist/webhooks/address.js';
import { createWebhookAgent } from '../../server/dist/webhooks/agent.js';
import { isOfAccount, missingFrom, pagesOf } from './dashboard-pages.mjs';

/** The API and the dashboard's routes on a PostgreSQL of their own, whose data stays only in a folder to keep. */
export async function startService(keptFolder) {
  if (keptFolder) mkdirSync(keptFolder, { recursive: true });
  const folder = keptFolder ?? mkdtempSync(join(tmpdir(), 'visibility bench '));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres(folder);
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url, statementTimeoutMs: 300_000 });
  const addresses = publicAddresses([]);
  const deps = {
    db,
    secrets: createSecretsBox(randomBytes(32)),
    addresses,
    ask: sandboxAsker(db),
    agent: createWebhookAgent({ addresses }),
    keyUse: createKeyUse(db),
    log: createLog({ level: 'silent', pretty: false }),
  };
  const app = createApp({
    ...deps,
    reads: db,
    badKeys: createBadKeyThrottle(),
    files: undefined,
    baseUrl: 'http://localhost',
    trustProxy: [],
    environmentPlatforms: [],
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const [postgresPid] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return {
    deps,
    url,
    postgresPid,
    databaseUrl: postgres.url,
    async stop() {
      await app.close();
      await db.close();
      await postgres.stop();
      if (!keptFolder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function givenAccount({ deps: { db }, url }, historyDays) {
  const account = await db.transaction((tx) =>
    createAccountWithSandbox(tx, { name: 'Bench', plan: 'enterprise', historyDays }),
  );
  const workspace = await workspaceOf({ deps: { db }, url }, account.accountId);
  const headers = { ...workspace.headers, origin: 'http://localhost', 'content-type': 'application/json' };
  const webhook = { url: 'https://bench.example/hook', events: ['visibility.changed'] };
  await post(`${url}/dashboard/api/test/webhooks`, headers, JSON.stringify(webhook));
  return { account, workspace };
}

/** The sandbox of an account, with a session. */
export async function workspaceOf({ deps: { db }, url }, accountId) {
  const cookie = await signIn(url, await createSignInToken(db, accountId));
  return { url, db, headers: { cookie } };
}

/** The requests of each page, with a name that is the same in every run. */
export async function pagesOfWorkspace(workspace) {
  /** @returns {Promise<any>} */
  const read = async (path) => (await fetch(`${workspace.url}/dashboard/api/test${path}`, workspace)).json();
  const [row] = (await read('/keyword-rows?per_page=1&sort=-visibility_score')).data;
  const [answer] = (await read(`/keywords/${row.keyword_id}/answers?per_page=1`)).data;
  const [source] = (await read('/sources?include=evidence')).data;
  const [event] = (await read('/events?type=visibility.changed&per_page=1')).data;
  const [webhook] = (await read('/webhooks')).data;
  const found = {
    row,
    answer,
    domain: source.domain,
    url: source.pages[0].url,
    event: event?.id,
    webhook: webhook.webhook_id,
    platform: workspace.platform,
    today: Date.parse(new Date().toISOString().slice(0, 10)),
  };
  const pages = pagesOf(found);
  const missing = missingFrom(pages, { ...ownAnswers, ...apiAnswers });
  if (event && missing.length > 0) throw new Error(`No page of the benchmark requests ${missing.join(', ')}`);
  const named = (path) => ({
    path: isOfAccount(path) ? path : `/test${path}`,
    name: path
      .replaceAll(row.keyword_id, ':keyword_id')
      .replace(answer.answer_id, ':answer_id')
      .replace(found.event, ':event_id')
      .replace(found.webhook, ':webhook_id')
      .replace(/since=([\d-]{10})/, (_, day) => `${(found.today - Date.parse(day)) / 86_400_000 + 1} days`)
      .replace(/&(until|compare_since|compare_until)=[\d-]{10}/g, ''),
  });
  return Object.fromEntries(Object.entries(pages).map(([page, paths]) => [page, paths.map(named)]));
}

/** As after a new answer: no response and no counts in memory are current. */
export async function forgetCounts({ db }) {
  await db.query(raw('update list_totals set version = version + 1'));
}

let fresh = 0;

/** With a parameter of its own, so that a response in memory is not measured instead. */
export async function timeOf({ url, headers }, path) {
  const startedAt = performance.now();
  const full = `${url}/dashboard/api${path}${path.includes('?') ? '&' : '?'}fresh=${fresh++}`;
  const response = await fetch(full, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return performance.now() - startedAt;
}

export async function post(url, headers, body) {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok || text.includes('"refused"')) throw new Error(`${url}: ${response.status} ${text.slice(0, 500)}`);
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
