// A receiver of webhooks that needs nothing but Node 18 or newer:
//
//   WEBHOOK_SECRET="your secret" PORT=8080 node receiver.mjs
//
// Put it behind a proxy that speaks HTTPS and register that address. With @visibility/sdk installed,
// `await parseEvent(body, request.headers, secret)` does what `isFromUs` and JSON.parse do here.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET;
const port = Number(process.env.PORT ?? 8080);
if (!secret) {
  console.error('Set WEBHOOK_SECRET to the secret of your webhook.');
  process.exit(1);
}

const LARGEST_BODY = 512 * 1024;

// A delivery may come twice: when your answer got lost, or when it is replayed. Keep the ids in your database
// if handling an event twice would do harm.
const seen = new Set();

const server = createServer((request, response) => {
  // A sender that hangs up half-way must not end the process.
  receive(request, response).catch(() => response.destroy());
});

async function receive(request, response) {
  const answer = (status) => response.writeHead(status).end();
  if (request.method !== 'POST') return answer(405);
  const body = await readBody(request);
  if (!body) return answer(413);
  if (!isFromUs(body, request.headers['x-service-signature'])) return answer(401);

  const event = JSON.parse(body.toString());
  // At once: the work comes after, so that a slow day of yours does not count as a failed delivery.
  answer(200);
  if (seen.has(event.id)) return;
  seen.add(event.id);
  if (seen.size > 10_000) seen.delete(seen.values().next().value);
  setImmediate(handle, event);
}

/** The bytes as they came: parsed and written again they would not be the ones that were signed. */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Compares in a time that does not depend on where the two differ. */
function isFromUs(body, signature = '') {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function handle(event) {
  console.log(`${event.created_at} ${event.type} ${event.id} ${JSON.stringify(event.data)}`);
}

server.listen(port, '127.0.0.1', () => console.log(`Listening on port ${server.address().port}`));
