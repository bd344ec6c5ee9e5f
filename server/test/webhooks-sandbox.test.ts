import { expect, test } from 'vitest';
import { groupBy } from '../src/base/group-by.ts';
import { advance } from '../src/sandbox/advance.ts';
import { createAccountWithSandbox } from '../src/sandbox/create.ts';
import { seedSandboxes } from '../src/sandbox/seed.ts';
import { sql } from '../src/store/db.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { runDeliveries } from '../src/webhooks/deliver.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startReceiver } from './support/receiver.ts';
import { givenWebhook } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

test('in the sandbox an integrator lives through all six attempts, the disabling, the emails and the way back, in seconds', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const agent = createWebhookAgent({ addresses: deps.addresses, ca: receiver.ca });
  const stopping = new AbortController();
  const run = { signal: stopping.signal, giveUp: stopping.signal, onError: () => {} };
  const running = runDeliveries({ ...deps, agent }, run);
  const ask = (path: string, method = 'GET', body?: object) =>
    call(server, `/api/v1${path}`, { key, method, ...(body ? { body } : {}) });
  const advance = async (seconds: number) =>
    expect((await ask('/sandbox/advance', 'POST', { seconds })).status).toBe(200);

  // The day's questions are asked first, so that what follows is about one event.
  await advance(86_400);
  const created = await ask('/webhooks', 'POST', { url: receiver.url, events: ['mention.new'], secret: 'mine' });
  const path = `/webhooks/${created.body.webhook_id}`;
  await advance(86_400);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  const [real] = await db.query<{ now: Date }>(sql`select now()`);
  const [delivery] = (await ask(`${path}/deliveries`)).body.data;
  const secondsAfter = (time: string) => (Date.parse(time) - Number(real?.now)) / 1_000;
  for (const { created_at } of [created.body, delivery]) expect(Math.abs(secondsAfter(created_at))).toBeLessThan(60);
  // What was measured has the time of the sandbox.
  const { body } = receiver.received[0] ?? expect.fail();
  expect(secondsAfter(JSON.parse(body.toString()).created_at)).toBeGreaterThan(86_400);
  const isQuiet = async () => {
    const due = sql`select from deliveries where status = 'pending' and (leased_at is not null or next_attempt_at <= now())`;
    return (await db.query(due)).length === 0;
  };
  for (const seconds of [70, 320, 1_870, 7_270, 86_470]) {
    await expect.poll(isQuiet).toBe(true);
    expect((await ask(path)).body.status).toBe('enabled');
    await advance(seconds);
  }
  await expect.poll(async () => (await ask(path)).body.status).toBe('disabled');
  await expect.poll(isQuiet).toBe(true);
  expect((await ask(path)).body.disabled_reason).toBe('delivery_failures');
  const byEvent = groupBy(receiver.received, ({ headers }) => headers['webhook-id'] ?? '');
  const lengths = [...byEvent.values()].map((requests) => requests.length);
  expect(Math.max(...lengths)).toBe(6);
  for (const requests of byEvent.values()) {
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    const attempts = requests.map(({ headers }) => Number(headers['x-service-attempt']));
    expect(attempts).toEqual(attempts.map((_, i) => i + 1));
  }
  const mails = await db.query<{ subject: string }>(sql`select subject from mail_outbox order by created_at`);
  expect(mails.map(({ subject }) => subject)).toEqual(['A webhook is about to be disabled', 'A webhook was disabled']);

  receiver.status = 200;
  const held = (await ask(`${path}/deliveries?status=held`)).body.meta.total;
  expect(held).toBeGreaterThan(0);
  await ask(path, 'PATCH', { status: 'enabled' });
  await expect
    .poll(async () => (await ask(`${path}/deliveries?status=succeeded`)).body.meta.total)
    .toBeGreaterThanOrEqual(held);
  stopping.abort();
  await running;
  await agent.destroy();
});

test('the history of a sandbox is not delivered to a webhook that exists while it is prepared', async () => {
  const account = await db.transaction((tx) =>
    createAccountWithSandbox(tx, { name: 'Fresh', seed: 'a', historyDays: 8 }),
  );
  const workspaceId = account.workspaces.test;
  await givenWebhook(server, await givenKey(deps, account), { url: 'https://127.0.0.1/hook', events: ['mention.new'] });
  const { signal } = new AbortController();
  while ((await seedSandboxes(deps, () => {}, signal)) > 0);
  const counted = () =>
    db.query<{ events: number; deliveries: number }>(
      sql`select (select count(*) from events where workspace_id = ${workspaceId} and type = 'mention.new') as events,
                 (select count(*) from deliveries where workspace_id = ${workspaceId}) as deliveries`,
    );
  const [history] = await counted();
  expect(history?.events).toBeGreaterThan(100);
  expect(history?.deliveries).toBe(0);
  await advance(deps, workspaceId, 86_400);
  const [later] = await counted();
  expect(later?.deliveries).toBe((later?.events ?? 0) - (history?.events ?? 0));
  expect(later?.deliveries).toBeGreaterThan(0);
});
