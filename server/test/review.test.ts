import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/base/time.ts';
import { changeEvent } from '../src/events/changes.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { givenChecked, givenIngested } from './support/honest-numbers.ts';
import { givenMember, givenOwner, type Owner } from './support/person.ts';
import { publishIn } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
let given: Awaited<ReturnType<typeof givenIngested>>;

beforeAll(async () => {
  given = await givenIngested(server);
  await givenChecked(db, given.workspaceId);
});

async function api(path: string, { key = given.key, method = 'GET' } = {}) {
  const { status, body, text } = await call(server, `/api/v1/review${path}`, { key, method });
  expect([status, text]).toEqual([200, text]);
  return body;
}

const entries = async (path = '') => (await api(path)).data;

/** A significant change, as the judge publishes it. */
async function change(platform: string, scores: [number, number], window: number) {
  const { keyword_id: keywordId, keyword } = given.keyword;
  const [previousScore, newScore] = scores;
  const evidence = {
    ...{ k1: 240, n1: 480, k2: 10, n2: 40, window, window_first: window },
    ...{ previousInterval: [45, 54], newInterval: [14, 40] },
  };
  const of = { keywordId, keyword, platform, competitor: undefined, window };
  await publishIn(deps, given.workspaceId, [changeEvent({ ...of, change: { previousScore, newScore }, evidence })]);
}

test('without answers nothing is claimed, and there is nothing to review', async () => {
  expect(await entries()).toEqual([]);
  const summary = await api('/summary');
  expect(summary).toMatchObject({ visibility_score: null, interval: null, sample_size: 0, drops: 0, rises: 0 });
  expect(summary.text).toMatch(/^No answers in the last 7 days\. No significant change since \w+ \d+\.$/);
  await given.ingest(1, 2);
  expect((await api('/summary')).text).toMatch(/^Visibility: collecting, 2 of [\d,]+ answers\./);
});

test('the sentence has the score and the changes, and every part leads to its evidence', async () => {
  await given.ingest(29, 58);
  await change('gemini', [50, 25], 0);
  await change('claude', [20, 60], 0);
  const { text, parts, visibility_score, interval, sample_size, drops, rises } = await api('/summary');
  const { keyword, keyword_id } = given.keyword;
  const { firstDay } = (await findWorkspace(db, given.workspaceId)) ?? { firstDay: '' };
  const since = new Date(firstDay).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });
  expect(text).toBe(
    `Visibility is 50 of 100. One significant drop: “${keyword}” on Gemini, −25 points since ${since}. ` +
      `One significant rise: “${keyword}” on Claude, +40 points since ${since}.`,
  );
  expect({ visibility_score, sample_size, drops, rises }).toEqual({
    visibility_score: 50,
    sample_size: 60,
    drops: 1,
    rises: 1,
  });
  expect(interval[0]).toBeLessThan(50);
  expect(parts.map(({ kind }: { kind: string }) => kind)).toEqual(['score', 'drop', 'rise']);
  expect(parts[1].url).toMatch(new RegExp(`^/keywords/${keyword_id}\\?event=evt_`));
  expect((await api('/summary?since=2020-01-01&until=2020-02-01')).drops).toBe(0);
});

test('a drop is listed with its counts, intervals, answers and event', async () => {
  const [drop, ...others] = await entries();
  expect(others).toEqual([]);
  const { keyword, keyword_id } = given.keyword;
  const { firstDay = '' } = (await findWorkspace(db, given.workspaceId)) ?? {};
  expect(drop).toMatchObject({ kind: 'drop', keyword, keyword_id, platform: 'gemini', dismissed_at: null });
  expect(drop.text).toContain(': 50 → 25');
  expect(drop.evidence).toMatchObject({
    figures: [
      { label: 'Before', percent: 50, interval: [45, 54], count: 240, of: 480 },
      { label: 'Now', percent: 25, interval: [14, 40], count: 10, of: 40 },
    ],
    answers: `/api/v1/answers?keyword_id=${keyword_id}&platform=gemini&since=${firstDay}&until=${addDays(firstDay, 6)}`,
  });
  expect((await call(server, drop.evidence.answers, { key: given.key })).status).toBe(200);
  const events = await call(server, '/api/v1/events?type=visibility.changed', { key: given.key });
  const event = events.body.data.find(({ id }: { id: string }) => id === drop.evidence.event_id);
  expect(event.data.new_score).toBe(25);
  expect(drop.next_step.url).toContain(drop.evidence.event_id);
  const headers = { authorization: `Bearer ${given.key}` };
  const text = await (await fetch(`${server.url}/api/v1/review.csv`, { headers })).text();
  expect(text).toMatch(/^review_id,kind,text,since,keyword_id,keyword,platform,evidence\.figures,/);
  expect(text).toContain(drop.review_id);
});

test('a dismissed entry returns when there is new evidence, and is over when the score has risen again', async () => {
  const [{ review_id: id }] = await entries();
  const act = (action: string) => api(`/${id}/${action}`, { method: 'POST' });
  expect((await act('dismiss')).dismissed_at).toMatch(/Z$/);
  expect(await entries('?dismissed=false')).toEqual([]);
  expect((await entries('?dismissed=true'))[0]).toMatchObject({ review_id: id });
  const { headers } = await call(server, '/api/v1/review?dismissed=true&per_page=1', { key: given.key });
  expect(headers.get('link')).toContain(
    '<http://localhost:4000/api/v1/review?dismissed=true&page=1&per_page=1>; rel="last"',
  );
  expect((await act('dismiss')).review_id).toBe(id);
  expect((await act('restore')).dismissed_at).toBeNull();
  await act('dismiss');
  const log = await db.query<{ action: string; subject_id: string }>(
    sql`select action, subject_id from audit_log where action like 'review.%' order by at, audit_id`,
  );
  expect(log.map(({ action }) => action)).toEqual(['review.dismissed', 'review.restored', 'review.dismissed']);
  expect(log.every(({ subject_id }) => subject_id === id)).toBe(true);

  await change('gemini', [25, 10], 1);
  expect((await entries('?dismissed=false'))[0]).toMatchObject({ review_id: id, kind: 'drop' });
  await change('gemini', [10, 50], 2);
  expect(await entries()).toEqual([]);
  const gone = await call(server, `/api/v1/review/${id}/dismiss`, { key: given.key, method: 'POST' });
  expect([gone.status, gone.body]).toEqual([404, { detail: 'Review entry not found' }]);
});

test('a key without the scope cannot dismiss', async () => {
  const reader = await givenKey(deps, given.account, { scopes: ['read'] });
  const refused = await call(server, '/api/v1/review/rev_1/dismiss', { key: reader, method: 'POST' });
  expect([refused.status, refused.body.detail]).toEqual([403, "This action requires the 'write' scope"]);
});

/** An owner whose live workspace has a brand, a keyword and some answers. */
async function givenLive(): Promise<Owner & { ask: Owner['ask'] }> {
  const owner = await givenOwner(server);
  const keywords = [{ keyword: 'crm for bakers' }];
  await owner.post('/live/start', { brand: { name: 'Acme', aliases: [], domains: [] }, keywords });
  const answers = [1, 2, 3].map(() => ({
    keyword: 'crm for bakers',
    platform: 'claude',
    prompt: 'Which?',
    text: 'Acme.',
  }));
  expect((await owner.post('/live/answers', { answers })).status).toBe(201);
  return owner;
}

const kindsOf = async ({ ask }: Pick<Owner, 'ask'>, mode = 'live') =>
  (await ask(`/${mode}/review`)).body.data.map(({ kind }: { kind: string }) => kind);

test('a platform that only fails is listed with its reason, and old data with the next step', async () => {
  const owner = await givenLive();
  expect(await kindsOf(owner)).toEqual([]);
  const { live } = owner.workspaces;
  await db.query(sql`update answers set status = 'failed', reason = 'invalid API key' where workspace_id = ${live}`);
  const [failing] = (await owner.ask('/live/review')).body.data;
  expect(failing).toMatchObject({ kind: 'platform_failing', platform: 'claude' });
  expect(failing.text).toMatch(/^Claude has returned only errors since .*, 3 times\. The latest: invalid API key$/);
  expect(failing.next_step).toEqual({ text: 'Check the API key', url: '/settings/platforms?mode=live' });

  await db.query(
    sql`update answers set asked_at = asked_at - interval '3 days', status = 'valid' where workspace_id = ${live}`,
  );
  const [stale] = (await owner.ask('/live/review')).body.data;
  expect(stale).toMatchObject({ kind: 'stale_data', next_step: { text: 'Check keys and budget' } });
  await db.query(sql`update keywords set status = 'paused' where workspace_id = ${live}`);
  expect(await kindsOf(owner)).toEqual([]);
});

test('a webhook that fails is listed, but not one that its owner disabled', async () => {
  const owner = await givenLive();
  const body = { url: 'https://hooks.example.com/a', events: ['mention.new'] };
  const { webhook_id: id } = (await owner.post('/live/webhooks', body)).body;
  const { live } = owner.workspaces;
  await owner.post('/live/answers', {
    answers: [{ keyword: 'crm for bakers', platform: 'gemini', prompt: 'Which?', text: 'Acme.' }],
  });
  expect(await kindsOf(owner)).toEqual([]);
  await db.query(sql`update deliveries set status = 'failed', next_attempt_at = null where workspace_id = ${live}`);
  const [failing] = (await owner.ask('/live/review')).body.data;
  expect(failing.text).toMatch(/^The webhook to hooks\.example\.com has failed for 1 event since/);
  expect(failing.next_step.url).toBe(`/settings/webhooks/${id}?mode=live`);
  await db.query(
    sql`update webhooks set status = 'disabled', disabled_at = now(), disabled_reason = 'delivery_failures'
        where workspace_id = ${live}`,
  );
  expect((await owner.ask('/live/review')).body.data[0].text).toMatch(/is disabled since/);
  await db.query(sql`update webhooks set disabled_reason = 'user' where workspace_id = ${live}`);
  expect(await kindsOf(owner)).toEqual([]);
});

test('a missing mail server is listed for owners if something is to be mailed', async () => {
  const owner = await givenOwner(server);
  const member = await givenMember(server, owner);
  expect(await kindsOf(owner, 'test')).toEqual([]);
  const weekly = { name: 'Weekly', schedule: 'weekly', format: 'pdf', recipients: ['boss@example.com'] };
  expect((await owner.post('/test/reports', weekly)).status).toBe(201);
  expect(await kindsOf(owner, 'test')).toEqual(['mail_not_configured']);
  expect(await kindsOf(member, 'test')).toEqual([]);
});
