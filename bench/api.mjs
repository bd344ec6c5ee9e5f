import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../scripts/postgres.mjs';
import { createKey } from '../server/dist/access/keys.js';
import { createSecretsBox } from '../server/dist/base/secrets-box.js';
import { openDb, sql } from '../server/dist/store/db.js';
import { migrate } from '../server/dist/store/system/migrate.js';
import { watchAllocation } from './support/allocation.mjs';
import { startApi } from './support/api-process.mjs';
import { fillWorkspaces } from './support/fill.mjs';
import { load } from './support/load.mjs';
import { familyMs, ownMs } from './support/processor-time.mjs';

const WORKSPACES = 200;
const KEYWORDS = 500;
const FEW = 10;
const MANY = Number(process.env.BENCH_KEYWORDS ?? 1_000_000);
const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_MS = 1_200;
const QUERY_MS = 50;
/** The exact total needs every match (see docs/decisions/http.md), so it is compared with reading all keywords. */
const FREQUENT = { name: 'q that 1 in 42 has', q: 'simple kanban', bar: 0.25 };
const LIST = '/api/v1/visibility?per_page=50';

/**
 * Measures `visibility start --role api` in its own process, with log, keys and rate limit, on a PostgreSQL with default
 * durability, against a bare `node:http` server that sends the same body. Rounds alternate, and a ratio is the median
 * of the rounds, so other load slows both sides.
 *
 * The bars apply to a second server: `node:http` that sends the same statements and does nothing else. Against the bare
 * server, the cost of the client decides as much as the service (docs/decisions/http.md).
 */
export async function run() {
  const service = await startService();
  try {
    return [...(await throughput(service)), ...(await sizes(service)), ...(await queriesOfMany(service))];
  } finally {
    await service.stop();
  }
}

/** Lists against the bare server, and 304 responses against lists. */
async function throughput(service) {
  const keys = service.keys.slice(0, WORKSPACES);
  const first = await fetch(`${service.url}${LIST}`, { headers: bearer(keys[0]) });
  const body = Buffer.from(await first.arrayBuffer());
  const bare = await startReference(new URL('./support/bare-server.mjs', import.meta.url), body);
  const ceiling = await startReference(new URL('./support/ceiling-server.mjs', import.meta.url), body, {
    DATABASE_URL: service.databaseUrl,
  });
  const statements = await startReference(new URL('./support/statements-server.mjs', import.meta.url), body, {
    DATABASE_URL: service.databaseUrl,
    SECRETS_KEY: service.secretsKey,
  });
  const lists = keys.map((key) => ({ path: LIST, headers: bearer(key) }));
  const etags = await Promise.all(keys.map((key) => etagOf(service, key)));
  const known = keys.map((key, i) => ({ path: LIST, headers: { ...bearer(key), 'if-none-match': etags[i] } }));
  const { port, pids } = service;
  const list = { port, pids, request: (i) => lists[i % keys.length] };
  const same = { port: bare.port, pids: [bare.pid], request: list.request };
  let fresh = 0;
  // An unknown parameter is ignored, but makes the URL a new one: memory cannot help.
  const newUrl = (i) => ({ ...lists[i % keys.length], path: `${LIST}&fresh=${fresh++}` });
  const onlyKey = { port: statements.port, pids: [statements.pid, pids[1]], request: list.request };
  const onlyList = { ...onlyKey, request: newUrl };
  const sides = {
    list,
    bare: same,
    listRaw: { ...list, raw: true },
    bareRaw: { ...same, raw: true },
    fresh: { ...list, request: newUrl },
    onlyKey,
    onlyKeyRaw: { ...onlyKey, raw: true },
    onlyList,
    onlyListRaw: { ...onlyList, raw: true },
    known: { ...list, request: (i) => known[i % keys.length], status: 304 },
    ceiling: { port: ceiling.port, pids: [ceiling.pid], request: list.request },
  };
  try {
    for (const side of Object.values(sides)) await measure(side);
    const rounds = [];
    for (let i = 0; i < ROUNDS; i++) {
      const round = {};
      for (const [name, side] of Object.entries(sides)) round[name] = await measure(side);
      rounds.push(round);
    }
    const traced = { list, fresh: sides.fresh, known: sides.known };
    return throughputRows(rounds, await allocated(service, traced), body.length);
  } finally {
    bare.child.kill();
    ceiling.child.kill();
    statements.child.kill();
  }
}

/** @param {any} side */
async function measure({ pids, ...side }) {
  const cpu = () => pids.map(familyMs);
  const [before, ownBefore] = [cpu(), ownMs()];
  const result = await load({ ...side, connections: CONNECTIONS, ms: ROUND_MS });
  const used = cpu().map((ms, i) => ms - before[i]);
  const costs = used.map((ms) => ms / result.count);
  return {
    ...result,
    costs,
    cost: costs.reduce((sum, one) => sum + one, 0),
    own: (ownMs() - ownBefore) / result.count,
  };
}

/** Bytes per request, in a process of its own: printing each collection costs a tenth of the requests per second. */
async function allocated(service, sides) {
  const { child, port, stop } = await service.start(['--trace-gc']);
  const allocation = watchAllocation(child.stdout);
  const bytes = {};
  try {
    for (const [name, side] of Object.entries(sides)) {
      const ask = (ms) => load({ ...side, port, connections: CONNECTIONS, ms });
      await ask(ROUND_MS);
      const before = allocation.bytes();
      const { count } = await ask(3 * ROUND_MS);
      bytes[name] = (allocation.bytes() - before) / count;
    }
  } finally {
    await stop();
  }
  return bytes;
}

function throughputRows(rounds, allocated, bytes) {
  const of = (side, measureOf) => median(rounds.map((round) => measureOf(round[side])));
  const rate = ({ rate }) => rate;
  const cost = ({ cost }) => cost;
  const ratioOf = (a, b, measureOf) => median(rounds.map((round) => measureOf(round[a]) / measureOf(round[b])));
  const against = (reference, side, { name, bar = undefined }) => ({
    name,
    value: Math.round(of(side, rate)),
    reference: Math.round(of(reference, rate)),
    unit: 'requests/s',
    ratio: round(ratioOf(side, reference, rate)),
    ...(bar === undefined ? {} : { bar, pass: ratioOf(side, reference, rate) >= bar }),
  });
  // A name appears once, so that the record has the figure of the same row.
  const partsOf = (side, name) => [
    {
      name: `… in processor time, with PostgreSQL (${name})`,
      value: round(of(side, cost)),
      reference: round(of('bare', cost)),
      unit: 'ms/request',
      ratio: round(1 / ratioOf(side, 'bare', cost)),
    },
    {
      name: `… of it in the Node process (${name})`,
      value: round(of(side, ({ costs }) => costs[0])),
      unit: 'ms/request',
    },
    { name: `… of it in PostgreSQL (${name})`, value: round(of(side, ({ costs }) => costs[1])), unit: 'ms/request' },
    { name: `… allocated in the Node process (${name})`, value: round(allocated[side] / 1_000), unit: 'kB/request' },
  ];
  const size = `${(bytes / 1_000).toFixed(1)} kB`;
  return [
    against('bare', 'list', { name: `GET ${LIST} (${size}) against bare node:http` }),
    against('onlyKey', 'list', { name: '… against node:http that only checks the key', bar: 0.6 }),
    against('bareRaw', 'listRaw', { name: '… with raw sockets as the client, against bare node:http' }),
    against('bareRaw', 'onlyKeyRaw', { name: '… node:http that only checks the key, against bare' }),
    ...partsOf('list', 'repeated URL'),
    { name: '… in the client, in addition', value: round(of('list', ({ own }) => own)), unit: 'ms/request' },
    atMost('… p99 against p50', {
      value: of('list', ({ p99 }) => p99),
      reference: of('list', ({ p50 }) => p50),
      unit: 'ms',
      ratio: of('list', ({ p99, p50 }) => p99 / p50),
      bar: 5,
    }),
    { name: '… of the bare server, p99', value: round(of('bare', ({ p99 }) => p99)), unit: 'ms' },
    { name: '… of the bare server, p50', value: round(of('bare', ({ p50 }) => p50)), unit: 'ms' },
    against('bare', 'fresh', { name: 'a new URL each time against bare node:http' }),
    against('onlyList', 'fresh', {
      name: '… against node:http that only checks the key and reads the list',
      bar: 0.65,
    }),
    ...partsOf('fresh', 'new URL'),
    against('bareRaw', 'onlyListRaw', { name: '… node:http that only does that, against bare, with raw sockets' }),
    against('bare', 'known', { name: 'the same with If-None-Match (304) against bare node:http' }),
    against('onlyKey', 'known', { name: '… 304 against node:http that only checks the key', bar: 0.65 }),
    ...partsOf('known', '304'),
    ...['list', 'fresh', 'known'].map((side) =>
      against('ceiling', side, { name: `${side} against node:http + one pipelined select 1` }),
    ),
  ];
}

/** The first page of a small and a large workspace. */
async function sizes(service) {
  const [few, many] = service.keys.slice(WORKSPACES);
  let fresh = 0;
  const ask = (key, perPage) => {
    const request = () => ({ path: `/api/v1/visibility?per_page=${perPage}&fresh=${fresh++}`, headers: bearer(key) });
    return load({ port: service.port, request, connections: 1, count: 100 });
  };
  const rounds = [];
  for (let i = 0; i < ROUNDS + 1; i++) rounds.push({ few: await ask(few, FEW), many: await ask(many, FEW) });
  // The first round is a warm-up.
  rounds.shift();
  const p50 = (side) => median(rounds.map((round) => round[side].p50));
  return [
    atMost(`page 1 of ${FEW} keywords: ${MANY.toLocaleString('en')} in the workspace against ${FEW}`, {
      value: p50('many'),
      reference: p50('few'),
      unit: 'ms',
      ratio: median(rounds.map((round) => round.many.p50 / round.few.p50)),
      bar: 1.5,
    }),
  ];
}

/** Other queries on the large workspace. */
async function queriesOfMany(service) {
  const key = service.keys.at(-1);
  const queries = {
    'sorted by -visibility_score': '/visibility?per_page=50&sort=-visibility_score',
    'sorted by trend': '/visibility?per_page=50&sort=trend',
    'sorted by -updated_at': '/visibility?per_page=50&sort=-updated_at',
    'page 200': '/visibility?per_page=50&page=200',
    'the last page': `/visibility?per_page=50&page=${Math.ceil(MANY / 50)}`,
    'one keyword_id': '/visibility?keyword_id=kw_unknown',
    'a tag that 1 in 1,000 has': '/visibility?per_page=50&tag=team-7',
    'a tag that 1 in 20 has': '/visibility?per_page=50&tag=tag-7',
    'q that 1 in 460 has': '/visibility?per_page=50&q=Clinics%2099',
    [FREQUENT.name]: `/visibility?per_page=50&q=${encodeURIComponent(FREQUENT.q)}`,
    'q that nothing has': '/visibility?per_page=50&q=nothing%20like%20it',
    'platform=perplexity': '/visibility?per_page=50&platform=perplexity',
  };
  const rows = [];
  let fresh = 0;
  for (const [name, path] of Object.entries(queries)) {
    // A new URL each time, so that no response comes from memory.
    const request = () => ({ path: `/api/v1${path}&fresh=${fresh++}`, headers: bearer(key) });
    const ask = (count) => load({ port: service.port, request, connections: 1, count });
    await ask(2);
    const { p50 } = await ask(5);
    const of = MANY.toLocaleString('en');
    const row = { name: `of ${of}: ${name}`, value: p50, unit: 'ms' };
    if (name !== FREQUENT.name) rows.push({ ...row, value: round(p50), bar: QUERY_MS, pass: p50 <= QUERY_MS });
    else {
      const reference = await scanMs(service.databaseUrl);
      rows.push(
        atMost(`${row.name}, against a scan`, { ...row, reference, ratio: p50 / reference, bar: FREQUENT.bar }),
      );
    }
  }
  return rows;
}

/** Reads all keywords without an index, in one process as the list does. */
async function scanMs(url) {
  const db = openDb({ url, maxConnections: 1 });
  const times = [];
  try {
    await db.query(sql`set max_parallel_workers_per_gather = 0`);
    for (let i = 0; i < 5; i++) {
      const began = performance.now();
      await db.query(sql`select count(*) from keywords where strpos(lower(keyword), ${FREQUENT.q}) > 0`);
      times.push(performance.now() - began);
    }
  } finally {
    await db.close();
  }
  return median(times);
}

async function startService() {
  const folder = mkdtempSync(join(tmpdir(), 'visibility bench '));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres(folder);
  await migrate(postgres.url);
  const workspaces = await fillWorkspaces(postgres.url, [...Array(WORKSPACES).fill(KEYWORDS), FEW, MANY]);
  const secretsKey = randomBytes(32);
  const keys = await createKeys(postgres.url, workspaces, secretsKey);
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'server'),
    SECRETS_KEY: secretsKey.toString('hex'),
    SANDBOX_DAYS: '0',
  };
  const log = openSync(join(folder, 'server.log'), 'a');
  const start = (flags) => startApi(flags, env, log);
  const api = await start([]);
  const [postgresPid] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return {
    url: api.url,
    port: api.port,
    keys,
    databaseUrl: postgres.url,
    secretsKey: env.SECRETS_KEY,
    pids: [String(api.child.pid), postgresPid],
    start,
    async stop() {
      await api.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createKeys(url, workspaces, secretsKey) {
  const deps = { db: openDb({ url }), secrets: createSecretsBox(secretsKey) };
  /** @type {import('../server/dist/access/keys.js').KeyInput} */
  const options = { name: 'bench', scopes: ['read'], allowedIps: [], allowedDomains: [], expiresAt: undefined };
  const keys = await Promise.all(workspaces.map((workspace) => createKey(deps, workspace, options)));
  await deps.db.close();
  return keys;
}

function startReference(program, body, env = {}) {
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(body);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.stdout.once('data', (text) => resolve({ child, pid: String(child.pid), port: Number(text) }));
  });
}

async function etagOf(service, key) {
  const response = await fetch(`${service.url}${LIST}`, { headers: bearer(key) });
  await response.arrayBuffer();
  return response.headers.get('etag');
}

function bearer(key) {
  return { authorization: `Bearer ${key}` };
}

function atMost(name, { value, reference, unit, ratio, bar }) {
  const shown = { value: round(value), unit, reference: round(reference), ratio: round(ratio) };
  return { name: `${name} (at most)`, ...shown, bar, pass: ratio <= bar };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function round(value) {
  return Math.round(value * 1_000) / 1_000;
}
