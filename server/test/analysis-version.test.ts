import { expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { sealDue } from '../src/events/seal.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { renewReadings, rereadDue } from '../src/subject/reread.ts';
import { FEW_KEYWORDS, givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const SEALING = { keepDays: 30, settleSeconds: 0 };

async function verified(workspaceId: string) {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  const differences: string[] = [];
  const onResult = (one: { differences: string[] }) => void differences.push(...one.differences);
  return { differences, summary: await verifyWorkspace(db, workspace, { keywords: [], onResult }) };
}

test('after an update of the analysis, stored answers are analyzed again and verify finds no difference', async () => {
  const { workspaces } = await givenAccount(server.deps, { historyDays: 8, only: FEW_KEYWORDS });
  const workspaceId = workspaces.test;
  // As an earlier version left them: other findings, under a reading of that version.
  await db.query(sql`update readings set analysis = 1 where workspace_id = ${workspaceId}`);
  await db.query(sql`update mentions set sentiment = 'neutral', context = 'old' where workspace_id = ${workspaceId}`);
  const before = await verified(workspaceId);
  expect(before.differences).toContain('analysis: an earlier version. Start the service to analyze again');

  const workers = await Promise.all([renewReadings(db), renewReadings(db)]);
  expect(workers.sort()).toEqual([0, 1]);
  expect(await renewReadings(db)).toBe(0);
  while ((await rereadDue(db)) > 0);

  const after = await verified(workspaceId);
  expect(after.differences).toEqual([]);
  expect(after.summary.unchecked).toBeGreaterThan(0);
  const [workspace] = await db.query(sql`select reading from workspaces where workspace_id = ${workspaceId}`);
  expect(workspace).toEqual({ reading: 2 });
});

test('an event that is committed late is sealed with those that were committed before it', async () => {
  const { workspaces } = await givenAccount(server.deps, { historyDays: 1 });
  const workspaceId = workspaces.test;
  await sealDue(db, SEALING);
  const add = (id: string) =>
    sql`insert into events (event_id, workspace_id, type, created_at, body, fact) values (${id}, ${workspaceId}, 'report.ready', now(), '{}', ${id})`;
  await db.transaction(async (late) => {
    await late.query(add('evt_late'));
    await db.query(add('evt_early'));
    await sealDue(db, SEALING);
    expect((await verified(workspaceId)).summary.head).toMatchObject({ unsealed: 1 });
  });
  await sealDue(db, SEALING);
  const { differences, summary } = await verified(workspaceId);
  expect(differences).toEqual([]);
  expect(summary.head).toMatchObject({ unsealed: 0 });
});

test('publishers and workers that run at the same time leave one unbroken chain', async () => {
  const { workspaces } = await givenAccount(server.deps, { historyDays: 1 });
  const workspaceId = workspaces.test;
  const publisher = async (name: string) => {
    for (let i = 0; i < 10; i++) {
      await db.transaction(async (tx) => {
        const id = `evt_${name}_${i}`;
        await tx.query(
          sql`insert into events (event_id, workspace_id, type, created_at, body, fact) values (${id}, ${workspaceId}, 'report.ready', now(), '{}', ${id})`,
        );
        await tx.query(sql`select pg_sleep(random() / 50)`);
      });
    }
  };
  let isDone = false;
  const sealer = async () => {
    while (!isDone) await sealDue(db, SEALING);
  };
  const sealers = [sealer(), sealer()];
  await Promise.all(['a', 'b', 'c', 'd'].map(publisher));
  isDone = true;
  await Promise.all(sealers);
  await sealDue(db, SEALING);
  const { differences, summary } = await verified(workspaceId);
  expect(differences).toEqual([]);
  expect(summary.head).toMatchObject({ unsealed: 0 });
});

test('retention of events is no difference, and later seals continue the chain', async () => {
  const { workspaces } = await givenAccount(server.deps, { historyDays: 8, only: FEW_KEYWORDS });
  const workspaceId = workspaces.test;
  await db.query(sql`update events set stored_at = stored_at - interval '40 days' where workspace_id = ${workspaceId}`);
  await sealDue(db, SEALING);
  await db.query(sql`delete from events where workspace_id = ${workspaceId}`);
  await sealDue(db, SEALING);
  expect((await verified(workspaceId)).differences).toEqual([]);
  const [seal] = await db.query(
    sql`select leaves from event_seals where workspace_id = ${workspaceId} order by seal limit 1`,
  );
  expect(seal).toEqual({ leaves: null });
});
