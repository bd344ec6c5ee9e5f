import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretsBox } from '../src/base/secrets-box.ts';
import { createTransport } from '../src/collect/transport.ts';
import { createPlatformChecks } from '../src/measure/platform-checks.ts';
import { sql } from '../src/store/db.ts';
import { savePlatformKey } from '../src/store/questions/platform-keys.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, byLink } from './support/person.ts';

const { db } = useDatabase();
const secrets = createSecretsBox(randomBytes(32));
const settings = {
  chatgpt: { apiKey: 'from the environment', baseUrl: '', model: 'gpt-5.4-mini' },
  perplexity: { apiKey: 'of the server', baseUrl: 'http://127.0.0.1:9' },
};
const checks = createPlatformChecks({ db, secrets, transport: createTransport(), settings });
const server = useApp(db, { secrets, platformChecks: checks });
let person: Browser;
let live: string;

// Takes one key and refuses every other.
const platform = createServer((request, response) => {
  const isTaken = request.headers.authorization === 'Bearer the right key';
  const isAsked = request.method === 'POST';
  const status = !isTaken ? 401 : isAsked ? asked.status : 200;
  const body = isAsked ? asked.body : { data: [{ id: settings.chatgpt.model, shutdown_date: '2027-03-01' }] };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
const said = { type: 'message', content: [{ type: 'output_text', text: 'OK' }] };
const answered = { output: [said], model: 'a-model', usage: { input_tokens: 1_000_000, output_tokens: 0 } };
/** What it answers to a prompt. */
const asked: { status: number; body: object } = { status: 200, body: answered };

beforeAll(async () => {
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  settings.chatgpt.baseUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  const account = await givenAccount(server.deps, { historyDays: 8 });
  live = account.workspaces.live;
  person = await byLink(server, account.accountId);
});
afterAll(() => {
  platform.close();
});

interface Preview {
  answers: number;
  gained: number;
  lost: number;
  score_before: number;
  score_after: number;
}

test('a preview says what other names would change, and applying them changes exactly that', async () => {
  const { brand } = (await person.ask('/test/brand/state')).body;
  const renamed = { ...brand, name: 'Nobody Calls It This', aliases: [] };
  const keywords: Preview[] = [];
  let after: string | null = null;
  do {
    const part = await person.post('/test/brand/preview', { ...renamed, after });
    expect(part.status).toBe(200);
    keywords.push(...part.body.keywords);
    after = part.body.next;
  } while (after !== null);
  const lost = keywords.reduce((sum, one) => sum + one.lost, 0);
  expect(lost).toBeGreaterThan(0);
  expect(keywords.every(({ score_after }) => score_after === 0)).toBe(true);
  expect((await person.ask('/test/brand/state')).body.brand).toEqual(brand);

  const applied = await person.ask('/test/brand', { method: 'PATCH', body: renamed });
  expect(applied.body.reread).toEqual({ keywords_done: 0, keywords_total: keywords.length });
  await rereadDue(db);
  expect((await person.ask('/test/brand/state')).body.reread).toBeNull();
  const { data } = (await person.ask('/test/keyword-rows?per_page=100')).body;
  for (const { record } of data) expect(record.visibility_score).toBe(0);

  // The same names again are no change, and nothing is read for it.
  const { reading } = (await person.ask('/test/brand/state')).body;
  expect((await person.ask('/test/brand', { method: 'PATCH', body: renamed })).body).toMatchObject({
    reading,
    reread: null,
  });
  await person.ask('/test/brand', { method: 'PATCH', body: brand });
  await rereadDue(db);
});

test('names are refused with their place', async () => {
  const { competitors } = (await person.ask('/test/brand/state')).body;
  const body = { name: 'Acme', aliases: [{ text: competitors[0].name }], domains: ['acme', 'co.uk'] };
  const { status, body: refused } = await person.ask('/test/brand', { method: 'PATCH', body });
  expect(status).toBe(422);
  expect(refused.detail).toContain('domains[0]: must be a domain such as acme.io');
  const taken = await person.ask('/test/brand', { method: 'PATCH', body: { ...body, domains: [] } });
  expect(taken.body.detail).toBe(`aliases[0]: "${competitors[0].name}" is already used by ${competitors[0].name}`);
});

const beginning = {
  brand: { name: 'Acme Planner', domains: ['acme.io'] },
  competitors: [{ name: 'Trackmill', domains: ['trackmill.example'] }],
  keywords: [{ keyword: 'best sprint planning software' }, { keyword: 'kanban tools', tags: ['core'] }],
  budget: { daily_cap_usd: 2.5, monthly_cap_usd: null },
};
const stored = async () =>
  (await db.query<{ n: number }>(sql`select count(*) as n from questions where workspace_id = ${live}`))[0]?.n;

test('a mistake in the steps is told with its place, and nothing is stored', async () => {
  const wrong = {
    ...beginning,
    competitors: [{ name: 'acme-planner' }],
    dry_run: true,
  };
  const { status, body } = await person.post('/live/start', wrong);
  expect(status).toBe(422);
  expect(body.detail).toBe('competitors[0].name: "acme-planner" is already used by your own brand');
  expect((await person.post('/live/start', { ...beginning, dry_run: true })).body.keywords_added).toBe(0);
  expect((await person.ask('/live/brand/state')).body.brand).toBeNull();
  expect((await person.ask('/live/keyword-tags')).body).toEqual({ tags: [], active: 0, paused: 0 });
});

test('starting stores all of it once, however often it is clicked, and only then plans questions', async () => {
  await db.query(
    sql`update workspaces set planned_through = (now() at time zone 'UTC')::date where workspace_id = ${live}`,
  );
  expect(await stored()).toBe(0);
  const clicks = await Promise.all([1, 2, 3].map(() => person.post('/live/start', beginning)));
  expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(clicks.reduce((sum, { body }) => sum + body.keywords_added, 0)).toBe(2);
  const state = (await person.ask('/live/brand/state')).body;
  expect(state).toMatchObject({ brand: { name: 'Acme Planner', domains: ['acme.io'] }, reading: 1 });
  expect(state.competitors).toEqual([{ name: 'Trackmill', domains: ['trackmill.example'] }]);
  expect((await person.ask('/live/keyword-tags')).body).toEqual({ tags: ['core'], active: 2, paused: 0 });
  expect((await person.ask('/live/budget')).body).toMatchObject({ daily_cap_usd: 2.5, monthly_cap_usd: null });
  const planned = await stored();
  expect(planned).toBeGreaterThan(0);
  await person.post('/live/plan-today');
  expect(await stored()).toBe(planned);
});

test('the estimate counts what is asked and what would be, with and without a key', async () => {
  const { body } = await person.ask('/live/estimate?keywords=8');
  expect(body.prompts).toBe(50);
  const byId = new Map(body.platforms.map((one: { platform: string }) => [one.platform, one]));
  expect(byId.get('chatgpt')).toMatchObject({ key: 'environment', model: 'gpt-5.4-mini', questions_per_week: 400 });
  expect(byId.get('claude')).toMatchObject({ key: 'none', questions_per_week: 400 });
  expect((byId.get('claude') as { usd_per_week: number }).usd_per_week).toBeGreaterThan(1);
  expect(byId.get('openai_compatible')).toMatchObject({ usd_per_week: null });
});

test('409: a platform without an address of the operator takes no key, and a stored key calls nothing', async () => {
  const set = await person.ask('/live/platforms/openai_compatible', { method: 'PATCH', body: { api_key: 'x' } });
  expect([set.status, set.body.detail]).toEqual([
    409,
    'openai_compatible has no base URL. Ask the operator of this service to set OPENAI_COMPATIBLE_BASE_URL.',
  ]);
  const sealed = secrets.seal('x', `${live} openai_compatible`);
  await savePlatformKey(db, live, { platform: 'openai_compatible', sealed });
  const { data } = (await person.ask('/live/platforms?per_page=100')).body;
  const states = (await person.ask('/live/platform-states')).body.platforms;
  for (const list of [data, states]) {
    expect(list).toContainEqual(expect.objectContaining({ platform: 'openai_compatible', key: 'none' }));
  }
  expect((await person.post('/live/platforms/openai_compatible/check')).status).toBe(409);
  const removed = await person.ask('/live/platforms/openai_compatible', { method: 'PATCH', body: { api_key: null } });
  expect([removed.status, removed.body.key]).toEqual([200, 'none']);
  expect(await db.query(sql`select from platform_keys where workspace_id = ${live}`)).toEqual([]);
});

test('a key is set, checked, and removed, and never shown', async () => {
  const check = () => person.post('/live/platforms/chatgpt/check');
  const unknown = { model_state: 'unknown', model_ends_on: null };
  expect((await check()).body).toEqual({ result: 'refused', reason: null, ...unknown });
  await person.ask('/live/platforms/chatgpt', { method: 'PATCH', body: { api_key: 'the right key' } });
  const served = { model_state: 'served', model_ends_on: '2027-03-01' };
  expect((await check()).body).toEqual({ result: 'works', reason: null, ...served });
  const states = await person.ask('/live/platform-states');
  expect(states.body.platforms[0]).toMatchObject({ platform: 'chatgpt', key: 'workspace', asked_today: 0 });
  expect(states.text).not.toContain('right key');
  expect(states.text).not.toContain('environment"}');
  await person.ask('/live/platforms/chatgpt', { method: 'PATCH', body: { api_key: null } });
  expect((await check()).body.result).toBe('refused');
  expect((await person.post('/live/platforms/perplexity/check')).body.result).toBe('unreachable');
  expect((await person.post('/live/platforms/claude/check')).status).toBe(409);
  expect((await person.post('/live/platforms/nimbus/check')).status).toBe(404);
});

test('verifying a key sends one prompt, counts its cost, and tells a spent quota from a refused key', async () => {
  const verify = async () => (await person.post('/live/platforms/chatgpt/verify')).body;
  const spent = async () => (await person.ask('/live/budget')).body.spent_today_usd;
  expect((await verify()).result).toBe('refused');
  await person.ask('/live/platforms/chatgpt', { method: 'PATCH', body: { api_key: 'the right key' } });
  const before = await spent();
  expect((await verify()).result).toBe('works');
  expect(await spent()).toBeGreaterThan(before);
  Object.assign(asked, {
    status: 429,
    body: { error: { code: 'insufficient_quota', message: 'You exceeded your current quota.' } },
  });
  expect((await verify()).result).toBe('quota');
  Object.assign(asked, { status: 200, body: answered });
  await person.ask('/live/platforms/chatgpt', { method: 'PATCH', body: { api_key: null } });
  expect((await person.post('/live/platforms/perplexity/verify')).body.result).toBe('unreachable');
  expect((await person.post('/live/platforms/claude/verify')).status).toBe(409);
});

test('a platform with a key and without answers says why', async () => {
  const reason = async (platform: string) => {
    const { platforms } = (await person.ask('/live/platform-states')).body;
    return platforms.find((one: { platform: string }) => one.platform === platform).no_answers_because;
  };
  expect([await reason('chatgpt'), await reason('claude')]).toEqual(['queued', null]);
  await person.ask('/live/budget', { method: 'PATCH', body: { daily_cap_usd: 0 } });
  expect(await reason('chatgpt')).toBe('budget');
  await person.ask('/live/budget', { method: 'PATCH', body: { daily_cap_usd: 2.5 } });
  const { keyword_ids: ids } = (await person.ask('/live/keyword-ids')).body;
  for (const [status, expected] of [
    ['paused', 'no_keywords'],
    ['active', 'queued'],
  ]) {
    for (const id of ids) await person.ask(`/live/keywords/${id}`, { method: 'PATCH', body: { status } });
    expect(await reason('chatgpt')).toBe(expected);
  }
});

test('caps and the width of an interval are set one by one and lifted again', async () => {
  const change = (body: object) => person.ask('/live/budget', { method: 'PATCH', body });
  expect((await change({ monthly_cap_usd: 40 })).body).toMatchObject({ daily_cap_usd: 2.5, monthly_cap_usd: 40 });
  expect((await change({ interval_points: 20 })).body).toMatchObject({ interval_points: 20, monthly_cap_usd: 40 });
  expect((await change({ daily_cap_usd: null, interval_points: null })).body).toMatchObject({
    daily_cap_usd: null,
    monthly_cap_usd: 40,
    interval_points: null,
  });
  expect((await change({ interval_points: 61 })).status).toBe(422);
  expect((await change({ daily_cap_usd: -1 })).status).toBe(422);
});

test('what counts as a significant change is set in parts, within limits', async () => {
  const change = (body: object) => person.ask('/live/significance', { method: 'PATCH', body });
  expect((await person.ask('/live/significance')).body).toEqual({ min_points: 10, level: 0.007 });
  expect((await change({ min_points: 15 })).body).toEqual({ min_points: 15, level: 0.007 });
  expect((await change({ level: 0.002 })).body).toEqual({ min_points: 15, level: 0.002 });
  for (const body of [{ min_points: 0 }, { min_points: 101 }, { level: 0 }, { level: 0.06 }, {}]) {
    expect((await change(body)).status).toBe(422);
  }
  await change({ min_points: 10, level: 0.007 });
});

test('a platform that only fails says since when and why', async () => {
  const now = Date.now();
  const at = (minutes: number) => new Date(now - minutes * 60_000);
  const answer = (id: string, status: string, minutes: number) =>
    db.query(
      sql`insert into answers (workspace_id, asked_at, answer_id, keyword_id, prompt_id, platform, surface, status, reason, prompt, text, recorded_at)
          values (${live}, ${at(minutes)}, ${id}, 'kw', 'prm', 'perplexity', 'api', ${status},
                  ${status === 'failed' ? 'http_503' : null}, '', '', now())`,
    );
  await answer('ans_1', 'failed', 90);
  await answer('ans_2', 'valid', 60);
  await answer('ans_3', 'failed', 30);
  await answer('ans_4', 'failed', 10);
  const { platforms } = (await person.ask('/live/platform-states')).body;
  const found = platforms.find((one: { platform: string }) => one.platform === 'perplexity');
  expect(found.failure).toBe('http_503');
  expect(Date.parse(found.failing_since) - Date.parse(found.last_answer_at)).toBe(30 * 60_000);
});
