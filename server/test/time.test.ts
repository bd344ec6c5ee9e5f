import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, byLink } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
let account: Awaited<ReturnType<typeof givenAccount>>;
let person: Browser;
let key = '';
let today = '';

beforeAll(async () => {
  account = await givenAccount(deps, { historyDays: 35, seed: 'visibility' });
  person = await byLink(server, account.accountId);
  key = await givenKey(deps, account, { scopes: ['write'] });
  today = dayOf((await findWorkspace(db, account.workspaces.test))?.now ?? new Date());
});

const api = (path: string, options: object = {}) => call(server, `/api/v1${path}`, { key, ...options });
const view = async (path: string) => (await person.ask(`/test${path}`)).body;
const ago = (days: number) => addDays(today, -days);
const periods = () => `since=${ago(13)}&until=${today}&compare_since=${ago(27)}&compare_until=${ago(14)}`;

interface Row {
  id: string;
  name: string;
  now: { value: number; interval: [number, number]; sample_size: number };
  before: { value: number; sample_size: number };
  points: number;
  significant: boolean | null;
}

test('200: an annotation is stored, listed by its days, exported and deleted', async () => {
  const made = await api('/annotations', {
    method: 'POST',
    body: { date: '2026-03-02', text: '  New  pricing page ' },
  });
  expect(made).toMatchObject({ status: 201, body: { date: '2026-03-02', text: 'New pricing page' } });
  await api('/annotations', { method: 'POST', body: { date: '2026-03-09', text: 'Fair' } });
  const texts = async (query: string) =>
    (await api(`/annotations${query}`)).body.data.map(({ text }: { text: string }) => text);
  expect(await texts('')).toEqual(['Fair', 'New pricing page']);
  expect(await texts('?since=2026-03-03')).toEqual(['Fair']);
  expect(await texts('?until=2026-03-02')).toEqual(['New pricing page']);
  const headers = { authorization: `Bearer ${key}` };
  const csv = await (await fetch(`${server.url}/api/v1/annotations.csv`, { headers })).text();
  expect(csv).toContain(',2026-03-09,Fair,');
  const id = made.body.annotation_id;
  expect((await api(`/annotations/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await api(`/annotations/${id}`, { method: 'DELETE' })).toMatchObject({
    status: 404,
    body: { detail: 'Annotation not found' },
  });
  expect(await texts('')).toEqual(['Fair']);
});

test.each([
  [{ date: '2026-02-30', text: 'x' }, 'date: must be a date such as 2026-01-31'],
  [{ date: '2026-02-03', text: ' ' }, 'text: '],
  [{ date: '2026-02-03' }, 'text: '],
])('422: the annotation %j', async (body, detail) => {
  const refused = await api('/annotations', { method: 'POST', body });
  expect(refused.status).toBe(422);
  expect(refused.body.detail).toContain(detail);
});

test('409: a workspace has at most 1,000 annotations', async () => {
  const { workspaces } = await givenAccount(deps, { historyDays: 0 });
  await db.query(
    sql`insert into annotations (workspace_id, annotation_id, day, text)
        select ${workspaces.test}, 'ann_' || n, '2026-01-01', 'x' from generate_series(1, 1000) n`,
  );
  const other = await givenKey(deps, { ...account, workspaces }, { scopes: ['write'] });
  const body = { date: '2026-03-02', text: 'One more' };
  expect((await call(server, '/api/v1/annotations', { key: other, method: 'POST', body })).status).toBe(409);
});

test('a view of the same name replaces the one before, and paths that leave the dashboard are refused', async () => {
  const save = (body: object) => api('/views', { method: 'POST', body });
  await save({ name: 'Mine', page: '/', filters: 'days=7' });
  await save({ name: 'Mine', page: '/competitors', filters: 'compare=previous&tag=a%20b' });
  const { data } = (await api('/views')).body;
  expect(data).toMatchObject([{ name: 'Mine', page: '/competitors', filters: 'compare=previous&tag=a%20b' }]);
  for (const page of ['https://evil.example', '//evil.example', '/a/../b', 'javascript:x'])
    expect([page, (await save({ name: 'Bad', page })).status]).toEqual([page, 422]);
  expect((await save({ name: 'Bad', page: '/', filters: '"><script>' })).status).toBe(422);
  expect((await api(`/views/${data[0].view_id}`, { method: 'DELETE' })).status).toBe(204);
});

test('the score of a past range ends on its last day', async () => {
  const whole = await view('/overview?days=30');
  const past = await view(`/overview?days=10&until=${ago(12)}`);
  const days = past.points.map(({ date }: { date: string }) => date);
  expect([days[0], days.at(-1)]).toEqual([ago(21), ago(12)]);
  const same = whole.points.filter(({ date }: { date: string }) => days.includes(date));
  expect(past.points).toEqual(same);
  expect(past.current.significant).toBeNull();
  const voice = await view(`/share-of-voice?days=7&until=${ago(12)}`);
  expect(voice.points.at(-1).date).toBe(ago(12));
  const { data } = (await api('/keywords')).body;
  const scores = await view(`/keywords/${data[0].keyword_id}/scores?since=${ago(20)}&until=${ago(12)}`);
  expect(scores.history.at(-1).date).toBe(ago(12));
});

test('two periods are compared by their own answers, and sums are never called significant', async () => {
  const { rows, keywords, now, before } = await view(`/comparison?${periods()}`);
  expect([now, before]).toEqual([
    { since: ago(13), until: today },
    { since: ago(27), until: ago(14) },
  ]);
  const [score, voice] = rows as Row[];
  const { body } = await person.ask(`/test/tracked-brands?since=${ago(13)}&until=${today}`);
  const own = body.data.find(({ competitor_id }: { competitor_id: string }) => competitor_id === 'brand');
  expect(score).toMatchObject({
    id: 'visibility_score',
    now: { value: own.visibility_score, interval: own.interval, sample_size: own.sample_size },
    significant: null,
  });
  expect(score?.points).toBe((score?.now.value ?? 0) - (score?.before.value ?? 0));
  expect(voice).toMatchObject({ id: 'share_of_voice', now: { value: own.share_of_voice }, significant: null });
  expect(keywords).toEqual({ now: 12, before: 12, both: 12 });
  const brands = (await view(`/comparison?by=brand&${periods()}`)).rows as Row[];
  expect(brands.map(({ name }) => name)).toEqual(body.data.map(({ name }: { name: string }) => name));
});

test('sums say how many keywords each period covers', async () => {
  const added = await call(server, '/api/v1/keywords', {
    key,
    method: 'POST',
    body: { keyword: 'added', tags: ['new'] },
  });
  const answer = {
    keyword: 'added',
    platform: 'claude',
    prompt: 'Which?',
    text: 'Heron Board.',
    asked_at: `${ago(2)}T08:00:00Z`,
  };
  expect((await call(server, '/api/v1/answers', { key, method: 'POST', body: answer })).status).toBe(201);
  const coveredBy = async (more = '') => (await view(`/comparison?${periods()}${more}`)).keywords;
  expect(await coveredBy()).toEqual({ now: 13, before: 12, both: 12 });
  expect(await coveredBy('&by=brand')).toEqual({ now: 13, before: 12, both: 12 });
  expect(await coveredBy('&tag=new')).toEqual({ now: 1, before: 0, both: 0 });
  expect(await coveredBy('&platform=gemini')).toEqual({ now: 12, before: 12, both: 12 });
  expect(await coveredBy('&by=keyword')).toBeNull();
  await call(server, `/api/v1/keywords/${added.body.keyword_id}`, { key, method: 'DELETE' });
  expect(await coveredBy()).toEqual({ now: 12, before: 12, both: 12 });
});

test('a keyword is tested for each platform, and a planted drop is found', async () => {
  const ofClaude = async () => (await view(`/comparison?by=keyword&platform=claude&${periods()}`)).rows as Row[];
  const [highest] = (await ofClaude()).sort((a, b) => b.before.value - a.before.value);
  const keywordId = highest?.id ?? '';
  // Claude's mentions of the first brand.
  await db.query(
    sql`update days set value = regexp_replace(value, '("claude":\\[\\[[\\d,]*\\],\\[(\\[[1-9][\\d,]*\\],)*\\[)0,', '\\19,')
        where workspace_id = ${account.workspaces.test} and keyword_id = ${keywordId} and day > ${ago(14)}`,
  );
  const [overall, ...platforms] = (await view(`/comparison?keyword_id=${keywordId}&${periods()}`)).rows as Row[];
  const claude = platforms.find(({ id }) => id === 'claude');
  expect(claude).toMatchObject({ now: { value: 0 }, significant: true });
  expect(overall).toMatchObject({ significant: true, platforms: ['claude'] });
  const keywords = await ofClaude();
  expect(keywords[0]).toMatchObject({ id: keywordId, significant: true });
  expect(keywords.filter(({ significant }) => significant).length).toBeLessThanOrEqual(2);
});

test.each([
  [
    `since=2026-02-10&until=2026-02-01&compare_since=2026-01-01&compare_until=2026-01-02`,
    'since: must not be after until',
  ],
  [
    `since=2026-02-10&until=2026-02-20&compare_since=2026-02-01&compare_until=2026-02-10`,
    'compare_until: must be before since',
  ],
  [
    `since=2024-02-10&until=2026-02-20&compare_since=2024-02-01&compare_until=2024-02-02`,
    'since: must be at most 400 days',
  ],
  [`since=2026-02-10&until=2026-02-20`, 'compare_since: '],
])('422: the comparison %s', async (query, detail) => {
  const refused = await person.ask(`/test/comparison?${query}`);
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining(detail)]);
});
