import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import { loadReading, saveReading } from '../src/store/workspaces/readings.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { previewNames } from '../src/subject/preview.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { call, FEW_KEYWORDS, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { runVisibility } from './support/server-process.ts';

const { db, url } = useDatabase();
const server = useApp(db);
const KEYWORD = 'kanban board software';

async function givenWorkspace(historyDays = 0) {
  const account = await givenAccount(server.deps, { historyDays, only: FEW_KEYWORDS });
  return { account, workspaceId: account.workspaces.test, key: await givenKey(server.deps, account) };
}

async function workspaceAt(workspaceId: string) {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  return workspace;
}

/** In a new process, which has no readings in memory. */
async function differences({ accountId }: { accountId: string }): Promise<string[]> {
  const args = ['verify', '--account', accountId, '--mode', 'test', '--json'];
  const { out } = await runVisibility(args, { DATABASE_URL: url, SECRETS_KEY: 'a'.repeat(64) });
  return JSON.parse(out).results.flatMap((one: { differences: string[] }) => one.differences);
}

async function rereadAll() {
  while ((await rereadDue(db)) > 0);
}

function statusesOf(workspaceId: string) {
  return db.query<{ status: string; reason: string | null; count: number }>(
    sql`select status, reason, count(*) as count
        from answers
        where workspace_id = ${workspaceId}
          and stop = 'max_output_tokens'
        group by 1, 2
        order by 1`,
  );
}

test('a cut-off answer counts if it mentions the brand, and is left out if it does not', async () => {
  const { account, key } = await givenWorkspace();
  const sent = { keyword: KEYWORD, platform: 'chatgpt_web', prompt: 'Which board?' };
  const lines = [
    { ...sent, text: 'Heron Board is the', status: 'truncated' },
    { ...sent, text: 'Aplomb is good, and the', status: 'truncated' },
    { ...sent, text: 'Aplomb is good.' },
  ];
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  expect((await call(server, '/api/v1/answers', { key, method: 'POST', body, headers })).status).toBe(201);

  const { body: list } = await call(server, '/api/v1/answers?platform=chatgpt_web', { key });
  expect(list.data.map((one: { status: string }) => one.status).sort()).toEqual(['truncated', 'valid', 'valid']);
  expect(list.meta.total).toBe(3);
  const { body: visibility } = await call(server, '/api/v1/visibility?include=evidence', { key });
  const record = visibility.data.find((one: { keyword: string }) => one.keyword === KEYWORD);
  expect(record.platform_evidence.chatgpt_web.sample_size).toBe(2);
  expect(record.platforms.chatgpt_web).toBe(50);
  const { body: usage } = await call(server, '/api/v1/usage', { key });
  expect(usage.days.find((day: { platform: string }) => day.platform === 'chatgpt_web')).toMatchObject({
    valid: 2,
    truncated: 1,
  });
  expect(await differences(account)).toEqual([]);
});

test('other names can make a cut-off answer count, as the preview says', async () => {
  const { account, workspaceId, key } = await givenWorkspace(8);
  await db.query(
    sql`update answers set stop = 'max_output_tokens' where workspace_id = ${workspaceId} and status = 'valid'`,
  );
  const subject = await loadReading(db, workspaceId, 1);
  if (!subject?.competitors[0]) throw new Error('no subject');
  const [rival, ...rest] = subject.competitors;
  const changed = { brand: { ...rival, id: 'brand' }, competitors: [{ ...subject.brand, id: rival.id }, ...rest] };
  const previews = await previewNames(db, await workspaceAt(workspaceId), changed);
  const now = new Date();
  await db.transaction((tx) => saveReading(tx, workspaceId, { subject: changed, now }));
  await rereadAll();
  const { body } = await call(server, '/api/v1/visibility', { key });
  // Only answers that mention the brand are left.
  for (const { keyword_id: id, visibility_score: score } of body.data) {
    expect(score).toBe(100);
    expect(previews.find(({ keywordId }) => keywordId === id)?.scoreAfter).toBe(100);
  }
  expect((await statusesOf(workspaceId)).map(({ status }) => status)).toEqual(['truncated', 'valid']);

  // A name that no answer mentions leaves no valid answer, and so no record.
  const unknown = { ...subject.brand, aliases: [{ text: 'Nowhere Boards' }], domains: [] };
  await db.transaction((tx) => saveReading(tx, workspaceId, { subject: { ...changed, brand: unknown }, now }));
  await rereadAll();
  expect((await call(server, '/api/v1/visibility', { key })).body).toMatchObject({ data: [], meta: { total: 0 } });
  // The endings were changed after events were published and windows were judged.
  expect((await differences(account)).filter((line) => !/^(event|window|scatter) /.test(line))).toEqual([]);
});
