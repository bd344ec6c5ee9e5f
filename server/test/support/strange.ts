import fc from 'fast-check';
import type { Operation } from './contract.ts';

/** A request as bytes, so that nothing mends it on the way. */
export interface StrangeRequest {
  operationId: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const LONG = 'x'.repeat(10_000);
const NESTED = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const strangeTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '𝕏'.repeat(300),
  'é',
  '\u202e\u2066right',
  '\ufeff',
  "'; drop table keywords; --",
  '%s%n%x',
  '../../etc/passwd',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'NaN',
  '1e400',
  '-1',
  '0',
  '00',
  '+1',
  '1.5',
  '0x10',
  '９',
  '99999999999999999999',
  '0000-00-00',
  '9999-12-31',
  '2026-02-30',
  '10000-01-01',
  '2026-10-01T25:61:61Z',
  '+275760-09-13T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '2026-01-31T12:00:00+23:00',
  '9999-12-31T23:59:59-23:59',
  'https://[::1',
  'https://localhost/',
  'javascript:alert(1)',
  `https://example.com/${LONG}`,
  LONG,
];
const strangeText = fc.oneof(
  fc.constantFrom(...strangeTexts),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const strangeNumber = fc.oneof(
  fc.constantFrom(0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 31, -(2 ** 63), 5e-324, 1e21),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const strangeValue = fc.oneof(
  { weight: 4, arbitrary: strangeText },
  { weight: 2, arbitrary: strangeNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 2, arbitrary: fc.array(fc.oneof(strangeText, strangeNumber), { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);
const strangeName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  '\0',
  'id',
  'workspace_id',
  LONG,
);

/** Bodies that are no JSON, or JSON that no client writes. */
export const STRANGE_BODIES = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '{"a":1e999}',
  '{"a":1,"a":2}',
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":',
  '\ufeff{}',
  '{}\0',
  '{"\\ud800":1}',
  '{"\\u0000":1}',
  '{"__proto__":{"x":1}}',
  '{"keywords":{"length":3}}',
  '{"answers":[null,1,"x",[],{}]}',
  'a=b&c=d',
  '{}\n{}\n',
  '\n\n\n',
  '['.repeat(60_000),
  NESTED(30_000),
  `{"keywords":[${NESTED(30_000)}]}`,
  `{"answers":[${NESTED(500_000)}]}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
].map((body) => Buffer.from(body as string));

const strangeBytes = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...STRANGE_BODIES.filter(({ length }) => length < 1_000_000)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
);

const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant<string | undefined>('application/json') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<string | undefined>(
      undefined,
      '',
      ';',
      'json',
      'application/json; charset=utf-16',
      'application/json; charset=',
      'APPLICATION/JSON',
      'application/json, text/plain',
      'application/problem+json',
      'application/x-ndjson',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'text/plain',
      'text/html; charset=utf-8',
      `application/json; x=${'y'.repeat(3_000)}`,
    ),
  },
);

const strangeHeader = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'if-none-match': '*' },
  { 'if-none-match': '"' },
  { 'if-none-match': `${'"a", '.repeat(500)}"b"` },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'a'.repeat(256) },
  { 'idempotency-key': 'ÿ\u0080' },
  { origin: 'null' },
  { origin: 'https://[', referer: 'https://]' },
  { accept: 'text/html' },
  { accept: '' },
  { 'accept-encoding': 'gzip;q=nope, *;q=0' },
  { 'content-encoding': 'gzip' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': 'nonsense, ::1, 999.1.1.1' },
  { host: 'elsewhere.example' },
  { cookie: 'session=\u00ff; ; ==' },
  { range: 'bytes=9-1' },
  { 'x-request-id': 'mine' },
);

/** A value in a path or query, written in all the ways that are wrong. */
const encoded = fc.oneof(
  { weight: 5, arbitrary: strangeText.map((text) => encodeURIComponent(text.toWellFormed())) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '%',
      '%0',
      '%zz',
      '%00',
      '%ff',
      '%c3%28',
      '%ed%a0%80',
      '%f4%90%80%80',
      '%252e%252e',
      '..',
      '.',
      '%2e%2e%2f',
      '%2f',
      ';a=b',
      '~',
      'kw_01kq3v8r5j6n2e7m4c9b0xw1td',
      'a'.repeat(201),
    ),
  },
);

const strangePath = fc.constantFrom(
  '/api/v1',
  '/api/v1/',
  '//api/v1/keywords',
  '/api/v1//keywords',
  '/api/v1/keywords/',
  '/api/v1/%6beywords',
  '/API/V1/keywords',
  '/api/v1/../v1/keywords',
  '/api/v1/keywords/a/b/c',
  '/api/v2/keywords',
  '/api/v1/openapi.json/',
  '/api/v1/keywords?',
  '/api/v1/keywords??page=1',
  '/api/v1/keywords?page=1#part',
  '/api/v1/keywords;page=1',
  '/api/v1/%00',
  '/api/v1/%',
  '/dashboard/api/live/keywords',
  '/dashboard/api/%00/keywords',
  'http://elsewhere.example/api/v1/keywords',
  '*',
  `/api/v1/${'a/'.repeat(500)}`,
);

/** Requests that a client of this endpoint should not make, most of them wrong in one place. */
export function strangeRequests(operations: Operation[]): fc.Arbitrary<StrangeRequest> {
  const one = fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operationId: fc.constant(operation.operationId),
      method: methodOf(operation),
      path: fc.oneof({ weight: 9, arbitrary: pathOf(operation) }, { weight: 1, arbitrary: strangePath }),
      headers: headersOf(operation),
      body: bodyOf(operation),
    }),
  );
  // GET and HEAD have none, whatever was drawn.
  return one.map((request) => (/^(GET|HEAD|TRACE)$/.test(request.method) ? { ...request, body: undefined } : request));
}

function methodOf({ method }: Operation): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(method) },
    { weight: 1, arbitrary: fc.constantFrom('PUT', 'OPTIONS', 'TRACE', 'HEAD', 'PROPFIND', 'PATCH', 'DELETE', 'POST') },
  );
}

function pathOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name as string);
  const anyName = query.length > 0 ? fc.constantFrom(...query) : fc.constant('page');
  const pair = fc
    .tuple(
      fc.oneof({ weight: 8, arbitrary: anyName }, { weight: 1, arbitrary: encoded }),
      fc.constantFrom('', '[]', '[a]'),
      encoded,
    )
    .map(([name, suffix, value]) => `${name}${suffix}=${value}`);
  return fc
    .tuple(fc.array(encoded, { minLength: names.length, maxLength: names.length }), fc.array(pair, { maxLength: 3 }))
    .map(([values, pairs]) => {
      const filled = names.reduce((text, name, i) => text.replace(`{${name}}`, () => values[i] ?? ''), path);
      return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
    });
}

function headersOf({ requestBody }: Operation): fc.Arbitrary<Record<string, string>> {
  return fc.tuple(contentType, strangeHeader).map(([type, extra]) => ({
    ...(requestBody && type !== undefined ? { 'content-type': type } : {}),
    ...extra,
  }));
}

function bodyOf({ requestBody }: Operation): fc.Arbitrary<Buffer | undefined> {
  if (!requestBody)
    return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: strangeBytes });
  const { example } = requestBody.content['application/json'];
  return fc.oneof(
    { weight: 6, arbitrary: spoiled(example).map((value) => Buffer.from(JSON.stringify(value))) },
    { weight: 1, arbitrary: strangeValue.map((value) => Buffer.from(JSON.stringify(value))) },
    { weight: 2, arbitrary: strangeBytes },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** The example with one field wrong, missing or too many. */
function spoiled(example: Record<string, unknown>): fc.Arbitrary<unknown> {
  const field = fc.constantFrom(...Object.keys(example));
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(field, strangeValue).map(([name, value]) => ({ ...example, [name]: value })) },
    { weight: 1, arbitrary: field.map((name) => ({ ...example, [name]: undefined })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(strangeName, strangeValue)
        .map(([name, value]) => Object.fromEntries([...Object.entries(example), [name, value]])),
    },
    { weight: 1, arbitrary: fc.constant([example]) },
  );
}
