// Webhook receivers for benchmarks and drills, in a forked process: `node scripts/receivers.mjs <count>`.
// Sends {ca, ports} when it listens, then {received: [[receiver, marker, milliseconds]]} in batches. The marker is the
// keyword_id of the event. A message {hanging: [receiver, …]} lists receivers that should never respond.
import { createServer } from 'node:https';
import { generate } from 'selfsigned';

const count = Number(process.argv[2]);
const names = { keyType: 'ec', algorithm: 'sha256' };
const authority = await generate([{ name: 'commonName', value: 'Visibility benchmark authority' }], {
  ...names,
  extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
});
const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
  ...names,
  ca: { key: authority.private, cert: authority.cert },
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
});

let hanging = new Set();
let received = [];
const servers = await Promise.all(Array.from({ length: count }, (_, index) => startReceiver(index)));
process.on('message', (message) => {
  hanging = new Set(message.hanging);
});
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (received.length === 0) return;
  // Without a callback, the process would crash if its parent ended just now.
  process.send({ received }, () => {});
  received = [];
}, 20);
process.send({ ca: authority.cert, ports: servers.map((server) => server.address().port) });

function startReceiver(index) {
  const server = createServer({ key: certificate.private, cert: certificate.cert }, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const at = performance.timeOrigin + performance.now();
      received.push([index, /"keyword_id":"([^"]*)"/.exec(body)?.[1] ?? '', at]);
      if (!hanging.has(index)) response.writeHead(200, { 'content-length': 2 }).end('ok');
    });
  });
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
