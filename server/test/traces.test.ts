import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
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
import { clockOfTests, startServer, stopServer } from './support/server-process.ts';
import { givenSubscriber } from './support/subscriber.ts';

const { db, url } = useDatabase();
const server = useApp(db);

interface Exported {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, string>;
  links: { traceId: string; spanId: string }[];
  status: { code: number; message?: string };
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
const read = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue)]));

/** A collector of traces that also answers as a platform. */
async function startCollector() {
  const spans: Exported[] = [];
  const resources: Record<string, string>[] = [];
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/v1/traces') {
      for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
        resources.push(read(resource.attributes));
        for (const { spans: sent } of scopeSpans)
          for (const span of sent) spans.push({ links: [], ...span, attributes: read(span.attributes) });
      }
    }
    response.end('{}');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { endpoint, spans, resources, stop: () => http.close() };
}

const collector = await startCollector();
const { spans } = collector;
/** As an operator sets them. */
const OTEL = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_METRICS_EXPORTER: 'none',
  OTEL_LOGS_EXPORTER: 'none',
  OTEL_BSP_SCHEDULE_DELAY: '50',
  OTEL_SERVICE_NAME: 'visibility-test',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
};
for (const [name, value] of Object.entries(OTEL)) vi.stubEnv(name, value);
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
  const busy = async () => {
    await db.query(sql`select 1 as busy`);
    const { signal } = new AbortController();
    const url = `${collector.endpoint}/v1/responses`;
    await createTransport().post('chatgpt', url, { headers: {}, body: '{}', signal });
    return 1;
  };
  const idle = async () => (await db.query(sql`select 1 as idle`)).length - 1;
  const failing = () => db.query(sql`select no_such_column`).then(() => 1);
  await runJob('plan', [busy, idle, failing]);
  const { span, below } = await exported('job plan');
  expect(below.map(({ name }) => name).sort()).toEqual([`POST ${new URL(collector.endpoint).host}`, 'select']);
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

test('a server that loads the SDK exports the sampled share, the last spans when it stops', async () => {
  const { NODE_OPTIONS, ...clock } = clockOfTests();
  const example = fileURLToPath(new URL('../../examples/opentelemetry.mjs', import.meta.url));
  const start = (more: Record<string, string>) =>
    startServer({
      ...OTEL,
      ...clock,
      ...more,
      NODE_OPTIONS: `${NODE_OPTIONS} --import "${example}"`,
      DATABASE_URL: url,
      SECRETS_KEY: 'a'.repeat(64),
      OTEL_BSP_SCHEDULE_DELAY: '60000',
    });
  const running = await start({ OTEL_SERVICE_NAME: 'visibility-process' });
  await fetch(`${running.url}/api/v1/keywords`);
  expect((await stopServer(running)).code).toBe(0);
  expect(spans).toContainEqual(
    expect.objectContaining({
      name: 'GET /api/v1/keywords',
      attributes: expect.objectContaining({ 'http.response.status_code': '401' }),
    }),
  );
  expect(collector.resources.at(-1)).toMatchObject({ 'service.name': 'visibility-process' });

  spans.splice(0);
  const unsampled = await start({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  await fetch(`${unsampled.url}/api/v1/keywords`);
  expect((await stopServer(unsampled)).code).toBe(0);
  expect(spans).toEqual([]);
});
