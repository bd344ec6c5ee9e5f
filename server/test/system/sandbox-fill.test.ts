import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyWorkspace } from '../../src/commands/verify.ts';
import { openAnswering } from '../../src/sandbox/answer-aside.ts';
import { sandboxAsker } from '../../src/sandbox/asker.ts';
import { createAccountWithSandbox } from '../../src/sandbox/create.ts';
import { seedSandboxes } from '../../src/sandbox/seed.ts';
import { type Db, openDb, sql } from '../../src/store/db.ts';
import { startEmbeddedPostgres } from '../../src/store/embedded/postgres.ts';
import { findSandbox, type Sandbox } from '../../src/store/sandboxes.ts';
import { migrate } from '../../src/store/system/migrate.ts';
import { loadReading, saveReading } from '../../src/store/workspaces/readings.ts';
import { findWorkspace, type Workspace } from '../../src/store/workspaces/workspaces.ts';
import { countStatements } from '../support/counting.ts';
import { useDatabase } from '../support/database.ts';

const { db } = useDatabase();

async function givenSandbox(on: Db, historyDays: number): Promise<string> {
  const account = await on.transaction((tx) =>
    createAccountWithSandbox(tx, { name: 'Filled', seed: 'a', historyDays }),
  );
  return account.workspaces.test;
}

test('the thread of the built server gives the same answers and findings, under each reading and after an error', async () => {
  const workspaceId = await givenSandbox(db, 7);
  const sandbox = (await findSandbox(db, workspaceId)) as Sandbox;
  const built: { openAnswering: typeof openAnswering } = await import(
    new URL('../../dist/sandbox/answer-aside.js', import.meta.url).href
  );
  const [here, aside] = [openAnswering(db, sandbox), built.openAnswering(db, sandbox)];
  const prompt = { keyword: 'kanban board software', prompt: 'Which one?', platform: 'chatgpt', repetition: 0 };
  const questions = Array.from({ length: 20 }, (_, day) => ({ ...prompt, day }));
  const before = await aside.answer(questions, 1);
  expect(before).toEqual(await here.answer(questions, 1));

  const subject = await loadReading(db, workspaceId, 1);
  if (!subject) throw new Error('no reading');
  await db.transaction((tx) =>
    saveReading(tx, workspaceId, { subject: { ...subject, competitors: [] }, now: new Date() }),
  );
  const wrong = [undefined] as unknown as typeof questions;
  await expect(aside.answer(wrong, 2)).rejects.toThrow(TypeError);
  const after = await Promise.all([aside.answer(questions, 2), aside.answer(questions.slice(0, 1), 2)]);
  expect(after[0]).toEqual(await here.answer(questions, 2));
  expect(after[0]).not.toEqual(before);
  expect(after[1]).toEqual(after[0].slice(0, 1));
  await expect(aside.answer(questions, 3)).rejects.toThrow('has no reading 3');
  await aside.end();
});

test('a history whose PostgreSQL crashed in the middle goes on from its last stored day, and every number is right', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'visibility crash '));
  // PostgreSQL's user must be able to enter it if the tests run as root.
  chmodSync(folder, 0o711);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const crashing = await startEmbeddedPostgres(folder);
  await migrate(crashing.url);
  const before = openDb({ url: crashing.url, connectTimeoutMs: 60_000 });
  const workspaceId = await givenSandbox(before, 8);
  let days = 0;
  const crash = (text: string) => {
    if (!text.startsWith('insert into days') || ++days < 4) return;
    const [pid] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    // At once and without writing anything more: what was only in its memory is lost.
    process.kill(Number(pid), 'SIGQUIT');
  };
  const { db: watched } = countStatements(before, crash);
  const { signal } = new AbortController();
  await expect(seedSandboxes({ db: watched, ask: sandboxAsker(before) }, () => {}, signal)).rejects.toThrow();
  expect(days).toBe(4);
  await before.close();

  const postgres = await crashing.restart();
  onTestFinished(() => postgres.stop());
  const after = openDb({ url: postgres.url, connectTimeoutMs: 60_000 });
  onTestFinished(() => after.close());
  const workspace = (await findWorkspace(after, workspaceId)) as Workspace;
  expect(workspace.plannedThrough && workspace.plannedThrough > workspace.firstDay).toBe(true);
  // The lock of the crashed process would expire after a minute.
  await after.query(sql`update sandboxes set lease_until = null where workspace_id = ${workspaceId}`);
  expect(await seedSandboxes({ db: after, ask: sandboxAsker(after) }, () => {}, signal)).toBe(1);
  const [counts] = await after.query(
    sql`select (select count(*) from answers where workspace_id = ${workspaceId} and asked_at < ${workspace.firstDay}::date + 7) as answers,
               (select count(*) from activity where workspace_id = ${workspaceId} and type = 'collection.finished') as finished`,
  );
  expect(counts).toEqual({ answers: 1920, finished: 8 });
  const differences: string[] = [];
  const filled = (await findWorkspace(after, workspaceId)) as Workspace;
  await verifyWorkspace(after, filled, { keywords: [], onResult: (result) => differences.push(...result.differences) });
  expect(differences).toEqual([]);
});
