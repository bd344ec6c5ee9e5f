import { verify } from '@octokit/webhooks-methods';
import { EVENT_TYPES, verifySignature } from '@visibility/sdk';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { advanceClock } from '../src/store/sandboxes.ts';
import { publicAddresses } from '../src/webhooks/address.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { call, useApp } from './support/app.ts';
import { testCertificates } from './support/certificates.ts';
import { useDatabase } from './support/database.ts';
import { startReceiver } from './support/receiver.ts';
import { givenSubscriber } from './support/subscriber.ts';
import { competitorChanged, deliveryOf, publishIn, visibilityChanged } from './support/webhook.ts';

const { db } = useDatabase();
const { ca } = await testCertificates();
const server = useApp(db, { agent: createWebhookAgent({ addresses: publicAddresses(['127.0.0.0/8']), ca }) });
const { deps } = server;

const post = (path: string, key: string, body?: unknown) => call(server, path, { key, method: 'POST', body });

test('200: a test sends a signed sample of its type once, says what came back, and stands in the log', async () => {
  await using receiver = await startReceiver();
  const { key, path, webhookId } = await givenSubscriber(server, receiver);
  const { status, body } = await post(`${path}/test`, key, { type: 'alert.triggered' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ type: 'alert.triggered', status: 'succeeded', attempts: 1, response_status: 200 });
  expect(body.event_id).toMatch(/^evt_test_[0-9a-z]{26}$/);
  expect(body.attempt_log).toMatchObject([
    { attempt: 1, response_status: 200, response_body: 'thank you', error: null },
  ]);
  const { timings } = body.attempt_log[0];
  expect(Object.values(timings).every((ms) => typeof ms === 'number')).toBe(true);

  const [received] = receiver.received;
  expect(received?.headers['x-service-test']).toBe('true');
  expect(await verifySignature(received?.body ?? '', received?.headers['x-service-signature'], 'test secret')).toBe(
    true,
  );
  expect(JSON.parse(received?.body ?? '')).toEqual(body.payload);
  const list = await call(server, `${path}/deliveries`, { key });
  expect(list.body.data.map((one: { delivery_id: string }) => one.delivery_id)).toEqual([body.delivery_id]);
  expect((await call(server, '/api/v1/events', { key })).body.meta.total).toBe(0);
  expect(await db.query(sql`select from webhook_lanes where webhook_id = ${webhookId} and in_flight <> 0`)).toEqual([]);
});

test('200: in a sandbox of another time too, a test event is created when it is sent', async () => {
  await using receiver = await startReceiver();
  const { key, path, workspaceId } = await givenSubscriber(server, receiver);
  await db.transaction((tx) => advanceClock(tx, workspaceId, 5 * 86_400));
  const { body } = await post(`${path}/test`, key, { type: 'mention.new' });
  const [created, started] = [body.payload.created_at, body.attempt_log[0].started_at].map(Date.parse);
  expect(Math.abs(Number(created) - Number(started))).toBeLessThan(60_000);
});

test('200: every type has a sample, also for a disabled webhook, and a failure has no consequences', async () => {
  await using receiver = await startReceiver({ status: 410 });
  const { key, path } = await givenSubscriber(server, receiver);
  await call(server, path, { key, method: 'PATCH', body: { status: 'disabled' } });
  for (const type of EVENT_TYPES) {
    const { status, body } = await post(`${path}/test`, key, { type });
    expect([status, body.status, body.payload.type, body.next_attempt_at]).toEqual([200, 'failed', type, null]);
    expect(body.attempt_log[0].error_text).toBe(
      'The receiver returned 410 Gone. This disables the webhook, unless it is a test.',
    );
  }
  expect((await call(server, path, { key })).body.disabled_reason).toBe('user');
});

test('429: the eleventh test within a minute is refused, and says when to come back', async () => {
  await using receiver = await startReceiver();
  const { key, path, webhookId } = await givenSubscriber(server, receiver);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => post(`${path}/test`, key, { type: 'mention.new' })),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(10);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.detail).toMatch(/^A webhook can be tested 10 times per minute\. Try again in \d+ seconds\.$/);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(50);
  await db.query(
    sql`update webhooks set tests_since = tests_since - interval '1 minute' where webhook_id = ${webhookId}`,
  );
  expect((await post(`${path}/test`, key, { type: 'mention.new' })).status).toBe(200);
});

test('200: deliveries are filtered by status, type and time, and one shows its payload and every attempt', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { key, path, webhookId, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await deliverDue(sender);
  await publishIn(deps, workspaceId, [competitorChanged()]);
  const list = (query: string) => call(server, `${path}/deliveries?${query}`, { key });
  const all = await list('');
  expect(all.body.meta).toEqual({ total: 2, page: 1, per_page: 20 });
  expect(Object.keys(all.body.data[0])).toEqual([
    'delivery_id',
    'event_id',
    'webhook_id',
    'type',
    'status',
    'attempts',
    'response_status',
    'created_at',
    'next_attempt_at',
  ]);
  expect((await list('type=visibility.changed')).body.data).toEqual([all.body.data[1]]);
  expect((await list('status=succeeded')).body.meta.total).toBe(0);
  expect((await list('status=pending&per_page=1&page=2')).body.data).toEqual([all.body.data[1]]);
  expect((await list('until=2020-01-01T00:00:00Z')).body.meta.total).toBe(0);
  expect((await list('since=2020-01-01T00:00:00Z')).body.meta.total).toBe(2);
  expect((await list('since=yesterday')).status).toBe(422);

  const one = await call(server, `${path}/deliveries/${all.body.data[1].delivery_id}`, { key });
  expect(one.body).toMatchObject({ ...all.body.data[1], payload: JSON.parse(receiver.received[0]?.body ?? '') });
  expect(one.body.attempt_log).toEqual([
    {
      attempt: 1,
      started_at: expect.stringMatching(/Z$/),
      duration_ms: expect.any(Number),
      response_status: 500,
      error: 'status',
      response_body: 'thank you',
    },
  ]);
  const more = await call(server, `${path}/deliveries/${all.body.data[1].delivery_id}?include=timings`, { key });
  expect(more.body.attempt_log[0]).toMatchObject({
    error_text: 'The receiver did not return a 2xx status.',
    timings: { first_byte_ms: expect.any(Number), tls_ms: expect.any(Number) },
  });
  expect(await deliveryOf(deps, webhookId)).toBeDefined();
});

test('404: deliveries of another account’s webhook are as unknown as none, on every path', async () => {
  await using receiver = await startReceiver();
  const mine = await givenSubscriber(server, receiver);
  const other = await givenSubscriber(server, receiver);
  await publishIn(deps, other.workspaceId, [visibilityChanged()]);
  const { body } = await call(server, `${other.path}/deliveries`, { key: other.key });
  const deliveryId = body.data[0].delivery_id;
  const since = '2020-01-01T00:00:00Z';
  for (const [method, path, sent] of [
    ['GET', '/deliveries'],
    ['GET', `/deliveries/${deliveryId}`],
    ['POST', `/deliveries/${deliveryId}/retry`],
    ['POST', '/replay', { since }],
    ['POST', '/test', { type: 'mention.new' }],
    ['POST', '/rotate-secret', {}],
  ] as const) {
    const foreign = await call(server, other.path + path, { key: mine.key, method, body: sent });
    expect([path, foreign.status, foreign.text]).toEqual([path, 404, '{"detail":"Webhook not found"}']);
  }
  // A delivery is found only under its own webhook.
  const crossed = await call(server, `${mine.path}/deliveries/${deliveryId}`, { key: mine.key });
  expect([crossed.status, crossed.text]).toEqual([404, '{"detail":"Delivery not found"}']);
  expect((await post(`${mine.path}/deliveries/${deliveryId}/retry`, mine.key)).status).toBe(404);
  expect(receiver.received).toEqual([]);
});

test('202: a delivery sent again is a new delivery of the same event with the same bytes', async () => {
  await using receiver = await startReceiver();
  const { key, path, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  const [first] = (await call(server, `${path}/deliveries`, { key })).body.data;
  await deliverDue(sender);
  const again = await post(`${path}/deliveries/${first.delivery_id}/retry`, key);
  expect([again.status, again.body.event_id, again.body.status]).toEqual([202, first.event_id, 'pending']);
  expect(again.headers.get('location')).toBe(`${path}/deliveries/${again.body.delivery_id}`);
  await deliverDue(sender);
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  expect(receiver.received.map(({ headers }) => headers['x-service-replay'])).toEqual([undefined, 'true']);
  expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
});

test('202: a pending delivery is attempted now, once, and keeps its id; 409 while it is being sent', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { key, path, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await deliverDue(sender);
  const [waiting] = (await call(server, `${path}/deliveries`, { key })).body.data;
  expect([waiting.status, await deliverDue(sender)]).toEqual(['pending', 0]);
  const now = await post(`${path}/deliveries/${waiting.delivery_id}/retry`, key);
  expect([now.status, now.body.delivery_id, now.body.attempts]).toEqual([202, waiting.delivery_id, 1]);
  expect(await deliverDue(sender)).toBe(1);
  expect(receiver.received).toHaveLength(2);
  await db.query(sql`update deliveries set leased_at = now() where delivery_id = ${waiting.delivery_id}`);
  const early = await post(`${path}/deliveries/${waiting.delivery_id}/retry`, key);
  expect([early.status, early.body.detail]).toEqual([409, 'The delivery is being sent']);
});

test('404: a delivery whose event has just been removed is not sent again', async () => {
  await using receiver = await startReceiver();
  const { key, path, webhookId, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await deliverDue(sender);
  const id = receiver.received[0]?.headers['x-service-delivery'];
  const sweeping = await db.transaction(async (tx) => {
    await tx.query(sql`delete from events where workspace_id = ${workspaceId}`);
    const waiting = post(`${path}/deliveries/${id}/retry`, key);
    const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.query(isWaiting)).length).toBe(1);
    return { waiting };
  });
  expect((await sweeping.waiting).status).toBe(404);
  expect((await db.query(sql`select from deliveries where webhook_id = ${webhookId}`)).length).toBe(1);
});

test('202: the events of a range are sent again, of the types asked for', async () => {
  await using receiver = await startReceiver();
  const { key, path, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged(), competitorChanged()]);
  await deliverDue(sender);
  const since = '2020-01-01T00:00:00Z';
  expect((await post(`${path}/replay`, key, { since, types: ['competitor.changed'] })).body).toEqual({ deliveries: 1 });
  expect((await post(`${path}/replay`, key, { since, until: since })).body).toEqual({ deliveries: 0 });
  expect((await post(`${path}/replay`, key, { since })).body).toEqual({ deliveries: 2 });
  while ((await deliverDue(sender)) > 0);
  expect(receiver.received.length).toBe(5);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(2);
});

test('409: a disabled webhook is neither sent again nor replayed', async () => {
  await using receiver = await startReceiver();
  const { key, path, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await deliverDue(sender);
  const [first] = (await call(server, `${path}/deliveries`, { key })).body.data;
  await call(server, path, { key, method: 'PATCH', body: { status: 'disabled' } });
  const answers = [
    await post(`${path}/deliveries/${first.delivery_id}/retry`, key),
    await post(`${path}/replay`, key, { since: '2020-01-01T00:00:00Z' }),
  ];
  expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
    [409, 'Webhook is disabled'],
    [409, 'Webhook is disabled'],
  ]);
});

test('422: more than 10,000 events are not replayed at once', async () => {
  await using receiver = await startReceiver();
  const { key, path, workspaceId } = await givenSubscriber(server, receiver);
  await db.query(
    sql`insert into events (event_id, workspace_id, type, created_at, body, fact)
        select 'evt_many' || n, ${workspaceId}, 'mention.new', now(), '{}', 'many' || n from generate_series(1, 10001) n`,
  );
  const answer = await post(`${path}/replay`, key, { since: '2020-01-01T00:00:00Z' });
  expect([answer.status, answer.body.detail]).toEqual([
    422,
    'since: more than 10,000 events match. Replay a shorter range.',
  ]);
});

test('a new secret signs beside the old one until its grace ends, and alone after', async () => {
  await using receiver = await startReceiver();
  const old = `whsec_${Buffer.from('thirty-two bytes of secret bytes').toString('base64')}`;
  const { key, path, webhookId, workspaceId, sender } = await givenSubscriber(server, receiver, old);
  const rotated = await post(`${path}/rotate-secret`, key, {});
  const { secret } = rotated.body;
  expect([rotated.status, secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
  expect((await call(server, path, { key })).text).not.toContain('secret');

  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await deliverDue(sender);
  const { headers = {}, body = '' } = receiver.received[0] ?? {};
  expect(await verify(old, body, headers['x-service-signature'] ?? '')).toBe(true);
  expect(await verify(secret, body, headers['x-service-signature-next'] ?? '')).toBe(true);
  for (const one of [old, secret]) expect(new StandardWebhook(one).verify(body, headers)).toBeDefined();

  await db.query(sql`update webhooks set grace_until = now() - interval '1 second' where webhook_id = ${webhookId}`);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await deliverDue(sender);
  const after = receiver.received[1] ?? { headers: {}, body: '' };
  expect(await verify(secret, after.body, after.headers['x-service-signature'] ?? '')).toBe(true);
  expect(after.headers['x-service-signature-next']).toBeUndefined();
  expect(() => new StandardWebhook(old).verify(after.body, after.headers)).toThrow();

  // The next change starts from the secret that signs by now.
  const given = await post(`${path}/rotate-secret`, key, { secret: 'third', grace_seconds: 60 });
  expect(given.text).not.toContain('third');
  await post(`${path}/test`, key, { type: 'mention.new' });
  const third = receiver.received[2] ?? { headers: {}, body: '' };
  expect(await verify(secret, third.body, third.headers['x-service-signature'] ?? '')).toBe(true);
  expect(await verify('third', third.body, third.headers['x-service-signature-next'] ?? '')).toBe(true);
});

test('a secret changed without grace signs at once', async () => {
  await using receiver = await startReceiver();
  const { key, path } = await givenSubscriber(server, receiver);
  expect((await post(`${path}/rotate-secret`, key, { secret: 'new', grace_seconds: 0 })).status).toBe(200);
  await post(`${path}/test`, key, { type: 'mention.new' });
  const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = receiver.received;
  expect(await verify('new', body, headers['x-service-signature'] ?? '')).toBe(true);
  expect(headers['x-service-signature-next']).toBeUndefined();
});
