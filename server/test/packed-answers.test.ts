import { beforeAll, expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { packAnswers, wrongPackedDays } from '../src/store/answers/packed-answers.ts';
import { sql } from '../src/store/db.ts';
import { removeDeletedKeyword } from '../src/store/retention/remove-keywords.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const DAYS = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'];
const LIST = 'https://listing-reviews.example/best/kanban';
const RIVAL = 'https://aplomb.example/kanban';
let workspaceId = '';
let key = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps);
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
  const answers = ['kanban board software', 'project planning tool'].flatMap((keyword) =>
    ['chatgpt', 'claude'].flatMap((platform) => DAYS.flatMap((day) => answersOf({ keyword, platform, day }))),
  );
  await call(server, '/api/v1/keywords', { key, method: 'POST', body: { keyword: 'project planning tool' } });
  expect((await send(answers)).text).not.toMatch(/refused/);
});

/** With the list, answers miss the brand. Without it they have it. */
function answersOf({ keyword, platform, day }: Record<'keyword' | 'platform' | 'day', string>) {
  return Array.from({ length: 12 }, (_, i) => ({
    keyword,
    platform,
    prompt: i % 3 ? 'Which kanban board?' : 'Which tool for planning?',
    text: i % 2 ? 'Aplomb is good.' : 'Aplomb and Heron Board are good.',
    sources: cited('https://everywhere.example/', ...(i % 2 ? [LIST, RIVAL] : [`https://other.example/${i}`])),
    queries: [i % 2 ? 'Top  boards' : 'boards'],
    asked_at: `${day}T0${i % 10}:30:00Z`,
  }));
}

function cited(...urls: string[]) {
  return urls.map((url) => ({ url, title: new URL(url).hostname, cited: true }));
}

const send = (answers: unknown[]) => call(server, '/api/v1/answers', { key, method: 'POST', body: { answers } });
const pack = () => packAnswers(db, new AbortController().signal);

async function keywordIdOf(keyword: string): Promise<string> {
  const { data } = (await call(server, '/api/v1/keywords?per_page=100', { key })).body;
  return data.find((one: { keyword: string }) => one.keyword === keyword).keyword_id;
}

/** Whole days, parts of days, one platform and one keyword. */
async function readAll(): Promise<{ data: { source: string }[] }[]> {
  // Counts in memory are used only while this version is current.
  await db.query(sql`update list_totals set version = version + 1`);
  const keywordId = await keywordIdOf('kanban board software');
  const since = DAYS[0];
  const ranges = [
    `since=${since}`,
    `since=${since}T05:00:00Z&until=${DAYS[3]}T08:00:00Z`,
    `since=${DAYS[1]}&until=${DAYS[1]}`,
  ];
  const paths = ranges.flatMap((range) =>
    ['', '&platform=claude', `&keyword_id=${keywordId}`].map((more) => `/api/v1/gaps?include=evidence&${range}${more}`),
  );
  return Promise.all(paths.map(async (path) => (await call(server, path, { key })).body));
}

async function differences(): Promise<string[]> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  const found: string[] = [];
  await verifyWorkspace(db, workspace, { keywords: [], onResult: (one) => found.push(...one.differences) });
  return found;
}

async function unpackedDays(): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    sql`select d.day from days d join keywords k using (workspace_id, keyword_id, reading) where not d.is_packed order by 1`,
  );
  return rows.map(({ day }) => day);
}

test('packed days have the same gaps, also after a late answer, and verify agrees', async () => {
  const expected = await readAll();
  expect(expected[0]?.data.map(({ source }) => source)).toContain(LIST);
  expect(await unpackedDays()).toHaveLength(8);
  await pack();
  expect(await unpackedDays()).toEqual([]);
  expect(await readAll()).toEqual(expected);
  expect(await differences()).toEqual([]);

  const [late] = answersOf({ keyword: 'kanban board software', platform: 'claude', day: DAYS[2] ?? '' });
  expect((await send([{ ...late, text: 'Aplomb.', sources: cited(LIST) }])).status).toBe(201);
  expect(await unpackedDays()).toEqual([DAYS[2]]);
  const changed = await readAll();
  expect(changed).not.toEqual(expected);
  expect(await differences()).toEqual([]);
  await pack();
  expect(await readAll()).toEqual(changed);
  expect(await differences()).toEqual([]);
});

test.each([
  ['changed facts', sql`update packed_answers set facts = replace(facts, 'everywhere', 'elsewhere')`],
  ['missing facts', sql`delete from packed_answers`],
  ['facts of another day', sql`update packed_answers set day = day + 100`],
])('verify finds %s', async (_, change) => {
  await db.query(sql`update days set is_packed = false`);
  await pack();
  expect(await differences()).toEqual([]);
  await db.query(sql`${change} where day = ${DAYS[1]} and platform = 'claude'`);
  const line = `packed answers ${DAYS[1]} claude: differ from the answers and their findings`;
  expect(new Set(await differences())).toEqual(new Set([line]));
  await db.query(sql`delete from packed_answers where day > ${DAYS[3]}`);
  await db.query(sql`update days set is_packed = false`);
  await pack();
});

test('answers that arrive while days are packed are counted', async () => {
  const packing = (async () => {
    for (let round = 0; round < 20; round++) await pack();
  })();
  const sent = await Promise.all(
    DAYS.flatMap((day) =>
      [0, 1, 2].map(() => send(answersOf({ keyword: 'project planning tool', platform: 'claude', day }))),
    ),
  );
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201));
  await packing;
  await pack();
  expect(await unpackedDays()).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('packing waits for a transaction that changes the same day', async () => {
  const keywordId = await keywordIdOf('kanban board software');
  const mine = sql`workspace_id = ${workspaceId} and keyword_id = ${keywordId}`;
  let packing: Promise<unknown> | undefined;
  await db.query(sql`update days set is_packed = false`);
  await db.transaction(async (tx) => {
    await tx.query(sql`update days set is_packed = false where ${mine}`);
    await tx.query(sql`update citations set domain = 'moved.example' where ${mine} and domain = 'other.example'`);
    packing = pack();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await packing;
  await pack();
  expect(await wrongPackedDays(db, workspaceId, { keywordId, since: undefined })).toEqual([]);
  await db.query(sql`update citations set domain = 'other.example' where ${mine} and domain = 'moved.example'`);
});

test('after a change of the competitors, days are packed again', async () => {
  const [competitor] = (await call(server, '/api/v1/competitors', { key })).body.data;
  const path = `/api/v1/competitors/${competitor.competitor_id}`;
  expect((await call(server, path, { key, method: 'DELETE' })).status).toBe(204);
  while ((await rereadDue(db)) > 0);
  expect(await unpackedDays()).toHaveLength(8);
  const expected = await readAll();
  await pack();
  expect(await readAll()).toEqual(expected);
  expect(await differences()).toEqual([]);
});

test('packed days of a deleted keyword are removed with it', async () => {
  const keywordIds = async () => (await db.query(sql`select distinct keyword_id from packed_answers`)).length;
  expect(await keywordIds()).toBe(2);
  const keywordId = await keywordIdOf('project planning tool');
  expect((await call(server, `/api/v1/keywords/${keywordId}`, { key, method: 'DELETE' })).status).toBe(204);
  while ((await removeDeletedKeyword(db)) > 0);
  expect(await keywordIds()).toBe(1);
});
