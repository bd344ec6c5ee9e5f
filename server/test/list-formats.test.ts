import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { recordsOf } from '../src/api/lists.ts';
import { v1Routes } from '../src/api/v1/v1.ts';
import { parseCsv } from '../src/base/csv.ts';
import { PLATFORM_IDS } from '../src/collect/platforms.ts';
import type { Db } from '../src/store/db.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { givenCrossing } from './support/crossing.ts';
import { useDatabase } from './support/database.ts';
import { byLink } from './support/person.ts';

const { db } = useDatabase();
/** What happens before a statement is sent: nothing, unless a test says otherwise. */
let before: (text: string) => void | Promise<void> = () => {};
const watched: Db = {
  ...db,
  async query(statement) {
    await before(statement.text);
    return db.query(statement);
  },
  async records(statement) {
    await before(statement.text);
    return db.records(statement);
  },
};
const server = useApp(watched);
const { deps } = server;
let account: Awaited<ReturnType<typeof givenAccount>>;
let key: string;
let webhookId: string;

beforeAll(async () => {
  account = await givenAccount(deps, { historyDays: 8 });
  key = await givenKey(deps, account);
  const webhook = { url: 'https://127.0.0.1:9/hook', events: ['mention.new', 'citation.new'] };
  webhookId = (await call(server, '/api/v1/webhooks', { key, method: 'POST', body: webhook })).body.webhook_id;
  await db.query(
    sql`insert into webhook_inbox (webhook_id, sequence, delivery_id, event_id, type, attempt, headers, body)
        select ${webhookId}, n, 'dlv_1', 'evt_1', 'mention.new', 1, '{"webhook-id": "evt_1"}', '{}' from generate_series(1, 30) n`,
  );
  await call(server, '/api/v1/alerts', {
    key,
    method: 'POST',
    body: { name: 'Low', condition: 'below', threshold: 90 },
  });
  await call(server, '/api/v1/reports', {
    key,
    method: 'POST',
    body: { name: 'Weekly', schedule: 'weekly', format: 'csv', recipients: ['boss@example.com'] },
  });
  // A gap: with one source, only a competitor is mentioned.
  const answers = ['Aplomb.', 'Aplomb, Heron Board.'].flatMap((text, i) => {
    const answer = { keyword: 'kanban board software', platform: 'copilot', prompt: 'Which?', text };
    return Array.from({ length: 12 }, () => ({ ...answer, sources: [{ url: `https://site-${i}.example/` }] }));
  });
  await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
  const note = { date: '2026-03-02', text: 'Launch' };
  await call(server, '/api/v1/annotations', { key, method: 'POST', body: note });
  await call(server, '/api/v1/views', { key, method: 'POST', body: { name: 'Mine', page: '/' } });
  await givenCrossing(db);
  await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: 86_400 } });
});

const lists = v1Routes(deps).filter((route) => recordsOf(route) !== undefined);
const pathOf = (path: string) => `/api/v1${path.replace(':webhook_id', webhookId)}`;

async function fetchText(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${key}`, ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Rows by the names of their columns. */
function recordsIn(text: string): Record<string, string>[] {
  const [header, ...records] = parseCsv(text);
  const names = header?.cells ?? [];
  return records.map(({ cells }) => {
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

const parseLines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Everything that the pages of a list hold. */
async function readPages(path: string) {
  const records: unknown[] = [];
  for (let page = 1; ; page++) {
    const mark = path.includes('?') ? '&' : '?';
    const { body } = await call(server, `${path}${mark}page=${page}&per_page=100`, { key });
    records.push(...body.data);
    if (body.data.length < 100) return records;
  }
}

test.each(lists.map((route) => [route.operation, route.path]))(
  '%s: lines of JSON and rows of CSV are the records of all its pages, in their order',
  async (_operation, path) => {
    const records = (await readPages(pathOf(path))) as Record<string, unknown>[];
    expect(records.length).toBeGreaterThan(0);
    const lines = await fetchText(`${pathOf(path)}.ndjson`);
    expect(parseLines(lines.text)).toEqual(records);
    const table = await fetchText(pathOf(path), { accept: 'text/csv' });
    const rows = recordsIn(table.text);
    expect(rows).toHaveLength(records.length);
    const [name = ''] = Object.keys(records[0] ?? {});
    expect(rows.map((row) => row[name])).toEqual(records.map((record) => String(record[name])));
  },
);

test('a list as CSV says what it is, which file it wants to be, and counts as one request', async () => {
  const left = async () =>
    Number((await call(server, '/api/v1/metrics', { key })).headers.get('x-ratelimit-remaining'));
  const start = await left();
  const table = await fetchText('/api/v1/mentions.csv');
  expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(table.headers.get('content-disposition')).toBe('attachment; filename="mentions.csv"');
  expect(table.headers.get('vary')).toBe('Accept');
  expect(await left()).toBe(start - 2);
  const lines = await fetchText('/api/v1/competitors/candidates.ndjson');
  expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(lines.headers.get('content-disposition')).toBe('attachment; filename="candidates.ndjson"');
});

test('the header row is made of the record’s fields, their parts with a dot between', async () => {
  const header = async (path: string) => (await fetchText(path)).text.split('\r\n')[0];
  expect(await header('/api/v1/visibility.csv')).toBe(
    `keyword_id,keyword,visibility_score,mentions,citations,${PLATFORM_IDS.map((id) => `platforms.${id},`).join('')}platforms.other,trend,updated_at`,
  );
  expect(await header('/api/v1/visibility.csv?include=evidence')).toContain(
    ',updated_at,sample_size,interval.low,interval.high,metric_version,platform_evidence.chatgpt.sample_size,platform_evidence.chatgpt.interval.low,platform_evidence.chatgpt.interval.high,platform_evidence.claude.sample_size,',
  );
  expect(await header('/api/v1/events.csv')).toMatch(/^id,type,created_at,data\.keyword_id,data\.keyword,/);
  expect(await header('/api/v1/mentions.csv')).not.toContain('answer_id');
  expect(await header('/api/v1/mentions.csv?include=answer_id')).toContain(',detected_at,answer_id');
  // Also without a single record.
  expect(await header('/api/v1/keywords.csv?q=nothing')).toBe(
    'keyword_id,keyword,status,tags,country,language,created_at,updated_at',
  );
});

test('filters hold, a page is a page, and what is wrong with a request is an error as ever', async () => {
  const filtered = await fetchText('/api/v1/mentions.ndjson?platform=claude&sentiment=positive');
  expect(parseLines(filtered.text)).toEqual(await readPages('/api/v1/mentions?platform=claude&sentiment=positive'));
  const { body } = await call(server, '/api/v1/answers?page=2&per_page=7', { key });
  const page = await fetchText('/api/v1/answers.ndjson?page=2&per_page=7');
  expect(parseLines(page.text)).toEqual(body.data);
  expect(page.headers.get('link')).toContain('rel="next"');
  expect(await call(server, '/api/v1/answers.csv?per_page=101', { key })).toMatchObject({
    status: 422,
    body: { detail: 'per_page: must be at most 100' },
  });
  expect(await call(server, '/api/v1/answers.csv?since=2026-02-01&until=2026-01-01', { key })).toMatchObject({
    status: 422,
  });
  expect(await call(server, '/api/v1/webhooks/wh_unknown/deliveries.csv', { key })).toMatchObject({
    status: 404,
    body: { detail: 'Webhook not found' },
  });
  expect((await call(server, '/api/v1/answers.csv')).status).toBe(401);
  expect(await call(server, '/api/v1/keywords.csv', { key, method: 'POST' })).toMatchObject({ status: 405 });
});

test.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
  ['application/xml', 'application/json'],
  ['text/csv', 'text/csv'],
  ['text/*', 'text/csv'],
  ['TEXT/CSV; charset=utf-8', 'text/csv'],
  ['text/csv;q=0.5, application/json', 'application/json'],
  ['application/json;q=0.5, application/x-ndjson', 'application/x-ndjson'],
  ['*/*, text/csv', 'text/csv'],
  ['text/csv;q=0', 'application/json'],
])('Accept: %s is answered with %s', async (accept, type) => {
  const { headers } = await fetchText('/api/v1/metrics', accept === undefined ? {} : { accept });
  expect(headers.get('content-type')?.split(';')[0]).toBe(type);
});

test('HEAD answers the headers without reading the list', async () => {
  const statements: string[] = [];
  before = (text) => void statements.push(text);
  const response = await fetch(`${server.url}/api/v1/answers.csv?since=2020-01-01&until=2020-01-31`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${key}` },
  });
  before = () => {};
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(statements.filter((text) => text.includes('from answers'))).toHaveLength(1);
});

test('a cell that a spreadsheet would run is text, a signed number stays a number', async () => {
  const body = {
    keywords: ['=1+1', '+cmd|calc', '-2+3', '@sum(a1)', '"quoted", with comma', 'plain'].map((keyword) => ({
      keyword: `${keyword} hostile`,
      tags: ['a;b', 'c'],
    })),
  };
  await call(server, '/api/v1/keywords', { key, method: 'POST', body });
  const { text } = await fetchText('/api/v1/keywords.csv?q=hostile');
  const rows = recordsIn(text);
  expect(rows.map(({ keyword }) => keyword).sort()).toEqual(body.keywords.map(({ keyword }) => keyword).sort());
  const written = ['""quoted"", with comma', "'+cmd|calc", "'-2+3", "'=1+1", "'@sum(a1)"];
  for (const cell of written) expect(text).toContain(`,${cell.startsWith('"') ? '"' : ''}${cell} hostile`);
  expect(rows[0]?.tags).toBe('a\\;b;c');
  const scores = recordsIn((await fetchText('/api/v1/visibility.csv')).text);
  for (const { trend } of scores) expect(trend).toMatch(/^[+-]\d+%$/);
});

test('scores of platforms that only imported answers know share a column', async () => {
  const { body } = await call(server, '/api/v1/keywords?q=gantt', { key });
  const [{ keyword_id }] = body.data;
  const answer = { keyword_id, platform: 'copilot', prompt: 'Which one?', text: 'None of them.' };
  expect((await call(server, '/api/v1/answers', { key, method: 'POST', body: answer })).status).toBe(201);
  const [row] = recordsIn((await fetchText(`/api/v1/visibility.csv?keyword_id=${keyword_id}`)).text);
  expect(row?.['platforms.other']).toBe('copilot=0');
});

test('what arrives while a list is read is neither told twice nor does it push anything out', async () => {
  const whole = parseLines((await fetchText('/api/v1/answers.ndjson')).text);
  expect(whole.length).toBeGreaterThan(500);
  const { body } = await call(server, '/api/v1/keywords?per_page=1', { key });
  let batches = 0;
  before = async (text) => {
    if (!text.includes('from answers') || ++batches !== 2) return;
    const late = { keyword_id: body.data[0].keyword_id, platform: 'claude', prompt: 'Now?', text: 'Late.' };
    await call(server, '/api/v1/answers', { key, method: 'POST', body: late });
  };
  const read = parseLines((await fetchText('/api/v1/answers.ndjson')).text);
  before = () => {};
  expect(batches).toBeGreaterThan(2);
  expect(read).toEqual(whole);
});

test('a database that goes away in the middle breaks the file off instead of ending it', async () => {
  let batches = 0;
  before = (text) => {
    if (text.includes('from answers') && ++batches === 3) throw Object.assign(new Error('gone'), { code: '57P01' });
  };
  const response = await fetch(`${server.url}/api/v1/answers.csv`, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
  batches = 2;
  expect((await fetchText('/api/v1/answers.csv')).status).toBe(503);
  before = () => {};
});

test('who goes away is not read on for', async () => {
  let batches = 0;
  const closed = new Promise<void>((resolve) => {
    server.app.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  before = async (text) => {
    if (text.includes('from answers') && ++batches === 4) await closed;
  };
  const sent = get(`${server.url}/api/v1/answers.ndjson`, {
    agent: false,
    headers: { authorization: `Bearer ${key}` },
  });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await once(response, 'data');
  sent.destroy();
  await closed;
  for (let i = 0; i < 5; i++) await call(server, '/api/v1/metrics', { key });
  before = () => {};
  expect(batches).toBeLessThanOrEqual(4);
});

test('the dashboard downloads the same files behind its session', async () => {
  const person = await byLink(server, account.accountId);
  const response = await fetch(`${server.url}/dashboard/api/test/keywords.csv`, {
    headers: { cookie: person.own.cookie },
  });
  expect(await response.text()).toBe((await fetchText('/api/v1/keywords.csv')).text);
  expect((await fetch(`${server.url}/dashboard/api/test/keywords.csv`)).status).toBe(401);
});

test('another account’s records are in nobody’s file', async () => {
  const other = await givenKey(deps, await givenAccount(deps, { historyDays: 1, seed: 'other' }));
  const theirs = await call(server, '/api/v1/keywords?per_page=100', { key: other });
  const { text } = await fetchText('/api/v1/answers.csv');
  for (const { keyword_id } of theirs.body.data) expect(text).not.toContain(keyword_id);
  const seen = await fetch(`${server.url}/api/v1/keywords.ndjson`, { headers: { authorization: `Bearer ${other}` } });
  expect(parseLines(await seen.text())).toEqual(theirs.body.data);
});
