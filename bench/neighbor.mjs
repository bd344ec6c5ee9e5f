import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createKey } from '../server/dist/access/keys.js';
import { createSecretsBox } from '../server/dist/base/secrets-box.js';
import { createAccountWithSandbox } from '../server/dist/sandbox/create.js';
import { openDb } from '../server/dist/store/db.js';
import { startEmbeddedPostgres } from '../server/dist/store/embedded/postgres.js';
import { migrate } from '../server/dist/store/system/migrate.js';
import { startApi } from './support/api-process.mjs';
import { fillWide } from './support/fill-wide.mjs';

const NOISY = { answers: 40_000, keywords: 100 };
const QUIET = { answers: 5_000, keywords: 50 };
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
const ROUND_MS = 6_000;
const EVERY_MS = 100;

/**
 * What a tenant notices of a neighbor on the same server: ten small reads a second, alone and beside a tenant that
 * imports 500 lines in four parallel streams and reads wide in three. Phases alternate, so that other load of the
 * machine slows both.
 */
export async function run() {
  const service = await startService();
  const { url, noisy, quiet } = service;
  const neighbor = fork(fileURLToPath(new URL('./support/noisy-tenant.mjs', import.meta.url)), [
    url,
    noisy,
    String(NOISY.keywords),
  ]);
  try {
    const paths = await pathsOf(url, quiet);
    const client = { url, key: quiet, paths };
    await readSteadily(client, { ms: ROUND_MS / 3 });
    const [alone, beside, counts] = [[], [], []];
    for (let i = 0; i < ROUNDS; i++) {
      alone.push(await readSteadily(client, { ms: ROUND_MS }));
      await tell(neighbor, 'start');
      await sleep(500);
      beside.push(await readSteadily(client, { ms: ROUND_MS }));
      counts.push(await tell(neighbor, 'stop'));
      await sleep(500);
    }
    return rowsOf({ alone, beside, counts });
  } finally {
    neighbor.kill();
    await service.stop();
  }
}

function rowsOf({ alone, beside, counts }) {
  const all = { alone: sorted(alone.flat()), beside: sorted(beside.flat()) };
  const total = (kind) => counts.reduce((sum, count) => sum + count[kind], 0);
  const shareAt = (share, bar) => {
    const [value, reference] = [at(all.beside, share), at(all.alone, share)];
    const name = `p${share * 100} of small reads beside an importing tenant (at most)`;
    return { name, value, unit: 'ms', reference, ratio: value / reference, bar, pass: value / reference <= bar };
  };
  return [
    shareAt(0.5, 1.5),
    shareAt(0.99, 3),
    { name: '… slowest', value: at(all.beside, 1), reference: at(all.alone, 1), unit: 'ms' },
    ...beside.map((times, i) => ({
      name: `… p50 and p99 of round ${i + 1}`,
      value: `${spread(times)}`,
      unit: `ms, alone ${spread(alone[i])}`,
    })),
    { name: 'imports of 500 lines by the neighbor', value: total('imports') / ROUNDS, unit: 'per round' },
    { name: 'wide reads by the neighbor', value: total('reads') / ROUNDS, unit: 'per round' },
    { name: 'requests of the neighbor with status 503', value: total('refused'), unit: 'requests' },
  ];
}

function spread(times) {
  const ordered = sorted(times);
  return `${at(ordered, 0.5).toFixed(1)} / ${at(ordered, 0.99).toFixed(1)}`;
}

function sorted(values) {
  return [...values].sort((a, b) => a - b);
}

function at(ordered, share) {
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))];
}

async function tell(neighbor, what) {
  neighbor.send(what);
  const answer = await Promise.race([once(neighbor, 'message'), once(neighbor, 'exit').then(() => undefined)]);
  if (!answer) throw new Error('The neighbor stopped');
  return answer[0];
}

/** What a client of the API reads most: lists and single records. */
async function pathsOf(url, key) {
  const list = '/api/v1/visibility?per_page=20';
  const response = await fetch(`${url}${list}`, { headers: bearer(key) });
  const [first, second] = /** @type {any} */ (await response.json()).data;
  return [
    list,
    `/api/v1/visibility/${first.keyword_id}`,
    '/api/v1/keywords?per_page=20',
    '/api/v1/usage',
    `/api/v1/mentions?per_page=20&keyword_id=${second.keyword_id}`,
    '/api/v1/competitors',
    '/api/v1/events?per_page=20',
    `/api/v1/answers?per_page=5&keyword_id=${second.keyword_id}`,
  ];
}

let fresh = 0;

/** One request every 100 ms, however long the ones before take: a client that waits would hide the worst. */
async function readSteadily({ url, key, paths }, { ms }) {
  const agent = new Agent({ keepAlive: true });
  const running = [];
  const began = performance.now();
  for (let i = 0; i * EVERY_MS < ms; i++) {
    await sleep(began + i * EVERY_MS - performance.now());
    const path = paths[i % paths.length];
    const address = `${url}${path}${path.includes('?') ? '&' : '?'}fresh=${fresh++}`;
    running.push(timeOf(address, { headers: bearer(key), agent }));
  }
  const times = await Promise.all(running);
  agent.destroy();
  return times;
}

function timeOf(address, options) {
  const askedAt = performance.now();
  return new Promise((resolve, reject) => {
    get(address, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address}: status ${response.statusCode}`));
      response.on('end', () => resolve(performance.now() - askedAt)).resume();
    }).on('error', reject);
  });
}

async function startService() {
  const folder = mkdtempSync(join(tmpdir(), 'visibility bench '));
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres(folder);
  await migrate(postgres.url);
  const secretsKey = randomBytes(32);
  const deps = { db: openDb({ url: postgres.url }), secrets: createSecretsBox(secretsKey) };
  const noisy = await givenTenant(postgres.url, deps, NOISY);
  const quiet = await givenTenant(postgres.url, deps, QUIET);
  await deps.db.close();
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'server'),
    SECRETS_KEY: secretsKey.toString('hex'),
    SANDBOX_DAYS: '0',
  };
  const api = await startApi([], env, openSync(join(folder, 'server.log'), 'a'));
  return {
    url: api.url,
    noisy,
    quiet,
    async stop() {
      await api.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A key of a workspace with its answers. */
async function givenTenant(url, deps, size) {
  const { workspaces } = await deps.db.transaction((tx) =>
    createAccountWithSandbox(tx, { name: 'Bench', plan: 'enterprise', historyDays: 0 }),
  );
  await fillWide(url, { workspaceId: workspaces.test, ...size });
  /** @type {import('../server/dist/access/keys.js').KeyInput} */
  const options = { name: 'bench', scopes: ['write'], allowedIps: [], allowedDomains: [], expiresAt: undefined };
  return createKey(deps, { workspaceId: workspaces.test, mode: 'test' }, options);
}

function bearer(key) {
  return { authorization: `Bearer ${key}` };
}
