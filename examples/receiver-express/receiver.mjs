// Webhook receiver with Express 5:
//
//   npm install
//   WEBHOOK_SECRET="your secret" PORT=8080 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';

const secret = process.env.WEBHOOK_SECRET;
const port = Number(process.env.PORT ?? 8080);
if (!secret) {
  console.error('Set WEBHOOK_SECRET to the secret of your webhook.');
  process.exit(1);
}

const app = express();
app.disable('x-powered-by');

// Raw body for this route: with `express.json()` the signed bytes would be lost.
app.post('/{*path}', express.raw({ type: () => true, limit: '512kb' }), (request, response) => {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!isFromUs(body, request.get('x-service-signature'))) return response.sendStatus(401);

  const event = JSON.parse(body.toString());
  // Respond before processing, so that slow processing is not a failed delivery.
  response.sendStatus(200);
  if (isNew(event.id)) setImmediate(handle, event);
});
app.all('/{*path}', (_request, response) => response.sendStatus(405));

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

const server = app.listen(port, '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`Listening on port ${server.address().port}`);
});
