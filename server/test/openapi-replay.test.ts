import { beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '../src/api/openapi/openapi.ts';
import { v1Routes } from '../src/api/v1/v1.ts';
import { dayOf } from '../src/base/time.ts';
import { makeDueReport } from '../src/reports/worker.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { type Document, type Operation, readContract } from './support/contract.ts';
import { useDatabase } from './support/database.ts';
import { publishIn, visibilityChanged } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const contract = readContract(openApiDocument(v1Routes(server.deps), server.deps));
let account: Awaited<ReturnType<typeof givenAccount>>;
let key = '';

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 1 });
  key = await givenKey(server.deps, account);
});

type Ids = Record<string, string>;

/** Where the value of a path parameter comes from. One that is not here makes its endpoint's test fail. */
const IDS: Record<string, (known: Ids) => Promise<string>> = {
  keyword_id: () => firstOf('/keywords', 'keyword_id'),
  mention_id: () => firstOf('/mentions', 'mention_id'),
  citation_id: () => firstOf('/citations', 'citation_id'),
  answer_id: () => firstOf('/answers', 'answer_id'),
  event_id: () => firstOf('/events', 'id'),
  platform: async () => 'claude',
  competitor_id: () => firstOf('/competitors', 'competitor_id'),
  domain: () => firstOf('/sources', 'domain'),
  webhook_id: () => madeBy('/webhooks', 'webhook_id'),
  annotation_id: () => madeBy('/annotations', 'annotation_id'),
  view_id: () => madeBy('/views', 'view_id'),
  alert_id: () => madeBy('/alerts', 'alert_id'),
  report_id: () => madeBy('/reports', 'report_id'),
  // Only a report that was made has a file.
  async 'report_id of getReportFile'() {
    const day = dayOf(new Date());
    const body = { name: 'Once', schedule: 'once', format: 'json', period_start: day, period_end: day };
    const made = await call(server, '/api/v1/reports', { key, method: 'POST', body });
    while ((await makeDueReport(server.deps)) > 0);
    return made.body.report_id;
  },
  // Without a mail server, a report to send by email is something to review.
  async review_id() {
    const body = { name: 'Mailed', schedule: 'weekly', format: 'pdf', recipients: ['boss@example.com'] };
    await call(server, '/api/v1/reports', { key, method: 'POST', body });
    return firstOf('/review', 'review_id');
  },
  async delivery_id({ webhook_id }) {
    await publishIn(server.deps, account.workspaces.test, [visibilityChanged()]);
    // One that is still being tried cannot be sent again.
    await db.query(sql`update deliveries set status = 'failed' where webhook_id = ${webhook_id}`);
    return firstOf(`/webhooks/${webhook_id}/deliveries`, 'delivery_id');
  },
};

async function firstOf(path: string, field: string): Promise<string> {
  const { status, body } = await call(server, `/api/v1${path}`, { key });
  if (status !== 200 || !body.data[0]) throw new Error(`GET ${path} shows no record to take ${field} from`);
  return body.data[0][field];
}

/** A new record, made with the example of the endpoint that makes them. */
async function madeBy(path: string, field: string): Promise<string> {
  const operation = contract.find('POST', `/api/v1${path}`);
  if (!operation) throw new Error(`there is no POST ${path} to make a ${field} with`);
  // Nobody outside is asked for anything, even if the endpoint tries the address.
  const known = { keyword_id: await firstOf('/keywords', 'keyword_id'), url: 'https://localhost:9/hook' };
  const { status, body } = await call(server, `/api/v1${path}`, {
    key,
    method: 'POST',
    body: bodyOf(operation, known),
  });
  if (status !== 201) throw new Error(`POST ${path} refused its own example: ${body.detail}`);
  return body[field];
}

/** The example of the body, with ids that really exist. */
function bodyOf({ operationId, requestBody }: Operation, ids: Ids): unknown {
  if (!requestBody) return undefined;
  const { example } = requestBody.content['application/json'];
  if (example === undefined) throw new Error(`${operationId} needs an example: add .meta({ example }) to its body`);
  const named = Object.entries(example).map(([name, value]) => [name, value === null ? null : (ids[name] ?? value)]);
  return Array.isArray(example) ? example : Object.fromEntries(named);
}

async function idsFor({ operationId, path, parameters }: Operation): Promise<Ids> {
  const ids: Ids = {};
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  for (const name of names) {
    const make = IDS[`${name} of ${operationId}`] ?? IDS[name];
    if (!make) throw new Error(`${operationId} needs a ${name}: say in IDS where one comes from`);
    ids[name] = await make(ids);
  }
  const others = ['keyword_id', 'competitor_id'].filter(
    (name) => !ids[name] && parameters.some((one) => one.in === 'query' && one.name === name),
  );
  for (const name of others) ids[name] = (await IDS[name]?.(ids)) ?? '';
  return ids;
}

function queryOf({ parameters }: Operation, ids: Ids): string {
  const query = new URLSearchParams();
  for (const { name, in: place, example, schema } of parameters) {
    const value = ids[name] ?? example ?? firstChoice(schema);
    if (place === 'query' && value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `?${query}` : '';
}

function firstChoice(schema: Document): unknown {
  const { default: standard, enum: values } = contract.resolve(schema);
  return schema.default ?? standard ?? values?.[0];
}

async function replay(operation: Operation, { withQuery }: { withQuery: boolean }) {
  const ids = await idsFor(operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
  const body = bodyOf(operation, { ...ids, keyword_id: ids.keyword_id ?? (await firstOf('/keywords', 'keyword_id')) });
  const query = withQuery ? queryOf(operation, ids) : '';
  const { method } = operation;
  const response = await fetch(server.url + path + query, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const headers = Object.fromEntries(response.headers);
  return { method, path, status: response.status, headers, body: text };
}

// What is deleted is not there for the others.
const ORDER = ['GET', 'POST', 'PATCH', 'DELETE'];
const operations = contract.operations
  .sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))
  .map((operation) => [operation.operationId, operation] as const);

test.each(operations)('%s answers its own example as the document says', async (_, operation) => {
  const answered = await replay(operation, { withQuery: false });
  expect(contract.problemsOf(answered)).toEqual([]);
  expect(`${answered.status} ${answered.body}`).toMatch(/^2\d\d /);
  if (operation.method !== 'GET') return;
  const isPaged = operation.parameters.some(({ name }) => name === 'page');
  expect(answered.headers.link === undefined).toBe(!isPaged);
  const narrowed = await replay(operation, { withQuery: true });
  expect(contract.problemsOf(narrowed)).toEqual([]);
  expect(`${narrowed.status} ${narrowed.body}`).toMatch(/^2\d\d /);
});

test('every query parameter has a value to try: an example, a default, a choice, or an id that exists', () => {
  const silent = contract.operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter((one) => one.in === 'query' && !(one.name in IDS))
      .filter((one) => one.example === undefined && firstChoice(one.schema) === undefined)
      .map(({ name }) => `${operationId}: ${name}`),
  );
  expect(silent, 'add .meta({ example }) to the parameter').toEqual([]);
});

test('an endpoint without an example, or with an id nobody knows, is named', async () => {
  const operation = { operationId: 'makeThing', method: 'POST', path: '/api/v1/things', parameters: [], responses: {} };
  const bare = { ...operation, requestBody: { content: { 'application/json': {} } } };
  expect(() => bodyOf(bare, {})).toThrow('makeThing needs an example: add .meta({ example }) to its body');
  const unknown = { ...bare, path: '/api/v1/things/{thing_id}' };
  await expect(idsFor(unknown)).rejects.toThrow('makeThing needs a thing_id: say in IDS where one comes from');
});
