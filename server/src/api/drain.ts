import type { FastifyInstance } from 'fastify';
import { ApiError } from '../base/errors.ts';

// What is under way when the server stops may take this long.
const PATIENCE_MS = 10_000;

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
    underWay++;
    // Also when the client went away before the answer.
    reply.raw.once('close', () => {
      underWay--;
      if (underWay === 0) onIdle();
    });
    done();
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    if (underWay === 0) return done();
    const patience = setTimeout(done, PATIENCE_MS);
    onIdle = () => {
      clearTimeout(patience);
      onIdle = () => {};
      done();
    };
  });
}
