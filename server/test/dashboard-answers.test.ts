import type { EventType } from '@visibility/sdk';
import { beforeAll, expect, test } from 'vitest';
import { eventOf } from '../src/api/v1/event-schemas.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, byLink } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);
let ann: Browser;
let ben: Browser;
let key = '';
let workspaceId = '';
let keywordId = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 8 });
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
  ann = await byLink(server, account.accountId);
  ben = await byLink(server, (await givenAccount(server.deps)).accountId);
  keywordId = (await call(server, '/api/v1/keywords', { key })).body.data[0].keyword_id;
});

async function handIn(answer: object): Promise<string> {
  const body = { keyword_id: keywordId, platform: 'chatgpt_web', prompt: 'Which?', ...answer };
  const stored = await call(server, '/api/v1/answers', { key, method: 'POST', body });
  expect(stored.status, stored.text).toBe(201);
  return stored.body.data[0].answer_id;
}

const reading = async (answerId: string) => (await ann.ask(`/test/answers/${answerId}/view`)).body;

interface Mark {
  start: number;
  end: number;
  brand_id?: string;
  source?: number;
}

const textsOf = ({ answer, marks }: { answer: { text: string }; marks: Mark[] }, wanted: (mark: Mark) => boolean) =>
  marks.filter(wanted).map(({ start, end }) => answer.text.slice(start, end));

test('the marks of an answer are the brand, the competitors and the citations, letter by letter, behind emoji too', async () => {
  const text =
    '👩‍👩‍👧 Try 𝒜 first. 🏳️‍🌈 Heron Board wins.[1] Then Corvane Desk, see [a page](https://corvanedesk.example/x?utm_source=a). é Heron Board!';
  const { body } = await call(server, '/api/v1/competitors', { key });
  const rival = body.data[0].name;
  const answerId = await handIn({
    text: text.replace('Corvane Desk', rival),
    sources: [
      { url: 'https://heronboard.example/guide', title: 'Guide' },
      { url: 'https://corvanedesk.example/x' },
      { url: 'https://only-read.example/', cited: false },
    ],
  });
  const read = await reading(answerId);
  expect(textsOf(read, ({ brand_id }) => brand_id === 'brand')).toEqual(['Heron Board', 'Heron Board']);
  expect(textsOf(read, ({ brand_id }) => brand_id?.startsWith('cmp_') === true)).toEqual([rival]);
  expect(textsOf(read, ({ source }) => source === 0)).toEqual(['[1]']);
  expect(textsOf(read, ({ source }) => source === 1)).toEqual(['https://corvanedesk.example/x?utm_source=a']);
  expect(read.sources.map(({ cited, owner }: Record<string, unknown>) => [cited, owner])).toEqual([
    [true, 'own'],
    [true, 'other'],
    [false, 'other'],
  ]);
  expect(read.brands.map(({ name }: { name: string }) => name).sort()).toEqual(['Heron Board', rival].sort());
});

test('from one answer the next and the previous one of the keyword and platform can be reached, and back', async () => {
  const [first, second, third] = [
    await handIn({ text: 'a' }),
    await handIn({ text: 'b' }),
    await handIn({ text: 'c' }),
  ];
  await handIn({ text: 'elsewhere', platform: 'claude_web' });
  const ids = [first, second, third].sort();
  const middle = await reading(ids[1] ?? '');
  expect([middle.previous, middle.next]).toEqual([ids[0], ids[2]]);
  expect((await reading(ids[2] ?? '')).next).toBe(null);
});

test('one answer is handed out by the API as it stands in the list', async () => {
  const { body } = await call(server, '/api/v1/answers?per_page=1', { key });
  const one = await call(server, `/api/v1/answers/${body.data[0].answer_id}`, { key });
  expect([one.status, one.body]).toEqual([200, body.data[0]]);
});

test.each(['ans_00000000000000000000000000', 'ans_zzzzzzzzzzzzzzzzzzzzzzzzzz', 'nonsense', '%20'])(
  'an answer %s is not found',
  async (answerId) => {
    const one = await call(server, `/api/v1/answers/${answerId}`, { key });
    expect([one.status, one.body]).toEqual([404, { detail: 'Answer not found' }]);
    expect((await ann.ask(`/test/answers/${answerId}/view`)).status).toBe(404);
  },
);

test('nobody reads the answers, scores, moves or citations of another account', async () => {
  const answerId = await handIn({ text: 'Heron Board' });
  expect((await ben.ask(`/test/answers/${answerId}/view`)).status).toBe(404);
  expect((await ann.ask(`/live/answers/${answerId}/view`)).status).toBe(404);
  for (const part of ['scores', 'answers', 'moves']) {
    const refused = await ben.ask(`/test/keywords/${keywordId}/${part}`);
    expect([refused.status, refused.body.detail]).toEqual([404, 'Keyword not found']);
  }
  expect((await ben.ask(`/test/mentions/sentences`)).body.meta.total).toBe(0);
  for (const list of ['pages', 'newest', 'keywords']) {
    expect((await ben.ask(`/test/citations/${list}`)).body.data).toEqual([]);
    expect((await call(server, `/dashboard/api/test/citations/${list}`)).status).toBe(401);
    expect((await call(server, `/api/v1/citations/${list}`, { key })).status).toBe(404);
  }
});

test("a keyword's answers can be narrowed to platform, status, prompt and whether they name us, and the parts add up", async () => {
  const list = async (query = '') => (await ann.ask(`/test/keywords/${keywordId}/answers?per_page=100${query}`)).body;
  const all = await list();
  const [named, not, refused, failed] = [
    await list('&named=yes'),
    await list('&named=no'),
    await list('&status=refused'),
    await list('&status=failed'),
  ];
  expect(named.meta.total).toBeGreaterThan(0);
  expect(not.meta.total).toBeGreaterThan(0);
  expect(named.meta.total + not.meta.total + refused.meta.total + failed.meta.total).toBe(all.meta.total);
  expect(named.data.every(({ position }: { position: number | null }) => position !== null)).toBe(true);
  expect(not.data.every(({ position }: { position: number | null }) => position === null)).toBe(true);
  const times = all.data.map(({ asked_at }: { asked_at: string }) => asked_at);
  expect(times).toEqual([...times].sort().reverse());
  const { platform } = all.data[0];
  const of = await list(`&platform=${platform}`);
  expect(new Set(of.data.map((one: { platform: string }) => one.platform))).toEqual(new Set([platform]));
});

test('the line of an answer begins with the sentence or the line that names us, never within a word or a link', async () => {
  const lead = `🦩 ${'Many tools do, see [this page](https://planners-forum.example/a-long-path). '.repeat(5)}`;
  const sentence = 'For a team that grows, Heron Board is the one that people on the forum name most often.';
  const late = await handIn({ text: `${lead}${sentence} Others follow.` });
  const heading = await handIn({ text: `${lead}\n\n## Heron Board\nIt is quick, and [cheap](https://a.example/x).` });
  const none = await handIn({ text: '## Tools\nNobody in particular.' });
  const { data } = (await ann.ask(`/test/keywords/${keywordId}/answers?per_page=100&platform=chatgpt_web`)).body;
  const excerptOf = (id: string) => data.find((line: { answer_id: string }) => line.answer_id === id).excerpt;
  expect(excerptOf(late)).toBe(sentence);
  expect(excerptOf(heading)).toBe('Heron Board It is quick, and cheap.');
  expect(excerptOf(none)).toBe('Tools Nobody in particular.');
});

test('the newest point of the history is the published record, each number lies in its interval, prompts add up to it', async () => {
  const scores = (await ann.ask(`/test/keywords/${keywordId}/scores`)).body;
  const { record, history, prompts, as_of } = scores;
  const newest = history.at(-1);
  expect([newest.date, newest.score, newest.interval, newest.sample_size, newest.mentions]).toEqual([
    ...[as_of, record.visibility_score, record.interval, record.sample_size, record.mentions],
  ]);
  const estimates = history.flatMap((point: { platforms: object }) => [point, ...Object.values(point.platforms)]);
  for (const { score, interval } of estimates) {
    expect(interval[0]).toBeLessThanOrEqual(score);
    expect(interval[1]).toBeGreaterThanOrEqual(score);
  }
  const sum = (field: string) =>
    prompts.reduce(
      (total: number, { estimate }: { estimate: Record<string, number> | null }) => total + (estimate?.[field] ?? 0),
      0,
    );
  expect([sum('sample_size'), sum('mentions')]).toEqual([record.sample_size, record.mentions]);
  const v1 = (await call(server, `/api/v1/visibility/${keywordId}?include=evidence`, { key })).body;
  const { change: _, planned: __, ...published } = record;
  expect(published).toEqual({ ...v1, history: undefined });
});

test('a keyword that nobody was asked about has its prompts, and no numbers', async () => {
  const { body: made } = await call(server, '/api/v1/keywords', {
    key,
    method: 'POST',
    body: { keyword: 'quite new' },
  });
  const { body } = await ann.ask(`/test/keywords/${made.keyword_id}/scores`);
  expect([body.record, body.history, body.prompts.length]).toEqual([null, [], 5]);
});

test('the moves of a keyword are its changes and alerts, newest first, and not its mentions', async () => {
  const tell = (type: EventType, keyword: string, minute: number) => {
    const { example = {} } = eventOf[type].meta() ?? {};
    const { data } = example as { data: object };
    const body = {
      id: `evt_${type}${minute}`,
      type,
      created_at: '2026-01-01T00:00:00Z',
      data: { ...data, keyword_id: keyword },
    };
    return db.query(
      sql`insert into events (event_id, workspace_id, type, created_at, body, fact)
          values (${body.id}, ${workspaceId}, ${type}, ${new Date(Date.UTC(2026, 0, 1, 0, minute))}, ${JSON.stringify(body)}, ${body.id})`,
    );
  };
  await tell('visibility.changed', keywordId, 1);
  await tell('alert.triggered', keywordId, 2);
  await tell('mention.new', keywordId, 3);
  await tell('alert.triggered', 'kw_other', 4);
  const { body } = await ann.ask(`/test/keywords/${keywordId}/moves?since=2025-12-01`);
  const told = body.data.filter(({ created_at }: { created_at: string }) => created_at === '2026-01-01T00:00:00Z');
  expect(told.map(({ type }: { type: string }) => type)).toEqual(['alert.triggered', 'visibility.changed']);
  expect((await ann.ask(`/test/keywords/${keywordId}/moves?since=2099-01-01`)).body.data).toEqual([]);
});

test('mentions come with the place of the name in the sentence, and can be narrowed to a tag', async () => {
  await handIn({ text: '🦩 We like **Heron Board** a lot.' });
  const list = async (query: string) => (await ann.ask(`/test/mentions/sentences?per_page=100${query}`)).body;
  const { data, meta } = await list('');
  for (const { context, spans } of data) {
    expect(spans.length).toBeGreaterThan(0);
    for (const [start, end] of spans) expect(context.slice(start, end)).toMatch(/^heron/i);
  }
  const v1 = (await call(server, '/api/v1/mentions', { key })).body;
  expect(meta.total).toBe(v1.meta.total);
  const { tags } = (await call(server, '/api/v1/keywords?per_page=100', { key })).body.data.find(
    (keyword: { tags: string[] }) => keyword.tags.length > 0,
  );
  const tagged = await list(`&tag=${encodeURIComponent(tags[0])}`);
  expect(tagged.meta.total).toBeGreaterThan(0);
  expect(tagged.meta.total).toBeLessThan(meta.total);
  expect((await list('&tag=nobody-has-this')).meta.total).toBe(0);
});

test('citations by domain, by page and one by one are the same citations', async () => {
  const ask = async (path: string) => (await ann.ask(`/test/citations/${path}`)).body;
  const all = (await call(server, '/api/v1/citations?scope=all', { key })).body.meta.total;
  const own = (await call(server, '/api/v1/citations', { key })).body.meta.total;
  expect((await ask('pages?per_page=100')).meta.citations).toBe(all);
  const ofOwn = await ask('pages?type=own');
  expect(ofOwn.meta.citations).toBe(own);
  expect(ofOwn.data[0]).toMatchObject({ source_type: 'own', page_type: expect.any(String) });
  const [top] = (await ann.ask('/test/sources')).body.data;
  const counts: number[] = Object.values(top.platforms);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(top.answers);
  const within = await ask(`pages?per_page=100&domain=${top.domain}`);
  expect([within.meta.total, within.data[0].citations]).toEqual([top.page_count, top.pages[0].answers]);
  const citing = await ask(`keywords?domain=${top.domain}`);
  expect(citing.data.reduce((sum: number, { citations }: { citations: number }) => sum + citations, 0)).toBe(
    within.meta.citations,
  );
  const [page] = within.data;
  const newest = await ask(`newest?per_page=1&page_url=${encodeURIComponent(page.page)}`);
  expect(newest.has_more).toBe(page.citations > 1);
  const read = await reading(newest.data[0].answer_id);
  expect(read.sources.map(({ url }: { url: string }) => url)).toContain(newest.data[0].url);
});
