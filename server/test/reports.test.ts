import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { makeDueReport } from '../src/reports/worker.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const today = dayOf(new Date());
const LAST_WEEK = { period_start: addDays(today, -7), period_end: addDays(today, -1) };
const ONCE = { name: 'Last week', schedule: 'once', format: 'json', ...LAST_WEEK };
const WEEKLY = { name: 'Weekly visibility', schedule: 'weekly', format: 'csv' };
const FIELDS = ['report_id', 'name', 'schedule', 'format', 'period_start', 'period_end', 'status', 'created_at'];

let account: Awaited<ReturnType<typeof givenAccount>>;
let key = '';
let otherKey = '';
let keywordId = '';

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 8 });
  key = await givenKey(server.deps, account);
  otherKey = await givenKey(server.deps, await givenAccount(server.deps));
  keywordId = (await call(server, '/api/v1/keywords', { key })).body.data[0].keyword_id;
});

const post = (body: unknown, { as = key, query = '' } = {}) =>
  call(server, `/api/v1/reports${query}`, { key: as, method: 'POST', body });
const get = (path: string, as = key) => call(server, `/api/v1/reports${path}`, { key: as });
const patch = (id: string, body: unknown, as = key) =>
  call(server, `/api/v1/reports/${id}`, { key: as, method: 'PATCH', body });
const remove = (id: string, as = key) => call(server, `/api/v1/reports/${id}`, { key: as, method: 'DELETE' });

async function makeAll(): Promise<void> {
  while ((await makeDueReport(server.deps)) > 0);
}

test('201: a report has exactly the fields of the contract and an address', async () => {
  const created = await post(ONCE);
  expect(created.status).toBe(201);
  expect(Object.keys(created.body)).toEqual(FIELDS);
  expect(created.body).toMatchObject({ ...ONCE, status: 'scheduled' });
  expect(created.body.report_id).toMatch(/^rpt_[0-9a-z]{26}$/);
  expect(created.headers.get('location')).toBe(`/api/v1/reports/${created.body.report_id}`);
  expect((await get(`/${created.body.report_id}`)).body).toEqual(created.body);
});

test('201: a weekly report is about Monday to Sunday, a monthly one about the calendar month', async () => {
  const weekly = (await post(WEEKLY)).body;
  expect([new Date(weekly.period_start).getUTCDay(), new Date(weekly.period_end).getUTCDay()]).toEqual([1, 0]);
  expect(weekly.period_start <= today && today <= weekly.period_end).toBe(true);
  const monthly = (await post({ ...WEEKLY, schedule: 'monthly' })).body;
  expect(monthly.period_start).toBe(`${today.slice(0, 8)}01`);
  expect(addDays(monthly.period_end, 1).slice(8)).toBe('01');
  await remove(weekly.report_id);
  await remove(monthly.report_id);
});

test('200: settings come when they are asked for', async () => {
  const recipients = ['a@example.com', 'b@example.com'];
  const input = { ...WEEKLY, keyword_ids: [keywordId, keywordId], tags: [' tools '], recipients };
  const { report_id: id } = (await post(input)).body;
  const shown = (await get(`/${id}?include=settings`)).body;
  expect(Object.keys(shown)).toEqual([
    ...FIELDS,
    'keyword_ids',
    'tags',
    'recipients',
    'send_day',
    'send_time',
    'time_zone',
    'accent_color',
    'has_logo',
    'failure',
    'formats',
    'email_status',
  ]);
  expect(shown).toMatchObject({ keyword_ids: [keywordId], tags: ['tools'], recipients, failure: null });
  const listed = await get('?include=settings&status=scheduled&schedule=weekly&per_page=1');
  expect(listed.body.data).toEqual([shown]);
  expect(listed.headers.get('link')).toContain(
    '/api/v1/reports?status=scheduled&schedule=weekly&include=settings&page=1&per_page=1>',
  );
  await remove(id);
});

test('200: a scheduled report is changed, and one that was made is not', async () => {
  const { report_id: id } = (await post({ ...WEEKLY, tags: ['x'] })).body;
  const changed = await patch(id, { name: ' New  name ', format: 'pdf', tags: [] });
  expect([changed.status, changed.body.name, changed.body.format]).toEqual([200, 'New name', 'pdf']);
  expect((await get(`/${id}?include=settings`)).body.tags).toEqual([]);
  await remove(id);

  const once = (await post(ONCE)).body.report_id;
  await makeAll();
  const late = await patch(once, { name: 'Too late' });
  expect([late.status, late.body]).toEqual([409, { detail: 'Only a scheduled report can be changed' }]);
});

test('204: a deleted report is gone with its file', async () => {
  const { report_id: id } = (await post(ONCE)).body;
  await makeAll();
  expect((await get(`/${id}/file`)).status).toBe(200);
  expect((await remove(id)).status).toBe(204);
  expect((await get(`/${id}`)).status).toBe(404);
  expect((await remove(id)).status).toBe(404);
  expect(await db.query(sql`select from report_parts where report_id = ${id}`)).toEqual([]);
});

test('200: the file is sent as what it is, under a name that is safe', async () => {
  const { report_id: id } = (await post({ ...ONCE, name: 'Für "alle"/../\u202e.exe; 報告' })).body;
  await makeAll();
  const { status, headers } = await get(`/${id}/file`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="Fur-alle-exe-${LAST_WEEK.period_end}.json"`);
  const again = await call(server, `/api/v1/reports/${id}/file`, {
    key,
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  });
  expect([again.status, again.text]).toEqual([304, '']);
  const head = await fetch(`${server.url}/api/v1/reports/${id}/file`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${key}` },
  });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(headers.get('content-length'));
});

test('401 and 403: no key, and a key that may only read', async () => {
  expect((await call(server, '/api/v1/reports')).status).toBe(401);
  const reading = await givenKey(server.deps, account, { scopes: ['read'] });
  expect((await get('', reading)).status).toBe(200);
  const refused = await post(ONCE, { as: reading });
  expect([refused.status, refused.body.detail]).toEqual([403, "This action requires the 'write' scope"]);
});

test('404: another account’s report looks like one that never was, its file too', async () => {
  const { report_id: id } = (await post(ONCE)).body;
  await makeAll();
  const unknown = 'rpt_00000000000000000000000000';
  for (const path of ['', '/file']) {
    const [foreign, never] = [await get(`/${id}${path}`, otherKey), await get(`/${unknown}${path}`, otherKey)];
    expect([foreign.status, foreign.text]).toEqual([404, '{"detail":"Report not found"}']);
    expect(never.text).toBe(foreign.text);
  }
  for (const attempt of [patch(id, { name: 'Mine' }, otherKey), remove(id, otherKey)]) {
    const { status, text } = await attempt;
    expect([status, text]).toEqual([404, '{"detail":"Report not found"}']);
  }
  expect((await get('', otherKey)).body.meta.total).toBe(0);
  const live = await givenKey(server.deps, account, { mode: 'live' });
  expect((await get(`/${id}/file`, live)).status).toBe(404);
  expect((await get(`/${id}`)).body.name).toBe(ONCE.name);
});

test('409: no file while it is not ready, and none when it failed', async () => {
  const { report_id: id } = (await post(WEEKLY)).body;
  const early = await get(`/${id}/file`);
  expect([early.status, early.body]).toEqual([409, { detail: 'Report is not ready yet' }]);
  await db.query(sql`update reports set status = 'failed' where report_id = ${id}`);
  expect((await get(`/${id}/file`)).body).toEqual({ detail: 'Report failed' });
  await remove(id);
});

test('409: a workspace has at most 50 schedules, also when two are asked for at once', async () => {
  const { schedules } = { schedules: await Promise.all(Array.from({ length: 51 }, () => post(WEEKLY))) };
  expect(schedules.filter(({ status }) => status === 201).length).toBe(50);
  const refused = schedules.find(({ status }) => status !== 201);
  expect([refused?.status, refused?.body]).toEqual([409, { detail: 'Limit of 50 scheduled reports reached' }]);
  expect((await post(ONCE)).status).toBe(201);
  await Promise.all(schedules.flatMap(({ body }) => (body.report_id ? [remove(body.report_id)] : [])));
  expect((await post(WEEKLY)).status).toBe(201);
});

test.each([
  [{ ...ONCE, period_end: undefined }, 'period_end: is required'],
  [{ ...ONCE, period_start: undefined, period_end: undefined }, 'period_start: is required; period_end: is required'],
  [{ ...ONCE, period_end: addDays(today, 400) }, 'period_end: must not be in the future'],
  [{ ...ONCE, period_start: today, period_end: addDays(today, -1) }, 'period_start: must not be after period_end'],
  [{ ...ONCE, period_start: addDays(today, -401) }, 'period_start: must be less than 400 days before period_end'],
  [{ ...ONCE, period_start: '2026-02-30' }, 'period_start: must be a date such as 2026-01-31'],
  [
    { ...WEEKLY, ...LAST_WEEK },
    'period_start: must be omitted: the schedule determines it; period_end: must be omitted: the schedule determines it',
  ],
  [{ ...WEEKLY, name: '  ' }, 'name: must not be empty'],
  [{ ...WEEKLY, schedule: 'daily' }, 'schedule: must be one of weekly, monthly, once'],
  [{ ...WEEKLY, format: 'xlsx' }, 'format: must be one of pdf, csv, json'],
  [{ ...WEEKLY, recipients: ['a@example.com\nBcc: b@example.com'] }, 'recipients[0]: must be an email address'],
  [{ ...WEEKLY, recipients: Array(21).fill('a@example.com') }, 'recipients: must have at most 20 entries'],
  [{ ...WEEKLY, keyword_ids: ['kw_unknown'] }, 'keyword_ids[0]: no such keyword'],
  [{ ...WEEKLY, colour: 'red' }, 'unknown field colour'],
])('422: %#', async (body, detail) => {
  const refused = await post(body);
  expect([refused.status, refused.body]).toEqual([422, { detail }]);
});

test('422: another workspace’s keyword, a change that changes nothing', async () => {
  const foreign = await post({ ...WEEKLY, keyword_ids: [keywordId] }, { as: otherKey });
  expect([foreign.status, foreign.body.detail]).toEqual([422, 'keyword_ids[0]: no such keyword']);
  const { report_id: id } = (await post(ONCE)).body;
  expect((await patch(id, {})).body).toEqual({ detail: 'Set at least one field to change' });
  expect((await patch(id, { schedule: 'monthly' })).body).toMatchObject({
    detail: expect.stringMatching(/^unknown field schedule/),
  });
  expect((await get('?status=done')).status).toBe(422);
});
