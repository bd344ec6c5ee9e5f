import { beforeAll, expect, test } from 'vitest';
import { judgeWindows } from '../src/measure/judge.ts';
import { deleteJudgedGroups, readJudgedGroups } from '../src/store/counts/judged-groups.ts';
import { type Sql, sql } from '../src/store/db.ts';
import { findWorkspace, setSignificance } from '../src/store/workspaces/workspaces.ts';
import { loadGroupMemory, verifyGroups } from '../src/verify/remembered-groups.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let workspaceId = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps, { historyDays: 35, seed: 'visibility' });
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
      sql`update judged_groups set phi = ${phi} where workspace_id = ${workspaceId} and judged_window = 3 and platform = 'claude' and brand_id = 'brand'`,
    );
  await set(sql`phi + 1`);
  expect(await found()).toEqual([expect.stringMatching(/^window 3 claude brand: stored \{"phi":/)]);
  await set(sql`phi - 1`);
});

test('with a minimum of 100 points nothing is a change', async () => {
  await forgetFrom(2);
  const before = await changes();
  await setSignificance(db, workspaceId, { minPoints: 100, changeLevel: undefined });
  expect(await judgeWindows(db, await workspaceNow())).toBe(0);
  expect((await changes()).length).toBe(before.length);
});
