// `node scripts/measure-retention.mjs [attempts] [days] [responseBytes]`: fills the delivery log with attempts spread evenly over the
// days, deletes those older than 30 days, and measures how long that takes and whether it blocks claims.
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const built = (path) => import(new URL(`../server/dist/${path}`, import.meta.url).href);
const [attempts = 1_000_000, days = 31, responseBytes = 200] = process.argv.slice(2).map(Number);
const FILL = 100_000;
const { startEmbeddedPostgres } = await built('store/embedded/postgres.js');
const { migrate } = await built('store/system/migrate.js');
const { openDb, sql } = await built('store/db.js');
const { createAccountWithSandbox } = await built('sandbox/create.js');
const { insertWebhook } = await built('store/webhooks/webhooks.js');
const { claimDeliveries } = await built('store/webhooks/claim-deliveries.js');
const { sweepDeliveries } = await built('store/webhooks/sweep.js');

const folder = mkdtempSync(join(tmpdir(), 'visibility-retention-'));
chmodSync(folder, 0o711);
const postgres = await startEmbeddedPostgres(folder);
await migrate(postgres.url);
const db = openDb({ url: postgres.url, statementTimeoutMs: 600_000 });
const account = await db.transaction((tx) => createAccountWithSandbox(tx, { name: 'Retention', historyDays: 0 }));
const workspaceId = account.workspaces.test;
const webhookId = 'wh_retention';
await db.transaction((tx) =>
  insertWebhook(tx, workspaceId, {
    webhookId,
    url: 'https://example.com/',
    events: ['mention.new'],
    sealedSecret: Buffer.alloc(1),
    format: 'json',
    payload: 'full',
    headers: { names: [] },
  }),
);
for (let from = 0; from < attempts; from += FILL) await fill(from, Math.min(attempts, from + FILL));
await db.query(sql`vacuum analyze`);
await queue(2_000);

const claims = [];
let isSweeping = true;
const claiming = (async () => {
  while (isSweeping) {
    const began = performance.now();
    await claimDeliveries(db, { workerId: randomUUID(), lanes: 128, perLane: 8, room: 8 });
    claims.push(performance.now() - began);
    await db.query(sql`update webhook_lanes set in_flight = 0, next_due_at = now() where webhook_id = ${webhookId}`);
    await sleep(20);
  }
})();
const began = performance.now();
let rows = 0;
let longest = 0;
for (;;) {
  const start = performance.now();
  const swept = await sweepDeliveries(db, { keepDays: 30 });
  longest = Math.max(longest, performance.now() - start);
  rows += swept;
  if (swept === 0) break;
  process.stdout.write(`\r${rows} deliveries and events deleted`);
}
const seconds = (performance.now() - began) / 1_000;
isSweeping = false;
await claiming;
claims.sort((a, b) => a - b);
const left = await db.query(sql`select (select count(*) from attempts) as attempts`);
process.stdout.write(
  `\n${attempts} attempts over ${days} days, ${attempts - left[0].attempts} of them too old (${rows} deliveries and events): ` +
    `deleted in ${seconds.toFixed(1)} s, ${Math.round((attempts - left[0].attempts) / seconds)} attempts/s, ` +
    `longest batch ${longest.toFixed(0)} ms, ${left[0].attempts} attempts left.\n` +
    `${claims.length} claims meanwhile: p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, longest ${percentile(1)} ms.\n`,
);
await db.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

/** Three deliveries per event, with one attempt each, oldest first. */
async function fill(from, to) {
  const at = (n) =>
    sql`now() - make_interval(secs => (1 - ${n} / ${attempts}::double precision) * ${days * 86_400}::double precision)`;
  const ofEvent = at(sql`(n * 3)`);
  const ofDelivery = at(sql`n`);
  await db.query(
    sql`insert into events (event_id, workspace_id, type, created_at, body, fact, stored_at)
        select 'evt_' || n, ${workspaceId}, 'mention.new', ${ofEvent}, repeat('x', 500), 'fact ' || n, ${ofEvent}
        from generate_series(${Math.ceil(from / 3)}::integer, ${Math.ceil(to / 3) - 1}::integer) n`,
  );
  await db.query(
    sql`insert into deliveries (delivery_id, workspace_id, webhook_id, event_id, type, trigger, status, attempt_count, epoch, created_at)
        select 'dlv_' || n, ${workspaceId}, ${webhookId}, 'evt_' || n / 3, 'mention.new', 'replay', 'succeeded', 1, 0, ${ofDelivery}
        from generate_series(${from}::integer, ${to - 1}::integer) n`,
  );
  await db.query(
    sql`insert into attempts (delivery_id, webhook_id, attempt, started_at, duration_ms, outcome, response_status, response_body)
        select 'dlv_' || n, ${webhookId}, 1, ${ofDelivery}, 20, 'succeeded', 200, repeat('y', ${responseBytes}::integer)
        from generate_series(${from}::integer, ${to - 1}::integer) n`,
  );
  process.stdout.write(`\r${to} of ${attempts} attempts stored`);
}

/** Work to claim while the log is cleaned up. */
async function queue(count) {
  await db.query(
    sql`insert into events (event_id, workspace_id, type, created_at, body, fact) values ('evt_new', ${workspaceId}, 'mention.new', now(), '{}', 'new')`,
  );
  await db.query(
    sql`insert into deliveries (delivery_id, workspace_id, webhook_id, event_id, type, trigger, epoch, next_attempt_at)
        select 'dlv_new' || n, ${workspaceId}, ${webhookId}, 'evt_new', 'mention.new', 'replay', 0, now()
        from generate_series(1, ${count}::integer) n`,
  );
  process.stdout.write('\n');
}

function percentile(share) {
  return claims[Math.min(claims.length - 1, Math.floor(claims.length * share))].toFixed(1);
}
