import { beforeAll, expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { countPages, countSomePages } from '../src/store/answers/cited-pages.ts';
import { packSources } from '../src/store/counts/packed-sources.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, FEW_KEYWORDS, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let workspaceId = '';
let key = '';
let days: string[] = [];

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 8, only: FEW_KEYWORDS });
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
  const rows = await db.query<{ day: string }>(sql`select distinct day from workspace_days order by day`);
  days = rows.map(({ day }) => day);
});

/** All lists that are based on sums: whole days, parts of days, one platform and one domain. */
async function readAll(): Promise<unknown[]> {
  // Counts in memory are used only while this version is current.
  await db.query(sql`update list_totals set version = version + 1`);
  const [first, second] = days;
  const { body } = await call(server, '/api/v1/sources', { key });
  const paths = ['', '/types', `/${body.data[0].domain}`].flatMap((path) =>
    ['', `&since=${first}T09:30:00Z&until=${second}T21:00:00Z`, `&since=${second}&platform=claude`].map(
      (more) => `/api/v1/sources${path}?per_page=100${path === '' ? '&include=evidence' : ''}${more}`,
    ),
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

test('a part of the cited pages is the same as in the whole list, packed or not', async () => {
  const filter = { range: { since: new Date(`${days[0]}T09:30:00Z`), until: new Date(`${days.at(-1)}T21:00:00Z`) } };
  const part = (from: number, count: number) => countSomePages(db, workspaceId, { filter, from, count });
  const check = async () => {
    const all = await countPages(db, workspaceId, filter);
    const sums = { total: all.length, citations: all.reduce((sum, { citations }) => sum + citations, 0) };
    expect(all.length).toBeGreaterThan(20);
    // Many pages have one citation each, so every part after the first has equal ones.
    for (const from of [0, 7, all.length - 20, all.length - 3]) {
      expect(await part(from, 7)).toEqual({ pages: all.slice(from, from + 7), ...sums });
    }
    expect(await part(all.length + 1, 7)).toEqual({ pages: [], ...sums });
  };
  await check();
  await pack();
  await check();
});

const pack = () => packSources(db, new AbortController().signal);

const send = (number: number) =>
  call(server, '/api/v1/answers', {
    key,
    method: 'POST',
    body: {
      answers: [
        {
          keyword: 'kanban board software',
          platform: 'claude',
          prompt: 'Which kanban board?',
          text: 'Heron Board and Aplomb are good.',
          sources: [{ url: `https://added.example/${number}`, title: `Added ${number}`, cited: true }],
          asked_at: `${days[number % days.length]}T12:00:00Z`,
        },
      ],
    },
  });

test('packed days have the same lists, also after a late answer, and verify agrees', async () => {
  const expected = await readAll();
  await pack();
  expect(await readAll()).toEqual(expected);
  expect(await differences()).toEqual([]);

  const isPacked = () =>
    db.query(sql`select is_packed from packed_sources where day = ${days[2]} and platform = 'claude'`);
  expect(await isPacked()).toEqual([{ is_packed: true }]);
  expect((await send(2)).status).toBe(201);
  expect(await isPacked()).toEqual([{ is_packed: false }]);
  const late = await readAll();
  expect(late).not.toEqual(expected);
  expect(await differences()).toEqual([]);
  await pack();
  expect(await readAll()).toEqual(late);
  expect(await differences()).toEqual([]);
});

test('a title cannot add pages to a packed list', async () => {
  const filter = { range: { since: new Date(days[0] as string), until: new Date(days[2] as string) } };
  const [first, second] = await countPages(db, workspaceId, filter);
  const hostile = `A\u001e${second?.pageKey} evil.example https://evil.example/ B`;
  await db.query(sql`update cited_pages set title = ${hostile} where page_key = ${first?.pageKey}`);
  const described = await countPages(db, workspaceId, filter);
  expect(described.find(({ pageKey }) => pageKey === second?.pageKey)).toEqual(second);
  expect(described.find(({ pageKey }) => pageKey === first?.pageKey)).toMatchObject({
    canonicalUrl: first?.canonicalUrl,
    title: hostile.replace('\u001e', ' '),
  });
});

test.each([
  ['a packed page', sql`update packed_sources set pages = overlay(pages placing '77' from 15)`],
  ['a packed domain', sql`update packed_sources set domains = overlay(domains placing '77' from 15)`],
  ['a packed count of a brand', sql`update domain_days set brands = replace(brands, 'brand ', 'brand 9')`],
  ['the row that says whether a day is packed', sql`delete from packed_sources`],
])('verify finds a change of %s', async (_, change) => {
  const before = await db.query(sql`select * from packed_sources`);
  expect(before.length).toBeGreaterThan(0);
  await db.query(sql`${change} where day = ${days[1]} and platform = 'gemini'`);
  expect(await differences()).toEqual([`packed sources ${days[1]} gemini: differ from the sums`]);
  await db.query(sql`delete from packed_sources where day = ${days[1]} and platform = 'gemini'`);
  await db.query(sql`insert into packed_sources values (${workspaceId}, ${days[1]}, 'gemini')`);
  await pack();
  expect(await db.query(sql`select * from packed_sources`)).toHaveLength(before.length);
});

test('an answer that arrives while days are packed is counted once', async () => {
  const numbers = [21, 22, 23, 24, 25, 26, 27, 28];
  const packing = (async () => {
    for (let round = 0; round < 20; round++) await pack();
  })();
  const sent = await Promise.all(numbers.map(send));
  expect(sent.map(({ status }) => status)).toEqual(numbers.map(() => 201));
  await packing;
  await pack();
  expect(await differences()).toEqual([]);
  const pages = await countSomePages(db, workspaceId, { filter: { range: whole() }, from: 0, count: 1_000 });
  const added = pages.pages.filter(({ canonicalUrl }) => /added\.example\/2\d$/.test(canonicalUrl));
  expect(added).toHaveLength(numbers.length);
});

const whole = () => ({ since: new Date(days[0] ?? ''), until: new Date(`${days.at(-1)}T21:00:00Z`) });
