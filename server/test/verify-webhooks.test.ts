import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseEvent, signMessage, signPayload, signSampleEvent, verifyMessage, verifySignature } from '@visibility/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { signBody as serverSignBody, signMessage as serverSignMessage } from '../src/webhooks/signature.ts';
import { givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startReceiver } from './support/receiver.ts';
import { until } from './support/server-process.ts';
import { givenWebhook, publishIn, visibilityChanged } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const SECRET = 'example secret “ü” 鞋';

/** What really came over HTTPS for one event, byte for byte. */
async function realDelivery(secret: string) {
  await using receiver = await startReceiver();
  const account = await givenAccount(server.deps);
  const key = await givenKey(server.deps, account);
  await givenWebhook(server, key, { url: receiver.url, secret });
  await publishIn(server.deps, account.workspaces.test, [visibilityChanged()]);
  const agent = createWebhookAgent({ addresses: server.deps.addresses, ca: receiver.ca });
  while ((await deliverDue({ ...server.deps, agent })) > 0);
  await agent.close();
  const [received] = receiver.received;
  if (!received) throw new Error('nothing was delivered');
  return received;
}

test.each([SECRET, 'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBzZWNyZXQgYnl0ZXM=', 'whsec_not base64'])(
  'the SDK takes a real delivery signed with %s, by its headers and by its signature, and nothing altered',
  async (secret) => {
    const { headers, body } = await realDelivery(secret);
    expect(await parseEvent(body, headers, secret)).toEqual(JSON.parse(body));
    expect(await parseEvent(Buffer.from(body), headers['x-service-signature'], secret)).toEqual(JSON.parse(body));
    await expect(parseEvent(`${body} `, headers, secret)).rejects.toMatchObject({ reason: 'signature', status: 401 });
    await expect(parseEvent(body, headers, `${secret} `)).rejects.toMatchObject({ reason: 'signature' });
    const later = { now: Date.now() + 3_600_000 };
    await expect(parseEvent(body, headers, secret, later)).rejects.toMatchObject({ reason: 'timestamp' });
  },
);

const example = { url: '', printed: '', stop: () => {} };

beforeAll(async () => {
  const path = fileURLToPath(new URL('../../examples/receiver-node/receiver.mjs', import.meta.url));
  const child = spawn(process.execPath, [path], { env: { WEBHOOK_SECRET: SECRET, PORT: '0' } });
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (text) => {
      example.printed += text;
    });
  }
  await until(() => /port \d+/.test(example.printed));
  example.url = `http://127.0.0.1:${/port (\d+)/.exec(example.printed)?.[1]}`;
  example.stop = () => child.kill();
});
afterAll(() => example.stop());

async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<number> {
  const { connection: _connection, host: _host, 'content-length': _length, ...rest } = headers;
  return (await fetch(example.url, { method: 'POST', body, headers: rest })).status;
}

test('the example receiver takes a real delivery, once, and answers 401 to what was altered', async () => {
  const { headers, body } = await realDelivery(SECRET);
  const { id } = JSON.parse(body);
  expect(await post(`${body} `, headers)).toBe(401);
  expect(await post(body, { ...headers, 'x-service-signature': 'sha256=00' })).toBe(401);
  const { 'x-service-signature': _signature, ...unsigned } = headers;
  expect(await post(body, unsigned)).toBe(401);
  expect(example.printed).not.toContain(id);

  expect(await post(body, headers)).toBe(200);
  expect(await post(body, headers)).toBe(200);
  const another = await signSampleEvent('report.ready', SECRET);
  expect(await post(another.body, another.headers)).toBe(200);
  await until(() => example.printed.includes('report.ready'));
  expect(example.printed.split(id).length - 1).toBe(1);
});

test('the example receiver survives what is not for it', async () => {
  expect((await fetch(example.url)).status).toBe(405);
  expect(await post(new Uint8Array(600 * 1024), {})).toBe(413);
  expect(await post('', {})).toBe(401);
  const half = connect(Number(new URL(example.url).port), '127.0.0.1', () => {
    half.write('POST / HTTP/1.1\r\nHost: example\r\nContent-Length: 100\r\n\r\nhalf', () => half.resetAndDestroy());
  });
  await new Promise((resolve) => half.on('close', resolve));
  expect(await post('', {})).toBe(401);
});

test('the vectors in the documents are what we sign, and what the SDK signs and verifies', async () => {
  const text = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
  const vectors = [...text.matchAll(/^\| \d \| `(.+)` \| `(.+)` \| `(sha256=.+)` \| `(v1,.+)` \|$/gm)];
  const [, id = '', timestamp = ''] = /`webhook-id: (.+)` and `webhook-timestamp: (\d+)`/.exec(text) ?? [];
  expect([vectors.length, id]).toEqual([3, 'evt_1']);
  for (const [, secret = '', body = '', signature, messageSignature = ''] of vectors) {
    const message = { id, timestamp, body };
    expect(serverSignBody(body, secret)).toBe(signature);
    expect(await signPayload(body, secret)).toBe(signature);
    expect(await verifySignature(body, signature, secret)).toBe(true);
    expect(serverSignMessage({ ...message, timestamp: Number(timestamp) }, secret)).toBe(messageSignature);
    expect(await signMessage(message, secret)).toBe(messageSignature);
    expect(await verifyMessage(message, messageSignature, secret)).toBe(true);
  }
});
