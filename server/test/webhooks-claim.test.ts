import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Sql, sql } from '../src/store/db.ts';
import { listen } from '../src/store/system/listen.ts';
import { claimStatement } from '../src/store/webhooks/claim-deliveries.ts';
import { DELIVERIES_CHANNEL } from '../src/store/webhooks/lanes.ts';
import { sweepDeliveries } from '../src/store/webhooks/sweep.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startDoor } from './support/door.ts';
import { claimAll, givenWebhook, publishIn, visibilityChanged } from './support/webhook.ts';

const { db, url: databaseUrl } = useDatabase();
const server = useApp(db);
const { deps } = server;

const url = 'https://example.com/hook';

async function givenLane() {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const webhookId = await givenWebhook(server, key, { url });
  return { key, webhookId, path: `/api/v1/webhooks/${webhookId}`, workspaceId: account.workspaces.test };
}

/** Queues the same event this often, without a word to anybody. */
async function flood({ webhookId, workspaceId }: { webhookId: string; workspaceId: string }, count: number) {
  await db.query(
    sql`insert into events (event_id, workspace_id, type, created_at, body, fact)
        values (${`evt_${webhookId}`}, ${workspaceId}, 'mention.new', now(), '{}', ${webhookId})
        on conflict do nothing`,
  );
  await db.query(
    sql`insert into deliveries (delivery_id, workspace_id, webhook_id, event_id, type, trigger, next_attempt_at, epoch)
        select 'dlv_' || gen_random_uuid(), ${workspaceId}, ${webhookId}, ${`evt_${webhookId}`}, 'mention.new', 'replay',
               now() - interval '1 hour' + make_interval(secs => n / 1000.0), 0
        from generate_series(1, ${count}::integer) n`,
  );
  await db.query(sql`update webhook_lanes set next_due_at = now() - interval '1 hour' where webhook_id = ${webhookId}`);
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Parent Relationship'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

async function nodesOf(statement: Sql): Promise<PlanNode[]> {
  const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(sql`explain (format json) ${statement}`);
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return row ? flatten(row['QUERY PLAN'][0].Plan) : [];
}

const claim = claimStatement(
  { workerId: randomUUID(), lanes: 128, perLane: 8, room: 256 },
  '00000000-0000-0000-0000-000000000000',
);

test('with a great backlog a claim still walks only the index of its lanes', async () => {
  const hot = await givenLane();
  const cold = await givenLane();
  await flood(hot, 50_000);
  await flood(cold, 10);
  await db.query(sql`analyze deliveries, events, webhooks, webhook_lanes`);
  const nodes = await nodesOf(claim);
  const scans = nodes.filter((node) => node['Relation Name'] === 'deliveries' && node['Node Type'].includes('Scan'));
  expect(scans.length).toBeGreaterThan(1);
  expect(scans.map((node) => node['Node Type']).filter((type) => type.startsWith('Seq'))).toEqual([]);
  expect(scans.map((node) => node['Index Name'])).toContain('deliveries_due');
  // The backlog is read in the order of its index, never sorted.
  const sorted = nodes.filter((node) => node['Node Type'] === 'Sort').flatMap((node) => node.Plans ?? []);
  const inputs = sorted.filter((node) => node['Parent Relationship'] === 'Outer');
  expect(inputs.filter((node) => node['Relation Name'] === 'deliveries')).toEqual([]);
  await db.query(sql`delete from webhooks`);
});

test('with ten thousand webhooks a claim reads the lanes that are due or marked, by index', async () => {
  const { webhookId } = await givenLane();
  await db.query(
    sql`insert into webhooks (webhook_id, workspace_id, url, events, secret)
        select 'wh_many' || n, workspace_id, url, events, secret
        from webhooks, generate_series(1, 10000) n where webhook_id = ${webhookId}`,
  );
  await db.query(
    sql`insert into webhook_lanes (webhook_id, cap) select webhook_id, 8 from webhooks on conflict do nothing`,
  );
  await db.query(sql`insert into lane_wakeups (webhook_id) select webhook_id from webhooks order by 1 limit 300`);
  await db.query(sql`analyze deliveries, events, webhooks, webhook_lanes, lane_wakeups`);
  const scans = (await nodesOf(claim)).filter(
    (node) => node['Relation Name'] === 'webhook_lanes' && 'Index Name' in node,
  );
  const all = (await nodesOf(claim)).filter((node) => node['Relation Name'] === 'webhook_lanes');
  expect(all.filter((node) => node['Node Type'].startsWith('Seq'))).toEqual([]);
  expect(scans.map((node) => node['Index Name'])).toContain('webhook_lanes_due');
  await db.query(sql`delete from webhooks`);
  await db.query(sql`delete from lane_wakeups`);
});

test('a webhook with a great backlog does not keep the others waiting', async () => {
  const hot = await givenLane();
  await flood(hot, 5_000);
  const others = await Promise.all(Array.from({ length: 10 }, givenLane));
  for (const { workspaceId } of others) await publishIn(deps, workspaceId, [visibilityChanged()]);
  const { deliveries, hasMore } = await claimAll(db);
  const served = new Set(deliveries.map((delivery) => delivery.webhookId));
  expect(others.every(({ webhookId }) => served.has(webhookId))).toBe(true);
  expect(deliveries.filter((delivery) => delivery.webhookId === hot.webhookId).length).toBe(8);
  // The hot lane is full, so nothing more can be taken until it answers.
  expect(hasMore).toBe(false);
  expect((await claimAll(db)).deliveries).toEqual([]);
  await db.query(sql`delete from webhooks`);
  await db.query(sql`delete from deliveries`);
});

test('two workers never take the same delivery', async () => {
  const lanes = await Promise.all(Array.from({ length: 5 }, givenLane));
  for (const lane of lanes) await flood(lane, 40);
  const taken: string[] = [];
  const work = async () => {
    for (let i = 0; i < 10; i++) {
      const { deliveries } = await claimAll(db, { lanes: 3, perLane: 2 });
      taken.push(...deliveries.map((delivery) => delivery.deliveryId));
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(new Set(taken).size).toBe(taken.length);
  expect(taken.length).toBe(40);
  await db.query(sql`delete from webhooks`);
  await db.query(sql`delete from deliveries`);
});

test('workers are woken by a commit, once, unless one is awake, and also after the database was away', async () => {
  const { workspaceId } = await givenLane();
  const door = await startDoor(databaseUrl);
  const stopping = new AbortController();
  let heard = 0;
  const onNotify = () => {
    heard++;
  };
  const listening = listen(door.url, {
    channel: DELIVERIES_CHANNEL,
    onNotify,
    signal: stopping.signal,
    onError: () => {},
  });
  await expect.poll(() => heard).toBe(1);
  await publishIn(deps, workspaceId, [visibilityChanged(), visibilityChanged()]);
  await expect.poll(() => heard).toBe(2);
  // A worker is awake and will look.
  await db.query(
    sql`insert into delivery_workers (worker_id, judges_from, awake_until) values (${randomUUID()}, now(), 'infinity')`,
  );
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  door.close();
  door.open();
  await expect.poll(() => heard).toBe(3);
  stopping.abort();
  await listening;
});

const countBy = async (webhookId: string) => {
  const rows = await db.query<{ status: string; count: number }>(
    sql`select status, count(*) as count from deliveries where webhook_id = ${webhookId} group by status`,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

async function sweep() {
  while ((await sweepDeliveries(db, { keepDays: 30 })) > 0);
}

test('a disabled webhook holds 10,000 deliveries, for a week; the rest is cancelled and stays countable', async () => {
  const lane = await givenLane();
  await flood(lane, 10_700);
  await call(server, lane.path, { key: lane.key, method: 'PATCH', body: { status: 'disabled' } });
  expect(await countBy(lane.webhookId)).toEqual({ held: 10_000, pending: 700 });
  await sweep();
  expect(await countBy(lane.webhookId)).toEqual({ held: 10_000, cancelled: 700 });
  await db.query(
    sql`update deliveries set held_at = now() - interval '8 days'
        where delivery_id in (select delivery_id from deliveries where webhook_id = ${lane.webhookId} and status = 'held' limit 9000)`,
  );
  await sweep();
  expect(await countBy(lane.webhookId)).toEqual({ held: 1_000, cancelled: 9_700 });
  const list = await call(server, `${lane.path}/deliveries?status=cancelled`, { key: lane.key });
  expect(list.body.meta.total).toBe(9_700);
  await call(server, lane.path, { key: lane.key, method: 'DELETE' });
  await sweep();
  expect(await countBy(lane.webhookId)).toEqual({});
});

test('who enables a flooded webhook and does not want what was held gets none of it', async () => {
  const lane = await givenLane();
  await flood(lane, 10_100);
  const change = (body: object) => call(server, lane.path, { key: lane.key, method: 'PATCH', body });
  await change({ status: 'disabled' });
  expect(await countBy(lane.webhookId)).toEqual({ held: 10_000, pending: 100 });
  await change({ status: 'enabled', deliver_held: false });
  expect(await countBy(lane.webhookId)).toEqual({ cancelled: 10_100 });
});

test('after 30 days a delivery goes with its attempts, then its event; what still waits stays', async () => {
  const lane = await givenLane();
  const other = await givenLane();
  for (const { workspaceId } of [lane, other]) {
    await publishIn(deps, workspaceId, [visibilityChanged(), visibilityChanged()]);
  }
  const eventsIn = async ({ workspaceId }: { workspaceId: string }) =>
    (await db.query(sql`select from events where workspace_id = ${workspaceId}`)).length;
  await db.query(sql`update events set stored_at = now() - interval '31 days'`);
  await db.query(sql`update deliveries set created_at = now() - interval '31 days'`);
  await db.query(
    sql`update deliveries set status = 'succeeded', next_attempt_at = null where webhook_id = ${lane.webhookId}`,
  );
  await db.query(
    sql`insert into attempts (delivery_id, webhook_id, attempt, started_at, outcome)
        select delivery_id, webhook_id, 1, created_at, 'succeeded' from deliveries where webhook_id = ${lane.webhookId}`,
  );
  await sweep();
  expect(await countBy(lane.webhookId)).toEqual({});
  expect(await db.query(sql`select from attempts where webhook_id = ${lane.webhookId}`)).toEqual([]);
  expect(await eventsIn(lane)).toBe(0);
  expect([await countBy(other.webhookId), await eventsIn(other)]).toEqual([{ pending: 2 }, 2]);
});
