import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const today = dayOf(new Date());
let key = '';
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 8 });
  key = await givenKey(server.deps, account);
});

const get = (path: string, as = key) => call(server, `/api/v1${path}`, { key: as });

/** Every record of a list, page by page. */
async function all(path: string, as = key) {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a record
  const records: any[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await get(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`, as);
    expect(status).toBe(200);
    records.push(...body.data);
    if (body.data.length < 100) return { records, total: body.meta.total };
  }
}

const MENTION = ['mention_id', 'keyword_id', 'keyword', 'platform', 'position', 'sentiment', 'context', 'detected_at'];
const CITATION = [
  'citation_id',
  'keyword_id',
  'keyword',
  'platform',
  'url',
  'domain',
  'title',
  'position',
  'context',
  'detected_at',
];

test('200: a mention has exactly the fields of the contract, and its answer when it is asked for', async () => {
  const { status, headers, body } = await get('/mentions');
  expect([status, Object.keys(body), body.meta.page, body.meta.per_page]).toEqual([200, ['data', 'meta'], 1, 20]);
  for (const record of body.data) {
    expect(Object.keys(record)).toEqual(MENTION);
    expect(record.mention_id).toMatch(/^mnt_[0-9a-z]{26}$/);
    expect(record.position).toBeGreaterThanOrEqual(1);
    expect(record.context).toMatch(/Heron[ -]?Board/i);
  }
  expect(headers.get('link')).toContain('rel="next"');
  const [first] = (await get('/mentions?include=answer_id')).body.data;
  expect(Object.keys(first)).toEqual([...MENTION, 'answer_id']);
  const answers = await all(`/answers?keyword_id=${first.keyword_id}`);
  const answer = answers.records.find(({ answer_id }) => answer_id === first.answer_id);
  expect(answer.text).toMatch(/Heron[ -]?Board/i);
  expect((await get('/mentions?include=everything')).status).toBe(422);
});

test('200: mentions come newest first, page by page, none twice, and total counts them all', async () => {
  const { records, total } = await all('/mentions');
  const times = records.map(({ detected_at }) => detected_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(new Set(records.map(({ mention_id }) => mention_id)).size).toBe(records.length);
  expect(records.length).toBe(total);
  expect(total).toBeGreaterThan(300);
  const past = await get(`/mentions?page=${Math.ceil(total / 20) + 1}`);
  expect([past.status, past.body.data, past.body.meta.total]).toEqual([200, [], total]);
});

test('200: the mentions and citations of a keyword’s last seven days are the numbers of its visibility record', async () => {
  const { body } = await get('/visibility?per_page=100');
  const lastDay = addDays(today, -1);
  for (const record of body.data.slice(0, 4)) {
    const window = `keyword_id=${record.keyword_id}&since=${addDays(lastDay, -6)}&until=${lastDay}`;
    const mentions = await all(`/mentions?${window}`);
    expect([mentions.records.length, mentions.total]).toEqual([record.mentions, record.mentions]);
    const citations = await all(`/citations?${window}`);
    expect([citations.records.length, citations.total]).toEqual([record.citations, record.citations]);
  }
});

test.each(['/mentions', '/citations', '/citations?scope=all', '/answers'])(
  '200: %s keeps to its filters, and its total to what is listed',
  async (path) => {
    const more = path.includes('?') ? '&' : '?';
    const everything = await all(path);
    const timeOf = (record: { detected_at?: string; asked_at?: string }) => record.detected_at ?? record.asked_at ?? '';
    const middle = timeOf(everything.records[Math.floor(everything.records.length / 2)]);
    const keywordId = everything.records[0].keyword_id;
    const filters: [string, (record: Record<string, string>) => boolean][] = [
      ['platform=claude', ({ platform }) => platform === 'claude'],
      [`keyword_id=${keywordId}`, ({ keyword_id }) => keyword_id === keywordId],
      [`keyword_id=${keywordId}&platform=claude`, (one) => one.keyword_id === keywordId && one.platform === 'claude'],
      [`until=${addDays(today, -5)}`, (one) => timeOf(one) < addDays(today, -4)],
      [`since=${addDays(today, -5)}&until=${addDays(today, -5)}`, (one) => timeOf(one).startsWith(addDays(today, -5))],
      // In the middle of a day, where the sums of whole days do not help.
      [`since=${middle}`, (one) => timeOf(one) >= middle],
      [`until=${middle}`, (one) => timeOf(one) < middle],
      [
        `since=${addDays(today, -6)}T11:30:00Z&until=${addDays(today, -5)}T12:30:00%2B01:00`,
        (one) => timeOf(one) >= `${addDays(today, -6)}T11:30:00Z` && timeOf(one) < `${addDays(today, -5)}T11:30:00Z`,
      ],
      [`since=${middle}&until=${middle}`, () => false],
      ['platform=nobody', () => false],
      ['until=0000-01-01', () => false],
      ['until=9999-12-31', () => false],
    ];
    for (const [filter, isWanted] of filters) {
      const { records, total } = await all(`${path}${more}${filter}`);
      // The contract's times are whole seconds: what came later within one is on either side of it.
      const wanted = everything.records.filter(isWanted);
      expect([filter, records.length, total]).toEqual([filter, wanted.length, wanted.length]);
      expect(records).toEqual(wanted);
    }
  },
);

test('200: mentions are found by sentiment, and the three add up', async () => {
  const sums = await Promise.all(
    ['positive', 'neutral', 'negative'].map(async (sentiment) => {
      const { records, total } = await all(`/mentions?sentiment=${sentiment}`);
      expect(records.every((record) => record.sentiment === sentiment)).toBe(true);
      expect(records.length).toBe(total);
      return total;
    }),
  );
  expect(Math.min(...sums)).toBeGreaterThan(0);
  expect(sums.reduce((sum, one) => sum + one)).toBe((await get('/mentions')).body.meta.total);
});

test('200: citations are cited pages of the own domains, and with scope=all everybody’s with their owner', async () => {
  const own = await all('/citations');
  for (const record of own.records) {
    expect(Object.keys(record)).toEqual(CITATION);
    expect(record.domain).toBe('heronboard.example');
  }
  const everybody = await all('/citations?scope=all');
  expect(everybody.records.length).toBe(everybody.total);
  expect(Object.keys(everybody.records[0])).toEqual([...CITATION, 'owner']);
  const owned = everybody.records.filter(({ owner }) => owner === 'own').map(({ owner: _, ...record }) => record);
  expect(owned).toEqual(own.records);
  expect(new Set(everybody.records.map(({ owner }) => owner))).toEqual(new Set(['own', 'competitor', 'other']));
  // What a platform only looked at is not cited.
  const [cited] = await db.query<{ count: number }>(
    sql`select count(*) as count from citations where workspace_id = ${account.workspaces.test} and kind = 'cited'`,
  );
  expect(everybody.total).toBe(cited?.count);
  expect((await get('/citations?scope=mine')).status).toBe(422);
});

test('200: another account’s keyword is like one that does not exist, and nothing of it is shown', async () => {
  const other = await givenAccount(server.deps, { historyDays: 1, seed: 'other' });
  const otherKey = await givenKey(server.deps, other);
  for (const path of ['/mentions', '/citations?scope=all']) {
    const mine = await all(path);
    const theirs = await all(path, otherKey);
    const ids = new Set(mine.records.map(({ keyword_id }) => keyword_id));
    expect(theirs.records.length).toBe(theirs.total);
    expect(theirs.records.some(({ keyword_id }) => ids.has(keyword_id))).toBe(false);
    const more = path.includes('?') ? '&' : '?';
    const foreign = await get(`${path}${more}keyword_id=${mine.records[0].keyword_id}`, otherKey);
    const unknown = await get(`${path}${more}keyword_id=kw_unknown`, otherKey);
    expect([foreign.status, foreign.text]).toEqual([200, unknown.text]);
    expect(foreign.body.data).toEqual([]);
  }
});

test('200: an empty workspace has empty lists', async () => {
  const live = await givenKey(server.deps, account, { mode: 'live' });
  for (const path of ['/mentions', '/citations', '/citations?scope=all']) {
    expect((await get(path, live)).body).toEqual({ data: [], meta: { total: 0, page: 1, per_page: 20 } });
  }
});

test('a deleted keyword takes its mentions and citations with it', async () => {
  const deleting = await givenAccount(server.deps, { historyDays: 1, seed: 'other' });
  const write = await givenKey(server.deps, deleting);
  const before = await all('/mentions', write);
  const [first] = before.records;
  await call(server, `/api/v1/keywords/${first.keyword_id}`, { key: write, method: 'DELETE' });
  for (const path of ['/mentions', '/citations?scope=all']) {
    const { records, total } = await all(path, write);
    expect(records.some(({ keyword_id }) => keyword_id === first.keyword_id)).toBe(false);
    expect(records.length).toBe(total);
  }
  expect((await all('/mentions', write)).total).toBeLessThan(before.total);
});

test.each(['/mentions', '/citations'])('401: %s without a key', async (path) => {
  expect((await call(server, `/api/v1${path}`)).text).toBe('{"detail":"Invalid or missing API key"}');
});

test.each([
  ['per_page=101', 'per_page: must be at most 100'],
  ['page=0', 'page: must be at least 1'],
  ['since=yesterday', 'since: must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z'],
  ['since=2026-02-30', 'since: must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z'],
  ['since=2026-02-01&until=2026-01-01', 'since: must not be after until'],
  ['since=2026-02-02&until=2026-02-01', 'since: must not be after until'],
  ['since=2020-01-01', 'since: must be at most 400 days before until'],
])('422: ?%s', async (query, detail) => {
  for (const path of ['/mentions', '/citations', '/answers']) {
    const given = await get(`${path}?${query}`);
    expect([given.status, given.body]).toEqual([422, { detail }]);
  }
});

test('422: a sentiment that does not exist', async () => {
  const { status, body } = await get('/mentions?sentiment=good');
  expect([status, body]).toEqual([422, { detail: 'sentiment: must be one of positive, neutral, negative' }]);
});

test('HEAD answers as GET does, without the body', async () => {
  for (const path of ['/mentions', '/citations']) {
    const { status, text, headers } = await call(server, `/api/v1${path}`, { key, method: 'HEAD' });
    expect([status, text, headers.has('link')]).toEqual([200, '', true]);
  }
});

test('200: sentiment over time counts each mention once, over all keywords and for one', async () => {
  const [{ keyword_id: keywordId }] = (await get('/mentions')).body.data;
  for (const filter of ['', `&keyword_id=${keywordId}`, '&platform=gemini']) {
    const { records } = await all(`/mentions?since=${addDays(today, -8)}${filter}`);
    const points = (await get(`/mentions/sentiment?since=${addDays(today, -8)}&interval=day${filter}`)).body.data;
    const days = [...new Set(records.map(({ detected_at }) => detected_at.slice(0, 10)))].sort().reverse();
    expect(points.map(({ date }: { date: string }) => date)).toEqual(days);
    for (const point of points) {
      const mine = records.filter(({ detected_at }) => detected_at.startsWith(point.date));
      const count = (label: string) => mine.filter(({ sentiment }) => sentiment === label).length;
      expect(point).toMatchObject({
        sample_size: mine.length,
        positive: count('positive'),
        neutral: count('neutral'),
        negative: count('negative'),
      });
      expect(point.positive_share + point.neutral_share + point.negative_share).toBe(100);
    }
  }
});

test('sentiment as CSV, per week by default, and 422 for days in the wrong order', async () => {
  const csv = await fetch(`${server.url}/api/v1/mentions/sentiment.csv`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const [header, ...rows] = (await csv.text()).trim().split('\n');
  expect(header).toContain('date,sample_size,positive,neutral,negative,positive_share');
  expect(rows).toHaveLength((await get('/mentions/sentiment')).body.meta.total);
  const { status, body } = await get('/mentions/sentiment?since=2026-03-02&until=2026-03-01');
  expect([status, body.detail]).toEqual([422, 'since: must not be after until']);
  expect((await get('/mentions/sentiment?since=2026-03-02T00:00:00Z')).status).toBe(422);
});
