import { expect, test } from 'vitest';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { sql } from '../src/store/db.ts';
import { findReread, loadReading, type NamedSubject, saveReading } from '../src/store/workspaces/readings.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { previewNames } from '../src/subject/preview.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { call, FEW_KEYWORDS, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

async function givenWorkspace(historyDays: number, only = FEW_KEYWORDS) {
  const account = await givenAccount(deps, { historyDays, only });
  const key = await givenKey(deps, account);
  return { workspaceId: account.workspaces.test, key };
}

async function workspaceAt(workspaceId: string) {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  return workspace;
}

/** The same market seen by a competitor: its names and domains become the own brand's. */
async function asCompetitor(workspaceId: string): Promise<NamedSubject> {
  const subject = await loadReading(db, workspaceId, 1);
  const [rival, ...others] = subject?.competitors ?? [];
  if (!subject || !rival) throw new Error('no competitor');
  return { brand: { ...rival, id: 'brand' }, competitors: [{ ...subject.brand, id: rival.id }, ...others] };
}

async function change(workspaceId: string, subject: NamedSubject) {
  const { now } = await workspaceAt(workspaceId);
  return db.transaction((tx) => saveReading(tx, workspaceId, { subject, now }));
}

async function differences(workspaceId: string): Promise<string[]> {
  const found: string[] = [];
  await verifyWorkspace(db, await workspaceAt(workspaceId), {
    keywords: [],
    onResult: (one) => found.push(...one.differences),
  });
  return found;
}

async function scores(key: string): Promise<Record<string, number>> {
  const { body } = await call(server, '/api/v1/visibility', { key });
  return Object.fromEntries(
    body.data.map((one: { keyword: string; visibility_score: number }) => [one.keyword, one.visibility_score]),
  );
}

test('other names are previewed without changing anything, and then give exactly the previewed scores', async () => {
  const { workspaceId, key } = await givenWorkspace(8);
  const before = await scores(key);
  const subject = await asCompetitor(workspaceId);
  const previews = await previewNames(db, await workspaceAt(workspaceId), subject);
  expect(await scores(key)).toEqual(before);
  expect(Object.fromEntries(previews.map((one) => [one.keyword, one.scoreBefore]))).toEqual(before);
  expect(previews.some(({ gained, examples }) => gained > 0 && examples.length > 0)).toBe(true);

  expect(await change(workspaceId, subject)).toBe(2);
  expect(await scores(key)).toEqual(before);
  expect(await rereadDue(db)).toBe(FEW_KEYWORDS.length);
  expect(await findReread(db, workspaceId)).toBeUndefined();
  const after = await scores(key);
  expect(after).toEqual(Object.fromEntries(previews.map((one) => [one.keyword, one.scoreAfter])));
  expect(after).not.toEqual(before);
  expect(await differences(workspaceId)).toEqual([]);
});

test('the numbers of the earlier reading stay available under its number', async () => {
  const { workspaceId, key } = await givenWorkspace(8);
  const [record] = (await call(server, '/api/v1/visibility', { key })).body.data;
  const path = `/api/v1/visibility/${record.keyword_id}`;
  const history = (await call(server, path, { key })).body.history;
  await change(workspaceId, await asCompetitor(workspaceId));
  await rereadDue(db);
  expect((await call(server, path, { key })).body.history).not.toEqual(history);
  expect((await call(server, `${path}?reading=1`, { key })).body.history).toEqual(history);
});

test('interrupted, the re-reading goes on where it stopped; answers that come meanwhile are counted under both names', async () => {
  const { workspaceId, key } = await givenWorkspace(1, []);
  await change(workspaceId, await asCompetitor(workspaceId));
  const stopping = new AbortController();
  const interrupted = rereadDue(db, stopping.signal);
  setTimeout(() => stopping.abort(), 30);
  const done = await interrupted;
  expect(done).toBeLessThan(12);
  // Half of the keywords are under the new names, half under the old, and a day passes.
  await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: 86_400 } });
  expect(await differences(workspaceId)).toEqual([]);

  await db.query(sql`update rereads set lease_until = now() - interval '1 second'`);
  expect(await rereadDue(db)).toBe(12 - done);
  expect(await differences(workspaceId)).toEqual([]);
});

test('what is found in an answer under both names keeps its id', async () => {
  const { workspaceId } = await givenWorkspace(1, []);
  const subject = await loadReading(db, workspaceId, 1);
  if (!subject) throw new Error('no subject');
  const ids = () =>
    db.query(
      sql`select mention_id, answer_id, brand_id from mentions where workspace_id = ${workspaceId} and brand_id = 'brand' order by 1`,
    );
  const before = await ids();
  const fewer = { ...subject, competitors: subject.competitors.slice(1) };
  await change(workspaceId, fewer);
  await rereadDue(db);
  expect(before.length).toBeGreaterThan(50);
  expect(await ids()).toEqual(before);
});

test('no event is told twice or for the past because the names changed', async () => {
  const { workspaceId } = await givenWorkspace(8);
  const events = () =>
    db.query<{ count: number }>(sql`select count(*) as count from events where workspace_id = ${workspaceId}`);
  const before = await events();
  await change(workspaceId, await asCompetitor(workspaceId));
  await rereadDue(db);
  expect(await events()).toEqual(before);
});

test('200: what every metric means is told by the API', async () => {
  const { key } = await givenWorkspace(0);
  const { status, body } = await call(server, '/api/v1/metrics', { key });
  expect(status).toBe(200);
  expect(body.data.map(({ id }: { id: string }) => id)).toContain('visibility_score');
  for (const metric of body.data) {
    expect(Object.keys(metric).sort()).toEqual(['denominator', 'formula', 'id', 'meaning', 'version']);
  }
});
