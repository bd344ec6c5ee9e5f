import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { readQueues } from '../src/store/queues.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { logAttempt } from '../src/webhooks/log-attempt.ts';
import type { SentResult } from '../src/webhooks/send.ts';
import { call, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startReceiver } from './support/receiver.ts';
import { givenSubscriber } from './support/subscriber.ts';
import { publishIn, visibilityChanged, wait } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

afterEach(async () => {
  await db.query(sql`delete from webhooks`);
  await db.query(sql`delete from deliveries`);
});

/** What a worker logs about its attempts. */
function openLog() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: undefined }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { lines, onAttempt: (result: SentResult, error?: unknown) => logAttempt(log, result, error) };
}

async function givenUnsent() {
  const receiver = await startReceiver();
  const given = await givenSubscriber(server, receiver);
  await publishIn(deps, given.workspaceId, [visibilityChanged()]);
  const { lines, onAttempt } = openLog();
  const sender = { ...given.sender, onAttempt };
  const logged = async () => {
    const [{ delivery_id: id }] = (await call(server, `${given.path}/deliveries`, { key: given.key })).body.data;
    const { body } = await call(server, `${given.path}/deliveries/${id}`, { key: given.key });
    return { id, attempts: body.attempts, log: body.attempt_log };
  };
  return { ...given, receiver, sender, lines, logged };
}

test.each([
  ['own_secret', 'the secret cannot be decrypted'],
  ['own_resolver', 'resolver_down'],
  ['own_resources', 'EMFILE'],
])('a delivery that cannot be sent (%s) has a log line and an entry, is late and is counted', async (reason, code) => {
  const { receiver, sender, lines, logged, webhookId, workspaceId } = await givenUnsent();
  await using _ = receiver;
  const resolve = () => Promise.reject(Object.assign(new Error('down'), { code }));
  const broken =
    reason === 'own_secret'
      ? sender
      : { ...sender, agent: createWebhookAgent({ addresses: deps.addresses, ca: receiver.ca, resolve }) };
  const [stored] = await db.query<{ secret: Buffer }>(sql`select secret from webhooks where webhook_id = ${webhookId}`);
  if (reason === 'own_secret')
    await db.query(sql`update webhooks set secret = '\\x00' where webhook_id = ${webhookId}`);
  for (let i = 0; i < 3; i++) {
    expect(await deliverDue(broken)).toBe(1);
    await wait(deps, webhookId, 30);
  }
  const { id, attempts, log } = await logged();
  expect([attempts, log]).toEqual([0, [expect.objectContaining({ attempt: 1, error: reason, response_status: null })]]);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'a webhook delivery could not be sent',
      reason,
      delivery_id: id,
      event_id: expect.stringMatching(/^evt_/),
      webhook_id: webhookId,
      workspace_id: workspaceId,
    }),
  ]);
  await db.query(
    sql`update deliveries set unsent_since = unsent_since - interval '10 minutes', next_attempt_at = now() + interval '10 seconds'`,
  );
  const { deliveries, deliveriesUnsent } = await readQueues(db);
  expect(deliveriesUnsent).toBe(1);
  expect(deliveries.oldestSeconds).toBeGreaterThanOrEqual(600);

  await db.query(sql`update webhooks set secret = ${stored?.secret} where webhook_id = ${webhookId}`);
  await wait(deps, webhookId, 30);
  expect(await deliverDue(sender)).toBe(1);
  expect((await logged()).log).toHaveLength(2);
  expect(await readQueues(db)).toMatchObject({ deliveriesUnsent: 0, deliveries: { oldestSeconds: 0 } });
});

test('an attempt that fails at the receiver is logged with the ids that lead to its request', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { key, path, sender, workspaceId, webhookId } = await givenSubscriber(server, receiver);
  const { lines, onAttempt } = openLog();
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await db.query(sql`update events set origin = '{"requestId": "req_1"}' where workspace_id = ${workspaceId}`);
  expect(await deliverDue({ ...sender, onAttempt })).toBe(1);
  const [delivery] = (await call(server, `${path}/deliveries`, { key })).body.data;
  expect(lines).toMatchObject([
    {
      level: 30,
      msg: 'a webhook delivery failed',
      delivery_id: delivery.delivery_id,
      event_id: delivery.event_id,
      webhook_id: webhookId,
      workspace_id: workspaceId,
      request_id: 'req_1',
      attempt: 1,
      reason: 'status',
      status: 500,
    },
  ]);
});

test('the events of an import keep the id of its request', async () => {
  await using receiver = await startReceiver();
  const { key, workspaceId } = await givenSubscriber(server, receiver);
  const { headers } = await call(server, '/api/v1/answers', {
    key,
    method: 'POST',
    body: {
      keyword: 'kanban board software',
      platform: 'chatgpt_web',
      prompt: 'Which kanban board?',
      text: '1. **Heron Board** – the best for small teams.',
    },
  });
  const events = await db.query(sql`select distinct origin from events where workspace_id = ${workspaceId}`);
  expect(events).toEqual([{ origin: { requestId: headers.get('x-request-id') } }]);
});
