import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { publicAddresses } from '../src/webhooks/address.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { testCertificates } from './support/certificates.ts';
import { countStatements } from './support/counting.ts';
import { useDatabase } from './support/database.ts';
import { byLink } from './support/person.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { givenSubscriber } from './support/subscriber.ts';
import { claimAll, competitorChanged, publishIn, visibilityChanged, wait } from './support/webhook.ts';

const { db } = useDatabase();
const { ca } = await testCertificates();
const agent = createWebhookAgent({ addresses: publicAddresses(['127.0.0.0/8']), ca });
const server = useApp(db, { agent, keepDays: 30 });
const { deps } = server;
const counted = countStatements(db);
const watched = useApp(counted.db, { agent });

/** Somebody signed in to an account with one webhook. */
async function givenPerson(receiver: Receiver) {
  const subscriber = await givenSubscriber(server, receiver);
  const { ask } = await byLink(server, subscriber.account.accountId);
  const activity = async () => (await ask('/test/webhook-activity')).body.data[0];
  return { ...subscriber, ask, activity, log: `/test/webhooks/${subscriber.webhookId}/log` };
}

test('200: a webhook’s last day counts what was tried and what arrived, and no tests', async () => {
  await using receiver = await startReceiver();
  const { ask, activity, webhookId, workspaceId } = await givenPerson(receiver);
  expect(await activity()).toEqual({
    webhook_id: webhookId,
    tried_last_day: 0,
    succeeded_last_day: 0,
    pending: 0,
    held: 0,
    last_delivery_at: null,
    last_delivery_status: null,
    old_secret_until: null,
  });
  await publishIn(deps, workspaceId, [visibilityChanged(), visibilityChanged()]);
  expect(await activity()).toMatchObject({ tried_last_day: 0, pending: 2, last_delivery_status: 'pending' });
  await deliverDue(deps);
  receiver.status = 500;
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await deliverDue(deps);
  await ask(`/test/webhooks/${webhookId}/test`, { method: 'POST', body: { type: 'mention.new' } });
  expect(await activity()).toMatchObject({ tried_last_day: 3, succeeded_last_day: 2, pending: 1 });
  await db.query(
    sql`update deliveries set created_at = created_at - interval '25 hours' where webhook_id = ${webhookId}`,
  );
  expect(await activity()).toMatchObject({ tried_last_day: 0, succeeded_last_day: 0, pending: 1 });
});

test('200: what a disabled webhook holds is counted, and until when an old secret signs is told', async () => {
  await using receiver = await startReceiver();
  const { ask, activity, webhookId, workspaceId } = await givenPerson(receiver);
  await ask(`/test/webhooks/${webhookId}`, { method: 'PATCH', body: { status: 'disabled' } });
  await publishIn(deps, workspaceId, [visibilityChanged(), visibilityChanged()]);
  await claimAll(db);
  expect(await activity()).toMatchObject({ held: 2, pending: 0, old_secret_until: null });
  const rotate = (seconds: number) =>
    ask(`/test/webhooks/${webhookId}/rotate-secret`, { method: 'POST', body: { grace_seconds: seconds } });
  await rotate(86_400);
  const secondsLeft = (new Date((await activity()).old_secret_until).getTime() - Date.now()) / 1000;
  expect(secondsLeft).toBeGreaterThan(86_400 - 600);
  expect(secondsLeft).toBeLessThanOrEqual(86_401);
  await rotate(0);
  expect(await activity()).toMatchObject({ held: 2, old_secret_until: null });
  await ask(`/test/webhooks/${webhookId}`, { method: 'PATCH', body: { status: 'enabled', deliver_held: false } });
  expect(await activity()).toMatchObject({ held: 0, pending: 0 });
});

test('200: twenty webhooks cost as many statements as none', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const { ask } = await byLink(watched, account.accountId);
  const count = async () => {
    counted.take();
    await ask('/test/webhook-activity');
    return counted.take();
  };
  const withNone = await count();
  for (let i = 0; i < 20; i++) {
    const body = { url: `https://localhost/${i}`, events: ['mention.new'] };
    await call(server, '/api/v1/webhooks', { key, method: 'POST', body });
  }
  expect((await ask('/test/webhook-activity')).body.data).toHaveLength(20);
  expect(await count()).toBe(withNone);
});

test('200: the log is filtered by status, type and event, and tells why a delivery was made', async () => {
  await using receiver = await startReceiver();
  const { ask, log, key, path, webhookId, workspaceId } = await givenPerson(receiver);
  await publishIn(deps, workspaceId, [visibilityChanged(), competitorChanged()]);
  await deliverDue(deps);
  const [competitor, visibility] = (await ask(log)).body.data;
  await call(server, `${path}/deliveries/${visibility.delivery_id}/retry`, { key, method: 'POST' });
  await ask(`/test/webhooks/${webhookId}/test`, { method: 'POST', body: { type: 'mention.new' } });

  const triggers = async (query: string) => {
    const { body } = await ask(`${log}?${query}`);
    return body.data.map(({ trigger }: { trigger: string }) => trigger);
  };
  expect(await triggers('')).toEqual(['test', 'retry', 'event', 'event']);
  expect(await triggers('status=pending')).toEqual(['retry']);
  expect(await triggers('type=mention.new')).toEqual(['test']);
  const first = competitor.type === 'competitor.changed' ? competitor : visibility;
  expect(await triggers(`type=competitor.changed&event_id=${first.event_id}`)).toContain('event');
  expect(await triggers(`event_id=${visibility.event_id}`)).toEqual(['retry', 'event']);
  expect(await triggers('event_id=evt_unknown')).toEqual([]);
  const second = await ask(`${log}?page=2&per_page=3`);
  expect([second.body.data.length, second.body.meta]).toEqual([1, { total: 4, page: 2, per_page: 3 }]);
  expect((await ask(`${log}?event_id=%00`)).status).toBe(422);
});

test('200: a replay sends as many events as were counted before', async () => {
  await using receiver = await startReceiver();
  const { ask, key, path, webhookId, workspaceId } = await givenPerson(receiver);
  await publishIn(deps, workspaceId, [visibilityChanged(), visibilityChanged(), competitorChanged()]);
  const range = { since: '2020-01-01T00:00:00Z' };
  const count = async (query: string) =>
    (await ask(`/test/webhooks/${webhookId}/replay-count?since=${range.since}${query}`)).body.events;
  expect(await count('')).toBe(3);
  expect(await count('&types=visibility.changed')).toBe(2);
  expect(await count('&types=mention.new,report.ready')).toBe(0);
  expect(await count('&until=2020-01-02T00:00:00Z')).toBe(0);
  const body = { ...range, types: ['visibility.changed'] };
  expect((await call(server, `${path}/replay`, { key, method: 'POST', body })).body).toEqual({ deliveries: 2 });
});

test('404: another account’s webhook has no log and no count', async () => {
  await using receiver = await startReceiver();
  const ann = await givenPerson(receiver);
  const ben = await givenPerson(receiver);
  for (const path of [ann.log, `/test/webhooks/${ann.webhookId}/replay-count?since=2020-01-01T00:00:00Z`]) {
    const { status, body } = await ben.ask(path);
    expect([status, body]).toEqual([404, { detail: 'Webhook not found' }]);
  }
  expect((await ben.ask('/test/webhook-activity')).text).not.toContain(ann.webhookId);
});

test('200: retries of a broken receiver are seen one by one, then the webhook is disabled', async () => {
  await using receiver = await startReceiver({ status: 503 });
  const { ask, log, activity, webhookId, workspaceId } = await givenPerson(receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  for (let attempt = 1; attempt <= 6; attempt++) {
    await deliverDue(deps);
    const [entry] = (await ask(log)).body.data;
    expect([entry.attempts, entry.response_status]).toEqual([attempt, 503]);
    await wait(deps, webhookId, 100_000);
  }
  expect((await ask(log)).body.data[0].status).toBe('failed');
  expect((await ask(`/test/webhooks/${webhookId}`)).body.disabled_reason).toBe('delivery_failures');
  expect(await activity()).toMatchObject({ tried_last_day: 1, succeeded_last_day: 0 });
});

test('200: usage tells the hour, the month, and what there is, of each workspace alone', async () => {
  const account = await givenAccount(deps, { plan: 'pro', historyDays: 1 });
  const key = await givenKey(deps, account);
  const { ask } = await byLink(server, account.accountId);
  const fresh = (await ask('/test/usage-summary')).body;
  expect(fresh).toMatchObject({ plan: 'pro', requests: { used: 0, limit: 1000, resets_at: null }, event_days: 30 });
  for (let i = 0; i < 3; i++) await call(server, '/api/v1/keywords', { key });
  const { requests, month, keywords, webhooks, active_keys: keys } = (await ask('/test/usage-summary')).body;
  expect(requests).toEqual({ used: 3, limit: 1000, resets_at: expect.stringMatching(/Z$/) });
  expect([keywords.active > 0, webhooks, keys]).toEqual([true, { used: 0, limit: 20 }, 1]);
  expect(month.since).toMatch(/-01$/);
  const live = (await ask('/live/usage-summary')).body;
  expect(live).toMatchObject({ requests: { used: 0 }, keywords: { active: 0 }, active_keys: 0 });
  expect(live.month.platforms).toEqual([]);
});

test('200: the audit log tells who changed the brand and a platform’s key, and never the key', async () => {
  const account = await givenAccount(deps);
  const { ask } = await byLink(server, account.accountId);
  const entries = async (about: string) => (await ask(`/audit?about=${about}`)).body.data;
  const brand = { name: 'Aplomb', aliases: [], domains: ['aplomb.example'] };
  for (let i = 0; i < 2; i++) await ask('/live/brand', { method: 'PATCH', body: brand });
  const [changed, ...more] = await entries('brand');
  expect(more).toEqual([]);
  expect(changed).toMatchObject({
    action: 'brand.changed',
    subject_name: 'Aplomb (live)',
    actor: expect.stringMatching(/^dashboard:/),
    changes: { name: { from: null, to: 'Aplomb' }, domains: { from: null, to: ['aplomb.example'] } },
  });

  const key = await givenKey(deps, account);
  const set = (value: string | null) =>
    call(server, '/api/v1/platforms/claude', { key, method: 'PATCH', body: { api_key: value } });
  for (const value of ['sk-secret', null, null]) expect((await set(value)).status).toBe(200);
  const log = await entries('platform_key');
  expect(log.map(({ action }: { action: string }) => action)).toEqual(['platform_key.removed', 'platform_key.set']);
  expect(log[0]).toMatchObject({ subject_name: 'claude (test)', actor: expect.stringMatching(/^key:key_/) });
  expect(JSON.stringify(log)).not.toContain('sk-secret');
});

test('200: the audit log is filtered by what it is about and by name', async () => {
  const { accountId } = await givenAccount(deps);
  const { ask } = await byLink(server, accountId);
  await ask('/keys', { method: 'POST', body: { name: 'Kiosk 100%' } });
  await ask('/oauth-clients', { method: 'POST', body: { name: 'Kiosk tool' } });
  const actions = async (query: string) =>
    (await ask(`/audit?${query}`)).body.data.map(({ action }: { action: string }) => action);
  expect(await actions('about=key')).toEqual(['key.created']);
  expect(await actions('q=kiosk')).toEqual(['oauth_client.created', 'key.created']);
  expect(await actions('q=100%25')).toEqual(['key.created']);
  expect(await actions('q=%25')).toEqual(['key.created']);
  expect(await actions('about=member')).toEqual([]);
  expect((await ask('/audit?q=kiosk&per_page=1')).body.meta).toEqual({ total: 2, page: 1, per_page: 1 });
  expect((await ask('/audit?about=nothing')).status).toBe(422);
});
