// `node scripts/drills/kill-workers.mjs [seconds] [events per second] [--toggle] [--plant]`: delivers events while the
// delivery workers are killed (SIGKILL) every five seconds. Every committed event must be received, and at no time may a
// due delivery be unknown to the workers. `--toggle` also disables, enables, creates and deletes webhooks all the time.
// `--plant` lets claims delete marks that they have not read, to prove that the drill finds such a fault.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// First, so that no worker survives a drill that fails early.
process.on('disconnect', () => process.exit());
const built = (path) => import(new URL(`../../server/dist/${path}`, import.meta.url).href);
const WORKERS = 3;
const PUBLISHERS = 16;
const RECEIVERS = 20;
const KILL_EVERY_MS = 5_000;
const TOGGLE_EVERY_MS = 50;
const { openDb, sql } = await built('store/db.js');
const { createSecretsBox } = await built('base/secrets-box.js');
const { insertWebhook, updateWebhook, deleteWebhook } = await built('store/webhooks/webhooks.js');
if (process.argv[2] === 'worker') await work(JSON.parse(process.argv[3]));
else {
  const options = { toggle: { type: 'boolean', default: false }, plant: { type: 'boolean', default: false } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  await killWorkers(Number(positionals[0] ?? 120), Number(positionals[1] ?? 100), values);
}

/** Runs deliveries like `visibility start --role worker`, until it is killed. */
async function work({ url, key, ca }) {
  if (!process.connected) process.exit();
  const { publicAddresses } = await built('webhooks/address.js');
  const { createWebhookAgent } = await built('webhooks/agent.js');
  const { runDeliveries } = await built('webhooks/deliver.js');
  const { listen } = await built('store/system/listen.js');
  const { DELIVERIES_CHANNEL } = await built('store/webhooks/lanes.js');
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

async function killWorkers(seconds, perSecond, { toggle, plant }) {
  const stage = await setUp();
  if (plant) await plantFault(stage.db);
  await logReleases(stage.db);
  const spawn = () =>
    fork(fileURLToPath(import.meta.url), ['worker', JSON.stringify({ url: stage.url, key: stage.key, ca: stage.ca })]);
  const workers = Array.from({ length: WORKERS }, spawn);
  const kills = [];
  const killing = setInterval(() => {
    const victim = kills.length % WORKERS;
    workers[victim].kill('SIGKILL');
    kills.push(performance.timeOrigin + performance.now());
    workers[victim] = spawn();
  }, KILL_EVERY_MS);
  const watch = watchLanes(stage);
  const toggling = toggle ? toggleWebhooks(stage) : { stop: () => 0 };

  const sent = await publishFor(stage, seconds, perSecond);
  clearInterval(killing);
  const toggles = await toggling.stop();
  const waited = await settle(stage, sent);
  const forgotten = await watch.stop();
  const { released, resumed, takenFromLiving } = await readReleases(stage, kills);
  for (const worker of workers) worker.kill('SIGKILL');

  const lost = [...sent.keys()].filter((marker) => !stage.received.has(marker)).length;
  const times = [...stage.received.values()].map(({ count }) => count - 1).filter((count) => count > 0);
  const duplicates = times.reduce((sum, count) => sum + count, 0);
  const longest = Math.max(...[...sent].map(([marker, at]) => (stage.received.get(marker)?.at ?? at) - at));
  process.stdout.write(
    `\n${sent.size} events sent, ${stage.received.size} received, ${lost} lost, ${duplicates} duplicates of ${times.length} events, ` +
      `${forgotten} times forgotten, ${kills.length} kills, ${toggles} toggles; longest wait ${(longest / 1_000).toFixed(1)} s; ` +
      `${released} sent again, at most ${(resumed / 1_000).toFixed(1)} s after the kill, ${takenFromLiving} taken from living workers; ` +
      `all done ${waited} s after the last event.\n`,
  );
  await stage.stop();
  process.exitCode = lost === 0 && forgotten === 0 && takenFromLiving === 0 ? 0 : 1;
}

/** Breaks the engine with a trigger: it also deletes marks that were committed after the claim's snapshot. */
async function plantFault(db) {
  await db.query(
    sql`create function plant() returns trigger language plpgsql as $$
        begin delete from lane_wakeups where webhook_id = new.webhook_id; return new; end $$`,
  );
  await db.query(sql`create trigger plant before update on webhook_lanes for each row execute function plant()`);
}

/** Logs with triggers which deliveries are taken from which worker, and when each worker was last alive. */
async function logReleases(db) {
  await db.query(sql`create table releases (worker_id uuid, marker text, at timestamptz default now())`);
  await db.query(sql`create table beats (worker_id uuid primary key, at timestamptz)`);
  await db.query(
    sql`create function log_release() returns trigger language plpgsql as $$
        begin
          insert into releases (worker_id, marker)
          select old.worker_id, body::json -> 'data' ->> 'keyword_id' from events where event_id = new.event_id;
          return null;
        end $$`,
  );
  await db.query(
    sql`create trigger log_release after update on deliveries for each row when (new.unknowns > old.unknowns)
        execute function log_release()`,
  );
  await db.query(
    sql`create function log_beat() returns trigger language plpgsql as $$
        begin
          insert into beats values (new.worker_id, now()) on conflict (worker_id) do update set at = now();
          return null;
        end $$`,
  );
  await db.query(
    sql`create trigger log_beat after insert or update of beat_at on delivery_workers for each row
        execute function log_beat()`,
  );
}

/** How long after the kill the last delivery of a killed worker came, and how many were taken from living workers. */
async function readReleases({ db, received }, kills) {
  const rows = await db.query(
    sql`select marker, releases.at, beats.at as beat_at from releases join beats using (worker_id)`,
  );
  const living = rows.filter((row) => row.beat_at > row.at);
  const waits = rows
    .filter((row) => row.beat_at <= row.at)
    .map((row) => received.get(row.marker)?.lastAt - kills.find((at) => at > row.beat_at.getTime()));
  return {
    released: rows.length,
    resumed: Math.max(0, ...waits.filter(Number.isFinite)),
    takenFromLiving: living.length,
  };
}

/**
 * Counts deliveries that no worker would ever look at: due, without a mark, and with a lane that is due later or never.
 * One statement sees one moment, so this must be true at any time.
 */
function watchLanes({ db }) {
  let isOver = false;
  let forgotten = 0;
  const watching = (async () => {
    while (!isOver) {
      const rows = await db.query(
        sql`select
            from deliveries d
            join webhook_lanes l using (webhook_id)
            where d.status = 'pending'
              and d.leased_at is null
              and l.next_due_at > greatest(d.next_attempt_at, l.paused_until, now())
              and not exists (select from lane_wakeups m where m.webhook_id = d.webhook_id)`,
      );
      forgotten += rows.length;
      await sleep(20);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return forgotten;
    },
  };
}

/** Disables and enables webhooks, and creates and deletes others beside them. */
function toggleWebhooks(stage) {
  const { db, workspaces } = stage;
  let isOver = false;
  let toggles = 0;
  const change = (workspaceId, webhookId, status) =>
    db.transaction((tx) => updateWebhook(tx, workspaceId, { webhookId, change: { status, deliverHeld: true } }));
  const toggling = (async () => {
    while (!isOver) {
      const index = Math.floor(Math.random() * RECEIVERS);
      const workspaceId = workspaces[index];
      const extra = `wh_extra_${toggles++}`;
      await db.transaction((tx) => insertWebhook(tx, workspaceId, stage.webhook(extra, RECEIVERS + index)));
      await change(workspaceId, `wh_kill_${index}`, 'disabled');
      await sleep(Math.random() * TOGGLE_EVERY_MS);
      await change(workspaceId, `wh_kill_${index}`, 'enabled');
      await db.transaction((tx) => deleteWebhook(tx, workspaceId, extra));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await toggling;
      return toggles;
    },
  };
}

async function setUp() {
  const { startEmbeddedPostgres } = await built('store/embedded/postgres.js');
  const { migrate } = await built('store/system/migrate.js');
  const { createAccountWithSandbox } = await built('sandbox/create.js');
  const folder = mkdtempSync(join(tmpdir(), 'visibility-kill-'));
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres(folder);
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url, maxConnections: PUBLISHERS + 4 });
  const key = randomBytes(32).toString('hex');
  const secrets = createSecretsBox(Buffer.from(key, 'hex'));
  // The second half receives for the webhooks that are created and deleted.
  const { ca, ports, received, stop } = await startReceivers(2 * RECEIVERS);
  const webhook = (webhookId, receiver) => ({
    webhookId,
    url: `https://localhost:${ports[receiver]}/hook`,
    events: ['visibility.changed'],
    sealedSecret: secrets.seal('kill', webhookId),
    format: 'json',
    payload: 'full',
    headers: { names: [] },
  });
  const workspaces = [];
  for (let index = 0; index < RECEIVERS; index++) {
    await db.transaction(async (tx) => {
      const account = await createAccountWithSandbox(tx, { name: 'Kill', plan: 'enterprise', historyDays: 0 });
      await insertWebhook(tx, account.workspaces.test, webhook(`wh_kill_${index}`, index));
      workspaces.push(account.workspaces.test);
    });
  }
  return {
    url: postgres.url,
    key,
    ca,
    db,
    webhook,
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

/** Starts receivers and counts how often each event arrives at the first half, and when first. */
async function startReceivers(count) {
  const child = fork(fileURLToPath(new URL('../receivers.mjs', import.meta.url)), [String(count)]);
  const received = new Map();
  const ready = await new Promise((resolve) => {
    child.on('message', (message) => {
      if (message.ports) resolve(message);
      for (const [receiver, marker, at] of message.received ?? []) {
        if (receiver >= RECEIVERS) continue;
        const before = received.get(marker) ?? { count: 0, at };
        received.set(marker, { ...before, count: before.count + 1, lastAt: at });
      }
    });
  });
  return { ...ready, received, stop: () => child.disconnect() };
}

/** Publishes from several connections. Some transactions stay open for a while after they published. */
async function publishFor({ db, workspaces, received }, seconds, perSecond) {
  const { publish } = await built('events/publish.js');
  const sent = new Map();
  const began = performance.now();
  const scores = { previous_score: 52, new_score: 65, change: '+13', change_percent: '+25%', platform: 'chatgpt' };
  let next = 0;
  const publishAll = async () => {
    while (next < seconds * perSecond) {
      const i = next++;
      const wait = began + (i * 1_000) / perSecond - performance.now();
      if (wait > 0) await sleep(wait);
      const marker = `kill ${i}`;
      const data = { keyword_id: marker, keyword: 'project management software', ...scores };
      const event = { type: 'visibility.changed', data, fact: marker, evidence: {} };
      const workspace = { workspaceId: workspaces[i % workspaces.length], now: new Date() };
      await db.transaction(async (tx) => {
        await publish(tx, workspace, [event]);
        if (i % 4 === 0) await sleep(Math.random() * 40);
      });
      sent.set(marker, performance.timeOrigin + performance.now());
      if (i % perSecond === 0) process.stdout.write(`\r${sent.size} sent, ${received.size} received`);
    }
  };
  await Promise.all(Array.from({ length: PUBLISHERS }, publishAll));
  return sent;
}

/** Waits until no delivery is pending. Returns the seconds. */
async function settle({ db, received }, sent) {
  const began = performance.now();
  for (;;) {
    const [row] = await db.query(
      sql`select count(*)::integer as count from deliveries join webhooks using (webhook_id)
          where deliveries.status in ('pending', 'held')`,
    );
    process.stdout.write(`\r${sent.size} sent, ${received.size} received, ${row.count} pending   `);
    if (row.count === 0 || performance.now() - began > 60_000) break;
    await sleep(500);
  }
  await sleep(200);
  return Math.round((performance.now() - began) / 1_000);
}
