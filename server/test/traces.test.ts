import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { loop } from '../src/base/loop.ts';
import { startTracing } from '../src/base/tracing.ts';
import { createTransport } from '../src/collect/transport.ts';
import { sql } from '../src/store/db.ts';
import { publicAddresses } from '../src/webhooks/address.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startReceiver } from './support/receiver.ts';
import { startServer, stopServer } from './support/server-process.ts';

const { db, url } = useDatabase();
const server = useApp(db);
let key: string;

interface Exported {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, string>;
  status?: { code: number; message: string };
}

/** A collector of traces that also answers as a platform. */
async function startCollector() {
  const spans: Exported[] = [];
  const services = new Set<string>();
  const headers: unknown[] = [];
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/v1/traces') {
      headers.push(request.headers['x-team']);
      for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
        services.add(resource.attributes[0].value.stringValue);
        for (const span of scopeSpans[0].spans) spans.push({ ...span, attributes: read(span.attributes) });
      }
    }
    response.end('{}');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { endpoint, spans, services, headers, [Symbol.asyncDispose]: async () => void http.close() };
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } };
const read = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** What is exported while `work` runs. */
async function traced(work: (endpoint: string) => Promise<unknown>) {
  await using collector = await startCollector();
  const { endpoint } = collector;
  const stop = startTracing({
    endpoint,
    headers: {},
    serviceName: 'test',
    onError: (error) => expect.fail(`${error}`),
  });
  await work(endpoint);
  await stop();
  return collector.spans;
}

beforeAll(async () => {
  key = await givenKey(server.deps, await givenAccount(server.deps));
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('a request continues the caller’s trace, and its statements are below it', async () => {
  const spans = await traced(async () => {
    await call(server, '/healthz');
    await call(server, '/api/v1/keywords?q=secret', { key, headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
  });
  const [request, ...others] = spans.filter(({ kind }) => kind === 2);
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
    name: 'GET /api/v1/keywords',
    attributes: {
      'http.route': '/api/v1/keywords',
      'url.path': '/api/v1/keywords',
      'http.response.status_code': '200',
    },
  });
  const statements = spans.filter(({ kind }) => kind === 3);
  expect(statements.length).toBeGreaterThan(1);
  for (const { traceId, parentSpanId, attributes, startTimeUnixNano } of statements) {
    expect([traceId, parentSpanId]).toEqual([TRACE, request?.spanId]);
    expect(attributes['db.query.text']).not.toContain('secret');
    expect(BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request?.startTimeUnixNano ?? 0));
  }
  expect(statements.map(({ name }) => name)).toContain('select keywords');
});

test('a caller that does not sample its trace is not traced, and other callers start their own', async () => {
  const spans = await traced(async () => {
    await call(server, '/api/v1/keywords', { key, headers: { traceparent: `00-${TRACE}-${PARENT}-00` } });
    await call(server, '/api/v1/no-such-page', { key });
  });
  const requests = spans.filter(({ kind }) => kind === 2);
  expect(requests).toMatchObject([{ name: 'GET /*', attributes: { 'http.response.status_code': '404' } }]);
  expect(requests[0]).not.toHaveProperty('parentSpanId');
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
  const busy = async (endpoint: string) => {
    await db.query(sql`select 1 as busy`);
    const { signal } = new AbortController();
    await createTransport().post('chatgpt', `${endpoint}/v1/responses`, { headers: {}, body: '{}', signal });
    return 1;
  };
  const idle = async () => (await db.query(sql`select 1 as idle`)).length - 1;
  const failing = () => db.query(sql`select no_such_column`).then(() => 1);
  const spans = await traced(async (endpoint) => {
    await runJob('plan', [() => busy(endpoint), idle, failing]);
  });
  const [done, failed] = spans.filter(({ kind }) => kind === 1);
  expect([done?.name, failed?.name]).toEqual(['job plan', 'job plan']);
  expect(failed?.status).toMatchObject({ code: 2, message: 'column "no_such_column" does not exist' });
  const ofDone = spans.filter(({ parentSpanId }) => parentSpanId === done?.spanId);
  expect(ofDone.map(({ name }) => name)).toEqual(['select', expect.stringMatching(/^POST 127\.0\.0\.1:\d+$/)]);
  expect(JSON.stringify(spans)).not.toContain('as idle');
});

test('the receiver of a webhook gets the trace of its delivery', async () => {
  await using receiver = await startReceiver();
  const addresses = publicAddresses(['127.0.0.0/8']);
  const agent = createWebhookAgent({ addresses, ca: receiver.ca });
  const headers = { 'x-service-delivery': 'dlv_1' };
  const spans = await traced(async () => {
    const { body } = await agent.request({
      origin: new URL(receiver.url).origin,
      path: '/hook',
      method: 'POST',
      headers,
    });
    await body.dump();
    await agent.destroy();
  });
  // The receiver runs in this process and continues the trace.
  const [delivery, ...others] = spans.filter(({ kind }) => kind === 3);
  expect([delivery, ...others]).toMatchObject([
    { name: 'webhook delivery', kind: 3, attributes: { 'http.response.status_code': '200' } },
  ]);
  expect(receiver.received[0]?.headers.traceparent).toBe(`00-${delivery?.traceId}-${delivery?.spanId}-01`);
});

test('a server with OTEL_EXPORTER_OTLP_ENDPOINT exports its traces, the last ones when it stops', async () => {
  await using collector = await startCollector();
  const running = await startServer({
    DATABASE_URL: url,
    SECRETS_KEY: 'a'.repeat(64),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=insight=2',
    OTEL_SERVICE_NAME: 'visibility-test',
  });
  await fetch(`${running.url}/api/v1/keywords`);
  expect((await stopServer(running)).code).toBe(0);
  expect([...collector.services]).toEqual(['visibility-test']);
  expect(new Set(collector.headers)).toEqual(new Set(['insight=2']));
  expect(collector.spans).toContainEqual(
    expect.objectContaining({
      name: 'GET',
      attributes: expect.objectContaining({ 'http.response.status_code': '401' }),
    }),
  );
});
