import type { FastifyInstance } from 'fastify';
import { ApiError } from '../base/errors.ts';

// How long requests in progress may take after the server starts to stop.
const PATIENCE_MS = 10_000;
// Time to send the last responses. Then idle connections are closed: browsers open connections in advance, and Node
// waits a minute for the first request on each.
const CLOSING_MS = 1_000;

/**
 * On close, requests in progress are completed first. New requests get a 503 with `Connection: close`, so that a load
 * balancer uses another server. The returned signal is set when it starts to close.
 */
export function drainOnClose(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController();
  let isClosing = false;
  let inProgress = 0;
  let onIdle = () => {};
  app.addHook('onRequest', (request, reply, done) => {
    if (isClosing) {
      reply.header('connection', 'close');
      if (request.url !== '/healthz') {
        return done(new ApiError(503, 'The server is stopping. Try again in a few seconds.', { 'retry-after': '5' }));
      }
    }
    // The client has already disconnected: no close event will follow.
    if (reply.raw.destroyed) return done();
    inProgress++;
    // Also fires if the client disconnects before the response.
    reply.raw.once('close', () => {
      inProgress--;
      if (inProgress === 0) onIdle();
    });
    done();
  });
  app.addHook('preClose', (done) => {
    const close = () => {
      setTimeout(() => app.server.closeAllConnections(), CLOSING_MS).unref();
      done();
    };
    isClosing = true;
    stopping.abort();
    if (inProgress === 0) return close();
    const patience = setTimeout(close, PATIENCE_MS);
    onIdle = () => {
      clearTimeout(patience);
      onIdle = () => {};
      close();
    };
  });
  return stopping.signal;
}
