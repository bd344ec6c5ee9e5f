import { expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { gatherContent } from '../src/reports/gather.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { givenChecked, givenIngested, givenPublished } from './support/honest-numbers.ts';
import { connectMcp } from './support/mcp.ts';
import { byLink } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);

type Given = Awaited<ReturnType<typeof givenIngested>>;

async function rowOf({ account, keyword }: Given) {
  const person = await byLink(server, account.accountId);
  const { body } = await person.ask('/test/keyword-rows?per_page=100');
  return body.data.find(({ keyword_id }: { keyword_id: string }) => keyword_id === keyword.keyword_id);
}

async function contentOf({ workspaceId }: Given) {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  const today = dayOf(workspace.now);
  const report = { name: 'Week', periodStart: addDays(today, -6), periodEnd: today, keywordIds: [], tags: [] };
  return gatherContent(db, {
    workspace,
    // biome-ignore lint/suspicious/noExplicitAny: a due report has more fields than its content needs
    report: { ...report, reportId: 'rpt_1', workspaceId } as any,
    keep: async () => {},
  });
}

test('nine answers are served with the number planned, for the keyword and for each platform', async () => {
  const given = await givenIngested(server);
  await given.ingest(9, 9);
  const { record } = await rowOf(given);
  const planned = { chatgpt: 40, claude: 40, gemini: 40, perplexity: 40 };
  expect(record).toMatchObject({ sample_size: 9, planned, change: null });
  expect(record.platform_evidence.chatgpt.sample_size).toBe(9);
  const person = await byLink(server, given.account.accountId);
  const scores = await person.ask(`/test/keywords/${given.keyword.keyword_id}/scores`);
  expect(scores.body.record).toMatchObject({ planned, change: null });
  const standings = await person.ask('/test/tracked-brands');
  expect(standings.body.data[0]).toMatchObject({ planned: 12 * 160, previous_score: null });
});

test('a target interval changes the number planned', async () => {
  const given = await givenIngested(server);
  await db.query(sql`update workspaces set interval_points = 60 where workspace_id = ${given.workspaceId}`);
  await given.ingest(9, 9);
  const { planned } = (await rowOf(given)).record;
  // Always mentioned: the fewest repetitions are enough on ChatGPT. The others are not measured yet.
  expect(planned).toEqual({ chatgpt: 20, claude: 40, gemini: 40, perplexity: 40 });
});

test('Overview and report count the keywords that were asked, not those that are tracked', async () => {
  const given = await givenIngested(server);
  await given.ingest(2, 9);
  const person = await byLink(server, given.account.accountId);
  const { body } = await person.ask('/test/overview?days=30');
  expect(body).toMatchObject({ keywords: 12, keywords_asked: 1 });
  expect(body.current).toMatchObject({ sample_size: 9, planned: 12 * 160, previous_score: null });
  const claude = await person.ask('/test/overview?days=30&platform=claude');
  expect(claude.body.keywords_asked).toBe(0);
  const content = await contentOf(given);
  expect(content.measured.keywords).toBe(1);
  // Only ChatGPT answered in the period.
  expect(content.summary).toMatchObject({ sample_size: 9, planned: 12 * 40 });
  expect(content.keywords).toMatchObject([{ planned: 40, platform_samples: { chatgpt: 9 } }]);
});

test('an assistant reads a text in place of a score with too few answers', async () => {
  const given = await givenIngested(server);
  await given.ingest(9, 9);
  await using mcp = await connectMcp(server, given.key);
  const list = await mcp.ask('list_visibility', { keyword_id: given.keyword.keyword_id });
  expect(list.body.data).toMatchObject([
    { visibility_score: 'collecting, 9 of 160', platforms: { chatgpt: 'collecting, 9 of 40' }, change: null },
  ]);
  expect(list.text).not.toContain('"visibility_score":100');
  const one = await mcp.ask('get_visibility', { keyword_id: given.keyword.keyword_id });
  expect(one.body).toMatchObject({
    visibility_score: 'collecting, 9 of 160',
    history: [{ visibility_score: 'collecting, 9 of 160' }],
  });
});

/** 20 before, 60 now. */
async function givenRise(): Promise<Given> {
  const given = await givenIngested(server);
  await given.ingest(20, 100, { daysAgo: 9 });
  await given.ingest(60, 100);
  return given;
}

test('a change is significant only if it was published, in its direction', async () => {
  const given = await givenRise();
  const change = { points: 40, previous_score: 20, platforms: [] };
  expect((await rowOf(given)).record.change).toEqual({ ...change, significant: null });
  await givenChecked(db, given.workspaceId);
  expect((await rowOf(given)).record.change).toEqual({ ...change, significant: false });
  const fall = { platform: 'claude', previous_score: 60, new_score: 20 };
  await givenPublished(db, given.workspaceId, { ...given.keyword, ...fall });
  expect((await rowOf(given)).record.change).toEqual({ ...change, significant: false });
  await db.query(sql`delete from events where workspace_id = ${given.workspaceId}`);
  const rise = { platform: 'chatgpt', previous_score: 20, new_score: 60 };
  await givenPublished(db, given.workspaceId, { ...given.keyword, ...rise });
  expect((await rowOf(given)).record.change).toEqual({ ...change, platforms: ['chatgpt'], significant: true });
});

test('a change that was published more than a week ago is not claimed again', async () => {
  const given = await givenRise();
  await givenChecked(db, given.workspaceId);
  await givenPublished(db, given.workspaceId, {
    ...given.keyword,
    platform: 'chatgpt',
    previous_score: 20,
    new_score: 60,
  });
  await db.query(
    sql`update events set created_at = created_at - interval '8 days' where workspace_id = ${given.workspaceId}`,
  );
  expect((await rowOf(given)).record.change).toMatchObject({ significant: false, platforms: [] });
});

test('the sum of all keywords is never claimed, but says how many series changed', async () => {
  const given = await givenRise();
  await givenChecked(db, given.workspaceId);
  const person = await byLink(server, given.account.accountId);
  const current = async () => (await person.ask('/test/overview?days=30')).body.current;
  expect(await current()).toMatchObject({ previous_score: 20, significant: false, significant_changes: 0 });
  await givenPublished(db, given.workspaceId, {
    ...given.keyword,
    platform: 'chatgpt',
    previous_score: 20,
    new_score: 60,
  });
  expect(await current()).toMatchObject({ previous_score: 20, significant: null, significant_changes: 1 });
});

test('an assistant reads changes in points and words, not in percent', async () => {
  const given = await givenRise();
  await givenChecked(db, given.workspaceId);
  await using mcp = await connectMcp(server, given.key);
  const asked = async () => (await mcp.ask('list_visibility', { keyword_id: given.keyword.keyword_id })).body.data[0];
  expect(await asked()).toMatchObject({ visibility_score: 60, change: '+40 points from 20: no clear change' });
  await givenPublished(db, given.workspaceId, {
    ...given.keyword,
    platform: 'chatgpt',
    previous_score: 20,
    new_score: 60,
  });
  expect((await asked()).change).toBe('+40 points from 20: significant on ChatGPT');
  expect(await asked()).not.toHaveProperty('trend');
  const { body } = await mcp.ask('list_competitors', { what: 'scores' });
  expect(body.data[0]).not.toHaveProperty('trend');
});
