// Webhook receiver with Fastify 5:
//
//   npm install
//   WEBHOOK_SECRET="your secret" PORT=8080 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { fastify } from 'fastify';

const secret = process.env.WEBHOOK_SECRET;
const port = Number(process.env.PORT ?? 8080);
if (!secret) {
  console.error('Set WEBHOOK_SECRET to the secret of your webhook.');
  process.exit(1);
}

const app = fastify({ bodyLimit: 512 * 1024 });

// A separate context keeps the raw bytes here. Your other routes keep Fastify's parsers.
app.register(async (hooks) => {
  hooks.removeAllContentTypeParsers();
  hooks.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request, body) => body);
  hooks.post('/*', async (request, reply) => {
    const body = request.body ?? Buffer.alloc(0);
    if (!isFromUs(body, request.headers['x-service-signature'])) return reply.code(401).send();

    const event = JSON.parse(body.toString());
    // Process after the response, so that slow processing is not a failed delivery.
    if (isNew(event.id)) setImmediate(handle, event);
    return reply.code(200).send();
  });
});
app.route({
  method: ['GET', 'PUT', 'PATCH', 'DELETE'],
  url: '/*',
  handler: async (_request, reply) => reply.code(405).send(),
});

/** Compares in constant time. */
function isFromUs(body, signature = '') {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// An event can arrive more than once. Store the ids in your database if processing one twice would cause damage.
const seen = new Set();

function isNew(id) {
  if (seen.has(id)) return false;
  seen.add(id);
  if (seen.size > 10_000) seen.delete(seen.values().next().value);
  return true;
}

function handle(event) {
  console.log(`${event.created_at} ${event.type} ${event.id} ${JSON.stringify(event.data)}`);
}

await app.listen({ port, host: '127.0.0.1' });
console.log(`Listening on port ${app.server.address().port}`);
