import { afterEach, expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { completeDeliveries } from '../src/store/webhooks/complete-deliveries.ts';
import { lockWebhook, updateWebhook } from '../src/store/webhooks/webhooks.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue, runDeliveries } from '../src/webhooks/deliver.ts';
import { record } from '../src/webhooks/record.ts';
import { retryDelay } from '../src/webhooks/schedule.ts';
import { send } from '../src/webhooks/send.ts';
import { call, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startHostile } from './support/hostile.ts';
import { startReceiver } from './support/receiver.ts';
import { givenSubscriber } from './support/subscriber.ts';
import { claimAll, deliveryOf, publishIn, takeOver, visibilityChanged, wait } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

// What one test leaves due is not for the next one's worker.
afterEach(async () => {
  await db.query(sql`delete from webhooks`);
  await db.query(sql`delete from deliveries`);
});

async function mailsTo(accountId: string): Promise<string[]> {
  const rows = await db.query<{ subject: string }>(
    sql`select subject from mail_outbox where account_id = ${accountId} order by created_at`,
  );
  return rows.map(({ subject }) => subject);
}

async function statusesOf(webhookId: string): Promise<string[]> {
  const rows = await db.query<{ status: string }>(
    sql`select status from deliveries where webhook_id = ${webhookId} order by status`,
  );
  return rows.map(({ status }) => status);
}

const laneOf = async (webhookId: string) => {
  const [lane] = await db.query<{ in_flight: number; cap: number; rest: number | null }>(
    sql`select in_flight, cap, extract(epoch from paused_until - now())::double precision as rest
        from webhook_lanes where webhook_id = ${webhookId}`,
  );
  return lane;
};

test('a delivery that always fails is exactly six requests of the same bytes, a warning, and one disabling with one email', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { webhookId, workspaceId, sender, account, key, path } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  const gaps: number[] = [];
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await deliverDue(sender)).toBe(1);
    expect(await mailsTo(account.accountId)).toEqual(attempt < 5 ? [] : ['A webhook is about to be disabled']);
    gaps.push((await deliveryOf(deps, webhookId))?.seconds ?? 0);
    await wait(deps, webhookId, (gaps.at(-1) ?? 0) + 1);
  }
  expect(await deliverDue(sender)).toBe(1);
  for (const [i, delay] of [60, 300, 1_800, 7_200, 86_400].entries()) {
    // Time passes between the record and the look.
    expect(gaps[i]).toBeGreaterThan(delay / 2);
    expect(gaps[i]).toBeLessThanOrEqual(delay + Math.min(delay * 0.05, 60));
  }
  await wait(deps, webhookId, 1_000_000);
  expect(await deliverDue(sender)).toBe(0);

  expect(receiver.received.length).toBe(6);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  for (const name of ['webhook-id', 'x-service-delivery', 'x-service-signature', 'user-agent', 'content-type']) {
    expect(new Set(receiver.received.map(({ headers }) => headers[name])).size).toBe(1);
  }
  expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(await mailsTo(account.accountId)).toEqual(['A webhook is about to be disabled', 'A webhook was disabled']);
  expect((await call(server, path, { key })).body).toMatchObject({
    status: 'disabled',
    disabled_reason: 'delivery_failures',
  });
});

test.each([301, 302, 307, 308, 400, 401, 404, 500, 503])('a receiver that answers %i has failed', async (status) => {
  await using receiver = await startReceiver({ status });
  receiver.headers = { location: receiver.url };
  const { webhookId, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await deliverDue(sender);
  expect(await deliveryOf(deps, webhookId)).toMatchObject({ status: 'pending', attempts: 1 });
  expect(receiver.received.length).toBe(1);
});

test('many deliveries that fail for good together disable the webhook once, with one email', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { webhookId, workspaceId, sender, account } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, Array.from({ length: 6 }, visibilityChanged));
  await db.query(sql`update deliveries set attempt_count = 5 where webhook_id = ${webhookId}`);
  const { deliveries } = await claimAll(db);
  const results = await Promise.all(deliveries.map((delivery) => send(sender, delivery)));
  // By several workers, at the same time.
  await Promise.all(results.map((result) => record(db, [result])));
  expect(await mailsTo(account.accountId)).toEqual(['A webhook was disabled']);
  expect((await laneOf(webhookId))?.in_flight).toBe(0);
  expect(await statusesOf(webhookId)).toEqual(['failed', 'held', 'held', 'held', 'held', 'held']);
});

test('of deliveries that hear 410 together the first is over, and the others are held and sent when the receiver is back', async () => {
  await using receiver = await startReceiver({ status: 410 });
  const { webhookId, workspaceId, sender, key, path, account } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, Array.from({ length: 4 }, visibilityChanged));
  expect(await deliverDue(sender)).toBe(4);
  expect(await statusesOf(webhookId)).toEqual(['failed', 'held', 'held', 'held']);
  expect(await mailsTo(account.accountId)).toEqual(['A webhook was disabled']);
  receiver.status = 200;
  await call(server, path, { key, method: 'PATCH', body: { status: 'enabled' } });
  expect(await deliverDue(sender)).toBe(3);
  expect(await statusesOf(webhookId)).toEqual(['failed', 'succeeded', 'succeeded', 'succeeded']);
});

test('410 disables the webhook at once, with its email', async () => {
  await using receiver = await startReceiver({ status: 410 });
  const { webhookId, workspaceId, sender, account, key, path } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await deliverDue(sender);
  expect(await deliveryOf(deps, webhookId)).toMatchObject({ status: 'failed', attempts: 1, seconds: null });
  expect((await call(server, path, { key })).body).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
  expect(await mailsTo(account.accountId)).toEqual(['A webhook was disabled']);
});

test.each([
  ['90', 90, 90],
  ['999999999', 120, 900],
  ['5', 60, 5],
  ['a date 100 s from now', 100, 100],
  ['soon', 60, null],
])(
  'Retry-After: %s is heard within bounds: the next try after %i s, the others rest %s s',
  async (header, delay, rest) => {
    await using receiver = await startReceiver({ status: 429 });
    const date = new Date(Date.now() + 100_000).toUTCString();
    receiver.headers = { 'retry-after': header.startsWith('a date') ? date : header };
    const { webhookId, workspaceId, sender } = await givenSubscriber(server, receiver);
    await publishIn(deps, workspaceId, [visibilityChanged()]);
    await deliverDue(sender);
    const { seconds } = (await deliveryOf(deps, webhookId)) ?? {};
    expect(seconds).toBeGreaterThan(delay - 25);
    expect(seconds).toBeLessThanOrEqual(delay + 3);
    const lane = await laneOf(webhookId);
    if (rest === null) expect(lane?.rest).toBeNull();
    else expect(lane?.rest).toBeLessThanOrEqual(rest);

    await publishIn(deps, workspaceId, [visibilityChanged()]);
    const isResting = (lane?.rest ?? 0) > 4;
    if (isResting) expect(await deliverDue(sender)).toBe(0);
  },
);

test('the delay that a receiver asks for is never shorter than the schedule, nor longer than twice it or a day', () => {
  const delays = [1, 2, 3, 4, 5].map((attempt) => retryDelay(attempt, () => 0, { retryAfterSeconds: 999_999_999 }));
  expect(delays).toEqual([120, 600, 3_600, 14_400, 86_400]);
  expect(retryDelay(1, () => 0, { retryAfterSeconds: 1 })).toBe(60);
  expect(retryDelay(6, () => 0, { retryAfterSeconds: 1 })).toBeUndefined();
});

test.each(['resolver_down', 'EMFILE'])('our own trouble (%s) costs the receiver no try', async (code) => {
  await using receiver = await startReceiver();
  const { webhookId, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  const resolve = () => Promise.reject(Object.assign(new Error('down'), { code }));
  const agent = createWebhookAgent({ addresses: deps.addresses, ca: receiver.ca, resolve });
  for (let i = 0; i < 8; i++) {
    expect(await deliverDue({ ...sender, agent })).toBe(1);
    await wait(deps, webhookId, 30);
  }
  expect(await deliveryOf(deps, webhookId)).toMatchObject({ status: 'pending', attempts: 0 });
  expect(await deliverDue(sender)).toBe(1);
  expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1']);
});

test('a secret that cannot be opened is the operator’s trouble, not the receiver’s', async () => {
  await using receiver = await startReceiver();
  const { webhookId, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await db.query(sql`update webhooks set secret = '\\x00' where webhook_id = ${webhookId}`);
  expect(await deliverDue(sender)).toBe(1);
  expect(await deliveryOf(deps, webhookId)).toMatchObject({ status: 'pending', attempts: 0 });
  expect(receiver.received).toEqual([]);
});

test('what was in flight before a webhook was enabled again cannot disable it', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { webhookId, workspaceId, sender, account, key, path } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await db.query(sql`update deliveries set attempt_count = 5 where webhook_id = ${webhookId}`);
  const { deliveries } = await claimAll(db);
  await call(server, path, { key, method: 'PATCH', body: { status: 'disabled' } });
  await call(server, path, { key, method: 'PATCH', body: { status: 'enabled' } });
  await record(db, [await send(sender, deliveries[0] ?? expect.fail('nothing was claimed'))]);
  // It is not over either: it begins anew, as if it had been held.
  const delivery = await deliveryOf(deps, webhookId);
  expect(delivery).toMatchObject({ status: 'pending', attempts: 0 });
  expect(delivery?.seconds).toBeLessThanOrEqual(60);
  expect((await call(server, path, { key })).body.status).toBe('enabled');
  expect(await mailsTo(account.accountId)).toEqual([]);
});

test('what is in flight while a webhook is disabled is held when it fails, and begins anew', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { webhookId, workspaceId, sender, key, path } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  const { deliveries } = await claimAll(db);
  await call(server, path, { key, method: 'PATCH', body: { status: 'disabled' } });
  await record(db, [await send(sender, deliveries[0] ?? expect.fail('nothing was claimed'))]);
  expect(await deliveryOf(deps, webhookId)).toMatchObject({ status: 'held', attempts: 1, seconds: null });
  await call(server, path, { key, method: 'PATCH', body: { status: 'enabled' } });
  expect(await deliverDue(sender)).toBe(1);
  expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '1']);
});

test('a receiver that is still broken when its webhook is enabled again has six attempts more, a warning, and one more disabling with its email', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { webhookId, workspaceId, sender, account, key, path } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  for (let attempt = 1; attempt <= 5; attempt++) {
    await deliverDue(sender);
    await wait(deps, webhookId, 100_000);
  }
  await call(server, path, { key, method: 'PATCH', body: { status: 'disabled' } });
  await call(server, path, { key, method: 'PATCH', body: { status: 'enabled' } });
  for (let attempt = 1; attempt <= 6; attempt++) {
    expect((await call(server, path, { key })).body.status).toBe('enabled');
    expect(await deliverDue(sender)).toBe(1);
    await wait(deps, webhookId, 100_000);
  }
  expect(receiver.received.map(({ headers }) => headers['x-service-attempt']).join('')).toBe('12345123456');
  const { body } = await call(server, path, { key });
  expect([body.status, body.disabled_reason]).toEqual(['disabled', 'delivery_failures']);
  expect(await mailsTo(account.accountId)).toEqual([
    'A webhook is about to be disabled',
    'A webhook is about to be disabled',
    'A webhook was disabled',
  ]);
  const id = receiver.received[0]?.headers['x-service-delivery'];
  const log = await call(server, `${path}/deliveries/${id}`, { key });
  expect(log.body.attempt_log.map(({ attempt }: { attempt: number }) => attempt).join('')).toBe('12345123456');
});

test('an event that happens while its webhook is being enabled again belongs to the new time, and can disable it', async () => {
  await using receiver = await startReceiver({ status: 410 });
  const { webhookId, workspaceId, sender, key, path } = await givenSubscriber(server, receiver);
  await call(server, path, { key, method: 'PATCH', body: { status: 'disabled' } });
  const change = { url: undefined, events: undefined, description: undefined, deliverHeld: true };
  await db.transaction(async (tx) => {
    const locked = await lockWebhook(tx, workspaceId, webhookId);
    if (locked) await updateWebhook(tx, locked, { ...change, status: 'enabled' });
    // It does not wait, and reads the old epoch.
    expect(await publishIn(deps, workspaceId, [visibilityChanged()])).toBe(1);
  });
  expect(await deliverDue(sender)).toBe(1);
  expect((await call(server, path, { key })).body.status).toBe('disabled');
});

test('a worker that is lost three times in a row over the same delivery has cost it one try', async () => {
  await using receiver = await startReceiver();
  const { webhookId, workspaceId } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  const lose = async () => {
    expect((await claimAll(db)).deliveries.length).toBe(1);
    await db.query(sql`update webhook_lanes set in_flight = in_flight + 5 where webhook_id = ${webhookId}`);
    expect(await takeOver(db)).toBe(1);
    expect((await laneOf(webhookId))?.in_flight).toBe(0);
    return deliveryOf(deps, webhookId);
  };
  expect(await lose()).toMatchObject({ status: 'pending', attempts: 0 });
  expect(await lose()).toMatchObject({ status: 'pending', attempts: 0 });
  const third = await lose();
  expect(third).toMatchObject({ status: 'pending', attempts: 1 });
  expect(third?.seconds).toBeGreaterThan(30);
  const log = await db.query<{ outcome: string; attempt: number }>(
    sql`select outcome, attempt from attempts where webhook_id = ${webhookId} order by started_at`,
  );
  expect(log.map(({ outcome, attempt }) => `${attempt} ${outcome}`)).toEqual(['1 unknown', '1 unknown', '1 failed']);
});

test('a worker that comes back after its lease was given to another changes nothing', async () => {
  await using receiver = await startReceiver();
  const { webhookId, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  const { deliveries } = await claimAll(db);
  const late = await send(sender, deliveries[0] ?? expect.fail('nothing was claimed'));
  await takeOver(db);
  expect(await completeDeliveries(db, [late])).toEqual([]);
  expect(await deliveryOf(deps, webhookId)).toMatchObject({ status: 'pending', attempts: 0 });
  expect((await laneOf(webhookId))?.in_flight).toBe(0);
});

test('a receiver that does not answer is asked for less at a time, until it does', async () => {
  await using receiver = await startReceiver({ status: 0 });
  const { webhookId, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  for (const cap of [4, 2, 1, 1]) {
    await deliverDue({ ...sender, answerWithinMs: 50 });
    expect((await laneOf(webhookId))?.cap).toBe(cap);
    await wait(deps, webhookId, 10_000);
  }
  receiver.status = 200;
  await deliverDue(sender);
  expect((await laneOf(webhookId))?.cap).toBe(2);
});

test('a worker full of webhooks that hang still serves one that answers', async () => {
  await using host = await startHostile(() => {});
  await using receiver = await startReceiver();
  const quick = await givenSubscriber(server, receiver);
  for (let i = 0; i < 3; i++) {
    const { workspaceId } = await givenSubscriber(server, host);
    await publishIn(deps, workspaceId, Array.from({ length: 8 }, visibilityChanged));
  }
  const { sender } = quick;
  const stopping = new AbortController();
  const run = { signal: stopping.signal, giveUp: stopping.signal, onError: () => {}, mostInFlight: 16 };
  const running = runDeliveries(sender, run);
  // All that it has under way at once, but for the quarter that is kept.
  await expect.poll(() => host.requests).toBe(12);
  await publishIn(deps, quick.workspaceId, [visibilityChanged()]);
  await expect.poll(() => receiver.received.length).toBe(1);
  stopping.abort();
  await sender.agent.destroy();
  await running;
});

test('a webhook that hangs does not delay another account’s webhook on the same host', async () => {
  await using host = await startHostile((socket, request) => {
    if (!request.includes('/hangs')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  const slow = await givenSubscriber(server, { ...host, url: host.url.replace('/hook', '/hangs') });
  const quick = await givenSubscriber(server, host);
  await publishIn(deps, slow.workspaceId, Array.from({ length: 8 }, visibilityChanged));
  const taken = await claimAll(db);
  const hanging = taken.deliveries.map((delivery) => send(slow.sender, delivery));
  await expect.poll(() => host.requests).toBe(8);
  await publishIn(deps, quick.workspaceId, [visibilityChanged()]);
  // The same way out, with all eight still waiting, and less patience than they have.
  expect(await deliverDue({ ...slow.sender, answerWithinMs: 10_000 })).toBe(1);
  expect(await deliveryOf(deps, quick.webhookId)).toMatchObject({ status: 'succeeded' });
  await slow.sender.agent.destroy();
  await Promise.all(hanging);
});
