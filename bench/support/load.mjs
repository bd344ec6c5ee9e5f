import { connect } from 'node:net';

/**
 * Keeps one request under way on each connection, for so many milliseconds or so many requests. Raw sockets and the
 * least parsing that will do: a client library takes more processor time than the servers that are measured here,
 * on the same cores.
 */
export async function load({ port, request, connections, ms = Infinity, count = Infinity, status = 200 }) {
  const latencies = [];
  const start = performance.now();
  let sent = 0;
  const next = () => (sent < count && performance.now() - start < ms ? request(sent++) : undefined);
  const ask = () => askOnOneConnection({ port, next, status, onAnswer: (latency) => latencies.push(latency) });
  await Promise.all(Array.from({ length: connections }, ask));
  const seconds = (performance.now() - start) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return { count: latencies.length, rate: latencies.length / seconds, p50: at(0.5), p99: at(0.99) };
}

/** The bytes of a GET. */
export function requestBytes(path, headers = {}) {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

function askOnOneConnection({ port, next, status, onAnswer }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const wanted = `HTTP/1.1 ${status} `;
    let [askedAt, received, length] = [0, 0, undefined];
    const askNext = () => {
      const bytes = next();
      if (!bytes) return socket.end(resolve);
      [askedAt, received, length] = [performance.now(), 0, undefined];
      socket.write(bytes);
    };
    socket.on('connect', askNext);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      received += chunk.length;
      length ??= answerLength(chunk, wanted);
      if (length instanceof Error) return socket.destroy(length);
      if (received < length) return;
      onAnswer(performance.now() - askedAt);
      askNext();
    });
  });
}

/** Head and body together. The head always came in one piece: it is written in one, and smaller than a packet here. */
function answerLength(chunk, wanted) {
  const head = chunk.latin1Slice(0, chunk.indexOf('\r\n\r\n') + 4);
  if (!head.startsWith(wanted)) return new Error(`not ${wanted.trim()}: ${chunk.latin1Slice(0, 2_000)}`);
  return head.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
}
