import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
const A_DAY = 86_400;

async function givenSandbox() {
  const account = await givenAccount(deps, { historyDays: 1 });
  const key = await givenKey(deps, account);
  const [keyword] = (await call(server, '/api/v1/keywords', { key })).body.data;
  const answers = async () => {
    const [row] = await db.query<{ count: number }>(
      sql`select count(*) as count from answers where keyword_id = ${keyword.keyword_id}`,
    );
    return row?.count ?? 0;
  };
  const change = (method: string, body?: unknown) =>
    call(server, `/api/v1/keywords/${keyword.keyword_id}`, { key, method, body });
  const advance = () => call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: A_DAY } });
  return { key, keyword, answers, change, advance };
}

test('200: a keyword is shown by its id, with the fields of the list', async () => {
  const { key, keyword } = await givenSandbox();
  const { status, body } = await call(server, `/api/v1/keywords/${keyword.keyword_id}`, { key });
  expect([status, body]).toEqual([200, keyword]);
});

test('200: a keyword that nobody has answered about yet has a record of nothing, whose score may lie anywhere', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account, { mode: 'live' });
  const made = await call(server, '/api/v1/keywords', { key, method: 'POST', body: { keyword: 'sprint planner' } });
  const { keyword_id, keyword, updated_at } = made.body;
  const { status, body } = await call(server, `/api/v1/visibility/${keyword_id}`, { key });
  expect([status, body]).toEqual([
    200,
    {
      keyword_id,
      keyword,
      visibility_score: 0,
      mentions: 0,
      citations: 0,
      platforms: {},
      trend: '+0%',
      updated_at,
      sample_size: 0,
      interval: [0, 100],
      metric_version: 1,
      history: [],
    },
  ]);
  const foreign = await call(server, `/api/v1/visibility/${keyword_id}`, { key: await givenKey(deps, account) });
  expect([foreign.status, foreign.body]).toEqual([404, { detail: 'Keyword not found' }]);
});

test('404: changing a keyword that is not there leaves the lists as they were', async () => {
  const { key } = await givenSandbox();
  const { headers } = await call(server, '/api/v1/visibility', { key });
  const change = { method: 'PATCH', body: { status: 'paused' } };
  expect((await call(server, '/api/v1/keywords/kw_unknown', { key, ...change })).status).toBe(404);
  expect((await call(server, '/api/v1/visibility', { key })).headers.get('etag')).toBe(headers.get('etag'));
});

test('422: a reading that there has not been has no numbers', async () => {
  const { key, keyword } = await givenSandbox();
  const ask = (reading: number) => call(server, `/api/v1/visibility/${keyword.keyword_id}?reading=${reading}`, { key });
  expect((await ask(1)).status).toBe(200);
  expect((await ask(2)).body).toEqual({ detail: 'reading: must be 1' });
});

test.each([
  [{ country: 'XX' }, 'country: must be an ISO 3166-1 country code such as DE'],
  [{ country: 'SU' }, 'country: must be an ISO 3166-1 country code such as DE'],
  [{ country: 'EU' }, 'country: must be an ISO 3166-1 country code such as DE'],
  [{ language: 'en_US' }, 'language: must be a language tag such as en or pt-BR'],
  [{ language: 'en-xyz-abc' }, 'language: must be a language tag such as en or pt-BR'],
  [
    { keyword: 'desk\u0007' },
    'keyword: must not contain control characters or characters that change the text direction',
  ],
  [
    { keyword: '\u202eksed' },
    'keyword: must not contain control characters or characters that change the text direction',
  ],
  [{ keyword: '\u200b\u3164' }, 'keyword: must contain visible characters'],
  [{ keyword: ' \n ' }, 'keyword: must not be empty'],
  [{ tags: ['\u00ad'] }, 'tags[0]: must contain visible characters'],
])('422: a new keyword with %j', async (wrong, detail) => {
  const { key } = await givenSandbox();
  const body = { keyword: 'desks', ...wrong };
  const answer = await call(server, '/api/v1/keywords', { key, method: 'POST', body });
  expect([answer.status, answer.body]).toEqual([422, { detail }]);
});

test('a language is kept in its canonical form, and a keyword is found however its letters are put together', async () => {
  const { key } = await givenSandbox();
  const wanted = { keyword: 'm\u00f6bel \u5bb6\u5177', tags: ['b\u00fcro'], country: 'br', language: 'PT-br' };
  const { body } = await call(server, '/api/v1/keywords', { key, method: 'POST', body: wanted });
  expect([body.country, body.language]).toEqual(['BR', 'pt-BR']);
  const found = async (query: string) => (await call(server, `/api/v1/keywords?${query}`, { key })).body.data;
  expect(await found(`q=${encodeURIComponent(' mo\u0308bel  \u5bb6')}`)).toEqual([body]);
  expect(await found(`tag=${encodeURIComponent('bu\u0308ro')}`)).toEqual([body]);
});

test('a paused keyword is not asked from that moment on, and one that goes on is asked the same day', async () => {
  const { answers, change, advance } = await givenSandbox();
  const before = await answers();
  expect((await change('PATCH', { status: 'paused' })).body.status).toBe('paused');
  await advance();
  expect(await answers()).toBe(before);
  expect((await change('PATCH', { status: 'active', tags: ['new', 'new'] })).body).toMatchObject({
    status: 'active',
    tags: ['new'],
  });
  await advance();
  expect(await answers()).toBeGreaterThan(before);
});

test('a new panel is asked instead of the old one, which keeps its answers', async () => {
  const { answers, change, advance } = await givenSandbox();
  const before = await answers();
  const prompts = ['Which board do small teams use?', 'What would you plan a sprint with?'];
  expect((await change('PATCH', { prompts })).status).toBe(200);
  await advance();
  const rows = await db.query<{ prompt: string }>(
    sql`select distinct prompt from answers where prompt = any(${prompts}) order by 1`,
  );
  expect(rows.map(({ prompt }) => prompt)).toEqual([...prompts].sort());
  expect(await answers()).toBeGreaterThan(before);
});

test('a prompt that stays in the panel keeps its id and number, and one that comes back gets its own again', async () => {
  const { keyword, change } = await givenSandbox();
  const panel = () =>
    db.query<{ prompt_id: string; number: number; text: string }>(
      sql`select prompt_id, number, text from prompts where keyword_id = ${keyword.keyword_id} and retired_at is null order by place`,
    );
  const before = await panel();
  const [first, ...rest] = before.map(({ text }) => text);
  expect((await change('PATCH', { prompts: ['Which board is new?', ...rest] })).status).toBe(200);
  const after = await panel();
  expect(after.map(({ text }) => text)).toEqual(['Which board is new?', ...rest]);
  expect(after.slice(1)).toEqual(before.slice(1));
  expect([before, after].map((rows) => rows.map(({ number }) => number))).toEqual([
    [1, 2, 3, 4, 5],
    [6, 2, 3, 4, 5],
  ]);
  expect((await change('PATCH', { prompts: [...rest, first] })).status).toBe(200);
  expect(await panel()).toEqual([...before.slice(1), before[0]]);
});

test('a deleted keyword is gone from every list at once and is not asked any more', async () => {
  const { key, keyword, answers, change, advance } = await givenSandbox();
  expect((await change('DELETE')).status).toBe(204);
  for (const path of ['keywords', 'visibility']) {
    const { body } = await call(server, `/api/v1/${path}?per_page=100`, { key });
    expect([body.meta.total, body.data.length]).toEqual([11, 11]);
    expect(JSON.stringify(body)).not.toContain(keyword.keyword_id);
  }
  const before = await answers();
  await advance();
  expect(await answers()).toBe(before);
  expect((await change('DELETE')).body).toEqual({ detail: 'Keyword not found' });
  expect((await change('PATCH', { status: 'paused' })).status).toBe(404);
});

test.each([
  [{}, 'Set at least one of status, tags and prompts'],
  [{ status: 'gone' }, 'status: must be one of active, paused'],
  [{ keyword: 'other' }, 'unknown field keyword; Set at least one of status, tags and prompts'],
  [{ prompts: [] }, 'prompts: Enter 1 to 20 prompts, not 0.'],
])('422: %j', async (body, detail) => {
  const { change } = await givenSandbox();
  const answer = await change('PATCH', body);
  expect([answer.status, answer.body]).toEqual([422, { detail }]);
});

test('a platform’s key goes in and never comes out', async () => {
  const { key } = await givenSandbox();
  const before = (await call(server, '/api/v1/platforms', { key })).body.data;
  expect(before).toContainEqual({ platform: 'chatgpt', key: 'environment' });
  expect(before).toContainEqual({ platform: 'claude', key: 'none' });
  const given = await call(server, '/api/v1/platforms/claude', {
    key,
    method: 'PATCH',
    body: { api_key: 'very secret' },
  });
  expect([given.status, given.body]).toEqual([200, { platform: 'claude', key: 'workspace' }]);
  const after = await call(server, '/api/v1/platforms', { key });
  expect(after.body.data).toContainEqual({ platform: 'claude', key: 'workspace' });
  expect(after.text + given.text).not.toContain('secret');
  const change = (body: unknown) => call(server, '/api/v1/platforms/claude', { key, method: 'PATCH', body });
  for (const wrong of ['two\nlines', 'bell\u0007', 'schlüssel']) {
    expect((await change({ api_key: wrong })).body).toEqual({
      detail: 'api_key: must contain only ASCII letters, digits and symbols',
    });
  }
  expect((await change({ api_key: null })).body).toEqual({ platform: 'claude', key: 'none' });
  expect((await call(server, '/api/v1/platforms', { key })).body.data).toEqual(before);
  expect((await call(server, '/api/v1/platforms/none', { key, method: 'PATCH', body: { api_key: 'x' } })).status).toBe(
    404,
  );
});

test('a plan has a price before it is saved', async () => {
  const { key } = await givenSandbox();
  const { body } = await call(server, '/api/v1/usage/estimate?keywords=10', { key });
  expect(body).toEqual({
    questions_per_week: 10 * 5 * 8 * 4,
    cost_usd_per_week: 0,
    platforms: { chatgpt: 0, claude: 0, gemini: 0, perplexity: 0 },
    unpriced: [],
  });
});

test('a workspace that wants narrow intervals asks more where the answer is open, and less where it is clear', async () => {
  const account = await givenAccount(deps, { historyDays: 8 });
  const key = await givenKey(deps, account);
  const asked = async () =>
    (await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: A_DAY } })).body
      .questions_asked;
  await asked();
  const usual = await asked();
  await db.query(sql`update workspaces set interval_points = 20 where workspace_id = ${account.workspaces.test}`);
  await asked();
  expect(await asked()).toBeGreaterThan(1.3 * usual);
  await db.query(sql`update workspaces set interval_points = 45 where workspace_id = ${account.workspaces.test}`);
  await asked();
  expect(await asked()).toBeLessThan(0.9 * usual);
});
