import { beforeAll, expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let key = '';

const SMALL = 'Heron Board is reliable for small teams.';

beforeAll(async () => {
  key = await givenKey(server.deps, await givenAccount(server.deps));
  const sent = (text: string, platform = 'chatgpt_web', hour = 8) => ({
    asked_at: `2026-03-17T0${hour}:00:00Z`,
    keyword: 'kanban board software',
    prompt: 'Which kanban board?',
    platform,
    text,
  });
  const answers = [
    ...[sent(SMALL), sent(SMALL, 'chatgpt_web', 9), sent(SMALL, 'claude_web', 7)],
    sent('A small team uses Heron Board and its free plan.'),
    sent('**Best overall: Heron Board**'),
    sent('Aplomb is too expensive for most of the teams that we asked.'),
  ];
  const stored = await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
  expect(stored.status).toBe(201);
});

const list = async (path: string) => (await call(server, `/api/v1${path}`, { key })).body;

test('200: identical sentences are one record with its answers, platforms and times', async () => {
  const { data, meta } = await list('/sentences');
  const [newest] = await db.records<{ answerId: string }>(
    sql`select answer_id from answers where text = ${SMALL} order by asked_at desc limit 1`,
  );
  expect(meta.total).toBe(3);
  expect(data[0]).toEqual({
    sentence: SMALL,
    answers: 3,
    positive: expect.any(Number),
    negative: 0,
    platforms: { chatgpt_web: 2, claude_web: 1 },
    first_detected_at: '2026-03-17T07:00:00Z',
    last_detected_at: '2026-03-17T09:00:00Z',
    answer_id: newest?.answerId,
  });
  expect((await list('/sentences?platform=claude_web')).data).toMatchObject([{ sentence: SMALL, answers: 1 }]);
});

test('200: reasons for and against the brand and its roles are counted once per answer', async () => {
  const { data, meta } = await list('/attributes');
  expect(data.map(({ attribute, kind, answers }: Record<string, unknown>) => [kind, attribute, answers])).toEqual([
    ['role', 'listed', 4],
    ['for', 'reliable', 3],
    ['role', 'top_pick', 1],
  ]);
  expect(meta.total).toBe(3);
  expect(data[1]).toMatchObject({
    share: 60,
    sample_size: 5,
    platforms: { chatgpt_web: 2, claude_web: 1 },
    example: SMALL,
    last_detected_at: '2026-03-17T09:00:00Z',
    first_detected_at: '2026-03-17T07:00:00Z',
  });
});

test('200: the same about a competitor', async () => {
  const { data: competitors } = await list('/competitors');
  const { competitor_id: id } = competitors.find(({ name }: { name: string }) => name === 'Aplomb');
  expect((await list(`/attributes?competitor_id=${id}`)).data).toMatchObject([
    { kind: 'against', attribute: 'expensive', answers: 1 },
    { kind: 'role', attribute: 'listed', answers: 1 },
  ]);
});

test('200: as CSV, and 422 for a platform that does not exist', async () => {
  const csv = await fetch(`${server.url}/api/v1/attributes.csv`, { headers: { authorization: `Bearer ${key}` } });
  expect((await csv.text()).split('\n')[0]).toContain('attribute,kind,answers');
  expect((await call(server, '/api/v1/attributes?platform=chatgtp', { key })).status).toBe(422);
});
