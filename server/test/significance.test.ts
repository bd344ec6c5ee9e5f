import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/base/time.ts';
import { changeEvent } from '../src/events/changes.ts';
import { publish } from '../src/events/publish.ts';
import { judgeWindows } from '../src/measure/judge.ts';
import { judgeVersion1, WINDOWS_READ } from '../src/measure/judge-version-1.ts';
import { DEFAULT_SIGNIFICANCE } from '../src/score/significance.ts';
import { countsByStretch } from '../src/store/counts/daily-counts.ts';
import { readJudgedGroups } from '../src/store/counts/judged-groups.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace, setSignificance } from '../src/store/workspaces/workspaces.ts';
import { verifyEvents } from '../src/verify/events.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let workspaceId = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 63, seed: 'visibility' });
  workspaceId = account.workspaces.test;
});

async function workspaceNow() {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  return workspace;
}

/** As if the last windows had not been judged, and their events not published. */
async function forgetFrom(window: number): Promise<void> {
  await db.query(
    sql`delete from events where workspace_id = ${workspaceId} and (evidence ->> 'window')::integer >= ${window}`,
  );
  await db.query(sql`delete from series where workspace_id = ${workspaceId} and changed_window >= ${window - 2}`);
  await db.query(sql`delete from judged_groups where workspace_id = ${workspaceId} and judged_window >= ${window}`);
  await db.query(sql`update workspaces set windows_judged = ${window} where workspace_id = ${workspaceId}`);
}

const changes = () =>
  db.query<{ version: number }>(
    sql`select (evidence ->> 'metric_version')::integer as version from events
        where workspace_id = ${workspaceId} and type in ('visibility.changed', 'competitor.changed')`,
  );

test('an event of version 1 is recomputed by the formula of version 1', async () => {
  const workspace = await workspaceNow();
  const window = 4;
  const [keyword] = await db.query<{ keyword_id: string; keyword: string }>(
    sql`select keyword_id, keyword from keywords where workspace_id = ${workspaceId} order by keyword_id limit 1`,
  );
  if (!keyword) throw new Error('no keyword');
  const lastDay = addDays(workspace.firstDay, 7 * (window + 1) - 1);
  const keywords = new Map([[keyword.keyword_id, { lastDay, reading: 1 }]]);
  const counts = await countsByStretch(db, workspaceId, {
    brandId: 'brand',
    keywords,
    days: 7,
    stretches: WINDOWS_READ,
  });
  const settings = DEFAULT_SIGNIFICANCE;
  const mine = counts.filter(({ platform }) => platform === 'claude');
  const change = judgeVersion1(mine, { window, baselineFrom: 0, settings });
  if (!change) throw new Error('nothing to compare');
  const evidence = { window, baseline_from: 0, reading: 1, settings, metric_version: 1, ...change };
  const place = { keywordId: keyword.keyword_id, keyword: keyword.keyword, platform: 'claude', competitor: undefined };
  const event = { ...changeEvent({ ...place, window, change, evidence }), fact: 'an event of version 1' };
  await db.transaction((tx) => publish(tx, workspace, [event]));
  const verified = () => verifyEvents(db, workspace, { keywordId: keyword.keyword_id });
  expect((await verified()).differences).toEqual([]);
  await db.query(sql`update events set evidence = evidence || '{"phi": 9}' where fact = 'an event of version 1'`);
  expect((await verified()).differences).toEqual([expect.stringMatching(/visibility.changed: phi: published 9, /)]);
  await db.query(sql`delete from events where fact = 'an event of version 1'`);
});

test('a workspace judged by version 1 so far remembers its past windows, publishes nothing for them, and goes on', async () => {
  await forgetFrom(6);
  await db.query(sql`delete from judged_groups where workspace_id = ${workspaceId}`);
  await db.query(sql`update workspaces set version_2_from = null where workspace_id = ${workspaceId}`);
  const before = await changes();
  const workspace = await workspaceNow();
  const published = await judgeWindows(db, workspace);
  expect((await changes()).length).toBe(before.length + published);
  const groups = await readJudgedGroups(db, workspaceId, { from: 0, to: 99 });
  const windows = [...new Set(groups.map(({ window }) => window))];
  expect(windows).toEqual(Array.from({ length: windows.at(-1) ?? 0 }, (_, index) => index + 1));
  expect((await workspaceNow()).version2From).toBe(6);
});

test('with a minimum of 100 points nothing is a change', async () => {
  await forgetFrom(2);
  const before = await changes();
  await setSignificance(db, workspaceId, { minPoints: 100, changeLevel: undefined });
  expect(await judgeWindows(db, await workspaceNow())).toBe(0);
  expect((await changes()).length).toBe(before.length);
});
