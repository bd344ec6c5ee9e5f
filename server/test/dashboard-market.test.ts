import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { makeDueReport } from '../src/reports/worker.ts';
import { sql } from '../src/store/db.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, byLink } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);
const yesterday = addDays(dayOf(new Date()), -1);
let account: Awaited<ReturnType<typeof givenAccount>>;
let key = '';
let person: Browser;

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 8 });
  key = await givenKey(server.deps, account);
  person = await byLink(server, account.accountId);
});

const get = async (path: string) => (await person.ask(`/test${path}`)).body;
const post = (path: string, body: unknown) => person.ask(`/test${path}`, { method: 'POST', body });
const v1 = (path: string, body?: unknown) =>
  call(server, `/api/v1${path}`, { key, ...(body === undefined ? {} : { method: 'POST', body }) });

test('the standings hold the own brand and, number for number, the competitors of the API', async () => {
  const { data } = await get('/tracked-brands');
  const own = data.find(({ competitor_id }: { competitor_id: string }) => competitor_id === 'brand');
  expect(own).toMatchObject({ name: 'Heron Board', sample_size: expect.any(Number), aliases: expect.any(Array) });
  expect(own.mentions).toBeGreaterThan(0);
  const competitors = (await v1('/competitors?include=evidence')).body.data;
  expect(data.filter(({ competitor_id }: { competitor_id: string }) => competitor_id !== 'brand')).toMatchObject(
    competitors,
  );
  const shares = data.map(({ share_of_voice }: { share_of_voice: number }) => share_of_voice);
  expect(shares.reduce((sum: number, share: number) => sum + share, 0)).toBe(100);
});

test('the newest share of voice is that of the standings, and every point sums to 100', async () => {
  const { data } = await get('/tracked-brands');
  const { brands, points, step_days } = await get('/share-of-voice?days=14');
  expect([brands[0], step_days, points.length]).toEqual([
    { brand_id: 'brand', name: 'Heron Board', is_own: true },
    1,
    14,
  ]);
  const newest = points.at(-1);
  expect(newest.date).toBe(yesterday);
  for (const { competitor_id, share_of_voice } of data) expect(newest.shares[competitor_id]).toBe(share_of_voice);
  for (const { shares } of points) {
    if (shares) expect(Object.values(shares as Record<string, number>).reduce((a, b) => a + b, 0)).toBe(100);
  }
  expect((await get('/share-of-voice?days=90')).step_days).toBe(7);
});

test('what a preview says of a new competitor is what is found once it is added', async () => {
  const input = { name: 'Sonderplan', domain: 'sonderplan.example', aliases: ['Sonder Plan'] };
  const preview = (await post('/competitors/preview', input)).body;
  expect(preview).toMatchObject({ naming_now: null, warnings: [] });
  expect(preview.naming).toBeGreaterThan(50);
  expect(preview.answers_read).toBe(preview.answers_total);
  expect(preview.examples[0].context).toContain('Sonderplan');
  expect(await get('/competitors/reread')).toEqual({ reread: null });

  const { competitor_id } = (await v1('/competitors', input)).body;
  expect(await get('/competitors/reread')).toEqual({ reread: { keywords_done: 0, keywords_total: 12 } });
  await rereadDue(db);
  expect(await get('/competitors/reread')).toEqual({ reread: null });
  const [found] = await db.query<{ naming: number }>(
    sql`select count(*) as naming from mentions where brand_id = ${competitor_id}`,
  );
  expect(found?.naming).toBe(preview.naming);

  const renamed = { competitor_id, name: 'Sonderplan Suite', aliases: [], domains: [] };
  const changed = (await post('/competitors/preview', renamed)).body;
  expect([changed.naming, changed.naming_now]).toEqual([0, preview.naming]);
});

test('a preview refuses what adding would refuse, and warns of a common word', async () => {
  const refused = await post('/competitors/preview', { name: 'Heron Board' });
  expect([refused.status, refused.body.detail]).toEqual([409, 'Your own brand cannot be a competitor']);
  expect((await post('/competitors/preview', { name: 'x' })).status).toBe(422);
  expect((await post('/competitors/preview', { name: 'Fine Co', competitor_id: 'cmp_none' })).status).toBe(404);
  const { warnings } = (await post('/competitors/preview', { name: 'Monday' })).body;
  expect(warnings).toEqual([expect.stringContaining('is a common word')]);
});

test('firings are listed newest first, by rule, with how often each rule fired', async () => {
  const rule = { name: 'High', condition: 'above', threshold: 1 };
  const [first, second] = [(await v1('/alerts', rule)).body, (await v1('/alerts', { ...rule, name: 'Low' })).body];
  const { test: workspaceId } = account.workspaces;
  for (const [i, { alert_id, name }] of [first, second, first].entries()) {
    const data = { alert_id, alert_name: name, trigger_reason: `reason ${i}`, keyword_id: 'kw_x', keyword: 'crm' };
    const body = JSON.stringify({ data: { ...data, current_score: 40, threshold: 1 } });
    await db.query(
      sql`insert into events (workspace_id, event_id, type, created_at, body, evidence, fact)
          values (${workspaceId}, ${`evt_${i}`}, 'alert.triggered', ${`2026-01-0${i + 1}T00:00:00Z`}, ${body},
                  ${JSON.stringify({ within_noise: i === 2 })}, ${`fact ${i}`})`,
    );
  }
  const all = await get('/alert-firings');
  expect(all.meta.total).toBe(3);
  expect(all.data.map(({ trigger_reason }: { trigger_reason: string }) => trigger_reason)).toEqual([
    'reason 2',
    'reason 1',
    'reason 0',
  ]);
  expect(all.data[0]).toMatchObject({ within_noise: true, fired_at: '2026-01-03T00:00:00Z', current_score: 40 });
  expect((await get(`/alert-firings?alert_id=${second.alert_id}`)).meta.total).toBe(1);
  expect((await get('/alert-activity')).data).toEqual([
    { alert_id: first.alert_id, firings: 2, last_fired_at: '2026-01-03T00:00:00Z' },
    { alert_id: second.alert_id, firings: 1, last_fired_at: '2026-01-02T00:00:00Z' },
  ]);
});

test('a report that failed is made when it is tried again, and its schedule is not doubled', async () => {
  const { report_id } = (await v1('/reports', { name: 'Weekly', schedule: 'weekly', format: 'json' })).body;
  const period = { period_start: addDays(yesterday, -6), period_end: yesterday };
  await db.query(
    sql`update reports
        set status = 'failed', failure = 'It could not be made.', tries = 10, failed_tries = 3, due_at = null,
            period_start = ${period.period_start}::date, period_end = ${period.period_end}::date
        where report_id = ${report_id}`,
  );
  expect((await post(`/reports/${report_id}/retry`, undefined)).status).toBe(204);
  expect((await v1(`/reports/${report_id}`)).body.status).toBe('running');
  while ((await makeDueReport(server.deps)) > 0);
  expect((await v1(`/reports/${report_id}?include=settings`)).body).toMatchObject({ status: 'ready', failure: null });
  expect((await v1('/reports?status=scheduled')).body.data).toEqual([]);
  expect((await post(`/reports/${report_id}/retry`, undefined)).status).toBe(404);
});

test('none of it is answered to another account', async () => {
  const other = await byLink(server, (await givenAccount(server.deps)).accountId);
  expect((await other.ask('/test/standings')).body.data).toEqual([]);
  expect((await other.ask('/test/alert-firings')).body.data).toEqual([]);
  const [report] = (await v1('/reports')).body.data;
  expect((await other.ask(`/test/reports/${report.report_id}/retry`, { method: 'POST', body: {} })).status).toBe(404);
});
