import { Agent, get } from 'node:http';
import { connect } from 'node:net';

/** Keeps one request in flight per connection, for `ms` milliseconds or `count` requests. */
export async function load({ port, request, connections, ms = Infinity, count = Infinity, status = 200, raw = false }) {
  const latencies = [];
  const start = performance.now();
  let sent = 0;
  const next = () => (sent < count && performance.now() - start < ms ? request(sent++) : undefined);
  const ask = raw ? askRaw : askByHttp;
  const onAnswer = (latency) => latencies.push(latency);
  await Promise.all(Array.from({ length: connections }, () => ask({ port, next, status, onAnswer })));
  const seconds = (performance.now() - start) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return { count: latencies.length, rate: latencies.length / seconds, p50: at(0.5), p99: at(0.99) };
}

/** Node's own client on a keep-alive connection. */
async function askByHttp({ port, next, status, onAnswer }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let wanted = next(); wanted; wanted = next()) {
    const askedAt = performance.now();
    const response = await answerTo({ host: '127.0.0.1', port, agent, ...wanted });
    if (response.statusCode !== status)
      throw new Error(`${wanted.path}: status ${response.statusCode}, expected ${status}`);
    onAnswer(performance.now() - askedAt);
  }
  agent.destroy();
}

function answerTo(options) {
  return new Promise((resolve, reject) => {
    const request = get(options, (response) => response.on('end', () => resolve(response)).resume());
    request.on('error', reject);
  });
}

/**
 * Raw sockets with minimal parsing, so that the client costs almost nothing. Assumes that the response head arrives in
 * one chunk.
 */
function askRaw({ port, next, status, onAnswer }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const statusLine = `HTTP/1.1 ${status} `;
    let [askedAt, received, length] = [0, 0, undefined];
    const askNext = () => {
      const wanted = next();
      if (!wanted) return socket.end(() => resolve(undefined));
      [askedAt, received, length] = [performance.now(), 0, undefined];
      socket.write(bytesOf(wanted));
    };
    socket.on('connect', askNext);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection')));
    socket.on('data', (chunk) => {
      received += chunk.length;
      length ??= answerLength(chunk, statusLine);
      if (length instanceof Error) return socket.destroy(length);
      if (received < length) return;
      onAnswer(performance.now() - askedAt);
      askNext();
    });
  });
}

function bytesOf({ path, headers }) {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Length of head and body. */
function answerLength(chunk, statusLine) {
  const head = chunk.latin1Slice(0, chunk.indexOf('\r\n\r\n') + 4);
  if (!head.startsWith(statusLine)) return new Error(`not ${statusLine.trim()}: ${chunk.latin1Slice(0, 2_000)}`);
  return head.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
}
