import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

const RULE = { name: 'We are forgotten', condition: 'below', threshold: 40 };
const FIELDS = ['alert_id', 'name', 'keyword_id', 'platform', 'condition', 'threshold', 'status', 'created_at'];

async function givenCaller() {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const ask = (method: string, path: string, body?: unknown) =>
    call(server, `/api/v1/alerts${path}`, { key, method, body });
  const [keyword] = (await call(server, '/api/v1/keywords', { key })).body.data;
  return { account, key, ask, keyword, post: (body: unknown) => ask('POST', '', body) };
}

test('201: a rule is made, shown with exactly its fields, and found under its address', async () => {
  const { ask, post, keyword, key } = await givenCaller();
  const given = await post({ ...RULE, keyword_id: keyword.keyword_id, platform: 'chatgpt' });
  expect(given.status).toBe(201);
  expect(Object.keys(given.body).sort()).toEqual([...FIELDS].sort());
  expect(given.body).toMatchObject({ ...RULE, keyword_id: keyword.keyword_id, platform: 'chatgpt', status: 'active' });
  expect(given.body.alert_id).toMatch(/^alr_[0-9a-z]{26}$/);
  const location = given.headers.get('location') ?? '';
  expect((await call(server, location, { key })).body).toEqual(given.body);
  expect((await ask('GET', '')).body).toEqual({ data: [given.body], meta: { total: 1, page: 1, per_page: 20 } });
});

test('200: settings are kept, and shown when they are asked for', async () => {
  const { ask, post } = await givenCaller();
  const settings = { tag: 'core', only_significant: true, email: 'daily', recipients: ['ann@example.com'] };
  const given = await post({ ...RULE, ...settings, recipients: ['ann@example.com', 'ann@example.com'] });
  expect(given.body).not.toHaveProperty('tag');
  const path = `/${given.body.alert_id}?include=settings`;
  const shown = { ...given.body, ...settings, competitor_id: null, email_status: 'not_configured' };
  expect((await ask('GET', path)).body).toEqual(shown);
  expect((await ask('GET', '?include=settings')).body.data).toEqual([shown]);
  const plain = await post(RULE);
  expect((await ask('GET', `/${plain.body.alert_id}?include=settings`)).body).toMatchObject({
    tag: null,
    only_significant: false,
    email: 'off',
    recipients: [],
  });
});

test('200: a list has pages, the oldest rule first', async () => {
  const { ask, post } = await givenCaller();
  for (const name of ['a', 'b', 'c']) await post({ ...RULE, name });
  const page = await ask('GET', '?page=2&per_page=2');
  expect(page.body).toMatchObject({ data: [{ name: 'c' }], meta: { total: 3, page: 2, per_page: 2 } });
  expect(page.headers.get('link')).toContain('rel="prev"');
  expect((await ask('GET', '?page=9')).body).toEqual({ data: [], meta: { total: 3, page: 9, per_page: 20 } });
});

test('200: a rule is changed field by field', async () => {
  const { ask, post, keyword } = await givenCaller();
  const { body: made } = await post({ ...RULE, platform: 'chatgpt' });
  const path = `/${made.alert_id}`;
  const changed = await ask('PATCH', path, { threshold: 35, platform: null, keyword_id: keyword.keyword_id });
  expect([changed.status, changed.body]).toEqual([
    200,
    { ...made, threshold: 35, platform: null, keyword_id: keyword.keyword_id },
  ]);
  expect((await ask('PATCH', path, { status: 'paused' })).body.status).toBe('paused');
  expect((await ask('GET', path)).body).toEqual({ ...changed.body, status: 'paused' });
});

test('204: a deleted rule is gone', async () => {
  const { ask, post } = await givenCaller();
  const { body } = await post(RULE);
  expect((await ask('DELETE', `/${body.alert_id}`)).status).toBe(204);
  for (const method of ['GET', 'DELETE']) {
    const answer = await ask(method, `/${body.alert_id}`);
    expect([answer.status, answer.text]).toEqual([404, '{"detail":"Alert not found"}']);
  }
});

test('a rule on a keyword is deleted with the keyword', async () => {
  const { ask, post, keyword, key } = await givenCaller();
  await post({ ...RULE, keyword_id: keyword.keyword_id });
  await post({ ...RULE, name: 'all' });
  await call(server, `/api/v1/keywords/${keyword.keyword_id}`, { key, method: 'DELETE' });
  expect((await ask('GET', '')).body.data).toMatchObject([{ name: 'all' }]);
});

test('401 and 403: every endpoint wants a key, and whatever is not a GET the write scope', async () => {
  const { account, post } = await givenCaller();
  const { body } = await post(RULE);
  const reader = await givenKey(deps, account, { scopes: ['read'] });
  const requests: [string, string, unknown?][] = [
    ['GET', ''],
    ['GET', `/${body.alert_id}`],
    ['POST', '', RULE],
    ['POST', '/backtest', RULE],
    ['PATCH', `/${body.alert_id}`, { threshold: 1 }],
    ['DELETE', `/${body.alert_id}`],
  ];
  for (const [method, path, sent] of requests) {
    const address = `/api/v1/alerts${path}`;
    const nobody = await call(server, address, { method, body: sent });
    expect([nobody.status, nobody.body]).toEqual([401, { detail: 'Invalid or missing API key' }]);
    const answer = await call(server, address, { key: reader, method, body: sent });
    if (method === 'GET') expect(answer.status).toBe(200);
    else expect([answer.status, answer.text]).toEqual([403, `{"detail":"This action requires the 'write' scope"}`]);
  }
});

test('404: another account’s rule looks like one that does not exist, and its keyword like none', async () => {
  const owner = await givenCaller();
  const { body } = await owner.post({ ...RULE, keyword_id: owner.keyword.keyword_id });
  const other = await givenCaller();
  for (const [method, sent] of [['GET'], ['PATCH', { threshold: 1 }], ['DELETE']] as const) {
    const foreign = await other.ask(method, `/${body.alert_id}`, sent);
    const unknown = await other.ask(method, '/alr_00000000000000000000000000', sent);
    expect([foreign.status, foreign.text]).toEqual([404, '{"detail":"Alert not found"}']);
    expect(unknown.text).toBe(foreign.text);
  }
  for (const path of ['', '/backtest']) {
    const answer = await other.ask('POST', path, { ...RULE, keyword_id: owner.keyword.keyword_id });
    expect([answer.status, answer.text]).toEqual([422, '{"detail":"keyword_id: no such keyword"}']);
  }
  const mine = (await other.post(RULE)).body;
  expect((await other.ask('PATCH', `/${mine.alert_id}`, { keyword_id: owner.keyword.keyword_id })).status).toBe(422);
  expect((await other.ask('GET', '')).body.data).toEqual([mine]);
  expect((await owner.ask('GET', '')).body.data).toEqual([body]);
});

test('409: a workspace has at most 100 rules, also when they are made at once', async () => {
  const { account, post } = await givenCaller();
  await db.query(
    sql`insert into alerts (workspace_id, alert_id, name, condition, threshold, only_significant, email, recipients, status, revision, created_at)
        select ${account.workspaces.test}, 'alr_' || i, 'many', 'below', 10, false, 'off', '{}', 'paused', 1, now()
        from generate_series(1, 98) i`,
  );
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(RULE)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(8).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({ detail: 'Alert limit of 100 reached' });
});

test.each([
  [{}, 'name: is required; condition: is required'],
  [{ name: 'Low', condition: 'below' }, 'threshold: is required'],
  [{ ...RULE, competitor_id: 'cmp_none' }, 'competitor_id: must be left out unless condition is overtaken'],
  [{ ...RULE, threshold: 101 }, 'threshold: must be at most 100'],
  [{ ...RULE, threshold: 40.5 }, 'threshold: must be a whole number'],
  [{ ...RULE, condition: 'drops_by', threshold: 0 }, 'threshold: must be at least 1 with drops_by'],
  [{ ...RULE, threshold: 0 }, 'threshold: a score is never below 0, so this rule could never fire'],
  [
    { ...RULE, condition: 'above', threshold: 100 },
    'threshold: a score is never above 100, so this rule could never fire',
  ],
  [{ ...RULE, platform: 'Chat GPT' }, 'platform: must be a lowercase name such as chatgpt'],
  [{ ...RULE, keyword_id: 'kw_none' }, 'keyword_id: no such keyword'],
  [{ ...RULE, keyword_id: 'kw_none', tag: 'core' }, 'tag: must be left out when keyword_id is given'],
  [{ ...RULE, name: '  ' }, 'name: must not be empty'],
  [{ ...RULE, status: 'gone' }, 'status: must be one of active, paused'],
  [{ ...RULE, email: 'hourly' }, 'email: must be one of off, each, daily'],
  [{ ...RULE, recipients: ['nobody'] }, 'recipients[0]: must be an email address'],
  [{ ...RULE, recipients: [`${'a'.repeat(65)}@example.com`] }, 'recipients[0]: must be an email address'],
  [{ ...RULE, webhook: 'x' }, 'unknown field webhook'],
])('422: a rule such as %j', async (body, detail) => {
  const answer = await (await givenCaller()).post(body);
  expect([answer.status, answer.body]).toEqual([422, { detail }]);
});

test('422: a change is refused when the rule it would make is wrong, or when it says nothing', async () => {
  const { ask, post } = await givenCaller();
  const path = `/${(await post({ ...RULE, condition: 'above', threshold: 0 })).body.alert_id}`;
  expect((await ask('PATCH', path, { condition: 'rises_by' })).body).toEqual({
    detail: 'threshold: must be at least 1 with rises_by',
  });
  expect((await ask('PATCH', path, {})).body).toEqual({
    detail: 'Set at least one field, such as name, threshold or status',
  });
  expect((await ask('GET', `${path}?include=everything`)).status).toBe(422);
  expect((await ask('GET', path)).body).toMatchObject({ condition: 'above', threshold: 0 });
});

test('422: a back-test goes back 90 days at most', async () => {
  const { ask } = await givenCaller();
  for (const days of [0, 91, 'all']) {
    expect((await ask('POST', '/backtest', { condition: 'below', threshold: 40, days })).status).toBe(422);
  }
  const { status, body } = await ask('POST', '/backtest', { condition: 'below', threshold: 40 });
  expect([status, body]).toMatchObject([
    200,
    { firings: [], summary: { firings: 0, within_noise: 0, keywords_examined: 12, keywords_matching: 12, days: 90 } },
  ]);
});
