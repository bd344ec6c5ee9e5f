import { beforeAll, expect, test } from 'vitest';
import { sandboxWorld } from '../src/sandbox/world.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
let filled: Awaited<ReturnType<typeof givenAccount>>;
let key = '';

const LIST = 'https://www.listing-reviews.example/best/kanban?utm_source=openai';
const EVERYWHERE = 'https://everywhere.example/';

beforeAll(async () => {
  // The first is a clone, which costs less than a copy.
  filled = await givenAccount(deps, { historyDays: 35, seed: 'visibility' });
  key = await givenKey(deps, await givenAccount(deps));
  const times = (count: number, more: Record<string, unknown>) => Array.from({ length: count }, () => sent(more));
  const answers = [
    // With the list, 18 of 20 answers mention Aplomb only. Without it, 6 of 20.
    ...times(18, { text: 'Aplomb is good.', sources: cited(LIST, EVERYWHERE), queries: ['Top  boards'] }),
    ...times(2, { text: 'Aplomb and Heron Board.', sources: cited(LIST, EVERYWHERE), queries: ['top boards'] }),
    ...times(6, { text: 'Aplomb is good.', sources: cited(EVERYWHERE, 'https://x.example/a'), queries: ['boards'] }),
    ...times(13, { text: 'Aplomb and Heron Board.', sources: cited(EVERYWHERE), queries: ['boards'] }),
    // An own page counts as a mention, and an answer without a competitor is no evidence.
    sent({ text: 'Aplomb is good.', sources: cited(EVERYWHERE, 'https://heronboard.example/'), queries: ['boards'] }),
    ...times(10, { text: 'No brand.', sources: cited(LIST) }),
    // Too few to claim anything.
    ...times(9, { text: 'Aplomb.', sources: cited(LIST), platform: 'claude_web' }),
    ...times(9, { text: 'Aplomb, Heron Board.', sources: cited(EVERYWHERE), platform: 'claude_web' }),
  ];
  const { status, text } = await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
  expect([status, text]).toEqual([201, text]);
});

function sent(more: Record<string, unknown>) {
  return { keyword: 'kanban board software', platform: 'chatgpt_web', prompt: 'Which kanban board?', ...more };
}

function cited(...urls: string[]) {
  return urls.map((url) => ({ url, title: `Title of ${new URL(url).hostname}`, cited: true }));
}

const list = async (query = '') => (await call(server, `/api/v1/gaps${query}`, { key })).body;

test('200: sources and searches after which the brand is missing, with their evidence', async () => {
  const { data, meta } = await list('?include=evidence');
  expect(meta).toEqual({ total: 3, page: 1, per_page: 20 });
  expect(data.map(({ kind, source }: Record<string, string>) => [kind, source])).toEqual([
    ['domain', 'listing-reviews.example'],
    ['page', 'https://listing-reviews.example/best/kanban'],
    ['query', expect.stringMatching(/^top\s+boards$/i)],
  ]);
  expect(data[1]).toEqual({
    kind: 'page',
    source: 'https://listing-reviews.example/best/kanban',
    title: 'Title of www.listing-reviews.example',
    source_type: 'review',
    page_type: 'listicle',
    keyword_id: expect.stringMatching(/^kw_/),
    keyword: 'kanban board software',
    platform: 'chatgpt_web',
    // 20 of 50 answers, 90 % against 30 % absence.
    effect: 24,
    interval: [expect.any(Number), expect.any(Number)],
    absence: 90,
    other_absence: 30,
    competitors: [{ competitor_id: expect.stringMatching(/^cmp_/), name: 'Aplomb', answers: 18 }],
    answers: 18,
    sample_size: 50,
    answer_ids: expect.any(Array),
    answers_url: expect.stringContaining('&gap=true&page_url=https%3A%2F%2Flisting-reviews.example%2Fbest%2Fkanban'),
    adjusted_p: expect.any(Number),
    phi: expect.closeTo(1.42),
    metric_version: 1,
  });
  const [low, high] = data[1].interval;
  expect(low).toBeGreaterThan(0);
  expect(low < 24 && 24 < high && high <= 40).toBe(true);
  expect(data[0].answer_ids).toHaveLength(10);
});

test('200: the link of a gap lists exactly its answers', async () => {
  for (const gap of (await list()).data) {
    const { body } = await call(server, `${gap.answers_url}&per_page=100`, { key });
    expect(body.meta.total).toBe(gap.answers);
    const ids = body.data.map(({ answer_id }: { answer_id: string }) => answer_id);
    expect(gap.answer_ids).toEqual(ids.slice(0, 10));
    for (const { text } of body.data) expect(text).toBe('Aplomb is good.');
    const csv = await fetch(`${server.url}${gap.answers_url.replace('?', '.csv?')}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect((await csv.text()).trim().split('\n')).toHaveLength(gap.answers + 1);
  }
});

test('200: filters select from the gaps and do not change them', async () => {
  const { data: all } = await list();
  expect((await list('?kind=query')).data).toEqual([all[2]]);
  expect((await list('?source_type=review')).data).toEqual(all.slice(0, 2));
  expect(
    (await list(`?competitor_id=${all[0].competitors[0].competitor_id}&keyword_id=${all[0].keyword_id}`)).data,
  ).toEqual(all);
  expect((await list('?competitor_id=cmp_other')).data).toEqual([]);
  expect((await list('?platform=claude_web')).data).toEqual([]);
  expect((await list('?since=2020-01-01&until=2020-01-02')).data).toEqual([]);
  expect((await list('?per_page=1&page=2')).data).toEqual([all[1]]);
});

test('200: a page of a competitor that an answer cites is evidence, even if no brand is mentioned', async () => {
  const other = await givenKey(deps, await givenAccount(deps));
  const times = (count: number, text: string, ...urls: string[]) =>
    Array.from({ length: count }, () => sent({ text, sources: cited(...urls) }));
  const answers = [
    ...times(18, 'No brand.', LIST, 'https://aplomb.example/pricing'),
    ...times(2, 'Aplomb and Heron Board.', LIST),
    ...times(6, 'No brand.', EVERYWHERE, 'https://aplomb.example/pricing'),
    ...times(14, 'Aplomb and Heron Board.', EVERYWHERE),
    // Without a competitor's page it is no evidence.
    ...times(5, 'No brand.', LIST),
  ];
  await call(server, '/api/v1/answers', { key: other, method: 'POST', body: { answers } });
  const { data } = (await call(server, '/api/v1/gaps?kind=page', { key: other })).body;
  expect(data).toMatchObject([
    { source: 'https://aplomb.example/pricing', source_type: 'competitor', absence: 100, answers: 24 },
    {
      source: 'https://listing-reviews.example/best/kanban',
      absence: 90,
      other_absence: 30,
      competitors: [{ name: 'Aplomb', answers: 18 }],
      answers: 18,
    },
  ]);
  const listed = (await call(server, `${data[1].answers_url}&per_page=100`, { key: other })).body;
  expect(listed.meta.total).toBe(18);
  for (const { text } of listed.data) expect(text).toBe('No brand.');
});

test('422: the sources of answers are read for one keyword at a time', async () => {
  expect(await call(server, '/api/v1/answers?domain=x.example', { key })).toMatchObject({
    status: 422,
    body: { detail: 'domain: needs keyword_id' },
  });
});

test('the sandbox has gaps to find, and few others are reported', async () => {
  const sandboxKey = await givenKey(deps, filled);
  const since = new Date(Date.parse('2026-03-18') - 35 * 86_400_000).toISOString().slice(0, 10);
  const { body } = await call(server, `/api/v1/gaps?per_page=100&since=${since}`, { key: sandboxKey });
  const { gaps } = sandboxWorld('visibility');
  const isPlanted = (found: { keyword: string; platform: string }) =>
    gaps.some(({ keyword, platform }) => keyword === found.keyword.toLowerCase() && platform === found.platform);
  const right = body.data.filter(isPlanted);
  expect(right.length).toBeGreaterThanOrEqual(4);
  expect(right.length / body.data.length).toBeGreaterThan(0.8);
  for (const { effect, interval, answers, sample_size } of body.data) {
    expect(interval[0] <= effect && effect <= interval[1] && answers <= sample_size).toBe(true);
  }
});
