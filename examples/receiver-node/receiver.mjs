// Webhook receiver for Node 18 or newer, without dependencies:
//
//   WEBHOOK_SECRET="your secret" PORT=8080 node receiver.mjs
//
// Put an HTTPS proxy in front and register its URL. With @visibility/sdk installed,
// `await parseEvent(body, request.headers, secret)` replaces `isFromUs` and JSON.parse.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET;
const port = Number(process.env.PORT ?? 8080);
if (!secret) {
  console.error('Set WEBHOOK_SECRET to the secret of your webhook.');
  process.exit(1);
}

const LARGEST_BODY = 512 * 1024;

// An event can arrive more than once. Store the ids in your database if processing one twice would cause damage.
const seen = new Set();

const server = createServer((request, response) => {
  // A sender that disconnects early must not crash the process.
  receive(request, response).catch(() => response.destroy());
});

async function receive(request, response) {
  const answer = (status) => response.writeHead(status).end();
  if (request.method !== 'POST') return answer(405);
  const body = await readBody(request);
  if (!body) return answer(413);
  if (!isFromUs(body, request.headers['x-service-signature'])) return answer(401);

  const event = JSON.parse(body.toString());
  // Respond before processing, so that slow processing is not a failed delivery.
  answer(200);
  if (seen.has(event.id)) return;
  seen.add(event.id);
  if (seen.size > 10_000) seen.delete(seen.values().next().value);
  setImmediate(handle, event);
}

/** Reads the raw bytes, because the signature covers exactly these. */
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

/** Compares in constant time. */
function isFromUs(body, signature = '') {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function handle(event) {
  console.log(`${event.created_at} ${event.type} ${event.id} ${JSON.stringify(event.data)}`);
}

server.listen(port, '127.0.0.1', () => console.log(`Listening on port ${server.address().port}`));
