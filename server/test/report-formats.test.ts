import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { makeDueReport } from '../src/reports/worker.ts';
import { sql } from '../src/store/db.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const yesterday = addDays(dayOf(new Date()), -1);
const ONCE = { name: 'Last week', schedule: 'once', period_start: addDays(yesterday, -6), period_end: yesterday };
const FORMATS = ['pdf', 'csv', 'json'];
let key = '';

beforeAll(async () => {
  key = await givenKey(server.deps, await givenAccount(server.deps, { historyDays: 8 }));
});

async function made(format: string): Promise<string> {
  const created = await call(server, '/api/v1/reports', { key, method: 'POST', body: { ...ONCE, format } });
  while ((await makeDueReport(server.deps)) > 0);
  return created.body.report_id;
}

async function file(id: string, query = '') {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${server.url}/api/v1/reports/${id}/file${query}`, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test.each(FORMATS)(
  '200: a report asked for as %s is to be had in every format, its own without asking',
  async (own) => {
    const id = await made(own);
    expect((await call(server, `/api/v1/reports/${id}?include=settings`, { key })).body.formats).toEqual(FORMATS);
    const files = new Map<string, Buffer>();
    for (const format of FORMATS) {
      const { response, bytes } = await file(id, `?format=${format}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-disposition')).toContain(`Last-week-${yesterday}.${format}`);
      expect(bytes.length).toBe(Number(response.headers.get('content-length')));
      files.set(format, bytes);
    }
    expect(files.get('pdf')?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(JSON.parse(String(files.get('json')))).toMatchObject({ report_id: id, period_end: yesterday });
    expect(String(files.get('csv'))).toMatch(/^date,keyword_id,keyword,visibility_score,/);
    expect((await file(id)).bytes.equals(files.get(own) ?? Buffer.alloc(0))).toBe(true);
  },
);

test('304: a client that has the PDF drawn from the numbers is told so', async () => {
  const id = await made('json');
  const { response } = await file(id, '?format=pdf');
  const headers = { authorization: `Bearer ${key}`, 'if-none-match': response.headers.get('etag') ?? '' };
  const again = await fetch(`${server.url}/api/v1/reports/${id}/file?format=pdf`, { headers });
  expect(again.status).toBe(304);
});

test('other formats tell what was known when the report was made, whatever is found later', async () => {
  const id = await made('pdf');
  const [csv, json] = [await file(id, '?format=csv'), await file(id, '?format=json')];
  await db.query(sql`delete from days`);
  expect((await file(id, '?format=csv')).bytes.equals(csv.bytes)).toBe(true);
  expect((await file(id, '?format=json')).bytes.equals(json.bytes)).toBe(true);
});

test('422: a format that there is not', async () => {
  const { response, bytes } = await file(await made('csv'), '?format=xlsx');
  expect([response.status, JSON.parse(bytes.toString())]).toEqual([
    422,
    { detail: 'format: must be one of pdf, csv, json' },
  ]);
});
