import { beforeAll, expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let key = '';
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 35, seed: 'visibility' });
  key = await givenKey(server.deps, account);
});

test('a list has exactly the fields of the contract', async () => {
  const { status, body } = await call(server, '/api/v1/visibility', { key });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['data', 'meta']);
  expect(body.meta).toEqual({ total: 12, page: 1, per_page: 20 });
  const fields = [
    'keyword_id',
    'keyword',
    'visibility_score',
    'mentions',
    'citations',
    'platforms',
    'trend',
    'updated_at',
  ];
  for (const record of body.data) {
    expect(Object.keys(record)).toEqual(fields);
    expect(Object.keys(record.platforms).sort()).toEqual(['chatgpt', 'claude', 'gemini', 'perplexity']);
    expect(record.trend).toMatch(/^[+-]\d+%$/);
    expect(record.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  }
});

test('pages, sorting and filters leave nothing out and nothing twice', async () => {
  const all = (await call(server, '/api/v1/visibility?sort=-visibility_score', { key })).body.data;
  const scores = all.map((record: { visibility_score: number }) => record.visibility_score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) =>
      call(server, `/api/v1/visibility?sort=-visibility_score&per_page=4&page=${page}`, { key }),
    ),
  );
  expect(pages.map(({ body }) => body.data.length)).toEqual([4, 4, 4, 0]);
  expect(pages.flatMap(({ body }) => body.data)).toEqual(all);
  const link = (page: number, rel: string) =>
    `<http://localhost:4000/api/v1/visibility?sort=-visibility_score&page=${page}&per_page=4>; rel="${rel}"`;
  expect(pages[1]?.headers.get('link')).toBe(
    [link(1, 'first'), link(1, 'prev'), link(3, 'next'), link(3, 'last')].join(', '),
  );
  const found = (await call(server, '/api/v1/visibility?q=PROJECT%20MANAGEMENT', { key })).body;
  expect(found.meta.total).toBe(found.data.length);
  expect(found.data.length).toBeGreaterThan(0);
  const [first] = all;
  const one = (await call(server, `/api/v1/visibility?keyword_id=${first.keyword_id}`, { key })).body;
  expect(one).toEqual({ data: [first], meta: { total: 1, page: 1, per_page: 20 } });
});

test('evidence comes when it is asked for, and contains the score', async () => {
  const { body } = await call(server, '/api/v1/visibility?include=evidence', { key });
  for (const record of body.data) {
    const [low, high] = record.interval;
    expect(low).toBeLessThanOrEqual(record.visibility_score);
    expect(high).toBeGreaterThanOrEqual(record.visibility_score);
    // Four platforms, 40 answers each, less what failed.
    expect(record.sample_size).toBeGreaterThan(140);
    expect(record.sample_size).toBeLessThanOrEqual(160);
    expect(record.metric_version).toBe(1);
  }
});

test('a platform selects the keywords measured on it, and evidence has the sample and the interval of each platform', async () => {
  const text = (isNamed: boolean) => (isNamed ? 'Heron Board is one.' : 'There are many.');
  const answers = Array.from({ length: 10 }, (_, i) => ({
    keyword: 'kanban board software',
    platform: 'grok',
    prompt: 'Which?',
    text: text(i < 4),
  }));
  await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
  const { body } = await call(server, '/api/v1/visibility?platform=grok&include=evidence', { key });
  const [record] = body.data;
  expect([body.meta.total, record.platforms.grok]).toEqual([1, 40]);
  // Ten answers to one prompt are taken for 1.54 times as variable as independent ones.
  expect(record.platform_evidence.grok).toEqual({ sample_size: 10, interval: [13, 75] });
  expect(Object.keys(record.platform_evidence)).toEqual(Object.keys(record.platforms));
  const samples = Object.values<{ sample_size: number }>(record.platform_evidence).map((one) => one.sample_size);
  expect(samples.reduce((sum, one) => sum + one, 0)).toBe(record.sample_size);

  const one = await call(server, `/api/v1/visibility/${record.keyword_id}?include=evidence`, { key });
  expect(one.body.platform_evidence).toEqual(record.platform_evidence);
  const plain = await call(server, `/api/v1/visibility/${record.keyword_id}`, { key });
  const { platform_evidence: _, history, ...rest } = one.body;
  const points = history.map(({ markers: __, ...point }: { markers: unknown[] }) => point);
  expect(plain.body).toEqual({ ...rest, history: points });
  expect(plain.body.visibility_score).not.toBe(40);
});

test('the newest point of the history is the record', async () => {
  const [record] = (await call(server, '/api/v1/visibility', { key })).body.data;
  const { body } = await call(server, `/api/v1/visibility/${record.keyword_id}`, { key });
  const { history, sample_size, interval, metric_version, ...same } = body;
  expect(same).toEqual(record);
  expect([interval.length, metric_version]).toEqual([2, 1]);
  expect(history.length).toBe(30);
  const newest = history.at(-1);
  expect(newest).toMatchObject({
    visibility_score: record.visibility_score,
    mentions: record.mentions,
    citations: record.citations,
    platforms: record.platforms,
    sample_size,
  });
  const weekly = await call(server, `/api/v1/visibility/${record.keyword_id}?interval=week`, { key });
  expect(weekly.body.history.map((point: { date: string }) => point.date)).toEqual(
    [1, 8, 15, 22, 29].map((index) => history[index].date),
  );
});

test.each(['keyword', 'visibility_score', 'updated_at', 'trend'].flatMap((sort) => [sort, `-${sort}`]))(
  'pages sorted by %s put together are the whole list, with a filter and without',
  async (sort) => {
    for (const filter of ['', '&platform=claude', '&q=software']) {
      const ask = (paging: string) => call(server, `/api/v1/visibility?sort=${sort}${filter}${paging}`, { key });
      const whole = (await ask('&per_page=100')).body;
      expect(whole.data.length).toBe(whole.meta.total);
      const pages = [];
      for (let page = 1; page <= whole.data.length / 3 + 1; page++) pages.push(await ask(`&per_page=3&page=${page}`));
      expect(pages.flatMap(({ body }) => body.data)).toEqual(whole.data);
      const far = (await ask('&page=999999999')).body;
      expect(far).toEqual({ data: [], meta: { total: whole.meta.total, page: 999_999_999, per_page: 20 } });
    }
  },
);

test('keywords are sorted without case', async () => {
  const { data } = (await call(server, '/api/v1/visibility?sort=keyword&per_page=100', { key })).body;
  const keywords: string[] = data.map(({ keyword }: { keyword: string }) => keyword);
  expect(keywords[0]).toMatch(/^[a-z]/);
  expect(keywords.map((keyword) => keyword.toLowerCase())).toEqual(
    keywords.map((keyword) => keyword.toLowerCase()).sort(),
  );
});

test('records are found by the platforms they have a score for, and by nothing else that stands in them', async () => {
  const totalFor = async (platform: string) =>
    (await call(server, `/api/v1/visibility?platform=${platform}`, { key })).body.meta.total;
  expect([await totalFor('chatgpt'), await totalFor('copilot'), await totalFor('trend')]).toEqual([12, 0, 0]);
});

test('HEAD answers as GET does, without the body', async () => {
  const response = await fetch(`${server.url}/api/v1/visibility`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${key}` },
  });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1_000);
});

test('a keyword is added once, whatever its spacing and case, and asked on the same day', async () => {
  const add = (body: unknown) => call(server, '/api/v1/keywords', { key, method: 'POST', body });
  const created = await add({ keyword: '  standing   desk ', tags: ['office'], country: 'de', language: 'de' });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ keyword: 'standing desk', tags: ['office'], country: 'DE', status: 'active' });
  expect(created.headers.get('location')).toBe(`/api/v1/keywords/${created.body.keyword_id}`);
  const again = await add({ keyword: 'Standing Desk', country: 'DE', language: 'de' });
  expect([again.status, again.body]).toEqual([409, { detail: 'Keyword already exists' }]);
  expect((await add({ keyword: 'standing desk' })).status).toBe(201);
  const branded = await add({ keyword: 'desks', prompts: ['Is Heron Board any good?'] });
  expect(branded.status).toBe(422);

  await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: 86_400 } });
  const { body } = await call(server, '/api/v1/visibility?q=standing', { key });
  expect(body.meta.total).toBe(2);
});

test('a thousand keywords are added at once, or none of them', async () => {
  const live = await givenKey(server.deps, account, { mode: 'live' });
  const keywords = Array.from({ length: 1_000 }, (_, i) => ({ keyword: `keyword ${i}` }));
  const added = await call(server, '/api/v1/keywords', { key: live, method: 'POST', body: { keywords } });
  expect([added.status, added.body.data.length]).toEqual([201, 1_000]);
  const more = [{ keyword: 'new one' }, { keyword: 'keyword 7' }];
  const refused = await call(server, '/api/v1/keywords', { key: live, method: 'POST', body: { keywords: more } });
  expect(refused.status).toBe(409);
  const listed = await call(server, '/api/v1/keywords?per_page=100&page=10', { key: live });
  expect(listed.body.meta).toEqual({ total: 1_000, page: 10, per_page: 100 });
  expect((await call(server, '/api/v1/keywords?q=new%20one', { key: live })).body.meta.total).toBe(0);
});
