import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { subscribe, type TracingChannel, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createExporter, type ExporterOptions, type FinishedSpan } from './otlp.ts';
import { jobPoint, sqlPoint } from './trace-points.ts';

/** The kinds of OpenTelemetry. */
const INTERNAL = 1;
const SERVER = 2;
const CLIENT = 3;

/** The spans of this process that belong together. They are exported or dropped when its first span ends. */
interface Trace {
  traceId: string;
  isSampled: boolean;
  spans: FinishedSpan[];
  /** Set at the end: whether late spans are exported. */
  isKept?: boolean;
}

interface Span extends Omit<FinishedSpan, 'endMs'> {
  trace: Trace;
  isFirst: boolean;
}

/** More would be a loop over a large table. */
const MOST_SPANS = 1_000;
const HEALTH = /^\/(?:healthz|readyz|metrics)\b/;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

const current = new AsyncLocalStorage<Span>();

/**
 * Exports traces of requests, SQL statements, platform calls, webhook deliveries and jobs. Listens to the diagnostics
 * channels of Node, Fastify, undici and this program. Returns a function that sends the rest and stops.
 */
export function startTracing(options: ExporterOptions): () => Promise<void> {
  const exporter = createExporter(options);
  const end = (span: Span, attributes: FinishedSpan['attributes'] = {}, error?: unknown) => {
    const { trace, isFirst, ...rest } = span;
    const finished = { ...rest, endMs: now(), attributes: { ...rest.attributes, ...attributes } };
    if (error !== undefined) finished.error = error instanceof Error ? error.message : String(error);
    if (trace.isKept) exporter.add([finished]);
    else if (trace.isKept === undefined && trace.spans.length < MOST_SPANS) trace.spans.push(finished);
    if (!isFirst) return;
    trace.isKept ??= trace.isSampled;
    if (trace.isKept) exporter.add(trace.spans.splice(0));
  };
  const stops = [traceRequests(end), traceOutgoing(end), traceSql(end), traceJobs(end)];
  return async () => {
    for (const stop of stops) stop();
    await exporter.close();
  };
}

type End = (span: Span, attributes?: FinishedSpan['attributes'], error?: unknown) => void;

/** Without a parent, it begins a trace. */
function begin(
  name: string,
  {
    kind,
    parent,
    attributes = {},
  }: { kind: number; parent?: Span | undefined; attributes?: FinishedSpan['attributes'] },
): Span {
  const trace = parent?.trace ?? { traceId: randomHex(16), isSampled: true, spans: [] };
  const isFirst = parent === undefined;
  return {
    traceId: trace.traceId,
    spanId: randomHex(8),
    parentId: parent?.spanId,
    name,
    kind,
    startMs: now(),
    attributes,
    trace,
    isFirst,
  };
}

function traceRequests(end: End) {
  const open = new WeakMap<IncomingMessage, Span>();
  return listenTo({
    'http.server.request.start': ({ request }: { request: IncomingMessage }) => {
      const { method = '', url = '', headers } = request;
      // The connection may have carried another request before.
      if (HEALTH.test(url)) return current.enterWith(undefined as never);
      const [, traceId, parentId, flags] = TRACEPARENT.exec(String(headers.traceparent)) ?? [];
      const span = begin(method, {
        kind: SERVER,
        attributes: { 'http.request.method': method, 'url.path': url.split('?')[0] ?? '' },
      });
      if (traceId !== undefined) {
        span.trace.isSampled = (Number.parseInt(flags ?? '', 16) & 1) === 1;
        Object.assign(span, { traceId, parentId });
        span.trace.traceId = traceId;
      }
      open.set(request, span);
      current.enterWith(span);
    },
    // Fastify knows the route, whose name is the same for all ids.
    'tracing:fastify.request.handler:start': ({ request, route }: FastifyStart) => {
      const span = open.get(request.raw);
      if (!span || !route?.url) return;
      span.name = `${route.method ?? ''} ${route.url}`;
      span.attributes['http.route'] = route.url;
    },
    'http.server.response.finish': ({ request, response }: { request: IncomingMessage; response: ServerResponse }) => {
      const span = open.get(request);
      const { statusCode } = response;
      if (span) end(span, { 'http.response.status_code': statusCode }, statusCode >= 500 ? statusCode : undefined);
    },
  });
}

interface FastifyStart {
  request: { raw: IncomingMessage };
  route?: { url?: string; method?: string };
}

/** A request of undici. */
interface Outgoing {
  origin: string | URL;
  method: string;
  headers: string | string[];
  addHeader(name: string, value: string): void;
}

/** Platform calls and webhook deliveries. Only receivers of webhooks get a `traceparent`. */
function traceOutgoing(end: End) {
  const open = new WeakMap<object, Span>();
  const close = (request: object, status?: number, error?: unknown) => {
    const span = open.get(request);
    open.delete(request);
    if (span) end(span, status === undefined ? {} : { 'http.response.status_code': status }, error);
  };
  return listenTo({
    'undici:request:create': ({ request }: { request: Outgoing }) => {
      const isDelivery = String(request.headers).includes('x-service-delivery');
      if (!isDelivery && !current.getStore()) return;
      const host = new URL(request.origin).host;
      const span = begin(isDelivery ? 'webhook delivery' : `${request.method} ${host}`, {
        kind: CLIENT,
        parent: current.getStore(),
        attributes: { 'http.request.method': request.method, 'server.address': host },
      });
      open.set(request, span);
      if (isDelivery) request.addHeader('traceparent', `00-${span.traceId}-${span.spanId}-01`);
    },
    'undici:request:headers': ({ request, response }: { request: object; response: { statusCode: number } }) => {
      const { statusCode } = response;
      close(request, statusCode, statusCode >= 400 ? statusCode : undefined);
    },
    'undici:request:error': ({ request, error }: { request: object; error: Error }) => close(request, undefined, error),
  });
}

function traceSql(end: End) {
  return tracePoint(sqlPoint, end, ({ text }) => {
    // A statement of no request or job, such as a heartbeat, is not interesting.
    const parent = current.getStore();
    if (!parent) return undefined;
    const [, verb = 'sql'] = /^\s*(\w+)/.exec(text) ?? [];
    const [, table = ''] = /\b(?:from|into|update)\s+(\w+)/.exec(text) ?? [];
    return begin(`${verb} ${table}`.trim(), {
      kind: CLIENT,
      parent,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    });
  });
}

/** A pass that found nothing to do is dropped, with its statements. */
function traceJobs(end: End) {
  return tracePoint(
    jobPoint,
    end,
    ({ job }) => begin(`job ${job}`, { kind: INTERNAL }),
    (span, { result }) => {
      if (result === 0) span.trace.isKept = false;
    },
  );
}

type Context<Data> = Data & { error?: unknown };

function tracePoint<Data extends object>(
  point: TracingChannel<unknown, Data>,
  end: End,
  start: (data: Data) => Span | undefined,
  beforeEnd: (span: Span, data: Data) => void = () => {},
) {
  const open = new WeakMap<object, Span>();
  point.start.bindStore(current, (data) => {
    const span = start(data as Data);
    if (span) open.set(data as object, span);
    return span ?? (current.getStore() as Span);
  });
  const asyncEnd = (data: Context<Data>) => {
    const span = open.get(data);
    if (!span) return;
    beforeEnd(span, data);
    end(span, {}, data.error);
  };
  const handlers = { start() {}, end() {}, asyncStart() {}, asyncEnd, error() {} };
  point.subscribe(handlers);
  return () => {
    point.unsubscribe(handlers);
    point.start.unbindStore(current);
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each channel has messages of its own
function listenTo(listeners: Record<string, (message: any) => void>): () => void {
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener);
  };
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** With fractions of a millisecond. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
