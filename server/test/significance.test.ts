import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/base/time.ts';
import { changeEvent } from '../src/events/changes.ts';
import { publish } from '../src/events/publish.ts';
import { keywordScores } from '../src/insight/keyword-scores.ts';
import { findMarkers } from '../src/insight/markers.ts';
import { judgeWindows } from '../src/measure/judge.ts';
import { judgeVersion1, WINDOWS_READ } from '../src/measure/judge-version-1.ts';
import { storedReader } from '../src/measure/read-stored.ts';
import { DEFAULT_SIGNIFICANCE } from '../src/score/significance.ts';
import { windowStart } from '../src/score/window.ts';
import { countsByStretch } from '../src/store/counts/daily-counts.ts';
import { deleteJudgedGroups, readJudgedGroups } from '../src/store/counts/judged-groups.ts';
import { type Sql, sql } from '../src/store/db.ts';
import { findWorkspace, setSignificance } from '../src/store/workspaces/workspaces.ts';
import { verifyEvents } from '../src/verify/events.ts';
import { loadGroupMemory, verifyGroups } from '../src/verify/remembered-groups.ts';
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
  await db.query(
    sql`update series_scatter set judged_windows = judged_windows[:n], phi = phi[:n], df = df[:n]
        from (select keyword_id, platform, (select count(*)::integer from unnest(judged_windows) as w where w < ${window}) as n
              from series_scatter) kept
        where workspace_id = ${workspaceId}
          and series_scatter.keyword_id = kept.keyword_id
          and series_scatter.platform = kept.platform`,
  );
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
  const verified = () =>
    verifyEvents(db, workspace, {
      keywordId: keyword.keyword_id,
      readings: new Set([1]),
      scatterAt: () => new Map(),
      stored: storedReader(db, workspaceId, { keyword: { keywordId: keyword.keyword_id, reading: 1 } }),
    });
  expect((await verified()).differences).toEqual([]);
  await db.query(sql`update events set evidence = evidence || '{"phi": 9}' where fact = 'an event of version 1'`);
  expect((await verified()).differences).toEqual([expect.stringMatching(/visibility.changed: phi: published 9, /)]);
  await db.query(sql`delete from events where fact = 'an event of version 1'`);
});

test('a workspace judged by version 1 so far remembers its past windows, publishes nothing for them, and goes on', async () => {
  await forgetFrom(6);
  await db.query(sql`delete from judged_groups where workspace_id = ${workspaceId}`);
  await db.query(sql`delete from series_scatter where workspace_id = ${workspaceId}`);
  await db.query(sql`update workspaces set version_2_from = 6 where workspace_id = ${workspaceId}`);
  const before = await changes();
  const workspace = await workspaceNow();
  const published = await judgeWindows(db, workspace);
  expect((await changes()).length).toBe(before.length + published);
  const groups = await readJudgedGroups(db, workspaceId, { from: 0, to: 99 });
  const windows = [...new Set(groups.map(({ window }) => window))];
  expect(windows).toEqual(Array.from({ length: windows.at(-1) ?? 0 }, (_, index) => index + 1));
});

test('the change of version is marked, and intervals before it are those of version 1', async () => {
  const workspace = await workspaceNow();
  const day = windowStart(workspace.firstDay, workspace.version2From);
  const [before, after] = await Promise.all(
    [addDays(day, -1), day].map((date) => findMarkers(db, workspaceId, { since: date, until: date })),
  );
  expect(before).toEqual([]);
  expect(after).toEqual([
    { date: day, type: 'note', platform: undefined, text: expect.stringMatching(/^Metric version 2/) },
  ]);
  const [keyword] = await db.records<{ keywordId: string; reading: number }>(
    sql`select keyword_id, reading from keywords where workspace_id = ${workspaceId} order by keyword_id limit 1`,
  );
  if (!keyword) throw new Error('no keyword');
  const range = { since: addDays(day, -7), until: addDays(day, 6), stepDays: 1 };
  const { history, markers } = await keywordScores(db, workspaceId, { ...keyword, ...range });
  expect(markers.filter(({ type }) => type === 'note')).toEqual(after);
  const historyAt = async (version2From: number) => {
    const setFrom = (window: number) =>
      db.query(sql`update workspaces set version_2_from = ${window} where workspace_id = ${workspaceId}`);
    await setFrom(version2From);
    const all = await keywordScores(db, workspaceId, { ...keyword, ...range });
    await setFrom(workspace.version2From);
    return all.history;
  };
  const [one, two] = [await historyAt(99), await historyAt(0)];
  const isNew = ({ date }: { date: string }) => date >= day;
  expect(history.filter((point) => !isNew(point))).toEqual(one.filter((point) => !isNew(point)));
  expect(history.filter(isNew)).toEqual(two.filter(isNew));
  expect(one.filter(isNew)).not.toEqual(two.filter(isNew));
});

test('what the rule remembers is deleted after 30 windows, but not what a stored event needs', async () => {
  const windows = async () => [
    ...new Set((await readJudgedGroups(db, workspaceId, { from: 0, to: 99 })).map(({ window }) => window)),
  ];
  const kept = async (window: number, withEvents: boolean) => {
    const undo = new Error('undo');
    let left: number[] = [];
    await db
      .transaction(async (tx) => {
        if (!withEvents) await tx.query(sql`delete from events where workspace_id = ${workspaceId}`);
        await deleteJudgedGroups(tx, workspaceId, { window });
        const rows = await readJudgedGroups(tx, workspaceId, { from: 0, to: 99 });
        left = [...new Set(rows.map((row) => row.window))];
        throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
    return left;
  };
  const all = await windows();
  expect(await kept(30, false)).toEqual(all);
  expect(await kept(35, false)).toEqual(all.filter((window) => window >= 5));
  expect(await kept(35, true)).toEqual(all);
});

test('a scatter of a platform that was changed is found', async () => {
  const workspace = await workspaceNow();
  const found = async () => verifyGroups(db, workspace, await loadGroupMemory(db, workspace));
  expect(await found()).toEqual([]);
  const set = (phi: Sql) =>
    db.query(
      sql`update judged_groups set phi = ${phi} where workspace_id = ${workspaceId} and judged_window = 7 and platform = 'claude' and brand_id = 'brand'`,
    );
  await set(sql`phi + 1`);
  expect(await found()).toEqual([expect.stringMatching(/^window 7 claude brand: stored \{"phi":/)]);
  await set(sql`phi - 1`);
});

test('with a minimum of 100 points nothing is a change', async () => {
  await forgetFrom(2);
  const before = await changes();
  await setSignificance(db, workspaceId, { minPoints: 100, changeLevel: undefined });
  expect(await judgeWindows(db, await workspaceNow())).toBe(0);
  expect((await changes()).length).toBe(before.length);
});
