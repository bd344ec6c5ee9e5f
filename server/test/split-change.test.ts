import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/base/time.ts';
import { sql } from '../src/store/db.ts';
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

interface Part {
  cause: string;
  platform: string | null;
  prompt: string | null;
  text: string;
  points: number;
}
const sum = (parts: Part[]) => parts.reduce((all, { points }) => all + points, 0);

/** A keyword with 40 answers to each of two prompts on two days. Only one prompt's share changes. */
async function givenComparable(keyword: string) {
  const { body } = await call(server, '/api/v1/keywords', { key, method: 'POST', body: { keyword } });
  const answersOn = (asked_at: string, prompt: string, mentions: number) =>
    Array.from({ length: 40 }, (_, i) => ({
      keyword,
      platform: 'grok',
      prompt,
      text: i < mentions ? 'Heron Board is one.' : 'There are many.',
      asked_at,
    }));
  const answers = [
    ...answersOn('2026-03-01T08:00:00Z', 'Which is good?', 4),
    ...answersOn('2026-03-01T08:00:00Z', 'Which is cheap?', 8),
    ...answersOn('2026-03-10T08:00:00Z', 'Which is good?', 36),
    ...answersOn('2026-03-10T08:00:00Z', 'Which is cheap?', 8),
  ];
  const stored = await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
  expect(stored.status).toBe(201);
  return body.keyword_id as string;
}

test('200: compare adds where the change between two periods comes from, and changes nothing else', async () => {
  const id = await givenComparable('comparable boards');
  const plain = (await call(server, `/api/v1/visibility/${id}`, { key })).body;
  expect('comparison' in plain).toBe(false);
  const { comparison, ...rest } = (
    await call(server, `/api/v1/visibility/${id}?compare=2026-03-01..2026-03-02`, { key })
  ).body;
  expect(rest).toEqual(plain);
  expect(comparison).toMatchObject({
    since: '2026-03-04',
    until: '2026-03-10',
    compared_since: '2026-03-01',
    compared_until: '2026-03-02',
    score: 55,
    previous_score: 15,
    points: 40,
    sample_size: 80,
    previous_sample_size: 80,
  });
  const [largest] = comparison.parts;
  expect(largest).toMatchObject({ cause: 'prompt', prompt: 'Which is good?', text: 'Prompt “Which is good?”' });
  expect(largest.points).toBeGreaterThan(24);
  expect(comparison.parts.at(-1)).toMatchObject({ cause: 'noise', text: 'Sample noise' });
  expect(sum(comparison.parts)).toBe(40);
});

test('200: previous is as many days directly before, and the score without since is the published one', async () => {
  const [record] = (await call(server, '/api/v1/visibility?q=Projektmanagement', { key })).body.data;
  const ask = async (query: string) =>
    (await call(server, `/api/v1/visibility/${record.keyword_id}?${query}`, { key })).body.comparison;
  const week = await ask('compare=previous');
  expect([week.score, week.since]).toEqual([record.visibility_score, addDays(week.until, -6)]);
  expect([week.compared_since, week.compared_until]).toEqual([addDays(week.until, -13), addDays(week.until, -7)]);
  const longer = await ask(`compare=previous&since=${addDays(week.until, -13)}`);
  expect(longer.compared_since).toBe(addDays(week.until, -27));
  for (const { parts, points } of [week, longer]) expect(sum(parts)).toBe(points);
  for (const query of ['compare=2025-12-01..2025-12-31', 'since=2026-06-01&compare=previous']) {
    const empty = await ask(query);
    expect([empty.previous_score, empty.points, empty.parts]).toEqual([null, null, []]);
  }
});

test.each([
  ['compare=last', 'compare: must be previous or two days such as 2026-02-01..2026-02-28'],
  ['compare=2026-02-01..2026-02-30', 'compare: must be previous or two days such as 2026-02-01..2026-02-28'],
  ['compare=2026-02-10..2026-02-01', 'compare: its first day must not be after its last day'],
  [
    'since=2026-03-10&compare=2026-03-01..2026-03-10',
    'compare: must end before 2026-03-10, the first day of the period it is compared with',
  ],
  ['compare=2024-01-01..2024-02-01', /^compare: must start at most 400 days before 2026-/],
])('422: %s', async (query, detail) => {
  const [record] = (await call(server, '/api/v1/visibility', { key })).body.data;
  const { status, body } = await call(server, `/api/v1/visibility/${record.keyword_id}?${query}`, { key });
  expect(status).toBe(422);
  expect(body.detail).toMatch(detail);
});

test.each(['visibility.changed', 'competitor.changed'])('the evidence of %s splits its change', async (type) => {
  const { data } = (await call(server, `/api/v1/events?type=${type}&per_page=100`, { key })).body;
  expect(data.length).toBeGreaterThan(0);
  const all = { points: 0, noise: 0 };
  for (const { id, data: published } of data) {
    const { split } = (await call(server, `/api/v1/events/${id}`, { key })).body.evidence;
    expect(split.points).toBe(published.new_score - published.previous_score);
    expect(sum(split.parts)).toBe(split.points);
    expect(split.parts.map(({ cause }: Part) => cause)).not.toContain('late_answers');
    expect(split.parts.at(-1).cause).toBe('noise');
    all.points += Math.abs(split.points);
    all.noise += Math.abs(split.parts.at(-1).points);
  }
  // Most of the significant changes is not noise. Of a single one, half can be.
  expect(all.noise).toBeLessThan(all.points / 2);
});

test('answers stored after an event are a part of their own, and an event without answers has no split', async () => {
  const [event] = (await call(server, '/api/v1/events?type=visibility.changed', { key })).body.data;
  const shown = async () => (await call(server, `/api/v1/events/${event.id}`, { key })).body.evidence;
  const { split: before, window_start: day, prompts } = await shown();
  expect(prompts).toBe(5);
  const { keyword, keyword_id: id, platform } = event.data;
  const [{ prompt }] = (await call(server, `/api/v1/answers?keyword_id=${id}`, { key })).body.data;
  const late = { keyword, platform, prompt, asked_at: `${day}T08:00:00Z` };
  const isUp = before.points > 0;
  const answers = Array.from({ length: 60 }, () => ({ ...late, text: isUp ? 'Many.' : 'Heron Board.' }));
  await call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
  const { split } = await shown();
  expect(split.points).toBe(before.points);
  expect(sum(split.parts)).toBe(split.points);
  expect(split.parts.map(({ cause }: Part) => cause)).toContain('late_answers');
  await db.query(sql`delete from days where workspace_id = ${account.workspaces.test} and day >= ${day}`);
  expect((await shown()).split).toBe(null);
});
