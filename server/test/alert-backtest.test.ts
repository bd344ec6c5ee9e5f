import type { AlertBacktest, AlertFiring } from '@visibility/sdk';
import { beforeAll, expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { type Db, sql, type Transaction } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
const DAYS = 35;
const RULES = [
  { name: 'below', condition: 'below', threshold: 45 },
  { name: 'above on a platform', condition: 'above', threshold: 50, platform: 'chatgpt' },
  { name: 'drop', condition: 'drops_by', threshold: 5 },
  { name: 'rise on a platform', condition: 'rises_by', threshold: 10, platform: 'perplexity' },
  { name: 'surely below', condition: 'below', threshold: 50, only_significant: true, platform: 'gemini' },
  { name: 'sure drop', condition: 'drops_by', threshold: 3, only_significant: true, platform: 'chatgpt' },
];

let key = '';
let workspaceId = '';

beforeAll(async () => {
  const account = await givenAccount(deps, { seed: 'visibility' });
  workspaceId = account.workspaces.test;
  key = await givenKey(deps, account);
  for (const rule of RULES) await post('/alerts', rule);
  for (let day = 0; day < DAYS; day += 7) await post('/sandbox/advance', { seconds: 7 * 86_400 });
});

function post(path: string, body: unknown) {
  return call(server, `/api/v1${path}`, { key, method: 'POST', body });
}

async function backtest(body: object): Promise<AlertBacktest> {
  const answer = await post('/alerts/backtest', body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

test.each(RULES)('$name: a rule in force has done what the back-test says it would have', async (rule) => {
  const rows = await db.query<{ date: string; data: Record<string, unknown>; within_noise: boolean }>(
    sql`select evidence ->> 'last_day' as date, body::json -> 'data' as data, (evidence ->> 'within_noise')::boolean as within_noise
        from events
        where workspace_id = ${workspaceId} and type = 'alert.triggered' and body::json #>> '{data,alert_name}' = ${rule.name}
        order by 1 desc, body::json #>> '{data,keyword_id}'`,
  );
  const fired = rows.map(({ date, data, within_noise }) => ({
    date,
    keyword_id: data.keyword_id,
    value: data.current_score,
    trigger_reason: data.trigger_reason,
    within_noise,
  }));
  const { firings, summary } = await backtest(rule);
  expect(firings.map(({ keyword: _, previous: __, ...firing }) => firing)).toEqual(fired);
  // Something has to have happened for this to prove anything.
  expect(fired.length).toBeGreaterThan(0);
  expect(summary).toMatchObject({ firings: fired.length, keywords_examined: 12, keywords_matching: 12, days: 90 });
  expect(summary.within_noise).toBe(fired.filter(({ within_noise }) => within_noise).length);
  if (rule.only_significant) expect(summary.within_noise).toBe(0);
});

async function differencesOf(keywordId: string, on: Db | Transaction = db): Promise<string[]> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  const differences: string[] = [];
  const onResult = (one: { differences: string[] }) => void differences.push(...one.differences);
  const moment: Db = { ...db, ...on };
  const at = { ...moment, atOneMoment: <Result>(work: (moment: Db) => Promise<Result>) => work(moment) };
  await verifyWorkspace(at, workspace, { keywords: [keywordId], onResult });
  return differences;
}

test('an alert comes out the same when it is computed anew from the stored answers, and a falsified one does not', async () => {
  const [first] = (await backtest(RULES[2] as object)).firings;
  const keywordId = first?.keyword_id ?? '';
  expect(await differencesOf(keywordId)).toEqual([]);
  const undo = new Error('undo');
  const falsified = db.transaction(async (tx) => {
    await tx.query(
      sql`update events set body = regexp_replace(body, '"current_score":\\d+', '"current_score":999')
          where workspace_id = ${workspaceId} and type = 'alert.triggered'`,
    );
    const [difference] = await differencesOf(keywordId, tx);
    expect(difference).toMatch(/^event evt_\w+ alert\.triggered: current_score: published 999, recomputed \d+/);
    throw undo;
  });
  await expect(falsified).rejects.toBe(undo);
});

test('a firing says what the score was, against what, and whether chance may explain it', async () => {
  const { firings, summary } = await backtest({ condition: 'drops_by', threshold: 5, days: 14 });
  const [first] = firings as [AlertFiring];
  expect(first.previous).toBeGreaterThanOrEqual(first.value + 5);
  expect(first.trigger_reason).toContain(`to ${first.value}, your threshold is 5 (${first.previous} in the seven days`);
  expect(firings.every(({ date }) => date >= summary.since && date <= summary.until)).toBe(true);
  expect(firings.map(({ date }) => date)).toEqual(
    firings
      .map(({ date }) => date)
      .sort()
      .reverse(),
  );
  const all = await backtest({ condition: 'drops_by', threshold: 5 });
  expect(all.summary.firings).toBeGreaterThan(summary.firings);
});

test('a keyword or a tag can be tried alone', async () => {
  const { body } = await call(server, '/api/v1/keywords?per_page=100', { key });
  const [tag] = body.data.flatMap(({ tags }: { tags: string[] }) => tags);
  const tagged = body.data.filter(({ tags }: { tags: string[] }) => tags.includes(tag)).length;
  const rule = { condition: 'rises_by', threshold: 1 };
  // Not every keyword has risen.
  const keywordId = (await backtest(rule)).firings[0]?.keyword_id ?? expect.fail('no keyword has risen');
  const one = await backtest({ ...rule, keyword_id: keywordId });
  expect(one.summary).toMatchObject({ keywords_examined: 1, keywords_matching: 1 });
  expect(new Set(one.firings.map(({ keyword_id }) => keyword_id))).toEqual(new Set([keywordId]));
  expect((await backtest({ ...rule, tag })).summary.keywords_matching).toBe(tagged);
  expect((await backtest({ ...rule, tag: 'no such tag' })).summary.keywords_matching).toBe(0);
});

test('a back-test writes nothing and tells nobody', async () => {
  const counts = () =>
    db.query(
      sql`select (select count(*) from events) as events, (select count(*) from alerts) as alerts,
                 (select count(*) from alert_states) as states, (select count(*) from mail_outbox) as emails`,
    );
  const before = await counts();
  await backtest({ condition: 'rises_by', threshold: 1, email: 'each' });
  expect(await counts()).toEqual(before);
});
