import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EVENT_TYPES, INBOX_URL, parseEvent, type ReceivedRequest, verifySignature } from '@visibility/sdk';
import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { MOST_RECEIVED } from '../src/store/webhooks/inbox.ts';
import { publicAddresses } from '../src/webhooks/address.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { visibility } from './support/server-process.ts';
import { givenWebhook, publishIn, visibilityChanged } from './support/webhook.ts';

const { db } = useDatabase();
// As in production: no private address is allowed.
const addresses = publicAddresses([]);
const agent = createWebhookAgent({ addresses });
const server = useApp(db, { addresses, agent });
const { deps } = server;

async function givenInbox(fields: object = {}) {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const webhookId = await givenWebhook(server, key, { url: INBOX_URL, secret: 'test secret' });
  const path = `/api/v1/webhooks/${webhookId}`;
  if (Object.keys(fields).length > 0) await call(server, path, { key, method: 'PATCH', body: fields });
  return { account, key, webhookId, path, workspaceId: account.workspaces.test };
}

test('a webhook of the sandbox delivers to the inbox: signed, logged, and without a connection', async () => {
  const { key, path, workspaceId } = await givenInbox({ headers: { Authorization: 'Bearer top-secret-7' } });
  await publishIn(deps, workspaceId, [visibilityChanged(), visibilityChanged()]);
  expect(await deliverDue(deps)).toBe(2);
  const { body } = await call(server, `${path}/inbox`, { key });
  expect(body.meta.total).toBe(2);
  expect(body.data.map(({ sequence }: ReceivedRequest) => sequence)).toEqual([2, 1]);
  const [received] = body.data as [ReceivedRequest];
  const now = Number(received.headers['webhook-timestamp']) * 1000;
  const event = await parseEvent(received.body, received.headers, 'test secret', { now });
  expect(event.id).toBe(received.event_id);
  expect(await verifySignature(received.body, received.headers['x-service-signature'], 'test secret')).toBe(true);
  expect(received.headers.authorization).toBe('(hidden)');
  const delivery = await call(server, `${path}/deliveries/${received.delivery_id}`, { key });
  expect(delivery.body).toMatchObject({ status: 'succeeded', attempts: 1, response_status: 200 });
  const next = await call(server, `${path}/inbox?after=1`, { key });
  expect(next.body.data.map(({ sequence }: ReceivedRequest) => sequence)).toEqual([2]);
});

test('a waiting request is answered when something arrives', async () => {
  const { key, path } = await givenInbox();
  const waiting = call(server, `${path}/inbox?after=0&wait=30`, { key });
  await call(server, `${path}/test`, { key, method: 'POST', body: { type: 'mention.new' } });
  const { body } = await waiting;
  expect(body.data).toMatchObject([{ sequence: 1, type: 'mention.new', attempt: 1 }]);
});

test('the inbox keeps the newest requests, and numbers go on', async () => {
  const { key, path, webhookId } = await givenInbox();
  await db.query(
    sql`insert into webhook_inbox (webhook_id, sequence, delivery_id, event_id, type, attempt, headers, body)
        select ${webhookId}, n, 'dlv', 'evt', 'mention.new', 1, '{}', '{}' from generate_series(1, ${MOST_RECEIVED}) n`,
  );
  await call(server, `${path}/test`, { key, method: 'POST', body: { type: 'mention.new' } });
  const { body } = await call(server, `${path}/inbox?per_page=1`, { key });
  expect([body.meta.total, body.data[0].sequence]).toEqual([MOST_RECEIVED, MOST_RECEIVED + 1]);
});

test('422: a live workspace has no inbox, however its address is written, also not by a change', async () => {
  const { account } = await givenInbox();
  const key = await givenKey(deps, account, { mode: 'live' });
  for (const url of [INBOX_URL, 'https://INBOX.invalid', 'https://inbox.invalid/x?y', 'https://inbox%2Einvalid/']) {
    const created = await call(server, '/api/v1/webhooks', {
      key,
      method: 'POST',
      body: { url, events: ['mention.new'] },
    });
    expect([created.status, created.body.detail]).toEqual([
      422,
      'url: the built-in inbox is only available in the test workspace',
    ]);
  }
  const webhookId = await givenWebhook(server, key, { url: 'https://example.com/hook' });
  const body = { url: INBOX_URL };
  expect((await call(server, `/api/v1/webhooks/${webhookId}`, { key, method: 'PATCH', body })).status).toBe(422);
});

test('private addresses are refused in the sandbox too, at creation and at sending', async () => {
  const { key, workspaceId, webhookId, path } = await givenInbox();
  for (const url of ['http://localhost:3000/hook', 'https://localhost/', 'https://127.0.0.1/', 'https://10.0.0.1/']) {
    const body = { url, events: ['mention.new'] };
    expect((await call(server, '/api/v1/webhooks', { key, method: 'POST', body })).status, url).toBe(422);
  }
  // Only the exact address is the inbox. Anything else goes through the address guard.
  for (const url of ['https://127.0.0.1:9/', 'https://inbox.invalid:444/', 'https://inbox.invalid.localhost/']) {
    await db.query(sql`update webhooks set url = ${url} where webhook_id = ${webhookId}`);
    await publishIn(deps, workspaceId, [visibilityChanged()]);
    await deliverDue(deps);
  }
  expect((await call(server, `${path}/inbox`, { key })).body.meta.total).toBe(0);
  const statuses = (await call(server, `${path}/deliveries`, { key })).body.data;
  expect(statuses.every(({ status }: { status: string }) => status !== 'succeeded')).toBe(true);
});

test('404: the inbox of another account is not found', async () => {
  const { path } = await givenInbox();
  const other = await givenInbox();
  expect((await call(server, `${path}/inbox`, { key: other.key })).status).toBe(404);
});

/** A plain HTTP server on this machine, as an integrator has while writing a receiver. */
async function startLocal(status: number) {
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const local = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(local.address() as AddressInfo).port}/hook`;
  return { url, received, [Symbol.asyncDispose]: async () => void local.close() };
}

test('visibility listen prints verified deliveries, forwards them unchanged, and removes its webhook at the end', async () => {
  await using local = await startLocal(204);
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const settings = { VISIBILITY_URL: server.url, VISIBILITY_API_KEY: key };
  const listener = visibility(['listen', '--forward', local.url], settings);
  await expect.poll(() => listener.printed.err, { timeout: 20_000 }).toMatch(/Signing secret: whsec_/);
  const secret = /whsec_\S+/.exec(listener.printed.err)?.[0] ?? '';
  const list = await call(server, '/api/v1/webhooks', { key });
  expect(list.body.data).toMatchObject([{ url: INBOX_URL, events: [...EVENT_TYPES] }]);

  await publishIn(deps, account.workspaces.test, [visibilityChanged()]);
  await deliverDue(deps);
  await expect
    .poll(() => listener.printed.out, { timeout: 10_000 })
    .toMatch(
      /^\d\d:\d\d:\d\d {2}visibility\.changed {2}evt_\w{26} {2}verified {2}→ 204 {2}"running shoes “für” 鞋" on chatgpt 30 → 55\n$/,
    );
  const [forwarded] = local.received;
  const signature = String(forwarded?.headers['x-service-signature']);
  expect(await verifySignature(forwarded?.body ?? '', signature, secret)).toBe(true);
  expect(forwarded?.headers).toMatchObject({ 'x-service-attempt': '1', 'webhook-id': expect.stringMatching(/^evt_/) });

  // Someone writes into the inbox who does not know the secret.
  await db.query(
    sql`insert into webhook_inbox (webhook_id, sequence, delivery_id, event_id, type, attempt, headers, body)
        select webhook_id, sequence + 1, delivery_id, event_id, type, attempt, headers, replace(body, '30', '31')
        from webhook_inbox
        where webhook_id = ${list.body.data[0].webhook_id}`,
  );
  await expect.poll(() => listener.printed.out, { timeout: 10_000 }).toContain('INVALID SIGNATURE');
  expect(local.received).toHaveLength(1);

  listener.child.kill('SIGINT');
  expect((await listener.finished).code).toBe(0);
  expect((await call(server, '/api/v1/webhooks', { key })).body.meta.total).toBe(0);
});

test('visibility listen says what is wrong', async () => {
  const live = await givenKey(deps, await givenAccount(deps), { mode: 'live' });
  for (const [args, environment, error] of [
    [[], {}, /^Set VISIBILITY_API_KEY to a test key/],
    [[], { VISIBILITY_API_KEY: live }, /^Set VISIBILITY_API_KEY to a test key/],
    [[], { VISIBILITY_API_KEY: `svc_test_${'x'.repeat(36)}` }, /^Invalid or missing API key/],
    [['--forward', 'localhost:3000'], {}, /^--forward must be a URL such as/],
    [['--event', 'mention'], {}, /^--event must be visibility.changed, mention.new/],
  ] as const) {
    const { code, err } = await visibility(['listen', ...args], { VISIBILITY_URL: server.url, ...environment })
      .finished;
    expect([code, err]).toEqual([1, expect.stringMatching(error)]);
  }
});
