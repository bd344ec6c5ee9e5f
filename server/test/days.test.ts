import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/base/time.ts';
import { countDays, countsByPeriod, dailySeries, type StretchCounts } from '../src/store/days/counts.ts';
import { readDays } from '../src/store/days/read.ts';
import { empty, sql } from '../src/store/db.ts';
import { removeDeletedKeyword } from '../src/store/retention/remove-keywords.ts';
import { loadReading, saveReading } from '../src/store/workspaces/readings.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let workspaceId = '';
let key = '';
let lastDay = '';
let keywords: string[] = [];

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 8 });
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
  await readKeywords();
});

async function readKeywords(): Promise<void> {
  const [last] = await db.query<{ day: string }>(
    sql`select (max(asked_at) at time zone 'UTC')::date as day from answers`,
  );
  lastDay = last?.day ?? '';
  const rows = await db.query<{ id: string }>(sql`select keyword_id as id from keywords order by 1`);
  keywords = rows.map(({ id }) => id);
}

/** The counts of three periods, from the answers and their findings. */
function counted(days: number, platform?: string): Promise<StretchCounts[]> {
  return db.records<StretchCounts>(
    sql`select a.keyword_id, a.platform, a.prompt_id,
               (${lastDay}::date - (a.asked_at at time zone 'UTC')::date) / ${days}::integer as ago,
               count(*)::integer as n,
               count(*) filter (where exists (
                 select from mentions m where m.answer_id = a.answer_id and m.brand_id = 'brand'
               ))::integer as k,
               sum((
                 select count(*) from citations c where c.answer_id = a.answer_id and c.kind = 'cited' and c.owner = 'own'
               ))::integer as citations
        from answers a
        join keywords k using (workspace_id, keyword_id)
        where a.status = 'valid'
          and (a.asked_at at time zone 'UTC')::date > ${lastDay}::date - 3 * ${days}::integer
          ${platform === undefined ? empty : sql`and a.platform = ${platform}`}
        group by 1, 2, 3, 4
        order by 1, 2, 3, 4`,
  );
}

async function expectTheSame(): Promise<void> {
  await readKeywords();
  const keywordIds = keywords;
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

test('a day has the counts that its answers and their findings have', async () => {
  await expectTheSame();
  const keywordIds = keywords;
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

test('others get a turn while many days are read', async () => {
  const value = JSON.stringify({ claude: [Array.from({ length: 23 }, () => 1), [[0, 1, 5]], [], 0, []] });
  const query = {
    keywords: new Map(Array.from({ length: 200 }, (_, i) => [`kw_${i}`, { lastDay, reading: 99 }])),
    days: 91,
  };
  await db.query(
    sql`insert into days
        select ${workspaceId}, 'kw_' || k, 99, ${lastDay}::date - d, ${value}
        from generate_series(0, 199) as k
        cross join generate_series(0, 90) as d`,
  );
  let [turns, days] = [0, 0];
  const turn = () => {
    turns++;
    if (days < 200 * 91) setImmediate(turn);
  };
  for await (const { value: read } of readDays(db, workspaceId, query)) {
    if (days === 0) turn();
    days += Object.keys(read).length;
  }
  expect(days).toBe(200 * 91);
  expect(turns).toBeGreaterThan(10);
  await db.query(sql`delete from days where reading = 99`);
});

test('late answers, new prompts, and imports that overlap are all counted', async () => {
  const [first, second] = keywords;
  await send(first, 3, { day: addDays(lastDay, -5) });
  await send(second, 1, { day: addDays(lastDay, -40), prompt: 'A prompt of another month?' });
  await Promise.all(Array.from({ length: 6 }, (_, i) => send(first, 20, { prompt: `Prompt number ${i % 3}?` })));
  await expectTheSame();
  const mine = await countsByPeriod(db, workspaceId, { keywordIds: [first ?? ''], lastDay, days: 1, stretches: 1 });
  expect(mine.filter(({ n }) => n >= 40)).toHaveLength(3);
});

test('other names change the counts of all days', async () => {
  const keywordIds = keywords;
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
  const [keywordId = ''] = keywords;
  expect((await call(server, `/api/v1/keywords/${keywordId}`, { key, method: 'DELETE' })).status).toBe(204);
  while ((await removeDeletedKeyword(db)) > 0);
  expect(await db.query(sql`select from days where keyword_id = ${keywordId}`)).toEqual([]);
  await expectTheSame();
});
