import type { FastifyInstance } from 'fastify';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
// `Authorization` must be listed: `*` does not include it.
const REQUEST_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer';
const RESPONSE_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Link',
  'ETag',
  'Location',
  'Content-Disposition',
  'WWW-Authenticate',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
  'X-Request-Id',
  'X-API-Version',
  'X-Unknown-Parameters',
  'Preference-Applied',
].join(', ');
const REMEMBERED_SECONDS = '7200';

/**
 * Lets pages of other origins call the API with a key, never with cookies. A preflight carries no key, so it is
 * answered before authentication. The key's domain allow-list is checked on the request itself.
 */
export function allowOtherOrigins(app: FastifyInstance, prefix: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith(`${prefix}/`)) return done();
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', RESPONSE_HEADERS);
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight) return done();
    reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', REMEMBERED_SECONDS)
      .send();
  });
}
