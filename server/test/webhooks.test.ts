import { setTimeout as sleep } from 'node:timers/promises';
import { verify } from '@octokit/webhooks-methods';
import { verifySignature } from '@visibility/sdk';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { publicAddresses } from '../src/webhooks/address.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue, runDeliveries } from '../src/webhooks/deliver.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { countStatements } from './support/counting.ts';
import { useDatabase } from './support/database.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import {
  claimAll,
  competitorChanged,
  deliveryOf,
  givenWebhook,
  publishIn,
  takeOver,
  visibilityChanged,
  wait,
} from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
const LOCALLY = '. For a program on your machine, run visibility listen --forward instead';

async function givenSubscriber(receiver: Receiver, secret = 'test secret') {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const webhookId = await givenWebhook(server, key, { url: receiver.url, secret });
  const agent = createWebhookAgent({ addresses: deps.addresses, ca: receiver.ca });
  return { account, key, webhookId, workspaceId: account.workspaces.test, sender: { ...deps, agent } };
}

test('201: a webhook is created, and its secret is not shown again', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  const body = { url: 'https://example.com/hook', events: ['mention.new'], secret: 'mine' };
  const given = await call(server, '/api/v1/webhooks', { key, method: 'POST', body });
  expect(given.status).toBe(201);
  expect(given.text).not.toContain('mine');
  expect(given.body).toMatchObject({ url: body.url, events: body.events, status: 'enabled', disabled_reason: null });
  const made = await call(server, '/api/v1/webhooks', { key, method: 'POST', body: { ...body, secret: undefined } });
  expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

test.each([
  ['http://example.com/hook', 'must use https'],
  [' https://example.com/hook', 'must not contain spaces or control characters'],
  ['https://example.com/my hook', 'must not contain spaces or control characters'],
  ['not an address', 'must be a full URL such as https://example.com/hook'],
  ['https://user:pass@example.com/', 'must not contain a user name or password'],
  ['https://example.com/#part', 'must not contain a fragment (#)'],
  ['https://10.0.0.1/hook', 'must not point to a private or reserved address'],
  ['https://[::ffff:10.0.0.1]/hook', 'must not point to a private or reserved address'],
  ['https://169.254.169.254/latest/meta-data', 'must not point to a private or reserved address'],
  ['https://2886729729/', 'must not point to a private or reserved address'],
  ['https://intranet/hook', `must have a public hostname${LOCALLY}`],
  ['https://printer.local/hook', `must have a public hostname${LOCALLY}`],
  ['http://localhost:3000/hook', `must use https${LOCALLY}`],
])('422: %s', async (url, problem) => {
  const key = await givenKey(deps, await givenAccount(deps));
  const body = { url, events: ['mention.new'], secret: 'x' };
  const answer = await call(server, '/api/v1/webhooks', { key, method: 'POST', body });
  expect([answer.status, answer.body.detail]).toEqual([422, `url: ${problem}`]);
});

test('409: a workspace has at most 20 webhooks, also when they are created at once', async () => {
  const key = await givenKey(deps, await givenAccount(deps));
  const body = { url: 'https://example.com/hook', events: ['mention.new'], secret: 'x' };
  const answers = await Promise.all(
    Array.from({ length: 22 }, () => call(server, '/api/v1/webhooks', { key, method: 'POST', body })),
  );
  expect(answers.filter(({ status }) => status === 201).length).toBe(20);
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({ detail: 'Webhook limit of 20 reached' });
});

test('a delivery carries the signature of the contract and the Standard Webhooks one, and three libraries agree', async () => {
  await using receiver = await startReceiver();
  const secret = `whsec_${Buffer.from('thirty-two bytes of secret bytes').toString('base64')}`;
  const { workspaceId, sender } = await givenSubscriber(receiver, secret);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  expect(await deliverDue(sender)).toBe(1);

  const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = receiver.received;
  expect(headers['content-type']).toBe('application/json');
  expect(await verify(secret, body, headers['x-service-signature'] ?? '')).toBe(true);
  expect(await verifySignature(body, headers['x-service-signature'], secret)).toBe(true);
  expect(await verifySignature(`${body} `, headers['x-service-signature'], secret)).toBe(false);
  const standard = new StandardWebhook(secret);
  expect(standard.verify(body, headers)).toMatchObject({ id: headers['webhook-id'], type: 'visibility.changed' });
});

test('a receiver that answers 500 is tried again after 1 minute, 5, 30, 2 hours and 24 hours, with the same bytes, and then disabled', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { webhookId, workspaceId, sender, account } = await givenSubscriber(receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  for (const [index, delay] of [60, 300, 1_800, 7_200, 86_400].entries()) {
    expect(await deliverDue(sender)).toBe(1);
    const delivery = await deliveryOf(deps, webhookId);
    expect([delivery?.status, delivery?.attempts]).toEqual(['pending', index + 1]);
    expect(delivery?.seconds).toBeGreaterThan(delay / 2);
    expect(delivery?.seconds).toBeLessThan(delay + Math.min(delay * 0.05, 60));
    expect(await deliverDue(sender)).toBe(0);
    await wait(deps, webhookId, (delivery?.seconds ?? 0) + 1);
  }
  // Something else happens while the last try is still due.
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  while ((await deliverDue(sender)) > 0);
  expect(receiver.received.length).toBe(7);
  const first = receiver.received.slice(0, 6).filter(({ body }) => body === receiver.received[0]?.body);
  expect(first.map(({ headers }) => headers['x-service-attempt']).sort()).toEqual(
    ['1', '2', '3', '4', '5', '6'].slice(0, first.length),
  );

  const [webhook] = await db.query<{ status: string; disabled_reason: string }>(
    sql`select status, disabled_reason from webhooks where webhook_id = ${webhookId}`,
  );
  expect(webhook).toEqual({ status: 'disabled', disabled_reason: 'delivery_failures' });
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  expect(await deliverDue(sender)).toBe(0);
  const mails = await db.query<{ subject: string }>(
    sql`select subject from mail_outbox where account_id = ${account.accountId}`,
  );
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'A webhook is about to be disabled',
    'A webhook was disabled',
  ]);
  const states = await db.query<{ status: string }>(
    sql`select status from deliveries where webhook_id = ${webhookId} order by created_at, delivery_id`,
  );
  expect(states.map(({ status }) => status)[0]).toBe('failed');
  expect(states.slice(1).map(({ status }) => status)).toEqual(['held', 'held']);
});

test('a receiver that recovers gets the event on the next try', async () => {
  await using receiver = await startReceiver({ status: 503 });
  const { webhookId, workspaceId, sender } = await givenSubscriber(receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await deliverDue(sender);
  receiver.status = 204;
  await wait(deps, webhookId, 70);
  expect(await deliverDue(sender)).toBe(1);
  expect(await deliveryOf(deps, webhookId)).toMatchObject({ status: 'succeeded', attempts: 2 });
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});

test('the same fact is told once, and only to those who subscribed to its type', async () => {
  await using receiver = await startReceiver();
  const { key, workspaceId, sender } = await givenSubscriber(receiver);
  await givenWebhook(server, key, { url: receiver.url, events: ['report.ready'] });
  const event = visibilityChanged();
  expect(await publishIn(deps, workspaceId, [event, event])).toBe(1);
  expect(await publishIn(deps, workspaceId, [event])).toBe(0);
  expect(await deliverDue(sender)).toBe(1);
});

test('an event whose change is taken back is never sent', async () => {
  await using receiver = await startReceiver();
  const { workspaceId, sender } = await givenSubscriber(receiver);
  const events = [visibilityChanged(), { ...visibilityChanged(), fact: undefined as unknown as string }];
  await expect(publishIn(deps, workspaceId, events)).rejects.toThrow();
  expect(await deliverDue(sender)).toBe(0);
});

test('what a worker that died had taken is delivered by another, without costing the receiver a try', async () => {
  await using receiver = await startReceiver();
  const { workspaceId, sender } = await givenSubscriber(receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  const taken = await claimAll(db);
  expect(taken.deliveries.length).toBe(1);
  expect(await deliverDue(sender)).toBe(0);
  expect(await takeOver(db)).toBe(1);
  expect(await deliverDue(sender)).toBe(1);
  expect(receiver.received[0]?.headers['x-service-attempt']).toBe('1');
});

test('without the operator’s leave nothing reaches a private address, whatever the name says', async () => {
  await using receiver = await startReceiver();
  const { webhookId, workspaceId, sender } = await givenSubscriber(receiver);
  const agent = createWebhookAgent({ addresses: publicAddresses([]), ca: receiver.ca });
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  expect(await deliverDue({ ...sender, agent })).toBe(1);
  expect(receiver.received).toEqual([]);
  const [attempt] = await db.query<{ error: string }>(sql`select error from attempts where webhook_id = ${webhookId}`);
  expect(attempt?.error).toBe('blocked_address');
});

test('a receiver that hangs does not hold up the others', async () => {
  await using fast = await startReceiver();
  await using slow = await startReceiver({ status: 0 });
  const { key, workspaceId, sender } = await givenSubscriber(fast);
  await givenWebhook(server, key, { url: slow.url });
  const stopping = new AbortController();
  const running = runDeliveries(sender, { signal: stopping.signal, giveUp: stopping.signal, onError: () => {} });
  for (let i = 0; i < 20; i++) await publishIn(deps, workspaceId, [visibilityChanged()]);
  await expect.poll(() => fast.received.length).toBe(20);
  stopping.abort();
  await sender.agent.destroy();
  await running;
});

test('a receiver that is still thinking when the server gives up waiting is not charged, and is sent to again', async () => {
  await using receiver = await startReceiver({ status: 0 });
  const { webhookId, workspaceId, sender } = await givenSubscriber(receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  const [stopping, givingUp] = [new AbortController(), new AbortController()];
  const running = runDeliveries(sender, { signal: stopping.signal, giveUp: givingUp.signal, onError: () => {} });
  await expect.poll(() => receiver.received.length).toBe(1);
  stopping.abort();
  givingUp.abort();
  await sender.agent.destroy();
  await running;
  expect(await db.query(sql`select from attempts where webhook_id = ${webhookId}`)).toEqual([]);
  expect(await deliveryOf(deps, webhookId)).toMatchObject({ status: 'pending', attempts: 1 });
});

test('a delivery queued while its lane is being claimed is not forgotten', async () => {
  await using receiver = await startReceiver();
  const { workspaceId, sender } = await givenSubscriber(receiver);
  const stopping = new AbortController();
  const run = { signal: stopping.signal, giveUp: stopping.signal, onError: () => {} };
  const running = [1, 2, 3].map(() => runDeliveries(sender, run));
  for (let i = 0; i < 60; i++) {
    await Promise.all([1, 2, 3, 4].map(() => publishIn(deps, workspaceId, [visibilityChanged()])));
  }
  await expect.poll(() => receiver.received.length).toBe(240);
  stopping.abort();
  await Promise.all(running);
});

test('while a webhook is locked, a worker looks for its deliveries only every few milliseconds', async () => {
  await using receiver = await startReceiver();
  const { webhookId, workspaceId, sender } = await givenSubscriber(receiver);
  const counted = countStatements(db);
  const stopping = new AbortController();
  const run = { signal: stopping.signal, giveUp: stopping.signal, onError: () => {} };
  const running = runDeliveries({ ...sender, db: counted.db }, run);
  await db.transaction(async (tx) => {
    await tx.query(sql`select from webhook_lanes where webhook_id = ${webhookId} for update`);
    await publishIn(deps, workspaceId, [visibilityChanged()]);
    await sleep(300);
    counted.take();
    const began = performance.now();
    await sleep(500);
    // A claim each five milliseconds, and room for heartbeats.
    expect(counted.take()).toBeLessThan((performance.now() - began) / 4 + 20);
  });
  await expect.poll(() => receiver.received.length).toBe(1);
  stopping.abort();
  await running;
});

test('one claim for two webhooks does not make a worker claim without pause', async () => {
  await using receiver = await startReceiver();
  const { key, workspaceId, sender } = await givenSubscriber(receiver);
  await givenWebhook(server, key, { url: receiver.url, events: ['visibility.changed'] });
  const counted = countStatements(db);
  const stopping = new AbortController();
  const run = { signal: stopping.signal, giveUp: stopping.signal, onError: () => {} };
  const running = runDeliveries({ ...sender, db: counted.db }, run);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await expect.poll(() => receiver.received.length).toBe(2);
  await publishIn(deps, workspaceId, [competitorChanged()]);
  counted.take();
  await expect.poll(() => receiver.received.length).toBe(3);
  await sleep(200);
  // Claims four times a second, outcomes, a heartbeat, and the search for leases without one.
  expect(counted.take()).toBeLessThan(10);
  stopping.abort();
  await running;
});
