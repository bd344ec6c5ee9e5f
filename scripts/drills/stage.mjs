// Shared by the drills: a PostgreSQL that can be stopped, servers that can be killed, a counting receiver, clients that repeat failed
// requests, and the final count. Everything runs on loopback and in a temporary folder.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generate } from 'selfsigned';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const built = (path) => import(new URL(`../../server/dist/${path}`, import.meta.url).href);
const SECRET = 'a secret of the drill';

/** Creates a folder, a PostgreSQL and a receiver. `settings` is the environment of every process. */
export async function openStage({ withPostgres = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'visibility-drill-'));
  chmodSync(folder, 0o711);
  const receiver = await startReceiver();
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, receiver.ca);
  const settings = {
    DATA_DIR: join(folder, 'data'),
    SANDBOX_DAYS: '0',
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: authority,
  };
  const postgres = withPostgres ? await startPostgres(join(folder, 'database')) : undefined;
  if (postgres) settings.DATABASE_URL = postgres.url;
  return {
    folder,
    settings,
    receiver,
    postgres,
    async close() {
      await postgres?.stop();
      receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL that keeps its port across restarts. */
async function startPostgres(dataDir) {
  const { clusterIn, createCluster } = await built('store/embedded/cluster.js');
  const { findBinaries } = await built('store/embedded/binaries.js');
  const { chooseRunAs } = await built('store/embedded/run-as.js');
  const { readFileSync } = await import('node:fs');
  const cluster = clusterIn(dataDir);
  const runAs = chooseRunAs(cluster.files);
  mkdirSync(dataDir);
  if (runAs) chmodSync(dataDir, 0o711);
  const binaries = await findBinaries(runAs, join(dataDir, 'binaries'));
  await createCluster(cluster, binaries, runAs);
  const port = await freePort();
  let child;
  const start = async () => {
    const args = [
      '-D',
      cluster.files,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
    ];
    child = spawn(binaries.postgres, args, { ...runAs, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'ignore' });
    await until(() => isOpen(port));
  };
  const stop = async (signal = 'SIGINT') => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  await start();
  const password = encodeURIComponent(readFileSync(cluster.password, 'utf8'));
  return { url: `postgres://visibility:${password}@127.0.0.1:${port}/postgres`, start, stop };
}

async function isOpen(port) {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true))).on('error', () => resolve(false));
  });
}

/** An HTTPS receiver that checks signatures and counts each event. */
async function startReceiver() {
  const kind = { keyType: 'ec', algorithm: 'sha256' };
  const authority = await generate([{ name: 'commonName', value: 'Drill authority' }], {
    ...kind,
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...kind,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const received = new Map();
  const server = createHttpsServer({ key: certificate.private, cert: certificate.cert }, async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const isSigned =
      request.headers['x-service-signature'] === `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
    const { id } = JSON.parse(body);
    if (isSigned) received.set(id, (received.get(id) ?? 0) + 1);
    response.writeHead(isSigned ? 200 : 401).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `https://localhost:${server.address().port}/hook`, ca: authority.cert, received, close };
}

/** Runs `visibility start` in a new process and waits for its start message. */
export async function startServer(settings, { role = 'all', port, checkout = root, env = {} } = {}) {
  const PORT = String(port ?? (await freePort()));
  const child = spawn(process.execPath, [join(checkout, 'server/bin/visibility.js'), 'start', '--role', role], {
    env: { PATH: '/usr/bin:/bin', ...settings, PORT, ...env },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = { child, url: `http://127.0.0.1:${PORT}`, port: PORT, role, out: '', err: '' };
  child.stdout.on('data', (text) => {
    server.out += text;
  });
  child.stderr.on('data', (text) => {
    server.err += text;
  });
  server.ended = new Promise((resolve) => child.on('close', resolve));
  await until(() => server.out.includes('Platforms') || child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`The server did not start: ${server.err}`);
  return server;
}

export async function stopServer(server, signal = 'SIGINT') {
  if (server.child.exitCode === null) server.child.kill(signal);
  await server.ended;
}

/** Runs a command and returns its output. */
export function run(settings, args, checkout = root) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(checkout, 'server/bin/visibility.js'), ...args], {
      env: { PATH: '/usr/bin:/bin', ...settings },
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed = { out: '', err: '' };
    child.stdout.on('data', (text) => {
      printed.out += text;
    });
    child.stderr.on('data', (text) => {
      printed.err += text;
    });
    child.on('close', (code) => resolve({ code, ...printed }));
  });
}

export async function call(url, key, { method = 'GET', body, timeoutMs = 30_000 } = {}) {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const options = {
    method,
    headers,
    signal: AbortSignal.timeout(timeoutMs),
    ...(body && { body: JSON.stringify(body) }),
  };
  const response = await fetch(url, options);
  const text = await response.text();
  return { status: response.status, text };
}

const KEYWORDS = 12;

/** Creates a brand, keywords and a webhook in a live workspace. Returns a key with `write`. */
export async function setUp({ settings, receiver, folder }, server, { account } = {}) {
  const chosen = account === undefined ? [] : ['--account', account];
  const names = join(folder, 'names.json');
  writeFileSync(names, JSON.stringify({ brand: { name: 'Heron Board', domains: ['heronboard.example'] } }));
  await mustRun(settings, ['brand', names, '--mode', 'live', ...chosen]);
  const made = await mustRun(settings, [
    'keys',
    'create',
    '--mode',
    'live',
    '--scope',
    'read,write',
    '--plan',
    'enterprise',
    ...chosen,
  ]);
  const key = made.out.trim();
  const keywords = Array.from({ length: KEYWORDS }, (_, index) => ({ keyword: `drill keyword ${index}` }));
  await must(call(`${server.url}/api/v1/keywords`, key, { method: 'POST', body: { keywords } }));
  const webhook = { url: receiver.url, events: ['mention.new'], secret: SECRET };
  await must(call(`${server.url}/api/v1/webhooks`, key, { method: 'POST', body: webhook }));
  return key;
}

export async function mustRun(settings, args) {
  const result = await run(settings, args);
  if (result.code !== 0) throw new Error(`visibility ${args.join(' ')}: ${result.err}`);
  return result;
}

async function must(calling) {
  const { status, text } = await calling;
  if (status !== 201) throw new Error(`${status} ${text}`);
}

export function newTally() {
  return { sent: [], ok: 0, refused: {}, broken: 0, waits: [], isOver: false };
}

/**
 * Sends answers at a constant rate, until `tally.isOver` or for some seconds. Each causes exactly one event. Clients repeat a
 * request with the same `external_id` until it is accepted. Returns the counts.
 */
export async function sendLoad({ urls, key }, { seconds = Infinity, perSecond }, tally = newTally()) {
  const began = performance.now();
  const clients = [];
  for (let index = 0; index < seconds * perSecond && !tally.isOver; index++) {
    const wait = began + (index * 1_000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    clients.push(sendOne(urls, key, { index, tally }));
    if (index % (perSecond * 5) === 0) process.stderr.write(`\r${index} sent, ${tally.ok} accepted `);
  }
  await Promise.all(clients);
  process.stderr.write(`\r${tally.sent.length} sent, ${tally.ok} accepted \n`);
  return tally;
}

/** In seconds, of the answers that waited at any time in a period. */
export function longestWait({ waits }, { from = 0, until = Infinity } = {}) {
  const then = waits.filter(({ began, ended }) => began < until && ended > from);
  return Math.max(0, ...then.map(({ began, ended }) => (ended - began) / 1_000)).toFixed(1);
}

const GIVE_UP_MS = 400_000;

async function sendOne(urls, key, { index, tally }) {
  const asked = new Date(Date.now() - (Math.floor(index / KEYWORDS) % 3) * 86_400_000);
  const answer = {
    keyword: `drill keyword ${index % KEYWORDS}`,
    platform: `drill_${Math.floor(index / (KEYWORDS * 3))}`,
    prompt: 'Which board is good?',
    text: `1. Heron Board is a good one (${index}).\n2. Another.`,
    asked_at: asked.toISOString(),
    external_id: `drill ${index}`,
  };
  const began = performance.now();
  for (let attempt = 0; performance.now() - began < GIVE_UP_MS; attempt++) {
    try {
      const url = urls[(index + attempt) % urls.length];
      const { status } = await call(`${url}/api/v1/answers`, key, { method: 'POST', body: answer });
      if (status === 201 || status === 200) {
        tally.ok++;
        tally.sent.push(answer.external_id);
        tally.waits.push({ began, ended: performance.now() });
        return;
      }
      tally.refused[status] = (tally.refused[status] ?? 0) + 1;
    } catch {
      tally.broken++;
    }
    await sleep(200);
  }
}

/** Waits until no delivery is pending, then counts what was accepted, stored, published and received. */
export async function countResults({ settings, receiver }, databaseUrl, { tally, accounts = [] }) {
  const { openDb, sql } = await built('store/db.js');
  const db = openDb({ url: databaseUrl });
  const began = performance.now();
  const count = async (statement) => (await db.query(statement))[0].count;
  const pending = () => count(sql`select count(*)::integer as count from deliveries where status = 'pending'`);
  await until(async () => (await pending()) === 0, 300_000);
  const settledSeconds = Math.round((performance.now() - began) / 1_000);
  const answers = await count(sql`select count(*)::integer as count from answers where surface = 'import'`);
  const events = await db.query(sql`select event_id from events where type = 'mention.new'`);
  await db.close();
  let differences = 0;
  for (const chosen of accounts.length === 0 ? [[]] : accounts.map((account) => ['--account', account])) {
    differences += JSON.parse((await run(settings, ['verify', '--mode', 'live', '--json', ...chosen])).out).differences;
  }
  const again = [...receiver.received.values()].reduce((sum, times) => sum + times - 1, 0);
  return {
    'answers accepted by the API': tally.ok,
    'answers stored': answers,
    'events stored (one per answer)': events.length,
    'events received': receiver.received.size,
    'events lost': events.filter(({ event_id }) => !receiver.received.has(event_id)).length,
    'duplicate requests with the same event id': again,
    'differences found by verify': differences,
    'requests that broke off and were repeated': tally.broken,
    'requests answered 503 and repeated': tally.refused[503] ?? 0,
    'requests with another error': JSON.stringify(
      Object.fromEntries(Object.entries(tally.refused).filter(([status]) => status !== '503')),
    ),
    'longest wait of a client (s)': longestWait(tally),
    'all delivered after (s)': settledSeconds,
  };
}

/** Whether nothing was lost or duplicated and `verify` found no difference. */
export function isClean(figures) {
  const accepted = figures['answers accepted by the API'];
  return (
    accepted === figures['answers stored'] &&
    accepted === figures['events stored (one per answer)'] &&
    accepted === figures['events received'] &&
    figures['differences found by verify'] === 0
  );
}

/** Prints a Markdown table and sets the exit code. */
export function printTable(title, figures, isGood) {
  const rows = Object.entries(figures).map(([name, value]) => `| ${name} | ${value} |`);
  process.stdout.write(
    `\n### ${title}: ${isGood ? 'passed' : 'FAILED'}\n\n| figure | value |\n|---|---|\n${rows.join('\n')}\n`,
  );
  if (!isGood) process.exitCode = 1;
}

export async function until(condition, ms = 60_000) {
  const deadline = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('Timed out');
    await sleep(50);
  }
}

export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
