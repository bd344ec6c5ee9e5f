import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readSourceTypes } from '../src/commands/source-types.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db, { sourceTypes: { 'abcde.com': 'editorial', 'techradar.com': 'review' } });
const { deps } = server;
let account: Awaited<ReturnType<typeof givenAccount>>;
let key = '';

const FORUM = 'https://planners-forum.example/threads/12';
const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/';

beforeAll(async () => {
  account = await givenAccount(deps);
  key = await givenKey(deps, account);
  const both = 'Heron Board and Aplomb are good.';
  const answers = [
    sent(both, [FORUM, 'https://heronboard.example/guides', 'https://heronboard.example/pricing']),
    sent('Aplomb is good.', [FORUM, 'https://planners-forum.example/threads/13', 'https://abcde.com/x']),
    sent('Aplomb is good.', [`${FORUM}?utm_source=openai`], { platform: 'claude_web' }),
    sent('From memory.', []),
    sent('Nothing.', [`${REDIRECT}A`, { url: `${REDIRECT}B`, title: 'planners-forum.example' }]),
    { ...sent('No.', [FORUM]), status: 'refused' },
    sent('Weftly.', ['https://techradar.com/best/gantt'], { keyword: 'gantt chart software' }),
  ];
  const { body } = await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(Array(7).fill('stored'));
});

function sent(text: string, cited: (string | object)[], more: object = {}) {
  const sources = cited.map((one) => ({ cited: true, ...(typeof one === 'string' ? { url: one } : one) }));
  const about = { keyword: 'kanban board software', platform: 'chatgpt_web', prompt: 'Which kanban board?' };
  return { ...about, text, sources, ...more };
}

const ask = (path: string, init: object = {}) => call(server, `/api/v1/sources${path}`, { key, ...init });
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer
const list = async (query = ''): Promise<any[]> => (await ask(query)).body.data;
const typesIn = (data: { domain: string; source_type: string }[]) =>
  Object.fromEntries(data.map(({ domain, source_type }) => [domain, source_type]));

test('200: domains with their type, share of valid answers, pages and the brands mentioned with them', async () => {
  const [first, ...others] = await list('?include=evidence');
  expect(first).toEqual({
    domain: 'planners-forum.example',
    source_type: 'community',
    set_by: null,
    answers: 4,
    share: 67,
    mention_rate: 25,
    competitor_mention_rate: 75,
    platforms: { chatgpt_web: 3, claude_web: 1 },
    mentioned: [
      { competitor_id: expect.stringMatching(/^cmp_/), name: 'Aplomb', answers: 3 },
      { competitor_id: null, name: 'Heron Board', answers: 1 },
    ],
    page_count: 3,
    pages: [
      { url: FORUM, title: null, page_type: 'thread', answers: 3 },
      // Only the domain of an unresolved redirect is known.
      { url: 'https://planners-forum.example', title: 'planners-forum.example', page_type: 'other', answers: 1 },
      { url: 'https://planners-forum.example/threads/13', title: null, page_type: 'thread', answers: 1 },
    ],
    last_cited_at: expect.any(String),
    sample_size: 6,
    // Wilson's 95 % intervals of 4 in 6 and of 1 in 4.
    interval: [30, 90],
    mention_rate_interval: [5, 70],
    answer_ids: Array(4).fill(expect.stringMatching(/^ans_/)),
    metric_version: 1,
  });
  expect(typesIn(others)).toEqual({
    'heronboard.example': 'own',
    'abcde.com': 'editorial',
    'techradar.com': 'review',
    unresolved: 'unclassified',
  });
});

test('200: filters by keyword, platform, time and type; evidence only if requested', async () => {
  const [first] = await list();
  expect('interval' in first).toBe(false);
  expect(typesIn(await list('?type=community'))).toEqual({ 'planners-forum.example': 'community' });
  expect(await list('?platform=claude_web&include=evidence')).toMatchObject([{ share: 100, sample_size: 1 }]);
  expect(await list('?since=2020-01-01&until=2020-01-02')).toEqual([]);
  const keywords = (await call(server, '/api/v1/keywords?q=gantt', { key })).body.data;
  expect(typesIn(await list(`?keyword_id=${keywords[0].keyword_id}`))).toEqual({ 'techradar.com': 'review' });
  expect((await ask('?per_page=1&page=2')).body).toMatchObject({
    data: [{ domain: expect.any(String) }],
    meta: { total: 5, page: 2 },
  });
});

test('200: how many answers cite each type, and how often a domain is cited over time', async () => {
  const { data } = (await ask('/types')).body;
  expect(data).toHaveLength(9);
  expect(data).toContainEqual({
    source_type: 'community',
    domains: 1,
    pages: 3,
    answers: 4,
    share: 67,
    sample_size: 6,
    interval: [30, 90],
  });
  const { body } = await ask('/planners-forum.example?interval=day');
  expect(body).toMatchObject({ source_type: 'community', answers: 4, sample_size: 6 });
  expect(body.history).toEqual([
    { date: body.last_cited_at.slice(0, 10), answers: 4, share: 67, sample_size: 6, interval: [30, 90] },
  ]);
  expect((await ask('/never-cited.com')).body).toMatchObject({
    answers: 0,
    share: 0,
    last_cited_at: null,
    sample_size: 6,
  });
});

test('200: a type that the workspace sets takes precedence, is audited, and can be removed', async () => {
  const put = (source_type: unknown, path = '/techradar.com') => ask(path, { method: 'PUT', body: { source_type } });
  expect((await put('corporate')).body).toEqual({ domain: 'techradar.com', source_type: 'corporate' });
  expect((await put('editorial')).status).toBe(200);
  expect(await list('?type=editorial')).toMatchObject([
    { domain: 'abcde.com', set_by: 'operator' },
    { domain: 'techradar.com', set_by: 'workspace' },
  ]);
  const log = await db.query(sql`select action, subject_name, changes from audit_log where action like 'source_type.%'
                                 order by at desc, audit_id desc limit 1`);
  expect(log).toEqual([
    {
      action: 'source_type.set',
      subject_name: 'techradar.com (test)',
      changes: { source_type: { from: 'corporate', to: 'editorial' } },
    },
  ]);
  // Own pages stay own pages.
  expect((await put('review', '/heronboard.example')).status).toBe(200);
  expect(await list('?type=own')).toMatchObject([{ domain: 'heronboard.example', set_by: null }]);
  const other = await givenKey(deps, await givenAccount(deps));
  expect((await call(server, '/api/v1/sources/techradar.com', { key: other, method: 'DELETE' })).status).toBe(204);
  expect(await list('?type=editorial')).toHaveLength(2);
  expect((await ask('/techradar.com', { method: 'DELETE' })).status).toBe(204);
  expect((await ask('/techradar.com', { method: 'DELETE' })).status).toBe(204);
  expect(await list('?type=review')).toMatchObject([{ domain: 'techradar.com', set_by: 'operator' }]);
});

test('403, 422: read-only keys, unknown types, and domains that no citation can have', async () => {
  const readOnly = await givenKey(deps, account, { scopes: ['read'] });
  const body = { source_type: 'review' };
  expect((await ask('/a.com', { method: 'PUT', body, key: readOnly })).status).toBe(403);
  for (const domain of ['www.a.com', 'A.com', 'co.uk', 'unresolved', 'a']) {
    expect((await ask(`/${domain}`, { method: 'PUT', body })).body).toEqual({
      detail: 'domain: must be a registrable domain such as acme.io, in lower case',
    });
  }
  for (const source_type of ['own', 'unclassified', 'x', null, undefined]) {
    expect((await ask('/a.com', { method: 'PUT', body: { source_type } })).status).toBe(422);
  }
  expect((await ask('?type=forum')).status).toBe(422);
});

test('the CSV has one row per domain', async () => {
  const response = await fetch(`${server.url}/api/v1/sources.csv?include=evidence`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const [header, ...rows] = (await response.text()).trim().split('\r\n');
  expect(header).toMatch(/^domain,source_type,set_by,answers,share,.*interval\.low/);
  expect(rows).toHaveLength(5);
});

test('a mistake in the file of the operator stops the start', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'sources-')), 'types.json');
  const read = (text: string) => {
    writeFileSync(path, text);
    return () => readSourceTypes(path);
  };
  expect(readSourceTypes(undefined)).toEqual({});
  expect(read('{"acme.io": "editorial"}')()).toEqual({ 'acme.io': 'editorial' });
  expect(read('{')).toThrow(`SOURCE_TYPES_FILE ${path} cannot be read as JSON`);
  expect(read('{"acme.io": "news"}')).toThrow(`SOURCE_TYPES_FILE ${path}: acme.io: `);
  expect(read('{"www.acme.io": "review"}')).toThrow('must be a registrable domain such as acme.io, in lower case');
});
