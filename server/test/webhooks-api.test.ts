import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { claimAll, givenWebhook, publishIn, visibilityChanged } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

const url = 'https://example.com/hook';

async function givenOne() {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const webhookId = await givenWebhook(server, key, { url });
  return { account, key, webhookId, path: `/api/v1/webhooks/${webhookId}`, workspaceId: account.workspaces.test };
}

function statesOf(webhookId: string) {
  return db.query<{ status: string; epoch: number }>(
    sql`select status, epoch from deliveries where webhook_id = ${webhookId} order by created_at, delivery_id`,
  );
}

test('200: webhooks are listed oldest first, one page at a time, with exactly the fields of the contract', async () => {
  const { key, webhookId } = await givenOne();
  const second = await givenWebhook(server, key, { url: 'https://example.org/hook', events: ['mention.new'] });
  const all = await call(server, '/api/v1/webhooks', { key });
  expect(all.body.meta).toEqual({ total: 2, page: 1, per_page: 20 });
  expect(all.body.data.map((one: { webhook_id: string }) => one.webhook_id)).toEqual([webhookId, second]);
  expect(Object.keys(all.body.data[0])).toEqual([
    'webhook_id',
    'url',
    'events',
    'status',
    'description',
    'disabled_at',
    'disabled_reason',
    'created_at',
    'updated_at',
  ]);
  const page = await call(server, '/api/v1/webhooks?per_page=1&page=2', { key });
  expect(page.body).toEqual({ data: [all.body.data[1]], meta: { total: 2, page: 2, per_page: 1 } });
  expect(page.headers.get('link')).toContain('rel="prev"');
  const one = await call(server, `/api/v1/webhooks/${second}`, { key });
  expect([one.status, one.body]).toEqual([200, all.body.data[1]]);
});

test('200: url, events and description are changed, each alone, and a description is taken away by null', async () => {
  const { key, path } = await givenOne();
  const change = (body: object) => call(server, path, { key, method: 'PATCH', body });
  expect((await change({ description: 'mine' })).body).toMatchObject({ url, description: 'mine', status: 'enabled' });
  expect((await change({ url: 'https://example.com/other' })).body).toMatchObject({
    url: 'https://example.com/other',
    description: 'mine',
  });
  expect((await change({ events: ['report.ready', 'report.ready'] })).body.events).toEqual(['report.ready']);
  expect((await change({ description: null })).body.description).toBe(null);
});

test.each([
  [{}, 'Set at least one field, such as url, events or status'],
  [{ secret: 'x', description: 'y' }, 'unknown field secret'],
  [{ url: 'http://example.com' }, 'url: must use https'],
  [{ events: [] }, 'events: must have at least 1 entry'],
  [{ status: 'paused' }, 'status: must be one of enabled, disabled'],
  [{ deliver_held: true }, 'deliver_held: is only allowed with "status": "enabled"'],
])('422: %j', async (body, detail) => {
  const { key, path } = await givenOne();
  const answer = await call(server, path, { key, method: 'PATCH', body });
  expect([answer.status, answer.body]).toEqual([422, { detail }]);
});

test('404: a webhook of another account is as unknown as none', async () => {
  const mine = await givenOne();
  const other = await givenOne();
  for (const [method, body] of [['GET'], ['PATCH', { description: 'x' }], ['DELETE']] as const) {
    const foreign = await call(server, other.path, { key: mine.key, method, body });
    const unknown = await call(server, '/api/v1/webhooks/wh_unknown', { key: mine.key, method, body });
    expect([foreign.status, foreign.text]).toEqual([404, '{"detail":"Webhook not found"}']);
    expect(unknown.text).toBe(foreign.text);
  }
  expect((await call(server, other.path, { key: other.key })).status).toBe(200);
});

test('403: a key that may only read changes and deletes nothing', async () => {
  const { account, path } = await givenOne();
  const key = await givenKey(deps, account, { scopes: ['read'] });
  expect((await call(server, path, { key })).status).toBe(200);
  expect((await call(server, path, { key, method: 'PATCH', body: { status: 'disabled' } })).status).toBe(403);
  expect((await call(server, path, { key, method: 'DELETE' })).status).toBe(403);
});

test('204: a deleted webhook is gone, and what waited for it is not sent', async () => {
  const { key, webhookId, path, workspaceId } = await givenOne();
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  expect((await call(server, path, { key, method: 'DELETE' })).status).toBe(204);
  expect((await call(server, path, { key })).status).toBe(404);
  expect(await db.query(sql`select from webhook_lanes where webhook_id = ${webhookId}`)).toEqual([]);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  expect((await statesOf(webhookId)).length).toBe(1);
});

test('a webhook disabled by its user holds what waits and what is new, and sends it when it is enabled again', async () => {
  const { key, webhookId, path, workspaceId } = await givenOne();
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  const disabled = await call(server, path, { key, method: 'PATCH', body: { status: 'disabled' } });
  expect(disabled.body).toMatchObject({ status: 'disabled', disabled_reason: 'user', disabled_at: expect.any(String) });
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  // The new one is pending until a worker looks at it.
  expect((await statesOf(webhookId)).map(({ status }) => status)).toEqual(['held', 'pending']);
  await claimAll(db);
  expect((await statesOf(webhookId)).map(({ status }) => status)).toEqual(['held', 'held']);

  const enabled = await call(server, path, { key, method: 'PATCH', body: { status: 'enabled' } });
  expect(enabled.body).toMatchObject({ status: 'enabled', disabled_reason: null, disabled_at: null });
  expect(await statesOf(webhookId)).toEqual([
    { status: 'pending', epoch: 1 },
    { status: 'pending', epoch: 1 },
  ]);
  const again = await call(server, path, { key, method: 'PATCH', body: { status: 'enabled' } });
  expect(again.status).toBe(200);
  expect((await statesOf(webhookId))[0]?.epoch).toBe(1);
});

test('what was held is cancelled when the user does not want it', async () => {
  const { key, webhookId, path, workspaceId } = await givenOne();
  await call(server, path, { key, method: 'PATCH', body: { status: 'disabled' } });
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  await call(server, path, { key, method: 'PATCH', body: { status: 'enabled', deliver_held: false } });
  expect((await statesOf(webhookId)).map(({ status }) => status)).toEqual(['cancelled']);
});
