import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RequestTrace, traceRequest } from '../base/tracing.ts';

const HEALTH = /^\/(?:healthz|readyz)\b/;

/** A span per request, without health checks. */
export function traceRequests(app: FastifyInstance): void {
  const open = new WeakMap<FastifyRequest, RequestTrace>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (HEALTH.test(request.url)) return done();
    const { id, method, url, headers } = request;
    const path = url.split('?')[0] ?? '';
    const trace = traceRequest(method, headers, {
      'http.request.method': method,
      'url.path': path,
      'visibility.request_id': id,
    });
    open.set(request, trace);
    trace.run(done);
  });
  // The body arrives in the context of the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const trace = open.get(request);
    if (trace) trace.run(done);
    else done();
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? '/*';
    const attributes = { 'http.route': route, 'http.response.status_code': statusCode };
    open.get(request)?.end(`${method} ${route}`, attributes, statusCode >= 500 ? String(statusCode) : undefined);
    done();
  });
}
