import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { loadReportFile } from '../src/reports/file.ts';
import { makeDueReport } from '../src/reports/worker.ts';
import { type Db, sql } from '../src/store/db.ts';
import type { Attachment } from '../src/store/mail/outbox.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const today = dayOf(new Date());
const ONCE = {
  name: 'Once',
  schedule: 'once',
  format: 'json',
  period_start: addDays(today, -7),
  period_end: addDays(today, -1),
};
const HOUR = 3_600;

let workspaceId = '';
let key = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 1 });
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
  // Time passes faster where nothing is asked.
  await db.query(sql`delete from keywords where workspace_id = ${workspaceId}`);
  await db.query(sql`delete from questions where workspace_id = ${workspaceId}`);
});

beforeEach(async () => {
  await db.query(sql`delete from reports`);
  await db.query(sql`delete from events`);
  await db.query(sql`delete from mail_outbox`);
});

async function given(input: object): Promise<string> {
  const { status, body } = await call(server, '/api/v1/reports', { key, method: 'POST', body: input });
  if (status !== 201) throw new Error(body.detail);
  return body.report_id;
}

async function all() {
  const { body } = await call(server, '/api/v1/reports?include=settings&per_page=100', { key });
  return body.data as {
    report_id: string;
    status: string;
    period_start: string;
    period_end: string;
    name: string;
    failure: string;
  }[];
}

async function one(id: string) {
  return (await all()).find(({ report_id }) => report_id === id);
}

async function readyEvents() {
  return (await call(server, '/api/v1/events?type=report.ready&per_page=100', { key })).body.data;
}

async function advance(days: number) {
  const body = { seconds: days * 24 * HOUR };
  expect((await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body })).status).toBe(200);
}

async function makeAll(): Promise<number> {
  let made = 0;
  while ((await makeDueReport(server.deps)) > 0) made++;
  return made;
}

/** Lets the lease or the wait of a report end. */
const endWait = (id: string) => db.query(sql`update reports set due_at = now() where report_id = ${id}`);

/** A database of which writing one kind of row fails. */
function failing(pattern: RegExp, times = Number.POSITIVE_INFINITY): Db {
  let left = times;
  return {
    ...db,
    query: (statement) => {
      if (pattern.test(statement.text) && left-- > 0) return Promise.reject(new Error('planted'));
      return db.query(statement);
    },
  };
}

test('a report becomes ready with one event that says where it is', async () => {
  const id = await given(ONCE);
  expect(await makeAll()).toBe(1);
  expect((await one(id))?.status).toBe('ready');
  const [event, ...more] = await readyEvents();
  expect(more).toEqual([]);
  expect(event.data).toEqual({
    report_id: id,
    report_name: 'Once',
    period_start: ONCE.period_start,
    period_end: ONCE.period_end,
    format: 'json',
    report_url: `http://localhost:4000/api/v1/reports/${id}/file`,
  });
  expect(await makeAll()).toBe(0);
});

test('people who are to have it are sent the file once each, and nobody else is', async () => {
  await given(ONCE);
  const recipients = ['a@example.com', 'b@example.com'];
  const id = await given({ ...ONCE, recipients });
  await makeAll();
  const mails = await db.query<{ recipient: string; account_id: string; body: string; attachment: Attachment }>(
    sql`select recipient, account_id, body, attachment from mail_outbox order by recipient`,
  );
  expect(mails.map(({ recipient }) => recipient)).toEqual(recipients);
  const [mail] = mails;
  expect(mail?.body).toContain(`/api/v1/reports/${id}/file`);
  const filename = `Once-${ONCE.period_end}.json`;
  expect(mail?.attachment).toEqual({ reportId: id, filename, contentType: 'application/json; charset=utf-8' });
  const bytes = await loadReportFile(db, { reportId: id, accountId: mail?.account_id ?? '' });
  expect(bytes?.toString()).toBe((await call(server, `/api/v1/reports/${id}/file`, { key })).text);
  expect(await loadReportFile(db, { reportId: id, accountId: 'acc_other' })).toBeUndefined();
});

test('two workers never make the same report', async () => {
  await Promise.all(Array.from({ length: 4 }, () => given(ONCE)));
  await Promise.all([makeAll(), makeAll(), makeAll()]);
  expect((await all()).map(({ status }) => status)).toEqual(['ready', 'ready', 'ready', 'ready']);
  expect((await readyEvents()).length).toBe(4);
});

test('a report whose process died is made by the next one, once', async () => {
  const id = await given(ONCE);
  // It dies after the bytes were written and before they became the report’s file.
  const dying = { ...db, transaction: db.transaction };
  let transactions = 0;
  dying.transaction = (work) => (transactions++ === 0 ? db.transaction(work) : Promise.reject(new Error('died')));
  let isDead = false;
  dying.query = (statement) => {
    if (!/update reports/.test(statement.text)) return db.query(statement);
    isDead = true;
    return new Promise<never>(() => {});
  };
  void makeDueReport({ ...server.deps, db: dying });
  // Until then, it renews its lease.
  await expect.poll(() => isDead).toBe(true);
  expect((await one(id))?.status).toBe('running');
  expect(await makeAll()).toBe(0);
  expect((await call(server, `/api/v1/reports/${id}/file`, { key })).status).toBe(409);

  await endWait(id);
  expect(await makeAll()).toBe(1);
  expect((await one(id))?.status).toBe('ready');
  expect((await readyEvents()).length).toBe(1);
  expect((await call(server, `/api/v1/reports/${id}/file`, { key })).body.report_id).toBe(id);
});

test('a worker that comes back after its lease does not tell a second time', async () => {
  const id = await given(ONCE);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: Db = {
    ...db,
    query: async (statement) => {
      if (/insert into report_parts/.test(statement.text)) await held;
      return db.query(statement);
    },
  };
  const first = makeDueReport({ ...server.deps, db: slow });
  await expect.poll(async () => (await one(id))?.status).toBe('running');
  await endWait(id);
  expect(await makeAll()).toBe(1);
  release();
  await first;
  expect((await readyEvents()).length).toBe(1);
  const { headers, text } = await call(server, `/api/v1/reports/${id}/file`, { key });
  expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text));
  expect(await db.query(sql`select distinct try from report_parts`)).toEqual([{ try: 2 }]);
});

test('a try that fails is followed by two more, then the report has failed and says so', async () => {
  const id = await given(ONCE);
  const deps = { ...server.deps, db: failing(/insert into report_parts/) };
  for (const status of ['running', 'running', 'failed']) {
    expect(await makeDueReport(deps)).toBe(1);
    expect((await one(id))?.status).toBe(status);
    if (status === 'running') {
      expect(await makeDueReport(deps)).toBe(0);
      await endWait(id);
    }
  }
  expect((await one(id))?.failure).toBe('Failed after 3 attempts. See the server log for the reason.');
  expect(await readyEvents()).toEqual([]);
});

test('a report whose files are missing after an update waits for the restart, and is then made', async () => {
  const id = await given({ ...ONCE, format: 'pdf' });
  const deps = { ...server.deps, reportFont: '/nonexistent/font.ttf' };
  for (let passes = 0; passes < 12; passes++) {
    expect(await makeDueReport(deps)).toBe(1);
    expect((await one(id))?.status).toBe('running');
    await endWait(id);
  }
  await makeAll();
  expect((await one(id))?.status).toBe('ready');
});

test('a report that ends the process each time is given up too', async () => {
  const id = await given(ONCE);
  await db.query(sql`update reports set status = 'running', tries = 10, due_at = now() where report_id = ${id}`);
  await makeAll();
  expect((await one(id))?.status).toBe('failed');
});

test('a report whose process was ended a few times is still made', async () => {
  const id = await given(ONCE);
  await db.query(sql`update reports set status = 'running', tries = 3, due_at = now() where report_id = ${id}`);
  await makeAll();
  expect((await one(id))?.status).toBe('ready');
});

test('a report deleted while it is made is not told of', async () => {
  const id = await given(ONCE);
  const deleting: Db = {
    ...db,
    query: async (statement) => {
      if (/insert into report_parts/.test(statement.text)) {
        await db.query(sql`delete from reports where report_id = ${id}`);
      }
      return db.query(statement);
    },
  };
  expect(await makeDueReport({ ...server.deps, db: deleting })).toBe(1);
  expect(await all()).toEqual([]);
  expect(await readyEvents()).toEqual([]);
});

test('time passing in the sandbox makes weekly and monthly reports due, period after period', async () => {
  const weekly = await given({
    ...ONCE,
    name: 'Weekly',
    schedule: 'weekly',
    period_start: undefined,
    period_end: undefined,
  });
  const monthly = await given({
    ...ONCE,
    name: 'Monthly',
    schedule: 'monthly',
    period_start: undefined,
    period_end: undefined,
  });
  expect(await makeAll()).toBe(0);
  await advance(35);
  await makeAll();
  const now = dayOf((await findWorkspace(db, workspaceId))?.now ?? new Date());

  for (const [name, first] of [
    ['Weekly', weekly],
    ['Monthly', monthly],
  ]) {
    const mine = (await all()).filter((report) => report.name === name).reverse();
    const inOrder = mine.sort((a, b) => (a.period_start < b.period_start ? -1 : 1));
    expect(inOrder[0]?.report_id).toBe(first);
    expect(inOrder.map(({ status }) => status)).toEqual([...Array(inOrder.length - 1).fill('ready'), 'scheduled']);
    inOrder.slice(1).forEach((report, i) => {
      expect(report.period_start).toBe(addDays(inOrder[i]?.period_end ?? '', 1));
    });
    const next = inOrder.at(-1);
    expect((next?.period_start ?? '') <= now && now <= (next?.period_end ?? '')).toBe(true);
    expect(inOrder.length).toBeGreaterThan(name === 'Weekly' ? 5 : 1);
  }
  const told = (await readyEvents()).map(({ data }: { data: { report_id: string } }) => data.report_id);
  expect(new Set(told).size).toBe(told.length);
});

test('a changed schedule hands its settings on, and a deleted one ends', async () => {
  const id = await given({ name: 'Weekly', schedule: 'weekly', format: 'csv', tags: ['a'] });
  await call(server, `/api/v1/reports/${id}`, { key, method: 'PATCH', body: { name: 'Renamed', tags: ['b'] } });
  await endWait(id);
  await makeAll();
  const next = (await all()).find(({ status }) => status === 'scheduled');
  expect(next).toMatchObject({ name: 'Renamed', schedule: 'weekly', format: 'csv', tags: ['b'] });
  await call(server, `/api/v1/reports/${next?.report_id}`, { key, method: 'DELETE' });
  await db.query(sql`update reports set due_at = now() where due_at is not null`);
  expect(await makeAll()).toBe(0);
  expect((await all()).map(({ status }) => status)).toEqual(['ready']);
});

test('a report waits for the questions of its last day', async () => {
  const id = await given({ name: 'Weekly', schedule: 'weekly', format: 'json' });
  const { period_end: end } = (await one(id)) ?? {};
  await db.query(
    sql`insert into questions (question_id, workspace_id, keyword_id, prompt_id, platform, round, repetition, due_at)
        values ('qst_x', ${workspaceId}, 'kw_x', 'prm_x', 'chatgpt', ${end}, 0, now() + interval '1 hour')`,
  );
  await endWait(id);
  expect(await makeDueReport(server.deps)).toBe(1);
  expect(await makeDueReport(server.deps)).toBe(0);
  expect((await one(id))?.status).toBe('scheduled');

  await db.query(sql`update questions set done_at = now() where workspace_id = ${workspaceId}`);
  await endWait(id);
  await makeAll();
  expect((await one(id))?.status).toBe('ready');
});
