import type { FastifyInstance } from 'fastify';
import { ApiError } from '../base/errors.ts';

// What is under way when the server stops may take this long.
const PATIENCE_MS = 10_000;
// What was answered last is on its way by then. A browser opens connections before it needs them, and Node waits a
// minute for the first request on each.
const CLOSING_MS = 1_000;

/**
 * When the app is closed, what is under way is finished first; whoever comes meanwhile is told to come back, on a
 * connection that is then closed, so that a load balancer goes elsewhere.
 */
export function drainOnClose(app: FastifyInstance): void {
  let isClosing = false;
  let underWay = 0;
  let onIdle = () => {};
  app.addHook('onRequest', (request, reply, done) => {
    if (isClosing) {
      reply.header('connection', 'close');
      if (request.url !== '/healthz') {
        return done(new ApiError(503, 'The server is stopping. Try again in a few seconds.', { 'retry-after': '5' }));
      }
    }
    // The client has gone already: there is no end to wait for.
    if (reply.raw.destroyed) return done();
    underWay++;
    // Also when the client goes away before the answer.
    reply.raw.once('close', () => {
      underWay--;
      if (underWay === 0) onIdle();
    });
    done();
  });
  app.addHook('preClose', (done) => {
    const close = () => {
      setTimeout(() => app.server.closeAllConnections(), CLOSING_MS).unref();
      done();
    };
    isClosing = true;
    if (underWay === 0) return close();
    const patience = setTimeout(close, PATIENCE_MS);
    onIdle = () => {
      clearTimeout(patience);
      onIdle = () => {};
      close();
    };
  });
}
