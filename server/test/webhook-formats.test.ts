import { EVENT_TYPES, parseThinEvent, verifySignature, type Webhook, type WebhookSettings } from '@visibility/sdk';
import { expect, test } from 'vitest';
import type { NewEvent } from '../src/events/derive.ts';
import { sql } from '../src/store/db.ts';
import { publicAddresses } from '../src/webhooks/address.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { call, useApp } from './support/app.ts';
import { testCertificates } from './support/certificates.ts';
import { useDatabase } from './support/database.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { givenSubscriber } from './support/subscriber.ts';
import { publishIn, visibilityChanged, wait } from './support/webhook.ts';

const { db } = useDatabase();
const { ca } = await testCertificates();
const server = useApp(db, { agent: createWebhookAgent({ addresses: publicAddresses(['127.0.0.0/8']), ca }) });
const { deps } = server;

const HOSTILE =
  '<!channel> & <https://evil.example|click> [click](https://evil.example) @everyone **bold** ``` "quoted"';

/** A significant change, with the evidence that judging stores. */
function significantChange(): NewEvent {
  const change = visibilityChanged();
  const evidence = { previousInterval: [26, 34], newInterval: [40, 69], n1: 480, n2: 40 };
  return { ...change, evidence } as NewEvent;
}

function mentionIn(context: string, keyword = 'running shoes'): NewEvent {
  const data = {
    keyword_id: 'kw_1',
    keyword,
    platform: 'chatgpt',
    position: 2,
    sentiment: 'positive' as const,
    context,
  };
  const { fact } = visibilityChanged();
  return { type: 'mention.new', data, fact, evidence: { answer_ids: ['ans_7'], reading: 1 } };
}

async function givenFormat(
  receiver: Receiver,
  change: Partial<Webhook & WebhookSettings> & { headers?: Record<string, string> },
) {
  const subscriber = await givenSubscriber(server, receiver);
  const changed = await call(server, subscriber.path, { key: subscriber.key, method: 'PATCH', body: change });
  expect(changed.status, changed.text).toBe(200);
  return subscriber;
}

/** Publishes an event and returns the request that the receiver gets. */
async function deliverTo(receiver: Receiver, format: WebhookSettings['format'], event: NewEvent) {
  const { workspaceId, sender } = await givenFormat(receiver, { format });
  await publishIn(deps, workspaceId, [event]);
  expect(await deliverDue(sender)).toBe(1);
  const [request] = receiver.received;
  if (!request) throw new Error('nothing arrived');
  expect(await verifySignature(request.body, request.headers['x-service-signature'], 'test secret')).toBe(true);
  expect(request.headers['content-type']).toBe('application/json');
  return JSON.parse(request.body);
}

const LINK = /^http:\/\/localhost:4000\/keywords\/kw_test\?event=evt_[0-9a-z]{26}$/;
const TITLE = 'Visibility for “running shoes “für” 鞋” on ChatGPT: 30 → 55 (+25)';
const INTERVAL = '95 % interval 40–69 from 40 answers (before: 26–34)';

test('a change reaches Slack as blocks with its interval and a link to the evidence', async () => {
  await using receiver = await startReceiver();
  const body = await deliverTo(receiver, 'slack', significantChange());
  expect(body.text).toBe(TITLE);
  const [title, interval, link] = body.blocks;
  expect(title).toEqual({ type: 'section', text: { type: 'mrkdwn', text: `*${TITLE}*`, verbatim: true } });
  expect(interval.text.text).toBe(INTERVAL);
  expect(link.elements[0].text).toMatch(/^<http:\S+\?event=evt_\w+\|Open in the dashboard>$/);
});

test('a change reaches Teams as an Adaptive Card', async () => {
  await using receiver = await startReceiver();
  const body = await deliverTo(receiver, 'teams', significantChange());
  expect(body.type).toBe('message');
  const [{ contentType, content }] = body.attachments;
  expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
  expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
  expect(content.body.map(({ inlines }: { inlines: { text: string }[] }) => inlines[0]?.text)).toEqual([
    TITLE,
    INTERVAL,
  ]);
  expect(content.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Open in the dashboard', url: expect.stringMatching(LINK) },
  ]);
});

test('a change reaches Discord as an embed that mentions no one', async () => {
  await using receiver = await startReceiver();
  const body = await deliverTo(receiver, 'discord', significantChange());
  expect(body.allowed_mentions).toEqual({ parse: [] });
  expect(body.embeds).toEqual([
    {
      title: TITLE.replace('(+25)', '\\(+25\\)'),
      description: INTERVAL.replace('(before: 26–34)', '\\(before: 26–34\\)'),
      url: expect.stringMatching(LINK),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    },
  ]);
});

test('text of an answer cannot notify a channel, hide a link or exceed a limit of the target', async () => {
  await using slack = await startReceiver();
  const inSlack = await deliverTo(slack, 'slack', mentionIn(HOSTILE + '&'.repeat(9_000), '<!here>'.repeat(28)));
  const texts: string[] = inSlack.blocks.slice(0, 2).map(({ text }: { text: { text: string } }) => text.text);
  expect(texts.join()).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  for (const text of texts) expect(text.length).toBeLessThan(3_000);

  await using discord = await startReceiver();
  const inDiscord = await deliverTo(discord, 'discord', mentionIn(HOSTILE + '*'.repeat(9_000), '*'.repeat(200)));
  const [{ title, description, url }] = inDiscord.embeds;
  expect(title.length).toBeLessThanOrEqual(256);
  expect(description.length).toBeLessThanOrEqual(4_096);
  expect(description).toContain('\\[click\\]\\(https://evil.example\\)');
  expect(url).toBe('http://localhost:4000/answers/ans_7');

  await using teams = await startReceiver();
  const inTeams = await deliverTo(teams, 'teams', mentionIn(HOSTILE + '😀'.repeat(9_000)));
  expect(Buffer.byteLength(JSON.stringify(inTeams))).toBeLessThan(28_000);
  const blocks = inTeams.attachments[0].content.body;
  expect(blocks.every(({ type }: { type: string }) => type === 'RichTextBlock')).toBe(true);
  expect(JSON.stringify(blocks)).not.toMatch(/\\ud83d(?!\\ude00)/);
});

test('every type has a message in every format, and a test of it is sent and logged as it is', async () => {
  await using receiver = await startReceiver();
  for (const format of ['slack', 'teams', 'discord'] as const) {
    const { key, path } = await givenFormat(receiver, { format });
    for (const type of EVENT_TYPES) {
      const { status, body } = await call(server, `${path}/test`, { key, method: 'POST', body: { type } });
      expect([status, body.status]).toEqual([200, 'succeeded']);
      const request = receiver.received.at(-1);
      expect(JSON.parse(request?.body ?? '')).toEqual(body.payload);
      expect(request?.body).toMatch(/Test: (Visibility|Aplomb|Mentioned|Cited|Alert|Report)/);
      expect(request?.body).toContain('/settings/webhooks/wh_');
      expect(request?.body).not.toMatch(/undefined|NaN|null,null/);
    }
  }
});

test('a message keeps its bytes on every attempt, also when the format changes meanwhile, and the log shows them', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { key, path, webhookId, workspaceId, sender } = await givenFormat(receiver, { format: 'slack' });
  await publishIn(deps, workspaceId, [significantChange()]);
  await deliverDue(sender);
  await call(server, path, { key, method: 'PATCH', body: { format: 'json' } });
  receiver.status = 200;
  await wait(deps, webhookId, 70);
  await deliverDue(sender);
  const bodies = receiver.received.map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  expect(new Set(bodies).size).toBe(1);
  const [delivery] = (await call(server, `${path}/deliveries`, { key })).body.data;
  const detail = await call(server, `${path}/deliveries/${delivery.delivery_id}`, { key });
  expect(JSON.stringify(detail.body.payload)).toBe(bodies[0]);

  await call(server, `${path}/deliveries/${delivery.delivery_id}/retry`, { key, method: 'POST' });
  await deliverDue(sender);
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '').type).toBe('visibility.changed');
});

test('the default is the event, byte for byte as it is stored', async () => {
  await using receiver = await startReceiver();
  const { key, path, workspaceId, sender } = await givenSubscriber(server, receiver);
  expect((await call(server, `${path}?include=settings`, { key })).body).toMatchObject({
    format: 'json',
    payload: 'full',
    header_names: [],
  });
  await publishIn(deps, workspaceId, [significantChange()]);
  await deliverDue(sender);
  const [event] = await db.query<{ body: string }>(sql`select body from events where workspace_id = ${workspaceId}`);
  expect(receiver.received[0]?.body).toBe(event?.body);
});

test('a thin payload has no data, verifies, and the event can be read by its id', async () => {
  await using receiver = await startReceiver();
  const { key, workspaceId, sender } = await givenFormat(receiver, { payload: 'thin' });
  await publishIn(deps, workspaceId, [mentionIn('Heron is easy.')]);
  await deliverDue(sender);
  const { body, headers } = receiver.received[0] ?? { body: '', headers: {} };
  const now = Number(headers['webhook-timestamp']) * 1000;
  const thin = await parseThinEvent(body, headers, 'test secret', { now });
  expect(Object.keys(thin)).toEqual(['id', 'type', 'created_at']);
  const event = await call(server, `/api/v1/events/${thin.id}`, { key });
  expect(event.body).toMatchObject({ ...thin, data: { context: 'Heron is easy.' } });
});

test('custom headers are sent, sealed in the database, and never returned', async () => {
  await using receiver = await startReceiver();
  const headers = { Authorization: 'Bearer top-secret-7', 'X-Team': 'growth' };
  const { key, path, webhookId, workspaceId, sender } = await givenFormat(receiver, { headers });
  await publishIn(deps, workspaceId, [significantChange()]);
  await deliverDue(sender);
  const received = receiver.received[0]?.headers;
  expect(received).toMatchObject({ authorization: 'Bearer top-secret-7', 'x-team': 'growth' });
  expect(received?.['x-service-signature']).toMatch(/^sha256=/);

  const [delivery] = (await call(server, `${path}/deliveries`, { key })).body.data;
  for (const shown of ['', '/deliveries', `/deliveries/${delivery.delivery_id}?include=timings`]) {
    expect((await call(server, path + shown, { key })).text).not.toContain('top-secret');
  }
  expect((await call(server, `${path}?include=settings`, { key })).body.header_names).toEqual([
    'Authorization',
    'X-Team',
  ]);
  const [row] = await db.query<{ row: string }>(
    sql`select w::text as row from webhooks w where webhook_id = ${webhookId}`,
  );
  expect(row?.row).not.toContain('top-secret');
  expect(row?.row).not.toContain(Buffer.from('top-secret').toString('hex'));
});

test('a change sets and removes single headers, and null removes all', async () => {
  await using receiver = await startReceiver();
  const { key, path } = await givenFormat(receiver, { headers: { 'X-One': '1', 'X-Two': '2' } });
  const change = async (headers: unknown) =>
    (await call(server, `${path}?include=settings`, { key, method: 'PATCH', body: { headers } })).body.header_names;
  expect(await change({ 'x-one': null, 'X-Three': '3' })).toEqual(['X-Two', 'X-Three']);
  expect(await change({})).toEqual(['X-Two', 'X-Three']);
  await call(server, `${path}/test`, { key, method: 'POST', body: { type: 'mention.new' } });
  expect(receiver.received[0]?.headers).toMatchObject({ 'x-two': '2', 'x-three': '3' });
  expect(receiver.received[0]?.headers).not.toHaveProperty('x-one');
  expect(await change(null)).toEqual([]);
});

test('422: another host never gets the stored values of headers', async () => {
  await using receiver = await startReceiver();
  const { key, path } = await givenFormat(receiver, { headers: { Authorization: 'Bearer top-secret-7' } });
  const url = 'https://elsewhere.example.com/hook';
  const refused = await call(server, path, { key, method: 'PATCH', body: { url } });
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    'headers: must be sent again when the URL has another host, or null',
  ]);
  const moved = await call(server, `${path}?include=settings`, {
    key,
    method: 'PATCH',
    body: { url, headers: { 'X-Team': 'growth' } },
  });
  expect(moved.body.header_names).toEqual(['X-Team']);
});

test.each([
  [{ headers: { Host: 'evil.example' } }, 'headers.Host: this header is set by the service'],
  [{ headers: { 'transfer-encoding': 'chunked' } }, 'headers.transfer-encoding: this header is set by the service'],
  [{ headers: { 'X-Service-Signature': 'x' } }, 'headers.X-Service-Signature: this header is set by the service'],
  [{ headers: { 'Webhook-Id': 'x' } }, 'headers.Webhook-Id: this header is set by the service'],
  [{ headers: { 'Content-Type': 'x' } }, 'headers.Content-Type: this header is set by the service'],
  [{ headers: { 'X Y': 'x' } }, 'headers.X Y: the name may only contain letters, digits, hyphens and underscores'],
  [{ headers: { 'X-A': 'a\r\nX-B: c' } }, 'headers.X-A: must be printable ASCII without spaces at the ends'],
  [{ headers: { 'X-A': '' } }, 'headers.X-A: must not be empty'],
  [{ headers: { 'X-A': 'x'.repeat(1_025) } }, 'headers.X-A: must have at most 1024 characters'],
  [{ headers: { 'X-A': '1', 'x-a': '2' } }, 'headers.x-a: is given twice'],
  [
    { headers: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`X-${i}`, 'x'])) },
    'headers: must have at most 10 headers',
  ],
  [{ format: 'slack', payload: 'thin' }, 'payload: must be full with format slack'],
])('422, case %#', async (fields, detail) => {
  await using receiver = await startReceiver();
  const { key, path } = await givenSubscriber(server, receiver);
  const made = { url: receiver.url, events: ['mention.new'], ...fields };
  const created = await call(server, '/api/v1/webhooks', { key, method: 'POST', body: made });
  expect([created.status, created.body.detail]).toEqual([422, detail]);
  const changed = await call(server, path, { key, method: 'PATCH', body: fields });
  expect([changed.status, changed.body.detail]).toEqual([422, detail]);
});
