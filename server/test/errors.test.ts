import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const withPage = useApp(db, {
  files: new Map([['/index.html', { body: Buffer.from('page'), gzipped: undefined, type: 'text/html', etag: '"1"' }]]),
});

/** Sends bytes as they stand, for requests that no client would make. */
function sendRaw(text: string): Promise<{ status: number; body: string; head: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('utf8').on('data', (part) => {
      received += part;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = received.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), body, head });
    });
  });
}

const requestLine = (line: string, headers = '') =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`;

test('an unknown path is 404', async () => {
  const answer = await call(server, '/api/v1/nothing-here');
  expect([answer.status, answer.body]).toEqual([404, { detail: 'Not found' }]);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
});

test('a program that has mistaken the address is told so, a browser is shown the dashboard', async () => {
  const ask = (path: string, accept: string) => fetch(withPage.url + path, { headers: { accept } });
  const program = await ask('/v1/keywords', 'application/json');
  expect([program.status, await program.json()]).toEqual([
    404,
    { detail: 'Not found. Did you mean /api/v1/keywords?' },
  ]);
  expect((await ask('/v1/keywords', '*/*')).status).toBe(404);
  for (const [path, accept] of [
    ['/keywords', 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ['/', '*/*'],
  ] as const) {
    const page = await ask(path, accept);
    expect([page.status, await page.text()]).toEqual([200, 'page']);
  }
});

test('a known path with another method is 405 and names the methods it has', async () => {
  const answer = await call(server, '/api/v1/visibility', { method: 'DELETE' });
  expect([answer.status, answer.body]).toEqual([
    405,
    { detail: 'Method DELETE is not allowed here. Allowed: GET, HEAD' },
  ]);
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
  const other = await call(server, '/api/v1/sandbox/advance');
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST']);
});

test.each([
  ['PUT', '/api/v1/alerts/backtest', 'POST'],
  ['GET', '/api/v1/alerts/backtest', 'POST'],
  ['DELETE', '/api/v1/competitors/candidates', 'GET, HEAD'],
  ['PUT', '/api/v1/alerts/alr_01kq3v8r5j6n2e7m4c9b0xw1td', 'DELETE, GET, HEAD, PATCH'],
])('%s %s is 405 and names the methods of this path alone', async (method, path, allowed) => {
  const answer = await call(server, path, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
});

test('a body that is not JSON is 400', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const answer = await call(server, '/api/v1/webhooks', { key, method: 'POST', body: '{"url": ' });
  expect([answer.status, answer.body]).toEqual([400, { detail: 'The request body is not valid JSON' }]);
});

test('a body over 64 KiB is 413', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const answer = await call(server, '/api/v1/webhooks', { key, method: 'POST', body: { url: 'x'.repeat(65 * 1024) } });
  expect([answer.status, answer.body]).toEqual([413, { detail: 'The request body is too large' }]);
});

test('a body in another format is 415', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await call(server, '/api/v1/webhooks', { key, method: 'POST', body: 'url=x', headers });
  expect([answer.status, answer.body]).toEqual([
    415,
    { detail: 'The request body must be sent as Content-Type: application/json' },
  ]);
});

test.each([
  ['application/json', '/api/v1/webhooks'],
  ['application/x-ndjson', '/api/v1/answers'],
])('400: a body of %s that is not UTF-8 is not stored broken', async (type, path) => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const post = (contentType: string, body: Buffer) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': contentType },
      body: new Uint8Array(body),
    });
  const broken = await post(type, Buffer.from('{"description": "caf\xe9"}', 'latin1'));
  expect([broken.status, await broken.json()]).toEqual([400, { detail: 'The request body is not valid UTF-8' }]);
  const other = await post(`${type}; charset=ISO-8859-1`, Buffer.from('{}'));
  expect([other.status, await other.json()]).toEqual([415, { detail: 'The request body must be encoded as UTF-8' }]);
  expect((await post(`${type}; charset="UTF-8"`, Buffer.from('{"description": "café"}'))).status).not.toBe(415);
});

test('a missing body and unknown fields are 422, with every problem in one sentence', async () => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const missing = await call(server, '/api/v1/webhooks', { key, method: 'POST' });
  expect([missing.status, missing.body]).toEqual([422, { detail: 'body: is required' }]);
  const body = { url: 'http://example.com', events: ['visibility.changed', 'nonsense'], colour: 'blue' };
  const answer = await call(server, '/api/v1/webhooks', { key, method: 'POST', body });
  expect([answer.status, answer.body]).toEqual([
    422,
    {
      detail:
        'url: must use https; events[1]: must be one of visibility.changed, mention.new, citation.new, alert.triggered, ' +
        'competitor.changed, report.ready; unknown field colour',
    },
  ]);
});

test.each([
  [{ url: 5, events: 'mention.new' }, 'url: must be a string; events: must be an array'],
  [{ url: 'https://example.com/\0', events: ['mention.new'] }, 'url: must not contain NUL or broken Unicode'],
  [
    { url: 'https://example.com', events: ['mention.new'], description: 'a\ud800b' },
    'description: must not contain NUL or broken Unicode',
  ],
  [{ url: 'https://example.com', events: [] }, 'events: must have at least 1 entry'],
  [[1, 2], 'body: must be an object'],
  [{ url: ['https://example.com'], events: ['mention.new'] }, 'url: must be a string'],
])('a wrong body is 422 and says what is wrong: %j', async (body, detail) => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const answer = await call(server, '/api/v1/webhooks', { key, method: 'POST', body });
  expect([answer.status, answer.body]).toEqual([422, { detail }]);
});

test.each(['/api/v1/visibility/%00', '/api/v1/keywords?q=%00'])(
  'what cannot be stored cannot be found: %s',
  async (path) => {
    const key = await givenKey(server.deps, await givenAccount(server.deps));
    expect((await call(server, path, { key })).status).toBeLessThan(500);
  },
);

test('a malformed address is 400', async () => {
  const answer = await sendRaw(requestLine('GET /api/v1/visibility/%zz'));
  expect(answer.head).toMatch(/x-api-version: \d/);
  expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { detail: 'The URL is malformed' }]);
});

test('headers that are too large are 431', async () => {
  const answer = await sendRaw(requestLine('GET /api/v1/visibility', `X-Long: ${'a'.repeat(20_000)}\r\n`));
  expect([answer.status, JSON.parse(answer.body)]).toEqual([431, { detail: 'The request headers are too large' }]);
  expect(answer.head).toMatch(/X-Request-Id: req_/);
  expect(answer.head).toMatch(/X-API-Version: \d/);
});

test('an expectation that nobody can meet is 417', async () => {
  const answer = await sendRaw(requestLine('GET /api/v1/visibility', 'Expect: foo\r\n'));
  expect([answer.status, answer.head]).toEqual([417, expect.stringMatching(/X-API-Version: \d/)]);
  expect(answer.body).toContain('{"detail":"The Expect header must be 100-continue"}');
});

test('QUERY is 405 where there is no such method', async () => {
  const answer = await sendRaw(requestLine('QUERY /api/v1/keywords'));
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    405,
    { detail: 'Method QUERY is not allowed here. Allowed: GET, HEAD, POST' },
  ]);
  expect(answer.head).toMatch(/^allow: GET, HEAD, POST$/im);
});

test('what is not HTTP is 400', async () => {
  const answer = await sendRaw('hello\r\n\r\n');
  expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { detail: 'The request is not valid HTTP' }]);
});

test.each([
  ['page=0', 'page: must be at least 1'],
  ['page=1&page=2&sort=trend&sort=keyword', 'page: must be given once; sort: must be given once'],
  ['page=99999999999999999999999', 'page: must be at most 999999999'],
  ['per_page=101', 'per_page: must be at most 100'],
  ['per_page=ten', 'per_page: must be a whole number'],
  [
    'sort=colour',
    'sort: must be one of keyword, -keyword, visibility_score, -visibility_score, updated_at, -updated_at, trend, -trend',
  ],
  ['page=-1&per_page=1.5', 'page: must be a whole number; per_page: must be a whole number'],
])('a wrong query is 422: %s', async (query, detail) => {
  const key = await givenKey(server.deps, await givenAccount(server.deps));
  const answer = await call(server, `/api/v1/visibility?${query}`, { key });
  expect([answer.status, answer.body]).toEqual([422, { detail }]);
});
