import { beforeAll, expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, byLink } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);
let person: Browser;
let stranger: Browser;

beforeAll(async () => {
  person = await byLink(server, (await givenAccount(server.deps, { historyDays: 8 })).accountId);
  stranger = await byLink(server, (await givenAccount(server.deps)).accountId);
});

const rows = async (query = '', who = person) => (await who.ask(`/test/keyword-rows?${query}`)).body;
const add = (keywords: unknown[], more = {}) => person.post('/test/keyword-imports', { keywords, ...more });

test('the list has measured keywords with their record and new ones without, the new ones last', async () => {
  await add([{ keyword: 'zebra crossing lights', tags: ['new'] }]);
  const all = await rows('sort=-visibility_score&per_page=100');
  expect(all.data.at(-1)).toMatchObject({ keyword: 'zebra crossing lights', tags: ['new'], record: null });
  const [first, second] = all.data;
  expect(first.record.visibility_score).toBeGreaterThanOrEqual(second.record.visibility_score);
  expect(first.record.sample_size).toBeGreaterThan(0);
  expect((await rows('sort=visibility_score&per_page=100')).data.at(-1).record).toBeNull();
  expect((await rows('q=ZEBRA')).meta.total).toBe(1);
  expect((await rows('tag=new')).meta.total).toBe(1);
  expect((await rows('platform=chatgpt')).meta.total).toBe(all.meta.total - 1);
  expect((await rows('status=paused')).meta.total).toBe(0);
});

test('an import tells duplicates and mistakes by their place and takes the rest', async () => {
  const sent = [
    { keyword: 'first of its kind' },
    { keyword: 'FIRST  of its kind' },
    { keyword: '' },
    { keyword: 'first of its kind', country: 'DE' },
    { keyword: 'somewhere', country: 'XX' },
    { keyword: 'asked about you', prompts: ['Is Beamwork any good?', ''] },
  ];
  const { status, body } = await add(sent);
  expect(status).toBe(200);
  expect(body.added).toBe(2);
  expect(body.duplicates).toEqual([1]);
  expect(body.refused.map(({ place }: { place: number }) => place)).toEqual([2, 4, 5]);
  expect((await add([sent[0]])).body).toEqual({ added: 0, duplicates: [0], refused: [] });
});

test('two imports of the same list at once add it once', async () => {
  const keywords = Array.from({ length: 50 }, (_, i) => ({ keyword: `at once ${i}` }));
  const answers = await Promise.all([add(keywords), add(keywords), add(keywords)]);
  expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(50);
  expect((await rows('q=at once')).meta.total).toBe(50);
});

test('keywords added paused are not asked until they are resumed', async () => {
  await add([{ keyword: 'quiet one' }], { status: 'paused' });
  const [quiet] = (await rows('q=quiet one')).data;
  expect(quiet.status).toBe('paused');
  const planned = () =>
    db.query<{ count: number }>(sql`select count(*) as count from questions where keyword_id = ${quiet.keyword_id}`);
  expect(await planned()).toEqual([{ count: 0 }]);
  const act = { action: 'resume', keyword_ids: [quiet.keyword_id] };
  expect((await person.post('/test/keyword-actions', act)).body).toEqual({ changed: 1 });
  expect((await person.post('/test/keyword-actions', act)).body).toEqual({ changed: 0 });
  expect((await planned())[0]?.count).toBeGreaterThan(0);
});

test('many keywords are paused, tagged and deleted at once, and those of others are left alone', async () => {
  await add(Array.from({ length: 5 }, (_, i) => ({ keyword: `herd ${i}` })));
  const { keyword_ids } = (await person.ask('/test/keyword-ids?q=herd')).body;
  expect(keyword_ids).toHaveLength(5);
  const act = (body: object, who = person) => who.post('/test/keyword-actions', { ...body, keyword_ids });
  expect((await act({ action: 'delete' }, stranger)).body).toEqual({ changed: 0 });
  expect((await act({ action: 'pause' })).body).toEqual({ changed: 5 });
  expect((await act({ action: 'add_tag', tag: 'farm' })).body).toEqual({ changed: 5 });
  expect((await act({ action: 'add_tag', tag: 'farm' })).body).toEqual({ changed: 0 });
  expect((await rows('tag=farm&status=paused')).meta.total).toBe(5);
  expect((await person.ask('/test/keyword-tags')).body.tags).toContain('farm');
  expect((await act({ action: 'delete' })).body).toEqual({ changed: 5 });
  expect((await rows('q=herd')).meta.total).toBe(0);
  expect((await act({ action: 'pause' })).body).toEqual({ changed: 0 });
});

test('without a session nothing is listed or changed', async () => {
  const { ask } = { ask: (path: string, init = {}) => fetch(`${server.url}/dashboard/api/test${path}`, init) };
  expect((await ask('/keyword-rows')).status).toBe(401);
  expect((await ask('/keyword-actions', { method: 'POST' })).status).toBe(401);
});
