import { beforeAll, expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { type Contract, type Document, escapePointer, readContract } from './support/contract.ts';
import { useDatabase } from './support/database.ts';
import { connectMcp } from './support/mcp.ts';

const { db } = useDatabase();
const server = useApp(db);
let document: Document;
let contract: Contract;
let key = '';

beforeAll(async () => {
  document = await (await fetch(`${server.url}/openapi.json`)).json();
  contract = readContract(document);
  key = await givenKey(server.deps, await givenAccount(server.deps));
});

const report = { name: 'a', schedule: 'once', format: 'pdf', period_start: '2026-01-01', period_end: '2026-01-02' };
const alert = { name: 'a', condition: 'below', threshold: 40 };
const webhook = { url: 'https://example.com/hook', events: ['mention.new'] };
const answer = { keyword: 'a', platform: 'chatgpt_web', prompt: 'a', text: 'a' };

test.each<[path: string, body: Record<string, unknown>]>([
  ['/api/v1/webhooks', { ...webhook, url: '' }],
  ['/api/v1/webhooks', { ...webhook, url: 'http://example.com/hook' }],
  ['/api/v1/webhooks', { ...webhook, url: 'https://example.com/a b' }],
  ['/api/v1/webhooks', { ...webhook, url: `https://example.com/${'a'.repeat(2_048)}` }],
  ['/api/v1/keywords', { keyword: '' }],
  ['/api/v1/keywords', { keyword: ' ' }],
  ['/api/v1/keywords', { keyword: 'a', prompts: [''] }],
  ['/api/v1/keywords', { keyword: 'a', prompts: [' '] }],
  ['/api/v1/keywords', { keyword: 'a', prompts: ['a'.repeat(501)] }],
  ['/api/v1/keywords', { keyword: 'a', tags: [''] }],
  ['/api/v1/keywords', { keyword: 'a', country: 'Germany' }],
  ['/api/v1/keywords', { keyword: 'a', language: '' }],
  ['/api/v1/competitors', { name: '' }],
  ['/api/v1/competitors', { name: 'a' }],
  ['/api/v1/competitors', { name: 'Newcomer', domain: '0.0' }],
  ['/api/v1/competitors', { name: 'Newcomer', domains: ['1.2.3.4'] }],
  ['/api/v1/competitors', { name: 'Newcomer', aliases: [''] }],
  ['/api/v1/competitors', { name: 'Newcomer', aliases: [{ text: '' }] }],
  ['/api/v1/alerts', { ...alert, name: '' }],
  ['/api/v1/alerts', { ...alert, name: 'a'.repeat(101) }],
  ['/api/v1/alerts', { ...alert, tag: '' }],
  ['/api/v1/reports', { ...report, name: ' ' }],
  ['/api/v1/reports', { ...report, tags: [''] }],
  ['/api/v1/reports', { ...report, period_start: '1969-12-31', period_end: '1969-12-31' }],
  ['/api/v1/reports', { ...report, period_start: '0000-01-01' }],
  ['/api/v1/answers', { ...answer, keyword: '' }],
  ['/api/v1/answers', { ...answer, keyword: 'a'.repeat(201) }],
])('%s refuses %j, and its description does too', async (path, body) => {
  const pointer = `/paths/${escapePointer(path)}/post/requestBody/content/application~1json/schema`;
  expect(contract.problemsAt(pointer, body)).not.toEqual([]);
  expect((await call(server, path, { key, method: 'POST', body })).status).toBe(422);
});

test.each([
  ['/api/v1/mentions', 'keyword_id', 'chatgpt'],
  ['/api/v1/usage', 'since', '1969-12-31'],
  ['/api/v1/visibility/{keyword_id}', 'until', '1969-12-31'],
])('GET %s refuses %s=%s, and its description does too', async (path, name, value) => {
  const { parameters } = document.paths[path].get;
  const index = parameters.findIndex((one: Document) => one.name === name);
  const pointer = `/paths/${escapePointer(path)}/get/parameters/${index}/schema`;
  expect(contract.problemsAt(pointer, value)).not.toEqual([]);
  const url = path.replace('{keyword_id}', 'kw_01kq3v8r5j6n2e7m4c9b0xw1td');
  expect((await call(server, `${url}?${name}=${value}`, { key })).status).toBe(422);
});

/** Those of JSON Schema 2020-12 and of the OpenAPI format registry that we use. */
const FORMATS = ['binary', 'date', 'date-time', 'email', 'uri'];

test('every format in the description and in the tools is a registered one', async () => {
  await using mcp = await connectMcp(server, key);
  const { tools } = await mcp.client.listTools();
  const used = new Set([...formatsIn(document), ...formatsIn(tools)]);
  expect([...used].filter((format) => !FORMATS.includes(format))).toEqual([]);
});

/** The formats of all schemas. What is beside an example or below `properties` has the name, not the meaning. */
function formatsIn(value: Document, isSchema = true): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = isSchema && typeof value.format === 'string' ? [value.format] : [];
  const inner = Object.entries<Document>(value)
    .filter(([name]) => !/^(?:examples?|default|enum|const)$/.test(name))
    .flatMap(([name, one]) => formatsIn(one, name !== 'properties'));
  return [...own, ...inner];
}
