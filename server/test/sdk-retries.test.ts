import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import {
  AbortedError,
  ApiError,
  type ClientOptions,
  ConnectionError,
  createClient,
  TimeoutError,
  VisibilityError,
} from '@visibility/sdk';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { freePort } from './support/server-process.ts';

const { db } = useDatabase();
const server = useApp(db);
const KEY = 'svc_test_notarealkeybutlongenoughtobefound';

/** A server that answers as each test wants, and remembers what it was asked. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const stand = {
  url: '',
  answers: [] as Answer[],
  asked: [] as { method: string; url: string; idempotencyKey: string }[],
};
const site = createServer((request, response) => {
  const { method = '', url = '', headers } = request;
  stand.asked.push({ method, url, idempotencyKey: String(headers['idempotency-key'] ?? '') });
  const next = stand.answers.length > 1 ? stand.answers.shift() : stand.answers[0];
  request.resume().on('end', () => next?.(request, response));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  stand.url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
beforeEach(() => {
  stand.asked.length = 0;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const says =
  (status: number, headers: Record<string, string> = {}, body: unknown = { detail: `said ${status}` }): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const fine = says(200, {}, { data: [], meta: { total: 0, page: 1, per_page: 20 } });
const hangsUp: Answer = (request) => request.socket.destroy();
const silence: Answer = () => {};

const clientWith = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: stand.url, apiKey: KEY, ...options });

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an error
const errorOf = (work: Promise<unknown>): Promise<any> =>
  work.then(
    () => expect.unreachable('it did not fail'),
    (error) => error,
  );

test.each<[string, Answer]>([
  ['429', says(429, { 'retry-after': '0' })],
  ['502', says(502, {}, '<h1>Bad gateway</h1>')],
  ['503', says(503, { 'retry-after': '0' })],
  ['504', says(504)],
  ['a broken connection', hangsUp],
])('after %s a GET, and a POST under the same key, are sent again until it works', async (_name, answer) => {
  const client = clientWith();
  stand.answers = [answer, answer, fine];
  expect((await client.keywords.list()).data).toEqual([]);
  expect(stand.asked.length).toBe(3);

  stand.asked.length = 0;
  stand.answers = [answer, answer, fine];
  await client.keywords.create({ keyword: 'once' });
  const keys = stand.asked.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys.length).toBe(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  stand.answers = [fine];
  await client.keywords.create({ keyword: 'once' });
  expect(stand.asked.at(-1)?.idempotencyKey).not.toBe(keys[0]);
});

test.each([400, 401, 403, 404, 409, 422, 500])('%i is not tried again', async (status) => {
  stand.answers = [says(status)];
  const error = await errorOf(clientWith().keywords.list());
  expect(error).toMatchObject({ status, detail: `said ${status}` });
  expect(stand.asked.length).toBe(1);
});

test('what could be done twice by sending it twice is not, unless it was surely not done', async () => {
  const client = clientWith();
  for (const answer of [says(502), says(503), hangsUp]) {
    stand.answers = [answer];
    await errorOf(client.keywords.delete('kw_1'));
    await errorOf(client.keywords.change('kw_1', { status: 'paused' }));
  }
  expect(stand.asked.length).toBe(6);
  stand.asked.length = 0;
  stand.answers = [says(429, { 'retry-after': '0' }), fine];
  await client.keywords.change('kw_1', { status: 'paused' });
  expect(stand.asked.length).toBe(2);
});

test('a POST of which the first try is still running waits for its answer', async () => {
  stand.answers = [hangsUp, says(409, { 'retry-after': '0' }), fine];
  await clientWith().keywords.create({ keyword: 'slow' }, { idempotencyKey: 'mine' });
  expect(stand.asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['mine', 'mine', 'mine']);
});

test('it gives up after as many tries as it was told', async () => {
  stand.answers = [says(503, { 'retry-after': '0' })];
  expect((await errorOf(clientWith({ maxRetries: 3 }).keywords.list())).status).toBe(503);
  expect(stand.asked.length).toBe(4);
  await errorOf(clientWith().keywords.list({}, { maxRetries: 0 }));
  expect(stand.asked.length).toBe(5);
});

test.each<[string, () => Record<string, string>]>([
  ['in seconds', () => ({ 'retry-after': '1' })],
  [
    'as a date, by the server’s clock',
    () => ({ date: 'Mon, 05 Jan 2026 10:00:00 GMT', 'retry-after': 'Mon, 05 Jan 2026 10:00:01 GMT' }),
  ],
])('Retry-After is waited for: %s', async (_name, headers) => {
  const moments: number[] = [];
  const noting =
    (answer: Answer): Answer =>
    (request, response) => {
      moments.push(performance.now());
      answer(request, response);
    };
  stand.answers = [noting(says(503, headers())), noting(fine)];
  await clientWith().keywords.list();
  const [first = 0, second = 0] = moments;
  expect(second - first).toBeGreaterThanOrEqual(990);
});

test('a Retry-After longer than anybody would wait is thrown at once, with its seconds', async () => {
  stand.answers = [says(429, { 'retry-after': '1800' })];
  expect((await errorOf(clientWith().keywords.list())).retryAfterSeconds).toBe(1800);
  const [now, ahead] = [0, 3_600_000].map((ms) => new Date(Date.now() + ms).toUTCString());
  stand.answers = [says(503, { date: now ?? '', 'retry-after': ahead ?? '' })];
  const error = await errorOf(clientWith().keywords.list());
  expect(error.retryAfterSeconds).toBeGreaterThan(3_500);
  expect(stand.asked.length).toBe(2);
  stand.answers = [says(404, { 'retry-after': 'when it suits' })];
  expect((await errorOf(clientWith().keywords.list())).retryAfterSeconds).toBeUndefined();
});

test('a server that does not answer in time is a TimeoutError, and so is one that stops half-way', async () => {
  const halfWay: Answer = (_request, response) => response.writeHead(200).write('{"data": [');
  for (const answer of [silence, halfWay]) {
    stand.answers = [answer];
    const error = await errorOf(clientWith({ timeoutMs: 50, maxRetries: 0 }).keywords.list());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ name: 'TimeoutError', timeoutMs: 50 });
    expect(error.message).toBe('GET /api/v1/keywords timed out after 50 ms');
  }
  stand.answers = [fine];
  await clientWith({ timeoutMs: Number.POSITIVE_INFINITY, maxRetries: 0 }).keywords.list();
  stand.answers = [silence, fine];
  await clientWith().keywords.list({}, { timeoutMs: 300, maxRetries: 50 });
});

test.each<[string, Answer]>([
  ['on its way', silence],
  ['while it waits to try again', says(503, { 'retry-after': '30' })],
])('an abort ends a call %s', async (_name, answer) => {
  const ending = new AbortController();
  const reason = new Error('the person went away');
  const call = errorOf(
    clientWith({ onResponse: () => setTimeout(() => ending.abort(reason)) }).keywords.list(
      {},
      { signal: ending.signal },
    ),
  );
  stand.answers = [
    (request, response) => {
      answer(request, response);
      if (answer === silence) ending.abort(reason);
    },
  ];
  expectAborted(await call, reason);
  expect(stand.asked.length).toBe(1);
});

test('a call whose signal was aborted before is not sent', async () => {
  const reason = new Error('nobody is there');
  stand.answers = [fine];
  expectAborted(await errorOf(clientWith().keywords.list({}, { signal: AbortSignal.abort(reason) })), reason);
  expect(stand.asked).toEqual([]);
});

function expectAborted(error: Error, reason: Error): void {
  expect(error).toBeInstanceOf(AbortedError);
  expect(error).toBeInstanceOf(VisibilityError);
  expect([error.name, error.cause]).toEqual(['AbortError', reason]);
}

test('a server that is not there is a ConnectionError that says why', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const error = await errorOf(clientWith({ baseUrl, maxRetries: 0 }).keywords.list());
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).not.toBeInstanceOf(ApiError);
  expect(error.message).toMatch(/^GET \/api\/v1\/keywords got no response: .*ECONNREFUSED/);
});

test.each<[string, Answer, number, RegExp]>([
  ['a page', says(200, {}, '<!doctype html>'), 200, /^Not a response of this API\. Check baseUrl\.$/],
  ['an error of something else', says(404, {}, 'no route'), 404, /Check baseUrl/],
  [
    'a redirect',
    says(301, { location: 'https://elsewhere.example/' }),
    301,
    /redirects to https:\/\/elsewhere\.example/,
  ],
])('%s in place of an answer is an error that says to look at baseUrl', async (_name, answer, status, detail) => {
  stand.answers = [answer];
  const error = await errorOf(clientWith().keywords.create({ keyword: 'once' }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status, detail: expect.stringMatching(detail) });
  expect(stand.asked.map(({ method }) => method)).toEqual(['POST']);
});

test('nothing that comes out of the client shows the key', async () => {
  const shown: unknown[] = [];
  const client = clientWith({ maxRetries: 0, timeoutMs: 2_000, onResponse: (info) => shown.push(info) });
  shown.push(client, Object.values(client));
  for (const answer of [says(401), says(500, {}, 'not json'), hangsUp]) {
    stand.answers = [answer];
    shown.push(await errorOf(client.keywords.list()));
  }
  for (const bad of [`${KEY}\n`, `${KEY} `, `${KEY}ü`]) {
    try {
      clientWith({ apiKey: bad });
      expect.unreachable('it was taken');
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      shown.push(error);
    }
  }
  const text = shown.map((one) => `${inspect(one, { depth: 20, showHidden: true })} ${JSON.stringify(one)}`).join('\n');
  expect(text).toContain('returned 401');
  expect(text).not.toContain(KEY);
});

test.each<[Partial<ClientOptions>, RegExp]>([
  [{ apiKey: '' }, /^apiKey is missing or empty/],
  [{ apiKey: undefined as unknown as string }, /^apiKey is missing or empty/],
  [{ baseUrl: '' }, /^baseUrl is missing/],
  [{ baseUrl: undefined as unknown as string }, /^baseUrl is missing/],
  [{ baseUrl: 'visibility.example' }, /^baseUrl must be an http or https address: "visibility.example"$/],
  [{ baseUrl: 'ftp://visibility.example' }, /^baseUrl must be an http or https address/],
  [
    { baseUrl: 'https://user:secret@visibility.example' },
    /^baseUrl must not contain a user name, a query or a fragment$/,
  ],
  [{ timeoutMs: 0 }, /^timeoutMs must be a number of at least 1$/],
  [{ maxRetries: Number.NaN }, /^maxRetries must be a number of at least 0$/],
])('%j is a TypeError', (options, message) => {
  expect(() => clientWith(options)).toThrow(TypeError);
  expect(() => clientWith(options)).toThrow(message);
});

test('options that were forgotten altogether are a TypeError that names the first', () => {
  expect(() => createClient(undefined as unknown as ClientOptions)).toThrow(/^baseUrl is missing/);
});

test.each(['', '/', '/api/v1', '/api/v1/', '/behind/a/path/'])('baseUrl may end with "%s"', async (end) => {
  stand.answers = [fine];
  await clientWith({ baseUrl: stand.url + end }).keywords.list();
  const path = end.startsWith('/behind') ? '/behind/a/path' : '';
  expect(stand.asked[0]?.url).toBe(`${path}/api/v1/keywords`);
});

test('headers of yours are sent, of the client and of the call, and none of them replaces the key', async () => {
  let sent: IncomingMessage['headers'] = {};
  stand.answers = [
    (request, response) => {
      sent = request.headers;
      fine(request, response);
    },
  ];
  const client = clientWith({ headers: { 'x-from': 'client', 'x-both': 'client', authorization: 'Bearer other' } });
  await client.keywords.list({}, { headers: { 'X-Both': 'call' } });
  expect(sent).toMatchObject({ 'x-from': 'client', 'x-both': 'call' });
  expect(sent.authorization).toBe(`Bearer ${KEY}`);
});

test('a keyword whose first answer is lost on the way is there once, and the caller is told which', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  let lost = 0;
  // Hands on to the real server, and drops the first answer after the work was done.
  const proxy = createServer((request, response) => {
    const onward = requestTo(
      server.url + request.url,
      { method: request.method, headers: request.headers },
      (answer) => {
        if (request.method === 'POST' && lost++ === 0) return answer.resume().on('end', () => request.socket.destroy());
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    const replayed: (string | null)[] = [];
    const client = createClient({
      baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      apiKey: key,
      onResponse: ({ headers }) => replayed.push(headers.get('idempotent-replayed')),
    });
    const made = await client.keywords.create({ keyword: 'made once' });
    expect([lost, replayed]).toEqual([2, ['true']]);
    const { data } = await client.keywords.list({ q: 'made once' });
    expect(data).toEqual([made]);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
});
