import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { publish } from '../src/events/publish.ts';
import { sql } from '../src/store/db.ts';
import { claimStatement } from '../src/store/webhooks/claim-deliveries.ts';
import { sweepDeliveries } from '../src/store/webhooks/sweep.ts';
import { deleteWebhook, lockWebhook, updateWebhook } from '../src/store/webhooks/webhooks.ts';
import { beat } from '../src/store/webhooks/workers.ts';
import { reapDeliveries } from '../src/webhooks/reap.ts';
import { givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
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
