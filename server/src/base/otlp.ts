import { withDeadline } from './deadline.ts';

export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  name: string;
  kind: number;
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number>;
  error?: string;
}

export interface ExporterOptions {
  /** The address of the collector, without `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  onError: (error: unknown) => void;
}

export interface Exporter {
  add(spans: FinishedSpan[]): void;
  close(): Promise<void>;
}

const EVERY_MS = 5_000;
const BATCH = 512;
/** If the collector is unreachable, older spans are kept and newer ones dropped. */
const MOST_WAITING = 8 * BATCH;
const PATIENCE_MS = 10_000;
const STATUS_ERROR = 2;

/** Sends spans as OTLP over HTTP, in JSON. A batch that cannot be sent is dropped: traces are never worth a retry storm. */
export function createExporter(options: ExporterOptions): Exporter {
  const waiting: FinishedSpan[] = [];
  let sending = Promise.resolve();
  const flush = () => {
    const batch = waiting.splice(0, BATCH);
    if (batch.length > 0) sending = sending.then(() => post(options, batch)).catch(options.onError);
    return sending;
  };
  const timer = setInterval(flush, EVERY_MS).unref();
  return {
    add(spans) {
      waiting.push(...spans.slice(0, MOST_WAITING - waiting.length));
      if (waiting.length >= BATCH) void flush();
    },
    async close() {
      clearInterval(timer);
      while (waiting.length > 0) await flush();
      await sending;
    },
  };
}

async function post({ endpoint, headers, serviceName }: ExporterOptions, spans: FinishedSpan[]): Promise<void> {
  const resource = { attributes: attributesOf({ 'service.name': serviceName }) };
  const scopeSpans = [{ scope: { name: 'visibility' }, spans: spans.map(toOtlp) }];
  const request = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
  };
  await withDeadline(PATIENCE_MS, undefined, async (signal) => {
    const response = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, { ...request, signal });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The collector of traces responded ${response.status}`);
  });
}

function toOtlp({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, error }: FinishedSpan) {
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: attributesOf(attributes),
    ...(error !== undefined && { status: { code: STATUS_ERROR, message: error } }),
  };
}

function attributesOf(attributes: Record<string, string | number>) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** As text, because a number cannot hold it. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}
