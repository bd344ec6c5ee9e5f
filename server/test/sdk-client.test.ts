import { inspect } from 'node:util';
import {
  ApiError,
  type Client,
  type ClientOptions,
  clientCredentials,
  createClient,
  EVENT_TYPES,
  OauthError,
  VisibilityError,
} from '@visibility/sdk';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { makeDueReport } from '../src/reports/worker.ts';
import { sql } from '../src/store/db.ts';
import { publicAddresses } from '../src/webhooks/address.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { givenAccount, givenKey, useApp } from './support/app.ts';
import { testCertificates } from './support/certificates.ts';
import { useDatabase } from './support/database.ts';
import { givenClient } from './support/oauth.ts';
import { startReceiver } from './support/receiver.ts';
import { publishIn, visibilityChanged } from './support/webhook.ts';

const { db } = useDatabase();
const { ca } = await testCertificates();
const server = useApp(db, { agent: createWebhookAgent({ addresses: publicAddresses(['127.0.0.0/8']), ca }) });
const { deps } = server;
const NAMED = 'Good choices:\n\n1. **Heron Board** – the best for small teams.\n2. **Aplomb** – for large ones.\n';

let account: Awaited<ReturnType<typeof givenAccount>>;
let key = '';
let client: Client;

const clientWith = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.url, apiKey: key, ...options });

beforeAll(async () => {
  account = await givenAccount(deps, { historyDays: 8 });
  key = await givenKey(deps, account);
  client = clientWith();
});

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const refusalOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => expect.unreachable('it was not refused'),
    (error) => error,
  );

test('keywords are added one by one and many at once, changed, found and deleted', async () => {
  const one = await client.keywords.create({ keyword: 'retro board', tags: ['sdk'], country: 'DE' });
  expect(one).toMatchObject({ keyword: 'retro board', tags: ['sdk'], country: 'DE', language: null });
  const many = await client.keywords.createMany([
    { keyword: 'burndown chart', tags: ['sdk'] },
    { keyword: 'story points', tags: ['sdk'] },
  ]);
  expect(many.data.map(({ keyword }) => keyword)).toEqual(['burndown chart', 'story points']);
  expect((await client.keywords.list({ tag: 'sdk', per_page: 1 })).meta).toEqual({ total: 3, page: 1, per_page: 1 });
  expect(await client.keywords.get(one.keyword_id)).toEqual(one);
  expect((await client.keywords.change(one.keyword_id, { status: 'paused' })).status).toBe('paused');
  for (const { keyword_id } of [one, ...many.data]) expect(await client.keywords.delete(keyword_id)).toBeUndefined();
  expect((await refusalOf(client.keywords.get(one.keyword_id))).detail).toBe('Keyword not found');
});

test('an iterator hands out every record of all pages once, and asks for no page before it is needed', async () => {
  const asked: string[] = [];
  const watching = clientWith({ onResponse: ({ url }) => asked.push(new URL(url).search) });
  const words: string[] = [];
  for await (const { keyword } of watching.keywords.iterate({ per_page: 5 })) {
    words.push(keyword);
    expect(asked.length).toBe(Math.ceil(words.length / 5));
  }
  expect(asked).toEqual(['?per_page=5&page=1', '?per_page=5&page=2', '?per_page=5&page=3']);
  expect(new Set(words).size).toBe(12);
  expect(words).toEqual((await client.keywords.list({ per_page: 100 })).data.map(({ keyword }) => keyword));

  asked.length = 0;
  for await (const _first of watching.keywords.iterate({ per_page: 5 })) break;
  expect(asked.length).toBe(1);
  expect(await collect(client.keywords.iterate({ q: 'no such words' }))).toEqual([]);
  expect((await collect(client.keywords.iterate({ page: 2, per_page: 10 }))).length).toBe(2);
});

test('a record that moves to the next page while the list grows is not handed out twice', async () => {
  const own = await givenAccount(deps);
  const ownClient = clientWith({ apiKey: await givenKey(deps, own) });
  const publish = () => publishIn(deps, own.workspaces.test, [visibilityChanged()]);
  for (let i = 0; i < 5; i++) await publish();
  const ids: string[] = [];
  for await (const { id } of ownClient.events.iterate({ per_page: 3 })) {
    ids.push(id);
    if (ids.length === 3) await publish();
  }
  expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
});

test('numbers, mentions, citations and answers are read, with what they rest on for who asks', async () => {
  const { data } = await client.visibility.list({ include: 'evidence', sort: '-visibility_score', per_page: 2 });
  expect(data.map(({ sample_size, interval }) => [typeof sample_size, interval.length])).toEqual([
    ['number', 2],
    ['number', 2],
  ]);
  const [first] = data;
  const keyword_id = first?.keyword_id ?? '';
  const detail = await client.visibility.get(keyword_id, { interval: 'week' });
  expect([detail.visibility_score, detail.history.length > 0]).toEqual([first?.visibility_score, true]);
  expect((await collect(client.visibility.iterate({ platform: 'claude' }))).length).toBe(12);

  const [mention] = (await client.mentions.list({ keyword_id, include: 'answer_id', per_page: 1 })).data;
  expect(mention).toMatchObject({ keyword_id, answer_id: expect.stringMatching(/^ans_/) });
  const positive = await collect(client.mentions.iterate({ keyword_id, sentiment: 'positive' }));
  expect(positive.every(({ sentiment }) => sentiment === 'positive')).toBe(true);
  const [citation] = (await client.citations.list({ scope: 'all', per_page: 1 })).data;
  expect(['own', 'competitor', 'other']).toContain(citation?.owner);
  expect((await collect(client.citations.iterate({ keyword_id }))).every((one) => one.keyword_id === keyword_id)).toBe(
    true,
  );
  const answers = await collect(client.answers.iterate({ keyword_id, platform: 'claude' }));
  expect(answers.length).toBeGreaterThan(0);
  const [answer] = (await client.answers.list({ keyword_id, per_page: 1 })).data;
  expect(await client.answers.get(answer?.answer_id ?? '')).toEqual(answer);
});

test('answers are handed in one by one, together, and as lines', async () => {
  const own = await givenAccount(deps);
  const { answers } = clientWith({ apiKey: await givenKey(deps, own) });
  const answer = (external_id: string) => ({
    keyword: 'kanban board software',
    platform: 'chatgpt_web',
    prompt: 'Which board?',
    text: NAMED,
    external_id,
  });
  const statuses = async (work: ReturnType<typeof answers.ingest>) => (await work).data.map(({ status }) => status);
  expect(await statuses(answers.ingest(answer('1')))).toEqual(['stored']);
  expect(await statuses(answers.ingest([answer('1'), answer('2')]))).toEqual(['duplicate', 'stored']);
  expect(await statuses(answers.ingestNdjson([answer('2'), answer('3 “ü” 鞋')]))).toEqual(['duplicate', 'stored']);
  expect(await statuses(answers.ingestNdjson(`${JSON.stringify(answer('4'))}\nrubbish\n`))).toEqual([
    'stored',
    'refused',
  ]);
  const refused = await refusalOf(answers.ingest({ ...answer('5'), platform: 'Not Lowercase' }));
  expect([refused.status, refused.detail]).toEqual([422, expect.stringContaining('platform: must be a lowercase')]);
});

test('competitors are tracked, read with evidence, and found among the candidates', async () => {
  const made = await client.competitors.create({ name: 'Sdkmill', domain: 'sdkmill.example', aliases: ['SDK Mill'] });
  expect(made).toMatchObject({ name: 'Sdkmill', domain: 'sdkmill.example' });
  const found = await client.competitors.get(made.competitor_id, { include: 'evidence' });
  expect(found.sample_size).toBeTypeOf('number');
  expect((await collect(client.competitors.iterate())).map(({ name }) => name)).toContain('Sdkmill');
  expect((await client.competitors.list({ per_page: 1 })).data.length).toBe(1);
  const renamed = await client.competitors.change(made.competitor_id, { name: 'Sdkmill Suite' });
  expect([renamed.name, renamed.aliases?.length]).toEqual(['Sdkmill Suite', 2]);
  await client.competitors.delete(made.competitor_id);
  expect((await refusalOf(client.competitors.get(made.competitor_id))).status).toBe(404);
  const { data, meta } = await client.competitors.candidates.list({ per_page: 1 });
  expect(data.length).toBe(Math.min(1, meta.total));
  expect((await collect(client.competitors.candidates.iterate())).length).toBe(meta.total);
});

test('events are listed by type and read with their evidence', async () => {
  const { data } = await client.events.list({ type: 'mention.new', per_page: 3 });
  const [event] = data;
  expect(event?.type === 'mention.new' && event.data.position).toBeTypeOf('number');
  const found = await client.events.get(event?.id ?? '');
  expect(found).toMatchObject({ id: event?.id, evidence: expect.any(Object) });
});

test('alerts are made, tried on the past, changed and deleted', async () => {
  const rule = { condition: 'below', threshold: 100 } as const;
  const { summary } = await client.alerts.backtest({ ...rule, days: 7 });
  expect(summary.days).toBe(7);
  const alert = await client.alerts.create({ name: 'Low', ...rule, email: 'daily' });
  expect(alert).toMatchObject({ name: 'Low', email: 'daily', recipients: [] });
  expect((await client.alerts.get(alert.alert_id, { include: 'settings' })).email).toBe('daily');
  expect(await client.alerts.get(alert.alert_id)).not.toHaveProperty('email');
  expect((await client.alerts.change(alert.alert_id, { threshold: 5 })).threshold).toBe(5);
  expect((await client.alerts.list({ include: 'settings' })).data[0]?.only_significant).toBe(false);
  expect((await collect(client.alerts.iterate())).length).toBe(1);
  await client.alerts.delete(alert.alert_id);
  expect((await client.alerts.list()).data).toEqual([]);
});

test('reports are made, changed, fetched as a file and deleted', async () => {
  const today = dayOf(new Date());
  const period = { period_start: addDays(today, -7), period_end: addDays(today, -1) };
  const once = await client.reports.create({ name: 'Once', schedule: 'once', format: 'csv', ...period });
  const early = await refusalOf(client.reports.file(once.report_id));
  expect([early.status, early.detail]).toEqual([409, 'Report is not ready yet']);
  while ((await makeDueReport(deps)) > 0);
  expect((await client.reports.get(once.report_id)).status).toBe('ready');
  const file = await client.reports.file(once.report_id);
  expect(file.name).toMatch(/\.csv$/);
  expect(file.type).toContain('text/csv');
  expect(new TextDecoder().decode(file.bytes)).toContain('kanban board software');
  const asJson = await client.reports.file(once.report_id, { format: 'json' });
  expect([asJson.type, asJson.name]).toEqual([expect.stringContaining('json'), expect.stringMatching(/\.json$/)]);

  const weekly = await client.reports.create({ name: 'Weekly', schedule: 'weekly', format: 'pdf' });
  const changed = await client.reports.change(weekly.report_id, { name: 'Mondays', tags: ['planning'] });
  expect(changed).toMatchObject({ name: 'Mondays', tags: ['planning'] });
  expect((await client.reports.list({ status: 'scheduled', include: 'settings' })).data[0]?.tags).toEqual(['planning']);
  expect((await collect(client.reports.iterate())).length).toBe(2);
  for (const { report_id } of [once, weekly]) await client.reports.delete(report_id);
});

test('metrics, platforms and usage are read, and a platform’s key is set and removed', async () => {
  expect((await client.metrics.list()).data.map(({ id }) => id)).toContain('visibility_score');
  expect((await client.platforms.list()).data.map(({ platform }) => platform)).toContain('claude');
  expect((await client.platforms.change('claude', { api_key: 'theirs' })).key).toBe('workspace');
  expect((await client.platforms.change('claude', { api_key: null })).key).toBe('none');
  expect((await client.usage.get({ since: '2026-01-01' })).plan).toBe('enterprise');
  expect((await client.usage.estimate({ keywords: 3 })).questions_per_week).toBeGreaterThan(0);
});

test('webhooks are made, tested, given a new secret, replayed, and their deliveries tried again', async () => {
  await using receiver = await startReceiver();
  const { webhooks } = client;
  const made = await webhooks.create({ url: receiver.url, events: [...EVENT_TYPES], description: 'sdk' });
  const { webhook_id } = made;
  expect(made.secret).toMatch(/^whsec_/);
  expect(await webhooks.get(webhook_id)).not.toHaveProperty('secret');
  expect((await webhooks.list()).data.length).toBe(1);
  expect((await collect(webhooks.iterate())).map((one) => one.webhook_id)).toEqual([webhook_id]);
  expect((await webhooks.test(webhook_id, 'report.ready')).status).toBe('succeeded');
  expect((await webhooks.rotateSecret(webhook_id)).secret).not.toBe(made.secret);
  expect(await webhooks.rotateSecret(webhook_id, { secret: 'mine', grace_seconds: 0 })).not.toHaveProperty('secret');

  const [event] = (await client.events.list({ per_page: 1 })).data;
  const { deliveries } = await webhooks.replay(webhook_id, { since: event?.created_at ?? '' });
  expect(deliveries).toBeGreaterThan(0);
  while ((await deliverDue(deps)) > 0);
  const [delivery] = (await webhooks.deliveries.list(webhook_id, { status: 'succeeded', per_page: 1 })).data;
  const deliveryId = delivery?.delivery_id ?? '';
  const detail = await webhooks.deliveries.get(webhook_id, deliveryId, { include: 'timings' });
  expect(detail.attempt_log[0]?.timings).toBeDefined();
  expect((await webhooks.deliveries.retry(webhook_id, deliveryId)).event_id).toBe(delivery?.event_id);
  expect((await collect(webhooks.deliveries.iterate(webhook_id))).length).toBe(deliveries + 2);
  expect((await webhooks.change(webhook_id, { status: 'disabled' })).disabled_reason).toBe('user');
  await webhooks.delete(webhook_id);
  expect((await webhooks.list()).data).toEqual([]);
});

test('time passes in the sandbox', async () => {
  const own = await givenAccount(deps);
  await db.query(sql`delete from keywords where workspace_id = ${own.workspaces.test}`);
  const { sandbox } = clientWith({ apiKey: await givenKey(deps, own) });
  expect(Date.parse((await sandbox.advance(60)).now)).toBeGreaterThan(0);
  const live = clientWith({ apiKey: await givenKey(deps, own, { mode: 'live' }) });
  expect((await refusalOf(live.sandbox.advance(60))).status).toBe(403);
});

test('an error says what the server said, and by which request', async () => {
  const error = await refusalOf(client.keywords.get('kw_no/such id'));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toBeInstanceOf(VisibilityError);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'ApiError', status: 404, detail: 'Keyword not found' });
  expect(error.requestId).toMatch(/./);
  expect(error.retryAfterSeconds).toBeUndefined();
  expect(error.message).toBe('GET /api/v1/keywords/kw_no%2Fsuch%20id returned 404: Keyword not found');
});

test.each(['', '.', '..', undefined])('%s is no id, and is not asked for', async (id) => {
  const asked: string[] = [];
  const watching = clientWith({ onResponse: ({ url }) => asked.push(url) });
  expect(() => watching.keywords.delete(id as string)).toThrow(TypeError);
  expect(asked).toEqual([]);
});

test('the rate limit is told after the first answer, and a used-up hour is an error that says when to come back', async () => {
  const free = await givenAccount(deps, { plan: 'free' });
  const limited = clientWith({ apiKey: await givenKey(deps, free) });
  expect(limited.rateLimit).toBeUndefined();
  await limited.metrics.list();
  expect(limited.rateLimit).toMatchObject({ limit: 100, remaining: 99 });
  expect(limited.rateLimit?.resetsAt.getTime()).toBeGreaterThan(Date.now());
  await Promise.all(Array.from({ length: 99 }, () => limited.metrics.list()));
  const error = await refusalOf(limited.metrics.list());
  expect([error.status, error.detail]).toEqual([429, expect.stringMatching(/^Rate limit exceeded/)]);
  expect(error.retryAfterSeconds).toBeGreaterThan(3_000);
  expect(limited.rateLimit?.remaining).toBe(0);
});

test('an OAuth client’s token is asked for once, used, and replaced when it is refused', async () => {
  const credentials = await givenClient(deps, account);
  const tokens: string[] = [];
  const source = clientCredentials({
    baseUrl: server.url,
    clientId: credentials.id,
    clientSecret: credentials.secret,
    scope: 'read',
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      tokens.push((await response.clone().json()).access_token);
      return response;
    },
  });
  const reader = clientWith({ apiKey: source });
  await Promise.all([reader.metrics.list(), reader.platforms.list(), reader.usage.get()]);
  expect(tokens.length).toBe(1);
  expect((await refusalOf(reader.keywords.create({ keyword: 'not with this scope' }))).status).toBe(403);

  await db.query(sql`delete from oauth_tokens`);
  await Promise.all([reader.metrics.list(), reader.platforms.list()]);
  expect(tokens.length).toBe(2);
  expect(await source()).toBe(tokens[1]);
});

test('an OAuth client with a wrong secret is told so', async () => {
  const { id } = await givenClient(deps, account);
  const apiKey = clientCredentials({ baseUrl: server.url, clientId: id, clientSecret: 'wrong:secret/ü' });
  const error = await clientWith({ apiKey })
    .metrics.list()
    .catch((caught) => caught);
  expect(error).toBeInstanceOf(OauthError);
  expect(error).toMatchObject({ status: 401, code: 'invalid_client' });
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('wrong:secret');
  expect(() => clientCredentials({ baseUrl: server.url, clientId: id, clientSecret: '' })).toThrow(TypeError);
});
