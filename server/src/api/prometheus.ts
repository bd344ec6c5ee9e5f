import { createServer } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SetupError } from '../base/errors.ts';
import type { Db } from '../store/db.ts';
import { queueState } from '../store/queues.ts';

export interface Prometheus {
  registry: Registry;
  countResponse(request: FastifyRequest, status: number, seconds: number): void;
}

/** What an operator watches. Queue gauges are read from the database when they are asked for. */
export function createPrometheus(db: Db): Prometheus {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'visibility_http_request_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const waiting = new Gauge({
    name: 'visibility_queue_due',
    help: 'Questions and deliveries that are due and not done.',
    labelNames: ['queue'],
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'visibility_queue_oldest_seconds',
    help: 'How long the oldest of them has been due.',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      for (const { queue, due, oldestSeconds } of await queueState(db)) {
        waiting.set({ queue }, due);
        oldest.set({ queue }, oldestSeconds);
      }
    },
  });
  return {
    registry,
    countResponse(request, status, seconds) {
      requests.observe({ method: request.method, route: request.routeOptions.url ?? 'unknown', status }, seconds);
    },
  };
}

/** Serves `/metrics` on a port of its own, so that it is never open to the world by accident. Gives back how to stop. */
export async function servePrometheus(
  { registry }: Prometheus,
  host: string,
  port: number,
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch {
      response.writeHead(503).end('The database is not available.\n');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', () =>
      reject(new SetupError(`METRICS_PORT ${port} on ${host} cannot be opened. Set another one.`)),
    );
    server.listen(port, host, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
