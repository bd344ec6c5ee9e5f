import { createServer } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SetupError } from '../base/errors.ts';
import type { MailDeps } from '../mail/send.ts';
import { platformSignals } from '../measure/reply-signals.ts';
import type { Db } from '../store/db.ts';
import { waitingPrompts } from '../store/questions/platform-health.ts';
import { readQueues } from '../store/queues.ts';
import type { AttemptResult } from '../store/webhooks/complete-deliveries.ts';
import { createDatabaseGauges } from './database-gauges.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import { createMachineGauges, type Machine } from './machine-gauges.ts';

/** The counters of this process and the text that Prometheus scrapes. docs/monitoring.md describes each metric. */
export interface Prometheus {
  contentType: string;
  text(): Promise<string>;
  countResponse(request: FastifyRequest, status: number, seconds: number): void;
  countAttempt(attempt: Pick<AttemptResult, 'outcome' | 'durationMs'>): void;
  countEmail: NonNullable<MailDeps['onEmail']>;
}

interface Watched {
  /** Platforms that can be asked without a workspace's own key. Undefined: all. */
  everywhere?: readonly string[] | undefined;
  machine?: Machine;
  queue?: FairQueue;
}

/**
 * Metrics of this process and of the database. If the database does not respond, the process metrics are still
 * returned, with `visibility_database_up 0`.
 */
export function createPrometheus(db: Db, { everywhere, machine, queue = createFairQueue() }: Watched = {}): Prometheus {
  const [ofProcess, ofDatabase] = [new Registry(), new Registry()];
  collectDefaultMetrics({ register: ofProcess });
  // Gauges with the name of a counter, which promtool rejects.
  for (const one of ['handles', 'requests', 'resources']) ofProcess.removeSingleMetric(`nodejs_active_${one}_total`);
  if (machine) createMachineGauges(ofProcess, machine);
  watchQueue([ofProcess], queue);
  const up = watchDatabase(ofProcess, db);
  const skew = new Gauge({
    name: 'visibility_clock_skew_seconds',
    help: 'How far the clocks of this machine and of the database are apart at least.',
    registers: [ofDatabase],
  });
  const setGauges = createDatabaseGauges(ofDatabase);
  const readDatabase = shared(async () => {
    try {
      const asked = Date.now();
      const queues = await readQueues(db, everywhere);
      skew.set(Math.max(0, asked - queues.now.getTime(), queues.now.getTime() - Date.now()) / 1000);
      const signals = await platformSignals(db, { now: new Date() });
      setGauges({ queues, signals, waiting: await waitingPrompts(db) });
      up.set(1);
      return await ofDatabase.metrics();
    } catch {
      up.set(0);
      return '';
    }
  });
  return {
    contentType: ofProcess.contentType,
    async text() {
      const database = await readDatabase();
      return `${await ofProcess.metrics()}\n${database}`;
    },
    countResponse: countResponses(ofProcess),
    countAttempt: countAttempts(ofProcess),
    countEmail: countEmails(ofProcess),
  };
}

/** Serves `/metrics` on a separate port, so that it is not exposed by accident. Returns a function that stops it. */
export async function servePrometheus(
  prometheus: Pick<Prometheus, 'text' | 'contentType'>,
  host: string,
  port: number,
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    // For a worker, which has no API: it proves that the process is not stuck.
    if (request.url !== '/metrics') {
      response.writeHead(request.url === '/healthz' ? 200 : 404).end();
      return;
    }
    const text = await prometheus.text();
    response.writeHead(200, { 'content-type': prometheus.contentType }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', () => reject(new SetupError(`Cannot open METRICS_PORT ${port} on ${host}. Set another port.`)));
    server.listen(port, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
}

function watchDatabase(registry: Registry, db: Db): Gauge {
  new Gauge({
    name: 'visibility_database_connections',
    help: 'Database connections of this process. waiting: requests waiting for a connection.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { inUse, idle, waiting } = db.connections();
      this.set({ state: 'in_use' }, inUse);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  return new Gauge({
    name: 'visibility_database_up',
    help: 'Whether the database responded to this process in time.',
    registers: [registry],
  });
}

function watchQueue(registers: Registry[], { counts }: FairQueue): void {
  const shown = (['small', 'read', 'import', 'export'] as const).map((load) => [{ load }, counts[load]] as const);
  const labelNames = ['load'];
  new Gauge({
    name: 'visibility_requests_waiting',
    help: 'Requests that wait for others of their workspace.',
    labelNames,
    registers,
    collect() {
      for (const [labels, { waiting }] of shown) this.set(labels, waiting);
    },
  });
  new Counter({
    name: 'visibility_requests_refused_total',
    help: 'Requests refused with 503 because they waited too long for others of their workspace.',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const [labels, { refused }] of shown) this.inc(labels, refused);
    },
  });
}

/** Concurrent scrapes share one result, so that the database is queried once. */
function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

function countResponses(registry: Registry): Prometheus['countResponse'] {
  const requests = new Histogram({
    name: 'visibility_http_request_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return (request, status, seconds) => {
    requests.observe({ method: request.method, route: request.routeOptions.url ?? 'unknown', status }, seconds);
  };
}

function countAttempts(registry: Registry): Prometheus['countAttempt'] {
  const attempts = new Counter({
    name: 'visibility_delivery_attempts_total',
    help: 'Webhook delivery attempts by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'visibility_delivery_attempt_seconds',
    help: 'Duration of webhook delivery attempts, from signing to the response.',
    labelNames: ['outcome'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    registers: [registry],
  });
  // Starts at 0 on the first scrape: otherwise rate() would miss the first failure of a series.
  for (const outcome of ['succeeded', 'failed', 'unsent']) {
    attempts.inc({ outcome }, 0);
    seconds.zero({ outcome });
  }
  return ({ outcome, durationMs = 0 }) => {
    attempts.inc({ outcome });
    seconds.observe({ outcome }, durationMs / 1000);
  };
}

function countEmails(registry: Registry): Prometheus['countEmail'] {
  const emails = new Counter({
    name: 'visibility_mail_tries_total',
    help: 'Email attempts by result.',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['sent', 'deferred', 'refused', 'trouble']) emails.inc({ result }, 0);
  return (result) => emails.inc({ result });
}
