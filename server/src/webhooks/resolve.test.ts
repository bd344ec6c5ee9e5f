import { createSocket } from 'node:dgram';
import { expect, test } from 'vitest';
import { resolveHost } from './resolve.ts';

const A = 1;
const NS = 2;
const AAAA = 28;
const NO_ERROR = 0;
const SERVER_FAILED = 2;
const NO_SUCH_NAME = 3;

type Answers = Partial<Record<number, { code: number; data?: Buffer }>>;

/** A local name server whose reply depends on the requested record type. */
async function startNameServer(answers: Answers) {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    // The query: a name of length-prefixed labels, then type and class.
    let end = 12;
    while ((query[end] ?? 0) > 0) end += (query[end] ?? 0) + 1;
    const type = query.readUInt16BE(end + 1);
    const { code, data } = answers[type] ?? { code: SERVER_FAILED };
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(data ? 1 : 0, 6);
    const record = Buffer.alloc(data ? 12 : 0);
    if (data) {
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(60, 6);
      record.writeUInt16BE(data.length, 10);
    }
    const question = query.subarray(12, end + 5);
    socket.send(Buffer.concat([header, question, record, data ?? Buffer.alloc(0)]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${socket.address().port}`;
  return { address, [Symbol.dispose]: () => socket.close() };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    (found) => found,
    (error) => error.code,
  );

const ipv4 = Buffer.from([93, 184, 215, 14]);
const ipv6 = Buffer.from('20010db8000000000000000000000001', 'hex');
// A name server for the root: "a" and the end of the name.
const root = { code: NO_ERROR, data: Buffer.from([1, 0x61, 0]) };

test('IPv4 and IPv6 addresses are found, and one kind is enough', async () => {
  using both = await startNameServer({
    [A]: { code: NO_ERROR, data: ipv4 },
    [AAAA]: { code: NO_ERROR, data: ipv6 },
  });
  expect(await resolveHost('hook.example.com', [both.address])).toEqual(['93.184.215.14', '2001:db8::1']);
  using one = await startNameServer({ [A]: { code: NO_ERROR, data: ipv4 }, [AAAA]: { code: NO_ERROR } });
  expect(await resolveHost('hook.example.com', [one.address])).toEqual(['93.184.215.14']);
});

test('a name that does not exist, or whose own servers fail, is the receiver’s fault', async () => {
  using unknown = await startNameServer({ [A]: { code: NO_SUCH_NAME }, [AAAA]: { code: NO_SUCH_NAME } });
  expect(await codeOf(resolveHost('hook.example.com', [unknown.address]))).toBe('ENOTFOUND');
  using broken = await startNameServer({ [NS]: root });
  expect(await codeOf(resolveHost('hook.example.com', [broken.address]))).toBe('ESERVFAIL');
});

test('a resolver that fails for everything, or is unreachable, is our own problem', async () => {
  using failing = await startNameServer({});
  expect(await codeOf(resolveHost('hook.example.com', [failing.address]))).toBe('resolver_down');
  const closed = await startNameServer({});
  closed[Symbol.dispose]();
  expect(await codeOf(resolveHost('hook.example.com', [closed.address]))).toBe('resolver_down');
});

test('localhost is this machine, regardless of DNS', async () => {
  using server = await startNameServer({ [A]: { code: NO_ERROR, data: ipv4 } });
  expect(await resolveHost('localhost', [server.address])).toEqual(['127.0.0.1']);
  expect(await resolveHost('a.localhost', [server.address])).toEqual(['127.0.0.1']);
});
