// `node scripts/drills/kill-workers.mjs [seconds] [events per second]`: delivers events while the delivery workers are killed (SIGKILL)
// every five seconds. Every committed event must be received.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const built = (path) => import(new URL(`../../server/dist/${path}`, import.meta.url).href);
const WORKERS = 2;
const RECEIVERS = 20;
const KILL_EVERY_MS = 5_000;
const { openDb, sql } = await built('store/db.js');
const { createSecretsBox } = await built('base/secrets-box.js');
if (process.argv[2] === 'worker') await work(JSON.parse(process.argv[3]));
else await killWorkers(Number(process.argv[2] ?? 120), Number(process.argv[3] ?? 100));

/** Runs deliveries like `visibility start --role worker`, until it is killed. */
async function work({ url, key, ca }) {
  const { publicAddresses } = await built('webhooks/address.js');
  const { createWebhookAgent } = await built('webhooks/agent.js');
  const { runDeliveries } = await built('webhooks/deliver.js');
  const { listen } = await built('store/system/listen.js');
  const { DELIVERIES_CHANNEL } = await built('store/webhooks/lanes.js');
  process.on('disconnect', () => process.exit());
  const agent = createWebhookAgent({ addresses: publicAddresses(['127.0.0.0/8']), ca });
  const deps = { db: openDb({ url }), secrets: createSecretsBox(Buffer.from(key, 'hex')), agent };
  const { signal } = new AbortController();
  let wake = () => {};
  const onDue = (wakeUp) => {
    wake = wakeUp;
  };
  const onError = (error) => process.stderr.write(`\n${error}\n`);
  await Promise.all([
    runDeliveries(deps, { signal, giveUp: signal, onError, onDue }),
    listen(url, { channel: DELIVERIES_CHANNEL, onNotify: () => wake(), signal, onError }),
  ]);
}

async function killWorkers(seconds, perSecond) {
  const stage = await setUp();
  const spawn = () =>
    fork(fileURLToPath(import.meta.url), ['worker', JSON.stringify({ url: stage.url, key: stage.key, ca: stage.ca })]);
  const workers = Array.from({ length: WORKERS }, spawn);
  let kills = 0;
  const killing = setInterval(() => {
    const victim = kills++ % WORKERS;
    workers[victim].kill('SIGKILL');
    workers[victim] = spawn();
  }, KILL_EVERY_MS);

  const sent = await publishFor(stage, seconds, perSecond);
  clearInterval(killing);
  const waited = await settle(stage, sent);
  for (const worker of workers) worker.kill('SIGKILL');

  const lost = sent.filter((marker) => !stage.received.has(marker)).length;
  const times = [...stage.received.values()].map((count) => count - 1).filter((count) => count > 0);
  const duplicates = times.reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `\n${sent.length} events sent, ${stage.received.size} received, ${lost} lost, ${duplicates} duplicates of ${times.length} events, ` +
      `${kills} kills; the last arrived ${waited} s after the last kill.\n`,
  );
  await stage.stop();
  process.exitCode = lost === 0 ? 0 : 1;
}

async function setUp() {
  const { startEmbeddedPostgres } = await built('store/embedded/postgres.js');
  const { migrate } = await built('store/system/migrate.js');
  const { createAccountWithSandbox } = await built('sandbox/create.js');
  const { insertWebhook } = await built('store/webhooks/webhooks.js');
  const folder = mkdtempSync(join(tmpdir(), 'visibility-kill-'));
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres(folder);
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url });
  const key = randomBytes(32).toString('hex');
  const secrets = createSecretsBox(Buffer.from(key, 'hex'));
  const { ca, ports, received, stop } = await startReceivers();
  const workspaces = [];
  for (const [index, port] of ports.entries()) {
    const webhookId = `wh_kill_${index}`;
    await db.transaction(async (tx) => {
      const account = await createAccountWithSandbox(tx, { name: 'Kill', plan: 'enterprise', historyDays: 0 });
      const sealedSecret = secrets.seal('kill', webhookId);
      const webhook = {
        webhookId,
        url: `https://localhost:${port}/hook`,
        events: ['visibility.changed'],
        sealedSecret,
      };
      await insertWebhook(tx, account.workspaces.test, webhook);
      workspaces.push(account.workspaces.test);
    });
  }
  return {
    url: postgres.url,
    key,
    ca,
    db,
    workspaces,
    received,
    async stop() {
      stop();
      await db.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts receivers and counts how often each event arrives. */
async function startReceivers() {
  const child = fork(fileURLToPath(new URL('../receivers.mjs', import.meta.url)), [String(RECEIVERS)]);
  const received = new Map();
  const ready = await new Promise((resolve) => {
    child.on('message', (message) => {
      if (message.ports) resolve(message);
      for (const [, marker] of message.received ?? []) received.set(marker, (received.get(marker) ?? 0) + 1);
    });
  });
  return { ...ready, received, stop: () => child.disconnect() };
}

async function publishFor({ db, workspaces, received }, seconds, perSecond) {
  const { publish } = await built('events/publish.js');
  const sent = [];
  const began = performance.now();
  const scores = { previous_score: 52, new_score: 65, change: '+13', change_percent: '+25%', platform: 'chatgpt' };
  for (let i = 0; i < seconds * perSecond; i++) {
    const wait = began + (i * 1_000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const marker = `kill ${i}`;
    const data = { keyword_id: marker, keyword: 'project management software', ...scores };
    const event = { type: 'visibility.changed', data, fact: marker, evidence: {} };
    const workspace = { workspaceId: workspaces[i % workspaces.length], now: new Date() };
    await db.transaction((tx) => publish(tx, workspace, [event]));
    sent.push(marker);
    if (i % perSecond === 0) process.stdout.write(`\r${sent.length} sent, ${received.size} received`);
  }
  return sent;
}

/** Waits until no delivery is pending. Returns the seconds. */
async function settle({ db, received }, sent) {
  const began = performance.now();
  for (;;) {
    const [row] = await db.query(sql`select count(*)::integer as count from deliveries where status = 'pending'`);
    process.stdout.write(`\r${sent.length} sent, ${received.size} received, ${row.count} pending   `);
    if (row.count === 0 || performance.now() - began > 180_000) break;
    await sleep(500);
  }
  await sleep(200);
  return Math.round((performance.now() - began) / 1_000);
}
