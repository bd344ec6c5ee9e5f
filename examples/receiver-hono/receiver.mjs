// A receiver of webhooks with Hono, here on Node; `app` runs as it is on Deno, Bun and workers, too:
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
  // The bytes as they came: `context.req.json()` would leave nothing to check the signature of.
  const body = Buffer.from(await context.req.arrayBuffer());
  if (!isFromUs(body, context.req.header('x-service-signature'))) return context.body(null, 401);

  const event = JSON.parse(body.toString());
  // After the answer, so that a slow day of yours does not count as a failed delivery.
  if (isNew(event.id)) setTimeout(handle, 0, event);
  return context.body(null, 200);
});
app.all('*', (context) => context.body(null, 405));

/** Compares in a time that does not depend on where the two differ. */
function isFromUs(body, signature = '') {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// A delivery may come twice: when your answer got lost, or when it is replayed. Keep the ids in your database
// if handling an event twice would do harm.
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
