import { beforeAll, expect, test } from 'vitest';
import { makeId } from '../src/base/id.ts';
import { dayOf } from '../src/base/time.ts';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { makeSources } from '../src/score/day-sources.ts';
import { countPages, countSomePages } from '../src/store/answers/cited-pages.ts';
import { FOLDED_QUERY, foldQuery } from '../src/store/answers/source-filter.ts';
import { type Db, sql } from '../src/store/db.ts';
import { removeDeletedKeyword } from '../src/store/retention/remove-keywords.ts';
import { wrongSums } from '../src/store/sums/check.ts';
import { makeSums } from '../src/store/sums/make.ts';
import { readSums } from '../src/store/sums/read.ts';
import { addParts, markDays } from '../src/store/sums/write.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { renewReadings, rereadDue } from '../src/subject/reread.ts';
import { call, FEW_KEYWORDS, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const KEYWORD = FEW_KEYWORDS[0] ?? '';
const RIVAL = 'https://aplomb.example/kanban';
let workspaceId = '';
let key = '';
let days: string[] = [];

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 12, only: FEW_KEYWORDS });
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
  const rows = await db.query<{ day: string }>(sql`select distinct day from day_sums order by day`);
  days = rows.map(({ day }) => day);
  expect((await send(days.slice(1, 4).flatMap(planted))).status).toBe(201);
});

/** With the list, answers miss the brand. Without it they have it. */
function planted(day: string) {
  return Array.from({ length: 12 }, (_, i) => ({
    keyword: KEYWORD,
    platform: 'claude',
    prompt: i % 3 ? 'Which kanban board?' : 'Which tool for planning?',
    text: i % 2 ? 'Aplomb is good.' : 'Aplomb and Heron Board are good.',
    sources: cited('https://everywhere.example/', ...(i % 2 ? [LIST, RIVAL] : [`https://other.example/${i}`])),
    queries: [i % 2 ? 'Top  boards' : 'boards'],
    asked_at: `${day}T0${i % 10}:30:00Z`,
  }));
}
const LIST = 'https://listing-reviews.example/best/kanban';

function cited(...urls: string[]) {
  return urls.map((url) => ({ url, title: `Page ${url}`, cited: true }));
}

const send = (answers: unknown[]) => call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
const make = (on: Db = db) => makeSums(on, new AbortController().signal);

function sendOne(number: number, day = days[number % days.length]) {
  const [one] = planted(day ?? '');
  return send([{ ...one, sources: cited(`https://added.example/${number}`) }]);
}

/** All lists of sources: whole days, parts of days, one platform, one keyword and one domain. */
async function readAll(keyword = KEYWORD): Promise<{ data: { source: string }[] }[]> {
  // Counts in memory are used only while this version is current.
  await db.query(sql`update list_totals set version = version + 1`);
  const [, first, second, third] = days;
  const keywordId = await keywordIdOf(keyword);
  const { body } = await call(server, '/api/v1/sources', { key });
  const ranges = [
    '',
    `&since=${first}T05:00:00Z&until=${third}T08:00:00Z`,
    `&since=${second}&platform=claude`,
    `&since=${first}&keyword_id=${keywordId}`,
  ];
  const lists = [
    'gaps?include=evidence',
    'sources?include=evidence&per_page=100',
    'sources?type=other&include=evidence',
  ];
  const one = body.data[0].domain;
  const paths = [
    ...lists,
    'sources/types?per_page=100',
    `sources/${one}?interval=day`,
    'sources/everywhere.example?interval=week',
  ];
  const asked = paths.flatMap((path) => ranges.map((range) => `/api/v1/${path}${range}`));
  return Promise.all(asked.map(async (path) => (await call(server, path, { key })).body));
}

async function keywordIdOf(keyword: string): Promise<string> {
  const { data } = (await call(server, '/api/v1/keywords?per_page=100', { key })).body;
  return data.find((one: { keyword: string }) => one.keyword === keyword).keyword_id;
}

async function differences(): Promise<string[]> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  const found: string[] = [];
  await verifyWorkspace(db, workspace, { keywords: [], onResult: (one) => found.push(...one.differences) });
  return found;
}

async function markedDays(): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    sql`select day || ' ' || platform as name from day_sums where workspace_id = ${workspaceId} and not is_current order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Sources of a keyword, day and platform that are in several parts. */
const unjoined = () =>
  db.query(sql`select from day_sources group by workspace_id, day, keyword_id, platform having count(*) > 1`);

test('lists are the same with and without sums, also after a late answer, and verify agrees', async () => {
  const expected = await readAll();
  expect(expected[0]?.data.map(({ source }) => source)).toContain(LIST);
  expect((await markedDays()).length).toBeGreaterThan(days.length);
  expect((await unjoined()).length).toBeGreaterThan(0);
  await make();
  expect(await markedDays()).toEqual([]);
  expect(await unjoined()).toEqual([]);
  expect(await readAll()).toEqual(expected);
  expect(await differences()).toEqual([]);

  expect((await sendOne(2)).status).toBe(201);
  expect(await markedDays()).toEqual([`${days[2]} claude`]);
  const late = await readAll();
  expect(late).not.toEqual(expected);
  expect(await differences()).toEqual([]);
  await make();
  expect(await readAll()).toEqual(late);
  expect(await differences()).toEqual([]);
});

test('a part of the cited pages is the same as in the whole list, with sums or without', async () => {
  const filter = { range: { since: new Date(`${days[0]}T09:30:00Z`), until: new Date(`${days.at(-1)}T21:00:00Z`) } };
  const part = (from: number, count: number) => countSomePages(db, workspaceId, { filter, from, count });
  const check = async () => {
    const all = await countPages(db, workspaceId, { filter, sums: await sumsOf(filter.range) });
    const sums = { total: all.length, citations: all.reduce((sum, { citations }) => sum + citations, 0) };
    expect(all.length).toBeGreaterThan(20);
    // Many pages have one citation each, so every part after the first has equal ones.
    for (const from of [0, 7, all.length - 20, all.length - 3]) {
      expect(await part(from, 7)).toEqual({ pages: all.slice(from, from + 7), ...sums });
    }
    expect(await part(all.length + 1, 7)).toEqual({ pages: [], ...sums });
  };
  await check();
  await db.query(sql`update day_sums set is_current = false`);
  await check();
  await make();
});

const sumsOf = (range: { since: Date; until: Date }) =>
  readSums(db, workspaceId, { filter: { range }, columns: ['pages'] });

test('a title cannot add pages to a list', async () => {
  const filter = { range: { since: new Date(days[0] as string), until: new Date(days[2] as string) } };
  const sums = await sumsOf(filter.range);
  const [first, second] = await countPages(db, workspaceId, { filter, sums });
  const hostile = `A\u001e${second?.pageKey} evil.example https://evil.example/ B`;
  await db.query(sql`update cited_pages set title = ${hostile} where page_key = ${first?.pageKey}`);
  const described = await countPages(db, workspaceId, { filter, sums });
  expect(described.find(({ pageKey }) => pageKey === second?.pageKey)).toEqual(second);
  expect(described.find(({ pageKey }) => pageKey === first?.pageKey)).toMatchObject({
    canonicalUrl: first?.canonicalUrl,
    title: hostile.replace('\u001e', ' '),
  });
});

const ofDay = () => sql`where workspace_id = ${workspaceId} and day = ${days[1]}`;
const SUMS = /^sums of sources \S+ claude: differ from the sources$/;
const SOURCES = /^sources \S+ claude: differ from the answers and their findings$/;

test.each([
  [
    'pages',
    () => sql`update day_sums set pages = overlay(pages placing '77' from 15) ${ofDay()} and platform = 'claude'`,
    SUMS,
  ],
  ['domains', () => sql`update day_sums set domains = '[]' ${ofDay()} and platform = 'claude'`, SUMS],
  [
    'brands',
    () => sql`update day_domains set platforms = replace(platforms, '"brand":', '"brand":1') ${ofDay()}`,
    SUMS,
  ],
  ['a domain', () => sql`delete from day_domains ${ofDay()} and domain = 'everywhere.example'`, SUMS],
  ['the row that marks a day', () => sql`delete from day_sums ${ofDay()} and platform = 'claude'`, SUMS],
  ['sources', () => sql`update day_sources set value = replace(value, 'everywhere', 'elsewhere') ${ofDay()}`, SOURCES],
  ['missing sources', () => sql`delete from day_sources ${ofDay()} and platform = 'claude'`, SOURCES],
  [
    'sources of another day',
    () => sql`update day_sources set day = day + 1 ${ofDay()} and platform = 'claude'`,
    SOURCES,
  ],
])('verify finds a change of %s', async (_, change, line) => {
  const undo = new Error('undo');
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  const found: string[] = [];
  const tried = db.transaction(async (tx) => {
    const inside: Db = { ...db, ...tx, atOneMoment: (read) => read(inside) };
    await tx.query(change());
    await verifyWorkspace(inside, workspace, { keywords: [], onResult: (one) => found.push(...one.differences) });
    throw undo;
  });
  await expect(tried).rejects.toBe(undo);
  expect(found.filter((one) => line.test(one)).length).toBeGreaterThan(0);
});

const ROUNDS = 24;

test('answers, sums and a re-analysis at the same time: each answer counts once, and none waits in a circle', async () => {
  const deadlocks = () =>
    db.number(sql`select deadlocks::integer from pg_stat_database where datname = current_database()`);
  const before = await deadlocks();
  let isOver = false;
  const repeat = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const reread = async () => {
    await db.query(sql`update readings set analysis = 1 where workspace_id = ${workspaceId}`);
    await renewReadings(db);
    while ((await rereadDue(db)) > 0);
  };
  const workers = [repeat(make), repeat(make)];
  const numbers = Array.from({ length: 24 + 2 * ROUNDS }, (_, i) => 100 + i);
  const write = async (number: number, day?: string) => {
    let status = 0;
    // A busy machine can refuse it.
    do status = (await sendOne(number, day)).status;
    while (status === 503);
    expect(status).toBe(201);
  };
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (const number of numbers.slice(0, 24)) if (number % 4 === writer) await write(number);
  });
  const missed: string[] = [];
  const race = async () => {
    await Promise.all([...writers, reread()]);
    // A re-analysis stops the workers and marks every day again. Without it, a wrong sum of these days stays.
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([0, 1].map((i) => write(124 + 2 * round + i, days[round % days.length])));
      missed.push(...(await db.atOneMoment((read) => wrongSums(read, workspaceId))).sums);
    }
  };
  await race().finally(() => {
    isOver = true;
  });
  await Promise.all(workers);
  expect(missed).toEqual([]);
  await make();
  expect(await markedDays()).toEqual([]);
  expect(await unjoined()).toEqual([]);
  expect(await differences()).toEqual([]);
  const range = { since: new Date(days[0] ?? ''), until: new Date(`${days.at(-1)}T21:00:00Z`) };
  const { pages } = await countSomePages(db, workspaceId, { filter: { range }, from: 0, count: 1_000 });
  const added = pages.filter(({ canonicalUrl }) => /added\.example\/1\d\d$/.test(canonicalUrl));
  expect(added.map(({ citations }) => citations)).toEqual(numbers.map(() => 1));
  expect(await deadlocks()).toBe(before);
});

test('sums wait for a transaction that changes their day, and are not made twice if their worker dies', async () => {
  const day = days[3] ?? '';
  const keywordId = await keywordIdOf(KEYWORD);
  const one = { id: makeId('ans', Date.parse(day)), prompt: 1, queries: [], brands: [], pages: [] };
  const part = { day, keywordId, platform: 'claude', part: one.id };
  const pages: [string, string, string][] = [['7', 'late.example', '']];
  await make();
  await db.transaction((tx) => markDays(tx, workspaceId, [{ day, platform: 'claude' }]));
  await db.transaction(async (tx) => {
    await tx.query(sql`select from day_sums where workspace_id = ${workspaceId} and day = ${day} for update`);
    const killed = make();
    await expect.poll(waiting, { interval: 20 }).toHaveLength(1);
    await db.query(sql`select pg_terminate_backend(${(await waiting())[0]})`);
    await expect(killed).rejects.toThrow();
  });
  expect(await markedDays()).toEqual([`${day} claude`]);
  let making: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await addParts(tx, workspaceId, [{ ...part, value: JSON.stringify(makeSources([{ ...one, pages }])) }]);
    await markDays(tx, workspaceId, [{ day, platform: 'claude' }]);
    making = make();
    await expect.poll(waiting, { interval: 20 }).toHaveLength(1);
  });
  await making;
  const domains = () =>
    db.query(sql`select platforms from day_domains where workspace_id = ${workspaceId} and domain = 'late.example'`);
  expect(await domains()).toEqual([{ platforms: '{"claude":[1,0,{}]}' }]);
  await db.query(
    sql`delete from day_sources where workspace_id = ${workspaceId} and day = ${day} and value like '%late.example%'`,
  );
  while ((await readingAgain()) > 0);
  await make();
  expect(await domains()).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('a worker that comes late leaves sums alone whose sources were removed since', async () => {
  const day = days[3] ?? '';
  const ofDay = sql`where workspace_id = ${workspaceId} and day = ${day}`;
  const stored = () => db.query(sql`select platform, pages, domains from day_sums ${ofDay} order by 1`);
  await make();
  const sums = await stored();
  await db.transaction((tx) => markDays(tx, workspaceId, [{ day, platform: 'claude' }]));
  let late: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.query(sql`update day_sums set is_current = true ${ofDay}`);
    await tx.query(sql`delete from day_sources ${ofDay}`);
    late = make();
    await expect.poll(waiting, { interval: 20 }).toHaveLength(1);
  });
  await late;
  expect(await stored()).toEqual(sums);
  expect(await readingAgain()).toBe(0);
  await make();
  expect(await differences()).toEqual([]);
});

test('a day is over by the clock of its workspace', async () => {
  const today = { day: dayOf(new Date()), platform: 'claude' };
  await db.transaction((tx) => markDays(tx, workspaceId, [today]));
  await make();
  expect(await markedDays()).toEqual([`${today.day} claude`]);
  const ahead = (days: number) =>
    db.query(
      sql`update workspaces set clock_ahead = clock_ahead + make_interval(days => ${days}) where workspace_id = ${workspaceId}`,
    );
  await ahead(1);
  await make();
  expect(await markedDays()).toEqual([]);
  await ahead(-1);
});

async function readingAgain(): Promise<number> {
  await db.query(sql`update readings set analysis = 1 where workspace_id = ${workspaceId}`);
  await renewReadings(db);
  await rereadDue(db);
  return rereadDue(db);
}

/** The processes of PostgreSQL that wait for a lock. */
async function waiting(): Promise<number[]> {
  const rows = await db.query<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}

test('very many answers of one keyword and day are joined into values of limited length', async () => {
  const [day = '', keywordId] = [days[4], await keywordIdOf(KEYWORD)];
  const parts = Array.from({ length: 3_000 }, (_, i) => {
    const pages = [0, 1, 2].map((n): [string, string, string] => [`${i % 50}${n}`, 'many.example', '']);
    const sources = makeSources([
      { id: makeId('ans', Date.parse(day) + i), prompt: 1, queries: [], brands: ['brand'], pages },
    ]);
    return { day, keywordId, platform: 'gemini', part: sources.ids[0] ?? '', value: JSON.stringify(sources) };
  });
  await db.transaction(async (tx) => {
    await addParts(tx, workspaceId, parts);
    await markDays(tx, workspaceId, [{ day, platform: 'gemini' }]);
  });
  await make();
  const joined = await db.query<{ length: number }>(
    sql`select length(value) from day_sources where workspace_id = ${workspaceId} and value like '%many.example%'`,
  );
  expect(joined.length).toBeGreaterThan(1);
  expect(joined.length).toBeLessThan(10);
  for (const { length } of joined) expect(length).toBeLessThan(150_000);
  const [row] = await db.query<{ platforms: string }>(
    sql`select platforms from day_domains where workspace_id = ${workspaceId} and domain = 'many.example'`,
  );
  expect(JSON.parse(row?.platforms ?? '')).toEqual({ gemini: [3_000, 0, { brand: 3_000 }] });
  await readingAgain();
  await make();
  expect(await differences()).toEqual([]);
});

test('after a change of the competitors, lists are the same with and without sums', async () => {
  const [competitor] = (await call(server, '/api/v1/competitors', { key })).body.data;
  const path = `/api/v1/competitors/${competitor.competitor_id}`;
  expect((await call(server, path, { key, method: 'DELETE' })).status).toBe(204);
  while ((await rereadDue(db)) > 0);
  expect((await markedDays()).length).toBeGreaterThan(days.length);
  const expected = await readAll();
  await make();
  expect(await readAll()).toEqual(expected);
  expect(await differences()).toEqual([]);
});

test('the sources of a deleted keyword are gone immediately', async () => {
  const keywordId = await keywordIdOf(KEYWORD);
  expect((await call(server, `/api/v1/keywords/${keywordId}`, { key, method: 'DELETE' })).status).toBe(204);
  expect(await db.query(sql`select from day_sources where keyword_id = ${keywordId}`)).toEqual([]);
  const domains = async () => (await readAll(FEW_KEYWORDS[1])).map((list) => JSON.stringify(list));
  // Parts of days are counted from answers, which a worker removes.
  while ((await removeDeletedKeyword(db)) > 0);
  const expected = await domains();
  expect(expected.slice(0, 16).join()).not.toContain('listing-reviews.example');
  await make();
  expect(await domains()).toEqual(expected);
  expect(await differences()).toEqual([]);
});

test('queries are folded in memory as in PostgreSQL', async () => {
  const queries = ['Top  boards', ' ÄRGER\tüber  Straße ', 'a\u00a0b', 'x\n y', '', 'Ärger'];
  const rows = await db.query<{ folded: string }>(
    sql`select ${FOLDED_QUERY} as folded from unnest(${queries}::text[]) with ordinality as q (query, place) order by place`,
  );
  expect(queries.map(foldQuery)).toEqual(rows.map(({ folded }) => folded));
});
