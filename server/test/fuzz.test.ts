import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../src/api/openapi/openapi.ts';
import { v1Routes } from '../src/api/v1/v1.ts';
import { raw, type Sql, sql } from '../src/store/db.ts';
import { FEW_KEYWORDS, givenAccount, givenKey, useApp } from './support/app.ts';
import { readContract } from './support/contract.ts';
import { useDatabase } from './support/database.ts';
import { STRANGE_BODIES, type StrangeRequest, strangeRequests } from './support/strange.ts';

const BATCHES = 60;
const BATCH_SIZE = 40;

const { db } = useDatabase();
const server = useApp(db);
const { operations } = readContract(openApiDocument(v1Routes(server.deps), server.deps));
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let testKey = '';
let liveKey = '';
let tableSums: Sql;

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 1, only: FEW_KEYWORDS });
  testKey = await givenKey(server.deps, account);
  liveKey = await givenKey(server.deps, account, { mode: 'live' });
  tableSums = await sumsOf();
});
afterAll(() => agent.destroy());

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

function send({ operationId, method, path, headers, body }: StrangeRequest): Promise<Reply> {
  // A month in the sandbox takes many seconds; with a live key it is refused after everything else was looked at.
  const key = operationId === 'advanceSandbox' ? liveKey : testKey;
  return new Promise((resolve, reject) => {
    const options = { port: server.port, host: '127.0.0.1', agent, method, path };
    const length = body === undefined ? {} : { 'content-length': body.length };
    const call = request({ ...options, headers: { authorization: `Bearer ${key}`, ...headers, ...length } });
    call.on('error', reject);
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    call.end(body);
  });
}

/** Why this may not be an answer to anything. */
function problemOf(method: string, { status, headers, text }: Reply): string | undefined {
  if (status >= 500) return `answered ${status} ${text}`;
  if (status < 400) return undefined;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `is ${headers['content-type']}`;
  if (method === 'HEAD') return undefined;
  const body = JSON.parse(text);
  const isDetail = Object.keys(body).join() === 'detail' && typeof body.detail === 'string' && body.detail !== '';
  return isDetail ? undefined : `answered ${status} ${text}`;
}

/** What counting requests changes is not the request's doing. */
const COUNTERS = /^(rate_windows|api_keys|idempotency.*)$/;

/** A sum over every row of every table: equal when nothing was written. */
async function stateOfTables(): Promise<string> {
  const [row] = await db.query<{ state: string }>(sql`select ${tableSums} as state`);
  return row?.state ?? '';
}

async function sumsOf(): Promise<Sql> {
  const tables = await db.query<{ name: string }>(
    sql`select relname as name
        from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        order by 1`,
  );
  const names = tables.map(({ name }) => name).filter((name) => !COUNTERS.test(name));
  expect(names).toContain('keywords');
  const sums = names.map(
    (name) =>
      `(select '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) from "${name}" t)`,
  );
  return raw(`concat_ws(chr(10), ${sums.join(', ')})`);
}

/** Says what went wrong with which request, short enough to read. */
function tell({ method, path, headers, body }: StrangeRequest, problem: string): string {
  const sent = body && body.length > 300 ? `${body.subarray(0, 300)}… (${body.length} bytes)` : body;
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${sent}\n→ ${problem.slice(0, 500)}`;
}

test('strange requests are refused in words, and what is refused leaves no trace', async () => {
  let before = await stateOfTables();
  let compared = 0;
  const statuses = new Map<number, number>();
  const batches = fc.array(strangeRequests(operations), { minLength: BATCH_SIZE, maxLength: BATCH_SIZE });
  const property = fc.asyncProperty(batches, async (batch) => {
    const replies = await Promise.all(batch.map(send));
    for (const [i, request] of batch.entries()) {
      const reply = replies[i] as Reply;
      const problem = problemOf(request.method, reply);
      if (problem) throw new Error(tell(request, problem));
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    }
    const after = await stateOfTables();
    const isWrite = ({ method }: StrangeRequest) => !/GET|HEAD|OPTIONS/.test(method);
    // What was taken may be written; only a batch without such a request proves something.
    if (!batch.some((request, i) => isWrite(request) && (replies[i]?.status ?? 0) < 300)) {
      compared++;
      expect(after).toBe(before);
    }
    before = after;
  });
  await fc.assert(property, { numRuns: BATCHES, endOnFailure: true });
  expect(compared).toBeGreaterThan(BATCHES / 4);
  for (const status of [400, 404, 405, 415, 422]) expect(statuses.get(status)).toBeGreaterThan(0);
});

test('no body is too strange for any endpoint', async () => {
  const before = await stateOfTables();
  for (const { operationId, method, path, requestBody } of operations.filter((one) => one.method !== 'GET')) {
    const types = [
      'application/json',
      ...(requestBody?.content['application/x-ndjson'] ? ['application/x-ndjson'] : []),
    ];
    const address = path.replace(/\{\w+\}/g, 'unknown');
    // Where none is expected, one that is too large to be read is refused all the same.
    const wrong = requestBody ? STRANGE_BODIES : [Buffer.from('['.repeat(60_000))];
    const requests = types.flatMap((type) =>
      wrong.map((body) => ({ operationId, method, path: address, headers: { 'content-type': type }, body })),
    );
    for (const request of requests) {
      const reply = await send(request);
      const problem = problemOf(method, reply) ?? (reply.status < 300 && !takenLines(reply) ? 'was taken' : undefined);
      expect(problem && tell(request, problem)).toBeUndefined();
    }
  }
  expect(await stateOfTables()).toBe(before);
});

/** Lines are refused one by one, with a 200 for the whole. */
function takenLines({ text }: Reply): boolean {
  const { data } = JSON.parse(text) as { data?: { status: string }[] };
  return data?.every(({ status }) => status === 'refused') ?? false;
}

test('bytes that are no HTTP get words, too', async () => {
  const pieces = fc.constantFrom(
    'GET /api/v1/keywords HTTP/1.1\r\n',
    'GET /api/v1/keywords HTTP/9.9\r\n',
    'FOO /api/v1/keywords HTTP/1.1\r\n',
    'GET /\u00e9\u0000 HTTP/1.1\r\n',
    'Host: x\r\n',
    'Host: x\r\nHost: y\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\n\r\nZZ\r\n',
    ': nothing\r\n',
    'A\u0000B: c\r\n',
    '\r\n\r\n',
    '\n',
    '\0',
  );
  const property = fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 5 }), async (parts) => {
    const received = await sendBytes(Buffer.from(parts.join(''), 'latin1'));
    const answers = received.split(/(?=HTTP\/1\.1 \d)/).filter((text) => text !== '');
    for (const answer of answers) {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r?$/im);
      expect(Object.keys(JSON.parse(body))).toEqual(['detail']);
    }
  });
  await fc.assert(property);
});

/** Bytes on a bare socket, for what no client can say. */
function sendBytes(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.end(bytes));
    let received = '';
    socket.setEncoding('utf8').on('data', (part) => {
      received += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
