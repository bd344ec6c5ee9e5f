import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let key = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 8 });
  key = await givenKey(server.deps, account);
});

const get = (path: string) => call(server, `/api/v1${path}`, { key });

test.each(['/metrics', '/platforms'])('200: the short list %s has pages and links like every other', async (path) => {
  const whole = (await get(path)).body;
  expect(whole.meta).toEqual({ total: whole.data.length, page: 1, per_page: 20 });
  const second = await get(`${path}?page=2&per_page=2`);
  expect(second.body).toEqual({
    data: whole.data.slice(2, 4),
    meta: { total: whole.data.length, page: 2, per_page: 2 },
  });
  expect(second.headers.get('link')).toContain(`<http://localhost:4000/api/v1${path}?page=3&per_page=2>; rel="next"`);
  expect((await get(`${path}?page=99`)).body.data).toEqual([]);
  expect((await get(`${path}?per_page=101`)).body).toEqual({ detail: 'per_page: must be at most 100' });
});

test('200: events are narrowed to a keyword, alone and with a type, and their number is theirs', async () => {
  const all = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { body } = await get(`/events?per_page=100&page=${page}`);
    last = Math.ceil(body.meta.total / 100);
    all.push(...body.data);
  }
  const keywordId: string = all[0].data.keyword_id;
  const own = all.filter(({ data }) => data.keyword_id === keywordId);
  expect(own.length).toBeLessThan(all.length);
  const listed = await get(`/events?keyword_id=${keywordId}&per_page=3`);
  expect(listed.body).toEqual({ data: own.slice(0, 3), meta: { total: own.length, page: 1, per_page: 3 } });
  expect(listed.headers.get('link')).toContain(`keyword_id=${keywordId}`);
  const cited = own.filter(({ type }) => type === 'citation.new');
  const typed = (await get(`/events?keyword_id=${keywordId}&type=citation.new&per_page=100`)).body;
  expect([typed.meta.total, typed.data]).toEqual([cited.length, cited.slice(0, 100)]);
  const lines = await fetch(`${server.url}/api/v1/events.ndjson?keyword_id=${keywordId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const written = (await lines.text()).trimEnd().split('\n');
  expect(written.map((line) => JSON.parse(line))).toEqual(own);
});

test('200: events of a keyword that is unknown, or another account’s, are none', async () => {
  const other = await givenKey(server.deps, await givenAccount(server.deps));
  const keywordId = (await get('/keywords?per_page=1')).body.data[0].keyword_id;
  const foreign = await call(server, `/api/v1/events?keyword_id=${keywordId}`, { key: other });
  const unknown = await call(server, '/api/v1/events?keyword_id=kw_unknown', { key: other });
  expect([foreign.status, foreign.text]).toEqual([200, unknown.text]);
  expect(foreign.body.meta.total).toBe(0);
  expect((await get('/events?keyword_id=kw_unknown')).body.meta.total).toBe(0);
});

test('200: keywords are listed by whether they are asked', async () => {
  const [first] = (await get('/keywords?per_page=1')).body.data;
  const { total } = (await get('/keywords')).body.meta;
  await call(server, `/api/v1/keywords/${first.keyword_id}`, { key, method: 'PATCH', body: { status: 'paused' } });
  const paused = (await get('/keywords?status=paused')).body;
  expect([paused.meta.total, paused.data[0].keyword_id]).toEqual([1, first.keyword_id]);
  expect((await get('/keywords?status=active')).body.meta.total).toBe(total - 1);
  expect((await get('/keywords?status=stopped')).body).toEqual({ detail: 'status: must be one of active, paused' });
});

test.each(['/mentions', '/citations', '/answers', '/events'])(
  '200: %s since a day that is still to come are none yet',
  async (path) => {
    const { status, body } = await get(`${path}?since=2999-01-01`);
    expect([status, body.meta?.total]).toEqual([200, 0]);
  },
);

test('201: JSON that begins with a byte order mark is read', async () => {
  const body = '\ufeff{"keyword": "marked"}';
  expect((await call(server, '/api/v1/keywords', { key, method: 'POST', body })).status).toBe(201);
});

test.each([
  ['/api/v1/visibility/', '/api/v1/visibility'],
  ['/api/v1/Visibility', '/api/v1/visibility'],
  ['//api/v1//keywords', '/api/v1/keywords'],
  ['/API/v1/events/', '/api/v1/events'],
  ['/api/v1/keyword', '/api/v1/keywords'],
  ['/api/mentions', '/api/v1/mentions'],
  ['/v1/webhooks?page=1', '/api/v1/webhooks'],
])('404: %s is not found, and the sentence names %s', async (path, meant) => {
  const { status, body } = await call(server, path, { key });
  expect([status, body]).toEqual([404, { detail: `Not found. Did you mean ${meant}?` }]);
});

test('404: a last slash is another address for every method, and not a record without an id', async () => {
  for (const method of ['POST', 'DELETE']) {
    const { status, body } = await call(server, '/api/v1/keywords/', { key, method, body: {} });
    expect([status, body]).toEqual([404, { detail: 'Not found. Did you mean /api/v1/keywords?' }]);
  }
});

test('404: the address of the API itself says where its endpoints are described', async () => {
  for (const path of ['/api/v1', '/api/v1/', '/api']) {
    const { status, body } = await call(server, path, { key });
    expect([status, body]).toEqual([404, { detail: 'Not found. See /docs for all endpoints' }]);
  }
});

test('400: an address with letters that are not encoded says so', async () => {
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const request = 'GET /api/v1/keywords?q=Büro HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('utf8').on('data', (part) => {
      received += part;
    });
    socket.on('error', reject).on('close', () => resolve(received));
  });
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text).toContain('{"detail":"The URL contains characters that must be percent-encoded"}');
});

test.each(['gzip', 'br', 'GZIP, identity'])(
  '415: a body with Content-Encoding %s is refused by name',
  async (coding) => {
    const post = (body: Uint8Array, encoding: string) =>
      fetch(`${server.url}/api/v1/keywords`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-encoding': encoding,
        },
        body: new Uint8Array(body),
      });
    const refused = await post(gzipSync('{"keyword": "packed"}'), coding);
    expect([refused.status, await refused.json()]).toEqual([
      415,
      { detail: 'The request body must be sent without Content-Encoding' },
    ]);
    expect(refused.headers.get('accept-encoding')).toBe('identity');
    const plain = await post(Buffer.from(`{"keyword": "not packed ${coding}"}`), 'identity');
    expect(plain.status).toBe(201);
  },
);

const TIME = 'must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z';
const ID = 'must be the id of a keyword, such as kw_01kq3v8r5j6n2e7m4c9b0xw1td';

test.each([
  ['/visibility?platform=chatgtp', 'platform: is unknown, did you mean chatgpt?'],
  ['/mentions?platform=perplexty', 'platform: is unknown, did you mean perplexity?'],
  ['/citations?platform=claudde', 'platform: is unknown, did you mean claude?'],
  ['/answers?platform=gemeni', 'platform: is unknown, did you mean gemini?'],
  ['/answers?platform=gpt', 'platform: is unknown, did you mean chatgpt?'],
  ['/competitors?platform=bing', 'platform: is unknown, did you mean copilot?'],
  ['/mentions?platform=ChatGPT', 'platform: must be a lowercase name such as chatgpt'],
  ['/visibility?platform=', 'platform: must be a lowercase name such as chatgpt'],
  ['/visibility?keyword_id=kanban', `keyword_id: ${ID}`],
  ['/events?keyword_id=', `keyword_id: ${ID}`],
  ['/mentions?keyword_id=mnt_01kq3v8r5j6n2e7m4c9b0xw1td', `keyword_id: ${ID}`],
  ['/keywords?tag=', 'tag: must not be empty'],
  ['/visibility?tag=%20', 'tag: must not be empty'],
  ['/visibility?include=answer_id', 'include: must be evidence'],
  ['/events?since=yesterday', `since: ${TIME}`],
  ['/events?since=', `since: ${TIME}`],
  ['/events?since=1700000000', `since: ${TIME}`],
  ['/events?since=2026-10-01T10:00:00', 'since: must include a time zone, such as 2026-01-31T12:00:00Z'],
  [
    '/mentions?until=2026-10-01T10:00:00+05:30',
    'until: must have the + of its time zone encoded as %2B, because + means a space in a URL',
  ],
  ['/usage?since=2026-10-02&until=2026-10-01', 'since: must not be after until'],
  ['/visibility/kw_unknown?since=2026-10-02&until=2026-10-01', 'since: must not be after until'],
])('422: %s', async (path, detail) => {
  const { status, body } = await get(path);
  expect([status, body]).toEqual([422, { detail }]);
});

test.each(['chatgpt_web', 'claude2', 'grok', 'gemini_3', 'constructor'])(
  '200: %s may be a platform of yours, so it is looked for',
  async (platform) => {
    const { status, body } = await get(`/answers?platform=${platform}`);
    expect([status, body.meta?.total]).toEqual([200, 0]);
  },
);

const UNKNOWN = 'platfrom=gemini&limit=1&from=2026-10-01&pancake=1';
const HINTS = 'platfrom (did you mean platform?), limit (did you mean per_page?), from (did you mean since?), pancake';

test.each(['/mentions', '/mentions.csv', '/mentions?page=0&'])(
  'a response of %s names the query parameters that were ignored',
  async (path) => {
    const ask = (query: string) =>
      fetch(`${server.url}/api/v1${path}${query}`, { headers: { authorization: `Bearer ${key}` } });
    const { headers } = await ask(`${path.includes('?') ? '' : '?'}${UNKNOWN}`);
    expect(headers.get('x-unknown-parameters')).toBe(HINTS);
    expect((await ask('')).headers.has('x-unknown-parameters')).toBe(false);
  },
);

test('the names in the header are short and safe, whatever the query is', async () => {
  const names = ['__proto__', 'é\n"<', 'x'.repeat(5_000), ...Array.from({ length: 500 }, (_, i) => `p${i}`)];
  const { status, headers } = await get(`/mentions?${names.map((name) => `${encodeURIComponent(name)}=1`).join('&')}`);
  const hints = headers.get('x-unknown-parameters') ?? '';
  expect([status, hints.split(', ').length]).toEqual([200, 10]);
  expect(hints).toMatch(/^__proto__, %C3%A9%0A%22%3C, x{40}, p0/);
});

test('a request that wants strict handling gets a 422 for them, and is answered as it wanted', async () => {
  const ask = (path: string, prefer: string) => call(server, `/api/v1${path}`, { key, headers: { prefer } });
  const refused = await ask('/mentions?platfrom=gemini', 'respond-async, Handling="strict"');
  expect([refused.status, refused.body, refused.headers.get('preference-applied')]).toEqual([
    422,
    { detail: 'Unknown query parameters: platfrom (did you mean platform?)' },
    'handling=strict',
  ]);
  const created = await call(server, '/api/v1/keywords?dry_run=true', {
    ...{ key, method: 'POST', body: { keyword: 'not created' } },
    headers: { prefer: 'handling=strict' },
  });
  expect([created.status, created.headers.get('x-unknown-parameters')]).toEqual([422, 'dry_run']);
  const known = await ask('/mentions?platform=gemini', 'handling=strict');
  expect([known.status, known.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
  const lenient = await ask('/mentions?platfrom=gemini', 'handling=lenient');
  expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([200, null]);
});

test.each(['/keywords', '/keywords.ndjson'])('the links of %s lead to whole addresses', async (path) => {
  const { headers } = await get(`${path}?per_page=1&status=active`);
  const targets = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(
    ([, url = '']) => new URL(url),
  );
  expect(targets.length).toBeGreaterThan(1);
  for (const url of targets) expect(url.origin + url.pathname).toBe(`http://localhost:4000/api/v1${path}`);
  const next = targets[1] as URL;
  expect([next.searchParams.get('page'), next.searchParams.get('status')]).toEqual(['2', 'active']);
  const { status } = await get(next.href.replace('http://localhost:4000/api/v1', ''));
  expect(status).toBe(200);
});

test.each([
  ['/usage.csv', 'Not found. Only lists are available as CSV or NDJSON'],
  ['/visibility/kw_01kq3v8r5j6n2e7m4c9b0xw1td.csv', 'Not found. Only lists are available as CSV or NDJSON'],
  ['/nothing.csv', 'Not found'],
])('404: %s', async (path, detail) => {
  const { status, body } = await get(path);
  expect([status, body]).toEqual([404, { detail }]);
});

test.each(['keywords', 'answers'])('422: a bare list of %s is told how to send several', async (noun) => {
  const { status, body } = await call(server, `/api/v1/${noun}`, { key, method: 'POST', body: [{}] });
  expect([status, body]).toEqual([422, { detail: `body: must be an object. Send several as {"${noun}": […]}` }]);
});
