import { Validator } from '@seriousme/openapi-schema-validator';
import { EVENT_TYPES } from '@visibility/sdk';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../src/api/openapi/openapi.ts';
import { createSchemaRegistry } from '../src/api/openapi/schema-registry.ts';
import { route } from '../src/api/route.ts';
import { v1Routes } from '../src/api/v1/v1.ts';
import { useApp } from './support/app.ts';
import { type Contract, type Document, escapePointer, readContract } from './support/contract.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let document: Document;
let contract: Contract;

beforeAll(async () => {
  document = await (await fetch(`${server.url}/openapi.json`)).json();
  contract = readContract(document);
});

/** Every place in the document that holds a value of this name, with its pointer. */
function placesOf(name: string, value: Document = document, pointer = ''): { pointer: string; value: Document }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<Document>(value).flatMap(([key, inner]) => {
    const place = `${pointer}/${escapePointer(key)}`;
    return [...(key === name ? [{ pointer: place, value: inner }] : []), ...placesOf(name, inner, place)];
  });
}

test('200: the description is served at both addresses to anybody, uncounted, and from any origin', async () => {
  const [short, long] = await Promise.all(
    ['/openapi.json', '/api/v1/openapi.json'].map((path) => fetch(server.url + path)),
  );
  expect([short?.status, long?.status]).toEqual([200, 200]);
  expect(short?.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(short?.headers.get('access-control-allow-origin')).toBe('*');
  expect(short?.headers.get('x-ratelimit-remaining')).toBeNull();
  expect(await long?.text()).toBe(await short?.text());
  expect(document.info.version).toBe(short?.headers.get('x-api-version'));
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.servers).toEqual([{ url: server.deps.baseUrl }]);
});

test('304: who has it already does not get it again; HEAD gets its headers alone', async () => {
  const etag = (await fetch(`${server.url}/openapi.json`)).headers.get('etag') ?? '';
  const again = await fetch(`${server.url}/openapi.json`, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await fetch(`${server.url}/openapi.json`, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  const plain = await fetch(`${server.url}/openapi.json`, { headers: { 'accept-encoding': 'identity' } });
  expect(await plain.json()).toEqual(document);
});

test('the reference page runs no script but ours, and loads nothing from elsewhere', async () => {
  const page = await fetch(`${server.url}/docs/reference`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}';/);
  expect(policy).not.toContain('http');
  expect([...(await page.text()).matchAll(/<(?:script|style|link|img)[^>]*>/g)].map(([tag]) => tag)).toEqual([
    '<link rel="icon" type="image/svg+xml" href="/docs/favicon.svg">',
    '<link rel="stylesheet" href="/docs/docs.css">',
    '<script src="/docs/docs.js">',
    '<img src="/docs/favicon.svg" width="22" height="22" alt="">',
  ]);
});

test('what is described of an answer or a field is what there is', () => {
  const made = (path: string) => Object.keys(document.paths[path].post.responses[201].headers);
  expect(made('/api/v1/answers')).not.toContain('Location');
  expect(made('/api/v1/keywords')).toContain('Location');
  const { keyword, prompts } = document.components.schemas.NewKeyword.properties;
  expect([keyword.minLength, keyword.maxLength, prompts.maxItems]).toEqual([1, 200, 20]);
});

test('every endpoint of the API is described, once, with a name of its own', () => {
  const served = v1Routes(server.deps).map(({ method, path }) => `${method} /api/v1${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(contract.operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(served.sort());
  const names = contract.operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('the document is valid OpenAPI 3.1 in every part', async () => {
  const validate = async (value: Document) => (await new Validator().validate(structuredClone(value))).errors ?? [];
  expect(await validate(document)).toEqual([]);
  const wrong = { ...document, info: { ...document.info, titel: 'x' } };
  expect(await validate(wrong)).toMatchObject([{ params: { unevaluatedProperty: 'titel' } }]);
});

test('every reference leads somewhere', () => {
  const broken = placesOf('$ref').filter(({ value }) => contract.resolve({ $ref: value }) === undefined);
  expect(broken).toEqual([]);
});

test('every parameter in a path is declared, and no other', () => {
  for (const { path, parameters } of contract.operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    expect([path, declared]).toEqual([path, inPath]);
  }
});

test('every noun has a sentence; every parameter and every endpoint, too', () => {
  const silent = document.tags.filter(({ description }: Document) => !description);
  expect(silent, 'add a sentence in server/src/api/openapi/tags.ts').toEqual([]);
  const words = contract.operations.flatMap(({ operationId, parameters }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${operationId}: ${name}`),
  );
  expect(words, 'add .describe(…) to the parameter').toEqual([]);
});

test('every schema is one by JSON Schema 2020-12, and every example is an example of it', () => {
  const problems = [...placesOf('schema'), ...Object.keys(document.components.schemas).map(named)].flatMap(
    ({ pointer, value }) => {
      const owner = pointer.endsWith('/schema') ? ownerOf(pointer) : { examples: value.examples };
      const examples = [owner.example, ...examplesIn(owner.examples)].filter((one) => one !== undefined);
      expect(contract.metaProblemsOf(value), pointer).toEqual([]);
      return examples.flatMap((one) => contract.problemsAt(pointer, one).map((problem) => `${pointer}: ${problem}`));
    },
  );
  expect(problems).toEqual([]);
});

function named(name: string) {
  return { pointer: `/components/schemas/${name}`, value: document.components.schemas[name] };
}

function ownerOf(pointer: string): Document {
  return contract.resolve({ $ref: `#${pointer.replace(/\/schema$/, '')}` });
}

function examplesIn(examples: Document): unknown[] {
  if (Array.isArray(examples)) return examples;
  return Object.values<Document>(examples ?? {}).map(({ value }) => value);
}

test('generators can make types of it: bodies and responses have names, and a list is only a list', () => {
  expect(placesOf('prefixItems')).toEqual([]);
  const nullable = placesOf('anyOf').filter(({ value }) => value.some(({ type }: Document) => type === 'null'));
  expect(nullable.filter(({ value }) => !value[0].$ref)).toEqual([]);
  for (const { operationId, requestBody, responses } of contract.operations) {
    const sent = Object.values(responses).map((one) => contract.resolve(one).content ?? {});
    for (const content of [requestBody?.content ?? {}, ...sent]) {
      const types = Object.keys(content).filter((type) => content[type].schema.format !== 'binary');
      expect([operationId, types]).toEqual([operationId, types.filter((type) => type === 'application/json')]);
      for (const type of types) expect(content[type].schema, operationId).toEqual({ $ref: expect.any(String) });
    }
  }
  for (const { type } of document.components.schemas.Event.anyOf.map(contract.resolve).map(propertiesOf)) {
    const target = document.components.schemas.Event.discriminator.mapping[type.const];
    expect(contract.resolve({ $ref: target }).properties.data).toEqual({ $ref: expect.any(String) });
  }
  const formats = document.paths['/api/v1/keywords'].get.responses[200]['x-formats'];
  expect(Object.keys(formats)).toEqual(['text/csv', 'application/x-ndjson']);
});

const propertiesOf = ({ properties }: Document) => properties;

test('every answer with a body has an example and lets nothing out that is not declared', () => {
  for (const { operationId, responses } of contract.operations) {
    for (const [status, reference] of Object.entries(responses)) {
      const { content } = contract.resolve(reference);
      const json = content?.['application/json'];
      if (!json || json.schema.format === 'binary') continue;
      expect(json.example ?? json.examples, `${operationId} ${status} needs .meta({ example })`).toBeDefined();
      expect(looseObjects(json.schema), `${operationId} ${status}`).toEqual([]);
    }
  }
});

/** Objects with named fields that would let others pass. */
function looseObjects(schema: Document, seen = new Set<string>()): Document[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (schema.$ref) {
    if (seen.has(schema.$ref)) return [];
    return looseObjects(contract.resolve(schema), seen.add(schema.$ref));
  }
  const isLoose = schema.properties !== undefined && schema.additionalProperties !== false;
  const { examples: _, ...rest } = schema;
  return [...(isLoose ? [schema] : []), ...Object.values(rest).flatMap((inner) => looseObjects(inner, seen))];
}

test('every endpoint names the errors that follow from what it takes', () => {
  for (const { operationId, method, path, responses, parameters } of contract.operations) {
    const errors = Object.keys(responses).filter((status) => Number(status) >= 400);
    const expected = ['401', '403', '429', '500', '503'];
    if (method !== 'GET') expected.push('400', '413', '415');
    if (path.includes('{')) expected.push('400', '404');
    if (parameters.some((one) => one.in === 'query') || method === 'POST') expected.push('422');
    expect([operationId, errors]).toEqual([operationId, expect.arrayContaining(expected)]);
  }
  const forbidden = document.paths['/api/v1/keywords'].post.responses['403'].content['application/json'].examples;
  expect(Object.values<Document>(forbidden).map(({ value }) => value.detail)).toEqual([
    'IP address 203.0.113.7 is not allowed for this API key',
    'Domain shop.example.com is not allowed for this API key',
    "This action requires the 'write' scope",
  ]);
});

test('the six events stand under webhooks, with their bodies and the signature', () => {
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
  for (const [type, { post }] of Object.entries<Document>(document.webhooks)) {
    expect(post.requestBody.content['application/json'].example.type).toBe(type);
    const signature = post.parameters.find(({ name }: Document) => name === 'X-Service-Signature');
    expect(signature).toMatchObject({ in: 'header', required: true });
  }
});

test('a body that may be left out is not required, and a file is no JSON', () => {
  const spec = {
    summary: '',
    method: 'POST',
    scope: 'write',
    handle: () => Promise.reject(new Error('is only described')),
  } as const;
  const file = z.file().mime(['application/pdf', 'text/csv']);
  const routes = [
    route({ ...spec, operation: 'a', path: '/a', body: z.strictObject({}).optional(), responses: { 200: file } }),
    route({ ...spec, operation: 'b', path: '/b', body: z.strictObject({}), responses: { 200: z.file() } }),
  ];
  const { paths } = openApiDocument(routes, server.deps) as Document;
  const [first, second] = [paths['/api/v1/a'].post, paths['/api/v1/b'].post];
  expect([first.requestBody.required, second.requestBody.required]).toEqual([false, true]);
  expect(Object.keys(first.responses['200'].content)).toEqual(['application/pdf', 'text/csv']);
  expect(Object.keys(second.responses['200'].content)).toEqual(['*/*']);
});

test('two different schemas of one name are refused', () => {
  const book = createSchemaRegistry();
  book.describe(z.strictObject({ a: z.string() }).meta({ id: 'Twice' }), 'output');
  expect(() => book.describe(z.strictObject({ b: z.string() }).meta({ id: 'Twice' }), 'output')).toThrow(
    'Two different schemas have the name Twice',
  );
});

const GOOD = {
  method: 'GET',
  path: '/api/v1/keywords',
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'req_1',
    'x-api-version': '2026-11-16',
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '99',
    'x-ratelimit-reset': '1794735600',
    'ratelimit-policy': '"hourly";q=100;w=3600',
    ratelimit: '"hourly";r=99;t=3600',
    etag: '"a"',
    link: '<?page=1&per_page=20>; rel="first"',
  } as Record<string, string>,
  body: '{"data":[],"meta":{"total":0,"page":1,"per_page":20}}',
};

test.each([
  ['as it should be', {}, []],
  ['an undeclared status', { status: 418 }, ['listKeywords does not declare status 418']],
  ['an undeclared path', { path: '/api/v1/secrets' }, ['is not in the OpenAPI document']],
  ['a missing header', { headers: { ...GOOD.headers, ratelimit: undefined } }, ['the header RateLimit is missing']],
  ['a wrong header', { headers: { ...GOOD.headers, 'x-ratelimit-limit': 'many' } }, ['X-RateLimit-Limit is many']],
  [
    'an undeclared field',
    { body: GOOD.body.replace('}}', '},"secret":1}') },
    ['/ must NOT have additional properties'],
  ],
  ['a wrong type', { body: GOOD.body.replace('"total":0', '"total":"0"') }, ['/meta/total must be integer']],
  [
    'another format',
    { headers: { ...GOOD.headers, 'content-type': 'text/html' } },
    ['answers text/html, which is not declared'],
  ],
  [
    'an error with more than detail',
    { status: 401, body: '{"detail":"x","code":1}', headers: { ...GOOD.headers, 'www-authenticate': 'Bearer' } },
    ['is not {detail}: {"detail":"x","code":1}', '/ must NOT have additional properties'],
  ],
])('what the suite watches over finds %s', (_, difference, problems) => {
  const answered = { ...GOOD, ...difference };
  const name = `${answered.method} ${answered.path} ${answered.status}`;
  expect(contract.problemsOf(answered)).toEqual(problems.map((problem) => `${name}: ${problem}`));
});

test('the document is the same however often it is made', () => {
  expect(openApiDocument(v1Routes(server.deps), server.deps)).toEqual(document);
});
