import { beforeAll, expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
let key = '';

beforeAll(async () => {
  key = await givenKey(deps, await givenAccount(deps));
  const both = 'Heron Board and Aplomb are good.';
  const answers = [
    sent({ text: both, queries: ['Best  Kanban boards', 'kanban tools'] }),
    sent({ text: 'Heron Board is good.', queries: ['best kanban boards', 'BEST KANBAN BOARDS'] }),
    sent({ text: 'Aplomb is good.', queries: ['best kanban boards'], platform: 'claude_web' }),
    sent({ text: 'From memory.', searched: false }),
    // Nothing is known about the searches of these.
    sent({ text: both }),
    sent({ text: both, searched: true }),
    sent({ status: 'refused', queries: ['kanban tools'] }),
    sent({ keyword: 'gantt chart software', text: 'Weftly.', queries: ['kanban tools'] }),
  ];
  const { body } = await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(Array(8).fill('stored'));
});

function sent(more: Record<string, unknown>) {
  return { keyword: 'kanban board software', platform: 'chatgpt_web', prompt: 'Which kanban board?', ...more };
}

const list = async (query = '') => (await call(server, `/api/v1/queries${query}`, { key })).body;

test('200: a search is counted once per answer, whatever its case and spacing, over answers with known searches', async () => {
  const { data, meta } = await list('?include=evidence');
  expect(meta).toEqual({ total: 3, page: 1, per_page: 20 });
  expect(data[0]).toEqual({
    query: expect.stringMatching(/^best\s+kanban boards$/i),
    keyword_id: expect.stringMatching(/^kw_/),
    keyword: 'kanban board software',
    answers: 3,
    share: 75,
    mention_rate: 67,
    competitor_mention_rate: 67,
    platforms: { chatgpt_web: 2, claude_web: 1 },
    last_asked_at: expect.any(String),
    sample_size: 4,
    // Wilson's 95 % intervals of 3 in 4 and of 2 in 3.
    interval: [30, 95],
    mention_rate_interval: [21, 94],
    metric_version: 1,
  });
  expect(data.slice(1).map(({ query, keyword, share }: Record<string, unknown>) => [query, keyword, share])).toEqual([
    ['kanban tools', expect.any(String), expect.any(Number)],
    ['kanban tools', expect.any(String), expect.any(Number)],
  ]);
});

test('200: filters by keyword, platform and text, without evidence unless requested', async () => {
  const [first] = (await list()).data;
  expect('interval' in first).toBe(false);
  expect((await list(`?keyword_id=${first.keyword_id}`)).meta.total).toBe(2);
  const claude = await list('?platform=claude_web&include=evidence');
  expect(claude.data).toMatchObject([{ answers: 1, sample_size: 1, share: 100, mention_rate: 0 }]);
  expect((await list('?q=TOOLS')).data).toHaveLength(2);
  expect((await list('?per_page=1&page=2')).data).toHaveLength(1);
  expect((await list('?since=2020-01-01&until=2020-01-02')).data).toEqual([]);
});

test('422: a platform with a typo', async () => {
  expect(await call(server, '/api/v1/queries?platform=chatgtp', { key })).toMatchObject({
    status: 422,
    body: { detail: 'platform: is unknown, did you mean chatgpt?' },
  });
});

test('the sandbox searches for every keyword', async () => {
  const account = await givenAccount(deps, { historyDays: 8 });
  const sandboxKey = await givenKey(deps, account);
  const { body } = await call(server, '/api/v1/queries?per_page=100&include=evidence', { key: sandboxKey });
  expect(new Set(body.data.map(({ keyword_id }: { keyword_id: string }) => keyword_id)).size).toBe(12);
  for (const { share, interval, answers, sample_size } of body.data) {
    expect(interval[0] <= share && share <= interval[1] && answers <= sample_size).toBe(true);
  }
});
