import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { makeDueReport } from '../src/reports/worker.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let key = '';
let workspaceId = '';
let today = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 8 });
  key = await givenKey(server.deps, account);
  workspaceId = account.workspaces.test;
  today = dayOf((await findWorkspace(db, workspaceId))?.now ?? new Date());
});

const WEEKLY = { name: 'Weekly', schedule: 'weekly', format: 'pdf' };
/** One blue pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mOQj78GAAH1AVX2mVUxAAAAAElFTkSuQmCC';

const post = (path: string, body: object) => call(server, `/api/v1/reports${path}`, { key, method: 'POST', body });
const created = async (body: object) => (await post('?include=settings', { ...WEEKLY, ...body })).body;

/** The bytes of a file. A repeated POST has the same key. */
async function file(path: string, body?: object): Promise<string> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json', 'idempotency-key': JSON.stringify(body).slice(0, 80) }),
  };
  const init = { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) };
  const response = await fetch(`${server.url}/api/v1/reports${path}`, init as RequestInit);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer()).toString('latin1');
}

/** When it is due, in the workspace's time. */
async function dueAt(reportId: string): Promise<string> {
  const [row] = await db.query<{ due: Date }>(
    sql`select r.due_at + w.clock_ahead as due from reports r join workspaces w using (workspace_id)
        where report_id = ${reportId}`,
  );
  return row?.due.toISOString() ?? '';
}

test('200: a preview has the numbers of now, and nothing is stored, published or sent', async () => {
  const count = async () => {
    const [row] = await db.query(
      sql`select (select count(*) from reports) as reports, (select count(*) from report_parts) as parts,
                 (select count(*) from events) as events, (select count(*) from mail_outbox) as emails`,
    );
    return row;
  };
  const before = await count();
  const preview = await post('/preview', { ...WEEKLY, format: 'json', recipients: ['ann@example.com'] });
  expect(preview.status).toBe(200);
  expect(preview.body).toMatchObject({ period_start: addDays(today, -7), period_end: addDays(today, -1) });
  expect(preview.body.summary.sample_size).toBeGreaterThan(100);
  const pdf = await file('/preview', { ...WEEKLY, accent_color: '#7a1f5c', logo: PIXEL });
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  expect(pdf).toContain('/Subtype /Image');
  for (const _ of [1, 2]) expect((await file('/preview', WEEKLY)).slice(0, 5)).toBe('%PDF-');
  expect(await count()).toEqual(before);
  expect((await post('/preview', { ...WEEKLY, schedule: 'once' })).status).toBe(422);
});

test('a schedule is due at the given day and time of its time zone, and so is the next report', async () => {
  const monday = addDays(today, 7 - ((new Date(today).getUTCDay() + 6) % 7));
  const report = await created({ send_day: 3, send_time: '08:30', time_zone: 'Asia/Kolkata' });
  expect(report).toMatchObject({ send_day: 3, send_time: '08:30', time_zone: 'Asia/Kolkata', has_logo: false });
  expect(await dueAt(report.report_id)).toBe(`${addDays(monday, 2)}T03:00:00.000Z`);
  const path = `/api/v1/reports/${report.report_id}?include=settings`;
  const change = (body: object) => call(server, path, { key, method: 'PATCH', body });
  expect((await change({ send_time: '10:00' })).body).toMatchObject({ send_day: 3, send_time: '10:00' });
  expect(await dueAt(report.report_id)).toBe(`${addDays(monday, 2)}T04:30:00.000Z`);
  expect((await change({ send_day: null, send_time: '00:00', time_zone: 'UTC' })).body.send_day).toBe(null);
  expect(await dueAt(report.report_id)).toBe(`${monday}T00:00:00.000Z`);
  await change({ send_day: 2, send_time: '06:00', accent_color: '#7a1f5c', logo: PIXEL });
  await db.query(
    sql`update reports set due_at = now(), period_start = period_start - 7, period_end = period_end - 7
        where report_id = ${report.report_id}`,
  );
  while ((await makeDueReport(server.deps)) > 0);
  const { data } = (await call(server, '/api/v1/reports?include=settings&status=scheduled', { key })).body;
  const [next] = data;
  expect(next).toMatchObject({
    period_start: addDays(monday, -7),
    send_day: 2,
    accent_color: '#7a1f5c',
    has_logo: true,
  });
  expect(await dueAt(next.report_id)).toBe(`${addDays(monday, 1)}T06:00:00.000Z`);
  expect(await file(`/${report.report_id}/file`)).toContain('/Subtype /Image');
  expect((await change({ logo: null })).status).toBe(409);
});

test('a logo is taken over from another report of the workspace, and removed', async () => {
  const { report_id } = await created({ logo: PIXEL });
  const copy = await created({ logo_from: report_id });
  expect(copy.has_logo).toBe(true);
  const path = `/api/v1/reports/${copy.report_id}?include=settings`;
  expect((await call(server, path, { key, method: 'PATCH', body: { logo: null } })).body.has_logo).toBe(false);
  const other = await givenKey(server.deps, await givenAccount(server.deps));
  const body = { ...WEEKLY, logo_from: report_id };
  for (const path of ['/api/v1/reports', '/api/v1/reports/preview']) {
    const refused = await call(server, path, { key: other, method: 'POST', body });
    expect([refused.status, refused.body.detail]).toEqual([422, 'logo_from: Report not found']);
  }
});

const broken = Buffer.from(PIXEL, 'base64');
const wide = Buffer.from(broken);
wide.writeUInt32BE(5_000, 16);
const claimed = Buffer.from(broken);
claimed.writeUInt32BE(900, 20);

test.each([
  [{ logo: 'no base64!' }, 'logo: must be base64'],
  [{ logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') }, 'logo: must be a PNG image'],
  [{ logo: wide.toString('base64') }, 'logo: must be at most 1000 pixels wide and high'],
  [{ logo: claimed.toString('base64') }, 'logo: must be a complete PNG image'],
  [{ logo: broken.subarray(0, 45).toString('base64') }, 'logo: must be a complete PNG image'],
  [{ logo: Buffer.concat([broken, Buffer.alloc(110_000)]).toString('base64') }, 'logo: must be at most 100 kB'],
  [{ accent_color: 'blue' }, 'accent_color: must be a color such as #1f5fd6'],
  [{ accent_color: '#ffff00' }, 'accent_color: must be darker: it is hard to read on white'],
  [{ send_time: '25:00' }, 'send_time: must be a time such as 08:30'],
  [{ time_zone: 'Mars/Base' }, 'time_zone: must be a time zone such as Europe/Berlin'],
  [{ send_day: 8 }, 'send_day: must be at most 7 for a weekly report'],
  [
    { schedule: 'once', period_start: '2026-03-01', period_end: '2026-03-02', send_time: '08:00' },
    'send_time: must be omitted: it is created immediately',
  ],
])('422: %#', async (body, detail) => {
  const answer = await post('', { ...WEEKLY, ...body });
  expect([answer.status, answer.body.detail]).toEqual([422, detail]);
});
