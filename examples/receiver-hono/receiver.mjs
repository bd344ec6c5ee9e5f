// Webhook receiver with Hono on Node. `app` also runs on Deno, Bun and workers:
//
//   npm install
//   WEBHOOK_SECRET="your secret" PORT=8080 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

const secret = process.env.WEBHOOK_SECRET;
const port = Number(process.env.PORT ?? 8080);
if (!secret) {
  console.error('Set WEBHOOK_SECRET to the secret of your webhook.');
  process.exit(1);
}

const app = new Hono();

app.post('*', bodyLimit({ maxSize: 512 * 1024 }), async (context) => {
  // Raw bytes: with `context.req.json()` the signed bytes would be lost.
  const body = Buffer.from(await context.req.arrayBuffer());
  if (!isFromUs(body, context.req.header('x-service-signature'))) return context.body(null, 401);

  const event = JSON.parse(body.toString());
  // Process after the response, so that slow processing is not a failed delivery.
  if (isNew(event.id)) setTimeout(handle, 0, event);
  return context.body(null, 200);
});
app.all('*', (context) => context.body(null, 405));

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

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (info) => console.log(`Listening on port ${info.port}`));
