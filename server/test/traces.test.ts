import { context, propagation, trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loop } from '../src/base/loop.ts';
import { createTransport } from '../src/collect/transport.ts';
import { sql } from '../src/store/db.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { call, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startReceiver } from './support/receiver.ts';
import { givenSubscriber } from './support/subscriber.ts';
import { type Exported, startCollector } from './support/trace-collector.ts';

const { db } = useDatabase();
const server = useApp(db);

const collector = await startCollector();
const { spans } = collector;
for (const [name, value] of Object.entries(collector.settings)) vi.stubEnv(name, value);
const sdk = new NodeSDK({ instrumentations: [] });

beforeAll(() => sdk.start());
beforeEach(() => void spans.splice(0));
afterAll(async () => {
  await sdk.shutdown();
  // The next file of this process would otherwise have traces too.
  for (const api of [trace, context, propagation]) api.disable();
  vi.unstubAllEnvs();
  collector.stop();
});

/** The span of this name, once it is exported with those below it. */
async function exported(name: string): Promise<{ span: Exported; below: Exported[] }> {
  await expect.poll(() => spans.map((span) => span.name), { timeout: 10_000 }).toContain(name);
  // Spans below it may be in the next batch.
  await new Promise((resolve) => setTimeout(resolve, 150));
  const span = spans.find((one) => one.name === name) ?? expect.fail(`no ${name}`);
  return { span, below: spans.filter(({ parentSpanId }) => parentSpanId === span.spanId) };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const SERVER = 2;

test('a request continues its caller’s trace, with one span per kind of statement and without values', async () => {
  await using receiver = await startReceiver();
  const { key } = await givenSubscriber(server, receiver);
  await call(server, '/healthz');
  const body = { keywords: ['red shoes', 'blue shoes', 'green shoes'].map((keyword) => ({ keyword })) };
  const { headers } = await call(server, '/api/v1/keywords', {
    key,
    method: 'POST',
    body,
    headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
  });
  const { span, below } = await exported('POST /api/v1/keywords');
  expect(span).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
    kind: SERVER,
    attributes: {
      'http.route': '/api/v1/keywords',
      'http.response.status_code': '201',
      'visibility.request_id': headers.get('x-request-id'),
    },
  });
  expect(below.length).toBeGreaterThan(2);
  const kinds = below.map(({ name }) => name);
  expect(kinds).toContain('insert keywords');
  expect(kinds).toEqual([...new Set(kinds)]);
  for (const { traceId, attributes } of below) {
    expect(traceId).toBe(TRACE);
    expect(attributes['db.query.text']).not.toContain('shoes');
    expect(Number(attributes['db.statements'])).toBeGreaterThan(0);
  }
  expect(spans.some(({ attributes }) => attributes['url.path'] === '/healthz')).toBe(false);
  expect(collector.resources[0]).toMatchObject({
    'service.name': 'visibility-test',
    'deployment.environment.name': 'test',
  });
});

test('a caller that does not sample its trace is not traced, and other callers start their own', async () => {
  await using receiver = await startReceiver();
  const { key } = await givenSubscriber(server, receiver);
  await call(server, '/api/v1/keywords', { key, headers: { traceparent: `00-${TRACE}-${PARENT}-00` } });
  await call(server, '/api/v1/no-such-page', { key });
  const { span } = await exported('GET /*');
  expect(span.attributes['http.response.status_code']).toBe('404');
  expect(span.parentSpanId ?? '').toBe('');
  expect(spans.some(({ name }) => name === 'GET /api/v1/keywords')).toBe(false);
});

/** Passes of a job until it has nothing left to do. */
async function runJob(job: string, passes: (() => Promise<number>)[]) {
  const stopping = new AbortController();
  const pass = async () => {
    const next = passes.shift();
    if (!next) stopping.abort();
    return next ? next() : 0;
  };
  await loop(pass, { job, idleMs: 1, signal: stopping.signal, onError: () => undefined });
}

test('a job is a trace with its statements and platform calls, and an idle pass is none', async () => {
  const url = `${collector.settings.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/responses`;
  const busy = async () => {
    await db.query(sql`select 1 as busy`);
    const { signal } = new AbortController();
    await createTransport().post('chatgpt', url, { headers: {}, body: '{}', signal });
    return 1;
  };
  const idle = async () => (await db.query(sql`select 1 as idle`)).length - 1;
  const failing = () => db.query(sql`select no_such_column`).then(() => 1);
  await runJob('plan', [busy, idle, failing]);
  const { span, below } = await exported('job plan');
  expect(below.map(({ name }) => name).sort()).toEqual([`POST ${new URL(url).host}`, 'select']);
  expect(below.find(({ name }) => name !== 'select')?.attributes['visibility.platform']).toBe('chatgpt');
  const failed = spans.find(({ name, spanId }) => name === 'job plan' && spanId !== span.spanId);
  expect(failed?.status).toMatchObject({ code: 2, message: 'column "no_such_column" does not exist' });
  expect(JSON.stringify(spans)).not.toContain('as idle');
});

test('a webhook delivery has its ids, a link to the request of its event, and passes on its trace', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { key, path, webhookId, workspaceId, sender } = await givenSubscriber(server, receiver);
  const answer = {
    keyword: 'kanban board software',
    platform: 'chatgpt_web',
    prompt: 'Which kanban board?',
    text: '1. **Heron Board** – the best for small teams.',
  };
  const { headers } = await call(server, '/api/v1/answers', { key, method: 'POST', body: answer });
  const request = await exported('POST /api/v1/answers');
  expect(await deliverDue(sender)).toBeGreaterThan(0);
  const { span } = await exported('webhook delivery');
  const { data } = (await call(server, `${path}/deliveries`, { key })).body;
  expect(span).toMatchObject({
    attributes: {
      'visibility.delivery_id': expect.stringMatching(/^dlv_/),
      'visibility.event_id': expect.stringMatching(/^evt_/),
      'visibility.webhook_id': webhookId,
      'visibility.workspace_id': workspaceId,
      'visibility.attempt': '1',
      'visibility.request_id': headers.get('x-request-id'),
      'http.response.status_code': '500',
    },
    links: [{ traceId: request.span.traceId, spanId: request.span.spanId }],
    status: { code: 2, message: 'status' },
  });
  expect(data.map((one: { delivery_id: string }) => one.delivery_id)).toContain(
    span.attributes['visibility.delivery_id'],
  );
  const sent = receiver.received.map((one) => one.headers.traceparent);
  expect(sent).toContain(`00-${span.traceId}-${span.spanId}-01`);
});
