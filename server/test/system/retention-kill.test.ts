import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { verifyWorkspace } from '../../src/commands/verify.ts';
import { sql } from '../../src/store/db.ts';
import { findWorkspace } from '../../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from '../support/app.ts';
import { useDatabase } from '../support/database.ts';
import { until, visibility } from '../support/server-process.ts';

const { db, url } = useDatabase();
const server = useApp(db);
const { deps } = server;
const settings = {
  DATABASE_URL: url,
  DATA_DIR: mkdtempSync(join(tmpdir(), 'retention-')),
  SECRETS_KEY: randomBytes(32).toString('hex'),
  KEEP_TEXT_DAYS: '30',
};

/** 2,400 answers of one day in an old month: three batches. */
async function importAnswers(key: string): Promise<void> {
  const askedAt = Date.now() - 100 * 86_400_000;
  for (const part of [0, 1, 2]) {
    const lines = Array.from({ length: 800 }, (_, i) =>
      JSON.stringify({
        keyword: 'kanban board software',
        platform: 'claude',
        prompt: 'Which one?',
        asked_at: new Date(askedAt + (part * 800 + i) * 1_000).toISOString(),
        text: `${part + i} reasons for **Heron Board**.`,
      }),
    );
    const headers = { 'content-type': 'application/x-ndjson' };
    const sent = await call(server, '/api/v1/answers', { key, method: 'POST', body: lines.join('\n'), headers });
    expect(sent.text).not.toMatch(/refused/);
  }
}

async function remainingTexts(workspaceId: string, month: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from answers
        where workspace_id = ${workspaceId} and text <> '' and asked_at >= ${month}::date and asked_at < ${month}::date + interval '1 month'`,
  );
  return row?.count ?? 0;
}

async function differences(workspaceId: string): Promise<string[]> {
  const found: string[] = [];
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  await verifyWorkspace(db, workspace, { keywords: [], onResult: (one) => found.push(...one.differences) });
  return found;
}

test('killed with -9 in the middle of a month, a removal continues; verify knows of it in between', async () => {
  const account = await givenAccount(deps);
  const workspaceId = account.workspaces.test;
  await importAnswers(await givenKey(deps, account));
  const [oldest] = await db.query<{ month: string }>(
    sql`select date_trunc('month', min(day))::date as month from workspace_days where workspace_id = ${workspaceId}`,
  );
  const month = oldest?.month ?? '';
  const all = await remainingTexts(workspaceId, month);
  // A session that holds the last answer of the month: the batch with it waits.
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin');
  await holder.query(
    `select from answers where workspace_id = $1 and asked_at < $2::date + interval '1 month'
     order by asked_at desc limit 1 for update`,
    [workspaceId, month],
  );
  const first = visibility(['retention', '--apply'], settings);
  await until(async () => (await remainingTexts(workspaceId, month)) < all);
  first.child.kill('SIGKILL');
  await first.finished;
  const left = await remainingTexts(workspaceId, month);
  expect(left).toBeGreaterThan(0);
  expect(await differences(workspaceId)).toEqual([]);
  await holder.query('rollback');
  await holder.end();

  const second = await visibility(['retention', '--apply'], settings).finished;
  expect(second.err).toBe('');
  expect(second.out).toMatch(/Removed \d+ months/);
  expect(await remainingTexts(workspaceId, month)).toBe(0);
  expect(await db.query(sql`select from month_removals`)).toEqual([]);
  expect(await differences(workspaceId)).toEqual([]);
});
