import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/base/time.ts';
import { countsByStretch } from '../src/store/counts/daily-counts.ts';
import { countDays, countsByPeriod, dailySeries } from '../src/store/counts/daily-series.ts';
import { sql } from '../src/store/db.ts';
import { removeDeletedKeyword } from '../src/store/retention/remove-keywords.ts';
import { loadReading, OWN_BRAND, saveReading } from '../src/store/workspaces/readings.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let workspaceId = '';
let key = '';
let lastDay = '';
let keywords = new Map<string, { lastDay: string; reading: number }>();

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 8 });
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
  await readKeywords();
});

async function readKeywords(): Promise<void> {
  const [last] = await db.query<{ day: string }>(sql`select max(day) as day from daily_answers`);
  lastDay = last?.day ?? '';
  const rows = await db.query<{ id: string; reading: number }>(sql`select keyword_id as id, reading from keywords`);
  keywords = new Map(rows.map(({ id, reading }) => [id, { lastDay, reading }]));
}

/** From the rows per prompt. */
function counted(days: number, platform?: string) {
  return countsByStretch(db, workspaceId, { brandId: OWN_BRAND, keywords, days, stretches: 3, platform });
}

async function expectTheSame(): Promise<void> {
  await readKeywords();
  const keywordIds = [...keywords.keys()];
  for (const days of [1, 4, 30]) {
    for (const platform of [undefined, 'claude']) {
      const query = { keywordIds, lastDay, days, platform };
      expect(await countsByPeriod(db, workspaceId, { ...query, stretches: 3 })).toEqual(await counted(days, platform));
    }
  }
}

async function send(keyword_id: string | undefined, count: number, { day = lastDay, prompt = 'Which board is best?' }) {
  const lines = Array.from({ length: count }, () => ({
    keyword_id,
    prompt,
    platform: 'claude',
    asked_at: `${day}T08:00:00Z`,
    text: 'Heron Board is a good choice.',
  }));
  const headers = { 'content-type': 'application/x-ndjson' };
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const { status, text } = await call(server, '/api/v1/answers', { key, method: 'POST', headers, body });
  expect([status, text.match(/"status":"stored"/g)?.length]).toEqual([201, count]);
}

test('one row per keyword and day has the counts of all its prompts and platforms', async () => {
  await expectTheSame();
  const keywordIds = [...keywords.keys()];
  const daily = await counted(1, 'gemini');
  const sum = (name: 'n' | 'k') => daily.reduce((all, row) => all + row[name], 0);
  const query = { keywordIds, lastDay, days: 3, platform: 'gemini' };
  const series = await dailySeries(db, workspaceId, query);
  const days = await countDays(db, workspaceId, query);
  for (const name of ['n', 'k'] as const) {
    expect(series.flatMap((one) => one[name]).reduce((all, one) => all + one)).toBe(sum(name));
    expect(days.reduce((all, one) => all + one[name], 0)).toBe(sum(name));
  }
  expect(days.map(({ day }) => day).sort()).toEqual([2, 1, 0].map((ago) => addDays(lastDay, -ago)));
});

test('late answers, new prompts, and imports that overlap are all counted', async () => {
  const [first, second] = [...keywords.keys()];
  await send(first, 3, { day: addDays(lastDay, -5) });
  await send(second, 1, { day: addDays(lastDay, -40), prompt: 'A prompt of another month?' });
  await Promise.all(Array.from({ length: 6 }, (_, i) => send(first, 20, { prompt: `Prompt number ${i % 3}?` })));
  await expectTheSame();
  const mine = await countsByPeriod(db, workspaceId, { keywordIds: [first ?? ''], lastDay, days: 1, stretches: 1 });
  expect(mine.filter(({ n }) => n >= 40)).toHaveLength(3);
});

test('other names change the counts of all days', async () => {
  const keywordIds = [...keywords.keys()];
  const query = { keywordIds, lastDay, days: 30, stretches: 1 };
  const before = await countsByPeriod(db, workspaceId, query);
  const subject = await loadReading(db, workspaceId, 1);
  if (!subject) throw new Error('no brand');
  const renamed = { ...subject, brand: { ...subject.brand, name: 'Unmentioned Brand', aliases: [] } };
  await db.transaction((tx) => saveReading(tx, workspaceId, { subject: renamed, now: new Date() }));
  await rereadDue(db);
  await expectTheSame();
  const after = await countsByPeriod(db, workspaceId, query);
  expect(before.some(({ k }) => k > 0)).toBe(true);
  expect(after.every(({ k }) => k === 0)).toBe(true);
});

test('the rows of a deleted keyword are removed', async () => {
  const [keywordId = ''] = keywords.keys();
  expect((await call(server, `/api/v1/keywords/${keywordId}`, { key, method: 'DELETE' })).status).toBe(204);
  while ((await removeDeletedKeyword(db)) > 0);
  for (const table of [sql`keyword_days`, sql`keyword_cells`]) {
    expect(await db.query(sql`select from ${table} where keyword_id = ${keywordId}`)).toEqual([]);
  }
  await expectTheSame();
});
