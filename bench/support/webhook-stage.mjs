import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../scripts/postgres.mjs';
import { createSecretsBox } from '../../server/dist/base/secrets-box.js';
import { publish } from '../../server/dist/events/publish.js';
import { createAccountWithSandbox } from '../../server/dist/sandbox/create.js';
import { openDb } from '../../server/dist/store/db.js';
import { listen } from '../../server/dist/store/system/listen.js';
import { migrate } from '../../server/dist/store/system/migrate.js';
import { DELIVERIES_CHANNEL } from '../../server/dist/store/webhooks/lanes.js';
import { insertWebhook } from '../../server/dist/store/webhooks/webhooks.js';
import { publicAddresses } from '../../server/dist/webhooks/address.js';
import { createWebhookAgent } from '../../server/dist/webhooks/agent.js';
import { runDeliveries } from '../../server/dist/webhooks/deliver.js';

/** HTTPS receivers in another process, each with a webhook of its own workspace, and PostgreSQL with default durability. */
export async function setUp({ receivers: count, publishers }) {
  const folder = mkdtempSync(join(tmpdir(), 'visibility bench '));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres(folder);
  await migrate(postgres.url);
  const receivers = await startReceivers(count);
  const db = countingDb(openDb({ url: postgres.url }));
  // The publisher has its own connections, and its statements are counted separately.
  const publisher = countingDb(openDb({ url: postgres.url, maxConnections: publishers }));
  const secrets = createSecretsBox(randomBytes(32));
  const workspaces = [];
  for (const [index, port] of receivers.ports.entries()) {
    const webhookId = `wh_bench_${index}`;
    const workspaceId = await db.transaction(async (tx) => {
      const account = await createAccountWithSandbox(tx, { name: 'Bench', plan: 'enterprise', historyDays: 0 });
      const sealedSecret = secrets.seal('bench', webhookId);
      /** @type {import('../../server/dist/store/webhooks/webhooks.js').NewWebhook} */
      const webhook = {
        webhookId,
        url: `https://localhost:${port}/hook`,
        events: ['visibility.changed'],
        sealedSecret,
        description: undefined,
        format: 'json',
        payload: 'full',
        headers: { names: [], sealed: undefined },
      };
      await insertWebhook(tx, account.workspaces.test, webhook);
      return account.workspaces.test;
    });
    workspaces.push({ workspaceId, webhookId });
  }
  return {
    url: postgres.url,
    db,
    publisher,
    secrets,
    receivers,
    workspaces,
    async stop() {
      receivers.stop();
      await db.close();
      await publisher.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Counts the statements sent to the database, without begin and commit. */
function countingDb(db) {
  const counted = (runner, name) => (statement) => {
    counting.statements++;
    return runner[name](statement);
  };
  const methods = ['query', 'records', 'record', 'number', 'returnsRows'];
  const countedOn = (runner) => Object.fromEntries(methods.map((name) => [name, counted(runner, name)]));
  const counting = {
    statements: 0,
    ...countedOn(db),
    quick: countedOn(db.quick),
    transaction: (work) => db.transaction((tx) => work(countedOn(tx))),
    close: () => db.close(),
  };
  return counting;
}

async function startReceivers(count) {
  const child = fork(fileURLToPath(new URL('../../scripts/receivers.mjs', import.meta.url)), [String(count)]);
  const received = new Map();
  const ready = await new Promise((resolve) => {
    child.on('message', (/** @type {any} */ message) => {
      if (message.ports) resolve(message);
      for (const [, marker, at] of message.received ?? []) if (!received.has(marker)) received.set(marker, at);
    });
  });
  return { ...ready, received, hang: (hanging) => child.send({ hanging }), stop: () => child.disconnect() };
}

export function event(marker) {
  const scores = { previous_score: 52, new_score: 65, change: '+13', change_percent: '+25%', platform: 'chatgpt' };
  const data = { keyword_id: marker, keyword: 'project management software', ...scores };
  return { type: 'visibility.changed', data, fact: marker, evidence: {} };
}

export function publishTo({ publisher }, { workspaceId }, events) {
  const workspace = /** @type {any} */ ({ workspaceId, now: new Date() });
  return publisher.transaction((tx) => publish(tx, workspace, events));
}

/** Starts the engine and returns a function that stops it. */
export function startEngine({ db, url, secrets, receivers }) {
  const agent = createWebhookAgent({ addresses: publicAddresses(['127.0.0.0/8']), ca: receivers.ca });
  const stopping = new AbortController();
  const { signal } = stopping;
  let wake = () => {};
  const onDue = (wakeUp) => {
    wake = wakeUp;
  };
  const onError = (error) => process.stderr.write(`${error}\n`);
  const running = [
    runDeliveries({ db, secrets, agent, baseUrl: 'http://localhost' }, { signal, giveUp: signal, onError, onDue }),
    listen(url, { channel: DELIVERIES_CHANNEL, onNotify: () => wake(), signal, onError }),
  ];
  return async () => {
    stopping.abort();
    await agent.destroy();
    await Promise.all(running);
  };
}
