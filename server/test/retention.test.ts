import { beforeAll, expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { answersOf, type Day, makeDay } from '../src/score/day.ts';
import { type Db, raw, type Sql, sql } from '../src/store/db.ts';
import { estimateFreed } from '../src/store/retention/estimate.ts';
import { effectiveLimits, KEEP_ALL, type Limits, limitedWorkspaces } from '../src/store/retention/limits.ts';
import { retentionState } from '../src/store/retention/state.ts';
import { removeOldData } from '../src/store/retention/sweep.ts';
import { makeSums } from '../src/store/sums/make.ts';
import { partitionOf } from '../src/store/system/partitions.ts';
import { loadReading, saveReading } from '../src/store/workspaces/readings.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, givenMember, givenOwner } from './support/person.ts';

const { db, url } = useDatabase();
const server = useApp(db);
const { deps } = server;
let key = '';
let workspaceId = '';
/** A workspace that keeps everything. */
let neighbor = '';
/** Months that are entirely older than 30 days, oldest first, and one that is not. */
let old: string[] = [];
let kept = '';
const DAY_MS = 86_400_000;
const PROSE = 'Teams that plan their work on boards compare price, integrations and support before they decide. ';

beforeAll(async () => {
  const account = await givenAccount(deps);
  workspaceId = account.workspaces.test;
  key = await givenKey(deps, account);
  const other = await givenAccount(deps);
  neighbor = other.workspaces.test;
  for (const one of [key, await givenKey(deps, other)]) await importAnswers(one);
  const rows = await db.query<{ month: string }>(
    sql`select distinct date_trunc('month', day)::date as month from workspace_days where workspace_id = ${workspaceId} order by 1`,
  );
  const limit = new Date((await workspaceAt()).now.getTime() - 30 * DAY_MS).toISOString().slice(0, 7);
  const months = rows.map(({ month }) => month);
  old = months.filter((month) => month.slice(0, 7) < limit);
  kept = months.find((month) => month.slice(0, 7) >= limit) ?? '';
});

function ingest(of: string, lines: object[]) {
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  return call(server, '/api/v1/answers', { key: of, method: 'POST', body, headers });
}

/** 600 answers of the last 110 days with raw replies: two of three mention the brand, half a competitor. */
async function importAnswers(of: string): Promise<void> {
  const now = (await workspaceAt()).now.getTime();
  const answers = Array.from({ length: 600 }, (_, i) => ({
    keyword: i % 2 ? 'kanban board software' : 'project planning tool',
    platform: i % 4 < 2 ? 'claude' : 'chatgpt',
    prompt: `Which one, ${i % 3}?`,
    asked_at: new Date(now - (1 + (i % 110)) * DAY_MS).toISOString(),
    text: `${i % 3 ? '1. **Heron Board** is the best.[1]\n' : ''}${i % 2 ? '2. **Aplomb** is slow.[2]\n' : ''}${PROSE.repeat(20)}`,
    sources: [1, 2].map((n) => ({ url: `https://site${n}.example/page-${i}`, title: PROSE, cited: true })),
    external_id: `answer ${i}`,
  }));
  await call(server, '/api/v1/keywords', { key: of, method: 'POST', body: { keyword: 'project planning tool' } });
  const sent = await ingest(of, answers);
  expect(sent.text).not.toMatch(/refused/);
  await db.query(
    sql`update answers set raw = (select string_agg(sha256((answer_id || n)::bytea), '') from generate_series(1, 60) n) where raw is null`,
  );
}

async function workspaceAt(on: Db = db, id = workspaceId) {
  const workspace = await findWorkspace(on, id);
  if (!workspace) throw new Error('no workspace');
  return workspace;
}

async function verified(on: Db = db, id = workspaceId) {
  const differences: string[] = [];
  const onResult = (one: { differences: string[] }) => void differences.push(...one.differences);
  const summary = await verifyWorkspace(on, await workspaceAt(on, id), { keywords: [], onResult });
  return { differences, summary };
}

/** Runs in a transaction that is rolled back. */
async function whileTampered(tamper: Sql, work: (inside: Db) => Promise<void>): Promise<void> {
  const undo = new Error('undo');
  await db
    .transaction(async (tx) => {
      await tx.query(tamper);
      const inside: Db = { ...db, ...tx, atOneMoment: (some) => some(inside) };
      await work(inside);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
}

const apply = (keep: Limits = KEEP_ALL) => removeOldData({ db, databaseUrl: url, keep });

function setOwn(limits: Record<string, number | null>) {
  return call(server, '/api/v1/retention', { key, method: 'PATCH', body: limits });
}

async function rowsIn(table: string, id: string, month: string, where: Sql = sql`true`): Promise<number> {
  const time = raw(table === 'answers' ? 'asked_at' : 'detected_at');
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from ${raw(table)}
        where workspace_id = ${id} and ${time} >= ${month}::date and ${time} < ${month}::date + interval '1 month' and ${where}`,
  );
  return row?.count ?? 0;
}

async function bytesOf(tables: string[], month: string): Promise<number> {
  let bytes = 0;
  for (const table of tables) {
    const [row] = await db.query<{ bytes: number }>(
      sql`select pg_total_relation_size(${partitionOf(table, month)}::regclass) as bytes`,
    );
    bytes += row?.bytes ?? 0;
  }
  return bytes;
}

/** `vacuum full` keeps dead rows that a running transaction may see, also one in the database of another test file. */
async function untilOthersEnded(): Promise<void> {
  const [now] = await db.query<{ xid: string }>(sql`select pg_current_xact_id()::text as xid`);
  const ended = sql`select pg_snapshot_xmin(pg_current_snapshot()) > ${now?.xid}::xid8 as ended`;
  await expect.poll(() => db.query(ended)).toEqual([{ ended: true }]);
}

/** Everything of a workspace that retention may touch, as one number per table. */
async function fingerprint(id: string) {
  const rows: unknown[] = [];
  for (const table of ['answers', 'mentions', 'citations', 'days', 'workspace_findings']) {
    const [row] = await db.query(
      sql`select ${table}::text as table, count(*) as rows, sum(hashtext((to_jsonb(t) - 'is_packed')::text)::bigint) as hash from ${raw(table)} t where workspace_id = ${id}`,
    );
    rows.push(row);
  }
  return rows;
}

/** The sums over all keywords in months without findings. */
function oldTotals() {
  return db.query(
    sql`select day, reading, platform, valid, cited from workspace_days
        where workspace_id = ${workspaceId} and day < ${kept}::date order by 1, 2, 3`,
  );
}

function sourceSums() {
  return db.query(
    sql`select day, platform, is_current, pages, domains from day_sums
        where workspace_id = ${workspaceId} and day < ${kept}::date order by 1, 2`,
  );
}

const FULL = sql`(text <> '' or cited <> '[]' or retrieved <> '[]')`;

test('the shorter limit applies, and no text is kept longer than its findings', () => {
  const own = { rawDays: 500, textDays: undefined, findingsDays: 200 };
  expect(effectiveLimits(KEEP_ALL, KEEP_ALL)).toEqual(KEEP_ALL);
  expect(effectiveLimits({ rawDays: 90, textDays: 396, findingsDays: undefined }, own)).toEqual({
    rawDays: 90,
    textDays: 200,
    findingsDays: 200,
  });
});

test('without limits nothing is removed', async () => {
  const before = await fingerprint(workspaceId);
  expect(await apply()).toBe(0);
  expect(await fingerprint(workspaceId)).toEqual(before);
});

test('422 below 30 days; 200 shows what limits would free, without setting them', async () => {
  expect((await setOwn({ text_days: 29 })).status).toBe(422);
  expect((await setOwn({})).status).toBe(422);
  const { body } = await call(server, '/api/v1/retention?text_days=30', { key });
  expect(body).toMatchObject({
    text_days: 30,
    effective: { raw_days: 30, text_days: 30, findings_days: null },
    installation: { raw_days: null, text_days: null, findings_days: null },
    removed_before: { raw: null, texts: null, findings: null },
  });
  expect(body.frees_bytes).toBeGreaterThan(50_000);
  const now = (await call(server, '/api/v1/retention', { key })).body;
  expect(now).toMatchObject({ text_days: null, frees_bytes: 0 });
});

test('texts of old months are removed: bytes fall as estimated, sums and other workspaces stay, verify says what it cannot recompute', async () => {
  expect(old.length).toBeGreaterThan(0);
  const [month = ''] = old;
  const others = await fingerprint(neighbor);
  const sums = (await fingerprint(workspaceId)).slice(1);
  const count = await rowsIn('answers', workspaceId, month, sql`status in ('valid', 'truncated')`);
  const bytes = await Promise.all(old.map((one) => bytesOf(['answers'], one)));
  const { body } = await setOwn({ text_days: 30 });
  await untilOthersEnded();
  expect(await apply()).toBe(old.length);
  const freed = (await Promise.all(old.map((one) => bytesOf(['answers'], one)))).map((now, i) => (bytes[i] ?? 0) - now);
  const sum = freed.reduce((total, one) => total + one, 0);
  expect(sum / body.frees_bytes).toBeGreaterThan(0.3);
  expect(sum / body.frees_bytes).toBeLessThan(4);
  for (const one of old) expect(await rowsIn('answers', workspaceId, one, FULL)).toBe(0);
  expect(await rowsIn('answers', workspaceId, kept, FULL)).toBeGreaterThan(0);
  expect(await rowsIn('answers', workspaceId, month, sql`prompt <> ''`)).toBeGreaterThan(0);
  expect(await fingerprint(neighbor)).toEqual(others);
  expect((await fingerprint(workspaceId)).slice(1)).toEqual(sums);

  const { differences, summary } = await verified();
  expect(differences).toEqual([]);
  expect(summary.removed[0]).toMatchObject({ month: month.slice(0, 7), answers: count, level: 'texts' });
  expect(summary.removed.map((one) => one.month)).toEqual(old.map((one) => one.slice(0, 7)));
  expect(await apply()).toBe(0);
  expect((await verified(db, neighbor)).summary.removed).toEqual([]);
});

test('verify still finds what was changed: a text of a kept month, a sum or a mention of a month without texts', async () => {
  const [month = ''] = old;
  const within = (column: string, from: string) =>
    sql`workspace_id = ${workspaceId} and ${raw(column)} >= ${from}::date and ${raw(column)} < ${from}::date + interval '1 month'`;
  const one = (table: string, id: string, rows: Sql) =>
    sql`${raw(id)} = (select ${raw(id)} from ${raw(table)} where ${rows} limit 1) and ${rows}`;
  const tampering: [Sql, RegExp][] = [
    [
      sql`update answers set text = '' where ${one('answers', 'answer_id', sql`${within('asked_at', kept)} and answer_id in (select answer_id from mentions where workspace_id = ${workspaceId})`)}`,
      /^mention /,
    ],
    [sql`update days set value = replace(value, '[[0,', '[[1,') where ${within('day', month)}`, /^findings /],
    [sql`update workspace_findings set positive = positive + 1 where ${within('day', month)}`, /^sums /],
    [
      sql`delete from mentions where ${within('detected_at', month)} and brand_id = 'brand'`,
      /^findings .* stored named/,
    ],
    [
      sql`update answers set status = 'failed' where ${one('answers', 'answer_id', sql`${within('asked_at', month)} and status = 'valid'`)}`,
      /^answers /,
    ],
  ];
  for (const [tamper, expected] of tampering) {
    await whileTampered(tamper, async (inside) => {
      expect((await verified(inside)).differences).toContainEqual(expect.stringMatching(expected));
    });
  }
});

test('with the removed texts from elsewhere, verify analyzes them and finds a changed mention', async () => {
  const [month = ''] = old;
  const texts = await db.records<{ answerId: string }>(
    sql`select answer_id from answers where workspace_id = ${workspaceId} limit 1`,
  );
  expect(texts).toHaveLength(1);
  let asked = 0;
  const workspace = await workspaceAt();
  const summary = await verifyWorkspace(db, workspace, {
    keywords: [],
    onResult: () => {},
    // An archive with other texts than those that were removed.
    texts: async (_keywordId, answers) => {
      asked += answers.length;
      return answers.map((answer) => ({ ...answer, text: 'Nothing of interest.' }));
    },
  });
  expect(asked).toBeGreaterThan(0);
  expect(summary.removed).toEqual([]);
  expect(summary.differences).toBeGreaterThan(0);
  expect(month).not.toBe('');
});

test('answers of a removed month are not imported, and an answer without a text is still served', async () => {
  const [month = ''] = old;
  const { body } = await call(server, `/api/v1/answers?since=${month}&until=${month.slice(0, 8)}28&per_page=1`, {
    key,
  });
  expect(body.data[0]).toMatchObject({ text: '', sources: [] });
  const line = {
    keyword_id: body.data[0].keyword_id,
    platform: 'claude',
    prompt: 'Which?',
    text: 'Aplomb',
    asked_at: `${month.slice(0, 8)}10T10:00:00Z`,
  };
  const sent = await ingest(key, [line]);
  expect(JSON.stringify(sent.body)).toMatch(/asked_at: answers before \d{4}-\d\d-01 are no longer kept/);
});

test('a changed alias keeps the mentions of months without texts', async () => {
  const [month = ''] = old;
  const subject = await loadReading(db, workspaceId, (await workspaceAt()).reading);
  const [rival, ...others] = subject?.competitors ?? [];
  if (!subject || !rival) throw new Error('no competitor');
  const before = await rowsIn('mentions', workspaceId, month, sql`brand_id = 'brand'`);
  const { now } = await workspaceAt();
  // The brand gets the aliases of a competitor, which is removed.
  const next = { brand: { ...rival, id: 'brand' }, competitors: others };
  await db.transaction((tx) => saveReading(tx, workspaceId, { subject: next, now }));
  expect(await rereadDue(db)).toBeGreaterThan(0);
  expect(await rowsIn('mentions', workspaceId, month, sql`brand_id = 'brand'`)).toBe(before);
  expect(await rowsIn('mentions', workspaceId, month, sql`brand_id = ${rival.id}`)).toBe(0);
  expect((await verified()).differences).toEqual([]);
});

test('findings go after texts: lists of the month are empty, sums stay, and verify takes them as stored', async () => {
  const [month = ''] = old;
  const others = await fingerprint(neighbor);
  const sums = (await fingerprint(workspaceId)).slice(3);
  const mentions = () => call(server, `/api/v1/mentions?since=${month}&until=${month.slice(0, 8)}28`, { key });
  expect((await mentions()).body.meta.total).toBeGreaterThan(0);
  const sources = () =>
    db.query(
      sql`select from day_sources where workspace_id = ${workspaceId} and day < ${kept} and value like '%site1%'`,
    );
  expect((await sources()).length).toBeGreaterThan(0);
  await setOwn({ findings_days: 30 });
  // Sources are kept until the sums that stay are made of them.
  await apply();
  expect((await sources()).length).toBeGreaterThan(0);
  await makeSums(db, new AbortController().signal);
  const summed = await sourceSums();
  expect(await apply()).toBeGreaterThanOrEqual(old.length);
  expect(await sources()).toEqual([]);
  await makeSums(db, new AbortController().signal);
  expect(await sourceSums()).toEqual(summed);
  for (const one of old) {
    for (const table of ['mentions', 'citations']) expect(await rowsIn(table, workspaceId, one)).toBe(0);
  }
  expect(await rowsIn('mentions', workspaceId, kept)).toBeGreaterThan(0);
  expect(await fingerprint(neighbor)).toEqual(others);
  expect((await fingerprint(workspaceId)).slice(3)).toEqual(sums);
  expect((await mentions()).body.meta.total).toBe(0);
  for (const path of [
    'mentions',
    'citations',
    'sources',
    'gaps',
    'competitors',
    'queries',
    'themes',
    'visibility',
    'mentions/sentiment',
  ]) {
    expect((await call(server, `/api/v1/${path}?since=${month}`, { key })).status).toBe(200);
  }
  const { differences, summary } = await verified();
  expect(differences).toEqual([]);
  expect(summary.removed[0]).toMatchObject({ level: 'findings' });
});

test('a changed alias keeps the sums of months without findings, and the version before the last is deleted', async () => {
  const { now, reading } = await workspaceAt();
  const subject = await loadReading(db, workspaceId, reading);
  if (!subject) throw new Error('no subject');
  const namedIn = async () => {
    const rows = await db.query<{ keyword_id: string; day: string; value: Day }>(
      sql`select d.keyword_id, d.day, d.value::jsonb as value from days d join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = d.keyword_id and k.reading = d.reading where d.workspace_id = ${workspaceId} and d.day < ${kept}::date order by 1, 2`,
    );
    return rows.map((row) => ({ ...row, value: makeDay(answersOf(row.value)) }));
  };
  const before = await namedIn();
  const totals = [await oldTotals(), await sourceSums()];
  await db.transaction((tx) => saveReading(tx, workspaceId, { subject, now }));
  expect(await rereadDue(db)).toBeGreaterThan(0);
  expect(await namedIn()).toEqual(before);
  expect([await oldTotals(), await sourceSums()]).toEqual(totals);
  const readings = await db.query<{ reading: number }>(
    sql`select distinct reading from days where workspace_id = ${workspaceId} order by 1`,
  );
  expect(readings.map((row) => row.reading)).toEqual([reading, reading + 1]);
  expect((await verified()).differences).toEqual([]);
});

test('a deleted keyword leaves no answers, findings, counts or import ids', async () => {
  const [keyword] = await db.records<{ keywordId: string }>(
    sql`select keyword_id from keywords where workspace_id = ${workspaceId} limit 1`,
  );
  const keywordId = keyword?.keywordId ?? '';
  const sent = { keyword_id: keywordId, platform: 'claude', prompt: 'Which?', text: 'Aplomb', external_id: 'one' };
  await ingest(key, [sent]);
  const totals = [await oldTotals(), await sourceSums()];
  await call(server, `/api/v1/keywords/${keywordId}`, { key, method: 'DELETE' });
  expect([await oldTotals(), await sourceSums()]).toEqual(totals);
  expect(await apply()).toBe(1);
  for (const table of ['answers', 'mentions', 'citations', 'day_sources', 'days']) {
    const rows = await db.query(
      sql`select from ${raw(table)} where workspace_id = ${workspaceId} and keyword_id = ${keywordId}`,
    );
    expect([table, rows.length]).toEqual([table, 0]);
  }
  const imports = await db.query(
    sql`select from answer_imports i where workspace_id = ${workspaceId}
        and not exists (select from answers a where a.workspace_id = ${workspaceId} and a.answer_id = i.answer_id)`,
  );
  expect(imports).toEqual([]);
  expect((await verified()).differences).toEqual([]);
});

test('a month that is too old for every workspace is truncated', async () => {
  const [month = ''] = old;
  await db.query(
    sql`insert into mentions select (jsonb_populate_record(m, '{"workspace_id": "ws_gone"}')).* from mentions m where workspace_id = ${neighbor} and detected_at >= ${month}::date limit 1`,
  );
  expect(await retentionState(db, { ...KEEP_ALL, findingsDays: 30 })).toMatchObject({ oldestMonth: month.slice(0, 7) });
  const [workspace] = await limitedWorkspaces(db, neighbor);
  if (!workspace) throw new Error('no workspace');
  expect(await estimateFreed(db, workspace, { ...KEEP_ALL, findingsDays: 30 })).toBeGreaterThan(0);
  let finished = 0;
  await makeSums(db, new AbortController().signal);
  do finished = await apply({ ...KEEP_ALL, findingsDays: 30 });
  while (finished > 0);
  for (const one of old) {
    const [size] = await db.query<{ bytes: number }>(
      sql`select pg_relation_size(${partitionOf('mentions', one)}::regclass) as bytes`,
    );
    expect(size?.bytes).toBe(0);
  }
  expect((await verified(db, neighbor)).differences).toEqual([]);
  expect(await retentionState(db, { ...KEEP_ALL, findingsDays: 30 })).toMatchObject({
    monthsDue: 0,
    monthsTooLarge: 0,
    oldestMonth: kept.slice(0, 7),
  });
});

test('a change of the limits is in the audit log', async () => {
  const [entry] = await db.query<{ changes: object }>(
    sql`select changes from audit_log where action = 'retention.changed' order by at limit 1`,
  );
  expect(entry?.changes).toEqual({ text_days: { from: null, to: 30 } });
});

test('403: only owners and their keys change the limits, not members and theirs', async () => {
  const owner = await givenOwner(server);
  const member = await givenMember(server, owner, 'member');
  const keyOf = async (person: Pick<Browser, 'post'>) =>
    (await person.post('/keys', { name: 'A key', mode: 'test', scopes: ['read', 'write'] })).body.key;
  const limits = { method: 'PATCH', body: { text_days: 60 } };
  const refused = { status: 403, body: { detail: 'Only an owner can do this' } };
  expect(await member.ask('/test/retention', limits)).toMatchObject(refused);
  expect(await call(server, '/api/v1/retention', { key: await keyOf(member), ...limits })).toMatchObject(refused);
  expect((await owner.ask('/test/retention')).body.text_days).toBeNull();
  expect((await owner.ask('/test/retention', limits)).body.text_days).toBe(60);
  const other = { method: 'PATCH', body: { raw_days: 40 } };
  const { body } = await call(server, '/api/v1/retention', { key: await keyOf(owner), ...other });
  expect(body).toMatchObject({ raw_days: 40, text_days: 60 });
});
