import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { publish } from '../src/events/publish.ts';
import { openDb, sql } from '../src/store/db.ts';
import { MIGRATIONS_TABLE, migrate } from '../src/store/system/migrate.ts';
import { claimStatement } from '../src/store/webhooks/claim-deliveries.ts';
import { sweepDeliveries } from '../src/store/webhooks/sweep.ts';
import { deleteWebhook, lockWebhook, updateWebhook } from '../src/store/webhooks/webhooks.ts';
import { beat } from '../src/store/webhooks/workers.ts';
import { reapDeliveries } from '../src/webhooks/reap.ts';
import { givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { databaseUrl } from './support/database-url.ts';
import { claimAll, deliveryOf, givenWebhook, publishIn, takeOver, visibilityChanged } from './support/webhook.ts';

const { db, url } = useDatabase();
const server = useApp(db);
const { deps } = server;

afterEach(async () => {
  for (const table of ['webhooks', 'deliveries', 'lane_wakeups', 'delivery_workers']) {
    await db.query({ name: `clear ${table}`, text: `delete from ${table}`, values: [] });
  }
});

async function givenLane() {
  const account = await givenAccount(deps);
  const webhookId = await givenWebhook(server, await givenKey(deps, account), { url: 'https://example.com/hook' });
  return { webhookId, workspaceId: account.workspaces.test };
}

const disable = {
  url: undefined,
  events: undefined,
  description: undefined,
  deliverHeld: true,
  status: 'disabled',
} as const;

test('publishing waits for no one: the webhook may be disabled, deleted or claimed at the same time', async () => {
  const { webhookId, workspaceId } = await givenLane();
  await db.transaction(async (tx) => {
    const locked = await lockWebhook(tx, workspaceId, webhookId);
    if (locked) await updateWebhook(tx, locked, disable);
    expect(await publishIn(deps, workspaceId, [visibilityChanged()])).toBe(1);
  });
  // Committed after the webhook was disabled, so a worker holds it.
  expect(await deliveryOf(deps, webhookId)).toMatchObject({ status: 'pending' });
  expect(await claimAll(db)).toEqual({ deliveries: [], hasMore: false });
  expect(await deliveryOf(deps, webhookId)).toMatchObject({ status: 'held', seconds: null });
});

test('a delivery that is committed after its webhook was deleted is removed with its log', async () => {
  const { webhookId, workspaceId } = await givenLane();
  await db.transaction(async (tx) => {
    await publish(tx, { workspaceId, now: new Date() } as never, [visibilityChanged()]);
    await db.transaction((other) => deleteWebhook(other, workspaceId, webhookId));
    while ((await sweepDeliveries(db, { keepDays: 30 })) > 0);
  });
  expect((await claimAll(db)).deliveries).toEqual([]);
  expect(await deliveryOf(deps, webhookId)).toBeDefined();
  while ((await sweepDeliveries(db, { keepDays: 30 })) > 0);
  expect(await deliveryOf(deps, webhookId)).toBeUndefined();
  expect(await db.query(sql`select from lane_wakeups`)).toEqual([]);
  expect(await db.query(sql`select from webhook_removals`)).toEqual([]);
});

test('a claim does not delete the mark of a delivery that is committed while it runs', async () => {
  const { webhookId, workspaceId } = await givenLane();
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await db.transaction(async (tx) => {
    await publish(tx, { workspaceId, now: new Date() } as never, [visibilityChanged()]);
    expect((await claimAll(db)).deliveries.length).toBe(1);
  });
  expect((await claimAll(db)).deliveries.map((delivery) => delivery.webhookId)).toEqual([webhookId]);
});

test('a lane that changed after the claim began is left to the next claim, so nothing is sent twice', async () => {
  const { workspaceId } = await givenLane();
  await publishIn(deps, workspaceId, [visibilityChanged(), visibilityChanged()]);
  const slow = await startSlowClaim();
  const [first] = (await claimAll(db, { perLane: 1 })).deliveries;
  const { deliveries, hasMore } = await slow.finish();
  expect([deliveries, hasMore]).toEqual([[], true]);
  const left = (await claimAll(db)).deliveries;
  expect(left.length).toBe(1);
  expect(left[0]?.deliveryId).not.toBe(first?.deliveryId);
  expect(await db.query(sql`select in_flight from webhook_lanes`)).toEqual([{ in_flight: 2 }]);
});

/** Starts a claim that stops after its snapshot and before it locks a lane: its `now()` waits for the test. */
async function startSlowClaim() {
  await db.query(sql`create schema slow`);
  await db.query(
    sql`create function slow.now() returns timestamptz language plpgsql volatile as $$
        begin perform pg_advisory_xact_lock_shared(7); return pg_catalog.now(); end $$`,
  );
  const [gate, worker] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([gate.connect(), worker.connect()]);
  await gate.query('select pg_advisory_lock(7)');
  await worker.query('set search_path = slow, pg_catalog, public');
  const { text, values } = claimStatement({ workerId: randomUUID(), lanes: 50, perLane: 8, room: 256 }, randomUUID());
  const claiming = worker.query(text, values);
  const waits = () =>
    db.query(
      sql`select from pg_locks join pg_database d on d.oid = database where datname = current_database() and locktype = 'advisory' and not granted`,
    );
  await expect.poll(async () => (await waits()).length).toBe(1);
  return {
    async finish() {
      await gate.query('select pg_advisory_unlock(7)');
      const { rows } = await claiming;
      await Promise.all([gate.end(), worker.end()]);
      await db.query(sql`drop schema slow cascade`);
      return { deliveries: rows.filter((row) => row.delivery_id), hasMore: rows[0].has_more };
    },
  };
}

const late = sql`now() - interval '10 seconds'`;

test('a worker keeps its deliveries as long as its heart beats, however slow the receiver is', async () => {
  const { workspaceId } = await givenLane();
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await claimAll(db);
  await db.query(sql`insert into delivery_workers (worker_id, judges_from) select worker_id, now() from deliveries`);
  expect(await takeOver(db)).toBe(0);
  await db.query(sql`update delivery_workers set beat_at = ${late}`);
  expect(await takeOver(db)).toBe(1);
});

test('a worker that missed its own beats, or has just started, takes no deliveries from others', async () => {
  const { workspaceId } = await givenLane();
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await claimAll(db);
  await db.query(sql`update deliveries set leased_at = ${late}`);
  const workerId = randomUUID();
  const reap = () => reapDeliveries(db, workerId);
  const judgesIn = async () => {
    const [row] = await db.query<{ seconds: number }>(
      sql`select round(extract(epoch from judges_from - beat_at))::integer as seconds from delivery_workers where worker_id = ${workerId}`,
    );
    return row?.seconds;
  };
  expect(await reap()).toBe(0);
  await beat(db, workerId);
  expect([await judgesIn(), await reap()]).toEqual([4, 0]);
  // The database was unreachable for ten seconds, for everyone.
  await db.query(sql`update delivery_workers set beat_at = ${late}, judges_from = ${late}`);
  expect(await reap()).toBe(0);
  await beat(db, workerId);
  expect([await judgesIn(), await reap()]).toEqual([8, 0]);
  await db.query(sql`update delivery_workers set judges_from = now()`);
  expect(await reap()).toBe(1);
});

test('deliveries that an older version had in flight are sent again after the upgrade', async () => {
  const upgraded = await givenSchemaBefore('0009');
  const old = openDb({ url: upgraded });
  await old.query(sql`insert into accounts (account_id, name) values ('acc_a', 'A')`);
  await old.query(
    sql`insert into workspaces (workspace_id, account_id, mode, first_day) values ('ws_a', 'acc_a', 'live', now())`,
  );
  await old.query(sql`insert into webhooks (webhook_id, workspace_id, url, events, secret)
                      values ('wh_a', 'ws_a', 'https://example.com', '{mention.new}', '')`);
  await old.query(sql`insert into webhook_lanes (webhook_id, cap, in_flight) values ('wh_a', 8, 1)`);
  await old.query(sql`insert into events (event_id, workspace_id, type, created_at, body, fact)
                      values ('evt_a', 'ws_a', 'mention.new', now(), '{}', 'a')`);
  await old.query(
    sql`insert into deliveries (delivery_id, workspace_id, webhook_id, event_id, type, trigger, attempt_count, next_attempt_at,
                                epoch, lease_until, lease_token)
        values ('dlv_a', 'ws_a', 'wh_a', 'evt_a', 'mention.new', 'event', 1, now(), 0, now() + interval '45 seconds', gen_random_uuid())`,
  );
  expect((await migrate(upgraded)).at(-1)).toMatch(/^\d{4}_/);
  expect((await claimAll(old)).deliveries).toEqual([]);
  expect(await takeOver(old)).toBe(1);
  expect((await claimAll(old)).deliveries).toMatchObject([{ deliveryId: 'dlv_a', attempt: 1, body: '{}' }]);
  await old.close();
});

/** A database with the migrations before this one. */
async function givenSchemaBefore(first: string): Promise<string> {
  const name = `before_${randomUUID().replaceAll('-', '')}`;
  await db.query({ name, text: `create database ${name}`, values: [] });
  const target = databaseUrl(url, name);
  const folder = new URL('../migrations/', import.meta.url);
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  await client.query(MIGRATIONS_TABLE);
  for (const file of readdirSync(folder).sort()) {
    if (file >= first) continue;
    const text = readFileSync(new URL(file, folder), 'utf8');
    await client.query(text);
    const hash = createHash('sha256').update(text).digest('hex');
    await client.query('insert into migrations (name, hash) values ($1, $2)', [file, hash]);
  }
  await client.end();
  return target;
}
