import { beforeAll, expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { readOvertaking } from '../src/insight/overtaking.ts';
import { judgeWindows } from '../src/measure/judge.ts';
import { type Db, sql } from '../src/store/db.ts';
import { loadReading, saveReading } from '../src/store/workspaces/readings.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
let workspaceId = '';
let key = '';
let keywordId = '';

const get = async (path: string) => (await call(server, `/api/v1${path}`, { key })).body;
const post = (path: string, body: unknown) => call(server, `/api/v1${path}`, { key, method: 'POST', body });
const only = (path: string) => get(`${path}keyword_id=${keywordId}&competitor_id=${aplomb}`);
let aplomb = '';

/** A week in which so many answers mention only the brand, only the competitor, and both. Then it closes. */
async function week(own: number, competitor: number, both: number) {
  const answers = [
    ...Array(own).fill('Heron Board is good.'),
    ...Array(competitor).fill('Aplomb is good.'),
    ...Array(both).fill('Heron Board and Aplomb are good.'),
  ].map((text, i) => ({ keyword_id: keywordId, platform: 'chatgpt_web', prompt: `Which board ${i % 5}?`, text }));
  expect((await post('/answers', { answers })).status).toBe(201);
  await db.query(
    sql`update workspaces set clock_ahead = clock_ahead + interval '7 days' where workspace_id = ${workspaceId}`,
  );
  return judgeWindows(db, await workspaceNow());
}

async function workspaceNow() {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  return workspace;
}

const OVERTAKEN = { name: 'Overtaken', condition: 'overtaken', platform: 'chatgpt_web' };

beforeAll(async () => {
  const account = await givenAccount(deps);
  workspaceId = account.workspaces.test;
  key = await givenKey(deps, account);
  const { data } = await get('/keywords');
  keywordId = data.find(({ keyword }: { keyword: string }) => keyword === 'kanban board software').keyword_id;
  aplomb = (await get('/competitors')).data.find(({ name }: { name: string }) => name === 'Aplomb').competitor_id;
  for (const rule of [OVERTAKEN, { ...OVERTAKEN, name: 'By Aplomb', competitor_id: aplomb, email: 'each' }]) {
    const given = await post('/alerts', rule);
    expect(given.status, given.text).toBe(201);
  }
  // How much answers vary is known after some weeks.
  for (let i = 0; i < 5; i++) await week(60, 8, 12);
});

test('a lead is tested on the same answers, and crosses in the closed week in which it changes sides', async () => {
  const [before] = (await only('/standings?platform=chatgpt_web&')).data;
  expect(before).toMatchObject({
    keyword: 'kanban board software',
    competitor: 'Aplomb',
    verdict: 'ahead',
    sample_size: 320,
    figures: { own_score: 90, competitor_score: 25, lead: 65, metric_version: 1 },
  });
  expect((await only('/standings/crossings?')).meta.total).toBe(0);

  // Two rules, and both are told in the week itself.
  expect(await week(6, 62, 12)).toBeGreaterThanOrEqual(2);
  const { data } = await only('/standings/crossings?platform=chatgpt_web&');
  expect(data).toEqual([
    expect.objectContaining({
      direction: 'was_overtaken',
      before: expect.objectContaining({ own_score: 90, competitor_score: 25, lead: 65, sample_size: 320 }),
      after: expect.objectContaining({ own_score: 23, competitor_score: 93, lead: -70, sample_size: 80 }),
      answer_ids: expect.any(Array),
    }),
  ]);
  expect(data[0].answer_ids).toHaveLength(5);
  const answer = await get(`/answers/${data[0].answer_ids[0]}`);
  expect(answer.text).toBe('Aplomb is good.');
  expect((await get(data[0].answers.replace('/api/v1', ''))).meta.total).toBe(80);
  expect(
    (await only('/standings?verdict=behind&')).data.map(({ platform }: { platform: unknown }) => platform),
  ).toEqual([null, 'chatgpt_web']);
});

test('the Overview reads the newest crossings and on how many keywords each competitor leads', async () => {
  const { crossings, leads, until } = await readOvertaking(db, workspaceId, { most: 5 });
  expect(crossings.map(({ competitor, direction }) => [competitor, direction])).toContainEqual([
    'Aplomb',
    'was_overtaken',
  ]);
  expect(leads).toContainEqual({ competitorId: aplomb, name: 'Aplomb', keywords: 1 });
  expect(until).toBe(crossings[0]?.weekEnd);
});

test('rules fire once within the fields of alert.triggered, and verify recomputes them', async () => {
  const { data } = await get('/events?type=alert.triggered');
  expect(data.map(({ data }: { data: { alert_name: string } }) => data.alert_name).sort()).toEqual([
    'By Aplomb',
    'Overtaken',
  ]);
  expect(data[0].data).toEqual({
    alert_id: expect.any(String),
    alert_name: expect.any(String),
    trigger_reason: expect.stringMatching(
      /^Aplomb overtook you for "kanban board software" on chatgpt_web: its score is 93, yours 23 \(70 points ahead/,
    ),
    keyword_id: keywordId,
    keyword: 'kanban board software',
    current_score: 23,
    threshold: 93,
  });
  const { evidence } = await get(`/events/${data[0].id}`);
  expect(evidence.overtaken).toMatchObject({ competitor_name: 'Aplomb', after: { lead: -70 } });
  expect(evidence.answer_ids).toHaveLength(80);
  expect(await verifyAll()).toEqual([]);
  await db.query(
    sql`update events set evidence = jsonb_set(evidence, '{overtaken,after,first}', '4')
        where workspace_id = ${workspaceId} and type = 'alert.triggered' and event_id = ${data[0].id}`,
  );
  expect((await verifyAll()).join()).toContain('sample_size');
  await db.query(
    sql`update events set evidence = jsonb_set(evidence, '{overtaken,after,first}', '5')
        where workspace_id = ${workspaceId} and event_id = ${data[0].id}`,
  );
});

const UNDO = new Error('undo');

async function verifyAll(on: Db = db) {
  const differences: string[] = [];
  const onResult = (one: { differences: string[] }) => void differences.push(...one.differences);
  await verifyWorkspace(on, await workspaceNow(), { keywords: [], onResult });
  return differences;
}

test.each([
  [
    'a verdict',
    sql`update standings set verdict = 'too_close_to_call' where verdict = 'behind'`,
    /^standing window 5 /,
  ],
  [
    'a lead',
    sql`update standings set figures = jsonb_set(figures, '{lead}', '12') where figures is not null`,
    /^standing window 5 .*"lead":12/,
  ],
  ['a direction', sql`update crossings set direction = 'overtook'`, /^crossing window 5 .*"was_overtaken"/],
  [
    'an earlier lead',
    sql`update crossings set before = jsonb_set(before, '{own,mentions}', '1')`,
    /^crossing window 5 .*"mentions":1/,
  ],
])('verify finds %s that was tampered with', async (_, tamper, line) => {
  await db
    .transaction(async (tx) => {
      await tx.query(tamper);
      const inside: Db = { ...db, ...tx, atOneMoment: (some) => some(inside) };
      const found = await verifyAll(inside);
      expect(
        found.some((one) => line.test(one)),
        found.slice(0, 5).join('\n'),
      ).toBe(true);
      throw UNDO;
    })
    .catch((error) => {
      if (error !== UNDO) throw error;
    });
});

test('a rule is back-tested on the stored crossings', async () => {
  const tried = await post('/alerts/backtest', { condition: 'overtaken', platform: 'chatgpt_web', days: 30 });
  expect(tried.body.summary).toMatchObject({ firings: 1, within_noise: 0 });
  expect(tried.body.firings[0]).toMatchObject({ value: 23, previous: 90, within_noise: false });
  const other = await post('/alerts/backtest', { condition: 'overtaken', platform: 'claude', days: 30 });
  expect(other.body.summary.firings).toBe(0);
});

test('422: an unknown competitor, a competitor with another condition, and a missing threshold', async () => {
  const problem = async (rule: object) => (await post('/alerts', { name: 'x', ...rule })).body.detail;
  expect(await problem({ ...OVERTAKEN, competitor_id: 'cmp_unknown' })).toBe('competitor_id: no such competitor');
  expect(await problem({ condition: 'below', threshold: 5, competitor_id: aplomb })).toContain('competitor_id');
  expect(await problem({ condition: 'below' })).toBe('threshold: is required');
});

test('changed aliases decide the weeks again, without alerts, and a removed competitor is gone', async () => {
  const before = await only('/standings/crossings?');
  const { reading } = await workspaceNow();
  const subject = await loadReading(db, workspaceId, reading);
  if (!subject) throw new Error('no subject');
  const now = new Date();
  await db.transaction((tx) => saveReading(tx, workspaceId, { subject, now }));
  await rereadDue(db);
  expect(await only('/standings/crossings?')).toEqual(before);
  const competitors = subject.competitors.filter(({ id }) => id !== aplomb);
  await db.transaction((tx) => saveReading(tx, workspaceId, { subject: { ...subject, competitors }, now }));
  await rereadDue(db);
  expect((await only('/standings?')).data).toEqual([]);
  expect((await get('/events?type=alert.triggered')).meta.total).toBe(2);
});
