import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTransport } from '../src/collect/transport.ts';
import { chooseAsker } from '../src/commands/asker.ts';
import { cameBack, collectNow, estimateWeek, run } from '../src/commands/collect.ts';
import type { Service, WorkspaceService } from '../src/commands/open.ts';
import { readConfig } from '../src/config.ts';
import { askDue, planRounds } from '../src/measure/worker.ts';
import { sql } from '../src/store/db.ts';
import { platformHealth } from '../src/store/questions/platform-health.ts';
import { savePlatformKey } from '../src/store/questions/platform-keys.ts';
import { setCaps } from '../src/store/questions/spend.ts';
import { saveReading } from '../src/store/workspaces/readings.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { addKeywords } from '../src/subject/add-keywords.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { callWith } from './support/call.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const KEY = 'secret-key-of-the-operator';

/** A platform of our own that speaks like Perplexity. */
const platform = {
  status: 200,
  text: 'Acme leads, says [1].',
  asked: [] as { key: string; prompt: string }[],
  url: '',
};
const platformServer = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    platform.asked.push({ key: request.headers.authorization ?? '', prompt: JSON.parse(body).input });
    const reply = {
      model: 'perplexity/sonar',
      status: 'completed',
      output: [
        { type: 'search_results', results: [{ id: 1, url: 'https://acme.example/pricing', title: 'Pricing' }] },
        { type: 'message', content: [{ type: 'output_text', text: platform.text }] },
      ],
      usage: { input_tokens: 10, output_tokens: 50, cost: { total_cost: 0.006 } },
      echo: request.headers.authorization,
    };
    response.writeHead(platform.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => platformServer.listen(0, '127.0.0.1', resolve));
  platform.url = `http://127.0.0.1:${(platformServer.address() as AddressInfo).port}`;
});
afterAll(() => {
  platformServer.close();
});
beforeEach(() => {
  Object.assign(platform, { status: 200, text: 'Acme leads, says [1].', asked: [] });
});

/** A live workspace with a brand and one keyword, and what asks for it. */
async function givenLive() {
  const account = await givenAccount(server.deps);
  const workspaceId = account.workspaces.live;
  const config = readConfig({ PERPLEXITY_API_KEY: KEY, PERPLEXITY_BASE_URL: platform.url });
  const transport = createTransport({ maxTries: 1, paces: { perplexity: { concurrency: 8, perMinute: 10_000 } } });
  const ask = chooseAsker({ ...server.deps } as unknown as Service, config, transport);
  const deps = { ...server.deps, ask };
  const current = async () => {
    const workspace = await findWorkspace(db, workspaceId);
    if (!workspace) throw new Error('no workspace');
    return workspace;
  };
  const brand = { id: 'brand', name: 'Acme', aliases: [{ text: 'Acme' }], domains: ['acme.example'] };
  await db.transaction(async (tx) =>
    saveReading(tx, workspaceId, { subject: { brand, competitors: [] }, now: new Date() }),
  );
  await planRounds(deps, await current());
  const prompts = ['Which tools are good?', 'What do people use?'];
  const wanted = { keyword: 'tools', tags: [], country: 'DE', language: 'de', prompts };
  await addKeywords(deps, await current(), [wanted]);
  const key = await givenKey(server.deps, account, { mode: 'live' });
  return { deps, current, key, workspaceId };
}

/** Makes today's questions due and asks them until nothing is left to ask. */
async function askAllOfToday({ deps, workspaceId }: Awaited<ReturnType<typeof givenLive>>) {
  await db.query(sql`update questions set due_at = now() where workspace_id = ${workspaceId} and due_at > now()`);
  while ((await askDue(deps, { workspaceId })).questions > 0);
}

test('a live keyword is asked on the platforms that have a key, scored, and its cost is shown', async () => {
  const live = await givenLive();
  await askAllOfToday(live);
  expect(platform.asked.length).toBeGreaterThanOrEqual(2);
  expect(new Set(platform.asked.map(({ key }) => key))).toEqual(new Set([`Bearer ${KEY}`]));
  const { body } = await call(server, '/api/v1/visibility', { key: live.key });
  expect(body.data[0]).toMatchObject({ keyword: 'tools', visibility_score: 100, platforms: { perplexity: 100 } });
  expect(body.data[0].citations).toBe(platform.asked.length);
  const usage = (await call(server, '/api/v1/usage', { key: live.key })).body;
  expect(usage.days[0]).toMatchObject({ platform: 'perplexity', valid: platform.asked.length, failed: 0 });
  const [stored] = await db.query<{ adapter: string }>(
    sql`select distinct adapter from answers where workspace_id = ${live.workspaceId}`,
  );
  expect(stored?.adapter).toBe('perplexity/2 agent web_search');
  const facts = await db.query<{ fact: string; count: number }>(
    sql`select fact, count from reply_facts where workspace_id = ${live.workspaceId} order by fact`,
  );
  const count = platform.asked.length;
  expect(facts).toEqual(['answers', 'cited', 'cited_squares', 'searched'].map((fact) => ({ fact, count })));
  expect(usage.days[0].cost_usd).toBeCloseTo(0.006 * platform.asked.length);
  expect(usage.budget.spent_today_usd).toBeCloseTo(0.006 * platform.asked.length);
});

test('prompts wait for a platform that rejects its key; the owner gets one email, and what was missed is reported', async () => {
  const live = await givenLive();
  platform.status = 401;
  await askAllOfToday(live);
  await askAllOfToday(live);
  expect(platform.asked.length).toBeGreaterThanOrEqual(4);
  const refused = async () =>
    (await call(server, '/api/v1/activity?type=platform.key_refused', { key: live.key })).body.data;
  expect(await refused()).toMatchObject([
    { message: 'Perplexity rejected its API key', data: { platform: 'perplexity' } },
  ]);
  const emails = await db.query(
    sql`select subject, link from mail_outbox m join workspaces w using (account_id) where w.workspace_id = ${live.workspaceId}`,
  );
  expect(emails).toEqual([{ subject: 'Perplexity rejects its API key', link: '/settings/platforms' }]);
  expect((await call(server, '/api/v1/answers', { key: live.key })).body.data).toEqual([]);
  const [health] = await platformHealth(db, live.workspaceId, new Date());
  expect(health).toMatchObject({ platform: 'perplexity', failure: 'unauthorized', failingSince: expect.any(Date) });
  const finished = async () =>
    (await call(server, '/api/v1/activity?type=collection.finished', { key: live.key })).body.data;
  expect(await finished()).toEqual([]);

  // The key of one prompt works again, that of the others never does.
  await db.query(sql`update questions set due_at = now() where workspace_id = ${live.workspaceId}`);
  platform.status = 200;
  await askDue(live.deps, { workspaceId: live.workspaceId, limit: 1 });
  platform.status = 401;
  await askAllOfToday(live);
  const [open] = await db.query<{ count: number }>(
    sql`select count(*) as count from questions where workspace_id = ${live.workspaceId} and done_at is null`,
  );
  expect(open?.count).toBeGreaterThan(0);
  await db.query(sql`update questions set round = round - 3 where workspace_id = ${live.workspaceId}`);
  await planRounds(live.deps, { ...(await live.current()), plannedThrough: undefined });
  const [missed] = await db.query<{ questions: number }>(
    sql`select sum(questions)::integer as questions from missed_questions where workspace_id = ${live.workspaceId}`,
  );
  expect(missed?.questions).toBe(open?.count);
});

test('a prompt refused with 429 four times is postponed, not failed', async () => {
  const live = await givenLive();
  platform.status = 429;
  await askAllOfToday(live);
  const asked = platform.asked.length;
  expect(asked).toBeGreaterThanOrEqual(2);
  expect((await call(server, '/api/v1/answers', { key: live.key })).body.data).toEqual([]);
  const waiting = await db.query(
    sql`select distinct waits_for, tries, due_at > now() as is_later
        from questions where workspace_id = ${live.workspaceId} and done_at is null`,
  );
  expect(waiting).toEqual([{ waits_for: 'http_429', tries: 0, is_later: true }]);
  platform.status = 200;
  await askAllOfToday(live);
  expect((await call(server, '/api/v1/answers', { key: live.key })).body.meta.total).toBe(asked);
});

test('an answer that took long is told with the time it was recorded at', async () => {
  const live = await givenLive();
  const { workspaceId } = live;
  let answeredAt = 0;
  const ask: typeof live.deps.ask.ask = async (...question) => {
    const reply = await live.deps.ask.ask(...question);
    await db.query(
      sql`update workspaces set clock_ahead = clock_ahead + interval '2 minutes' where workspace_id = ${workspaceId}`,
    );
    answeredAt = (await live.current()).now.getTime();
    return reply;
  };
  await db.query(sql`update questions set due_at = now() where workspace_id = ${workspaceId}`);
  await askDue({ ...live.deps, ask: { ...live.deps.ask, ask } }, { workspaceId, limit: 1 });
  const { data } = (await call(server, '/api/v1/events?type=mention.new', { key: live.key })).body;
  expect(data).toHaveLength(1);
  expect(Date.parse(data[0].created_at)).toBeGreaterThanOrEqual(Math.floor(answeredAt / 1000) * 1000);
});

test('a platform that fails is shown as failed and never as "not named"', async () => {
  const live = await givenLive();
  platform.status = 400;
  await askAllOfToday(live);
  expect((await call(server, '/api/v1/visibility', { key: live.key })).body.data).toEqual([]);
  const [day] = (await call(server, '/api/v1/usage', { key: live.key })).body.days;
  expect(day).toMatchObject({ valid: 0, cost_usd: 0 });
  expect(day.failed).toBeGreaterThanOrEqual(2);
  const [answer] = (await call(server, '/api/v1/answers', { key: live.key })).body.data;
  expect(answer.status).toBe('failed');
});

test('an answer of more than 50,000 characters is kept as failed without its text, with its cost', async () => {
  const replied = async (length: number) => {
    const { workspaceId, ...live } = await givenLive();
    platform.text = 'Acme leads. '.padEnd(length, '-');
    await askAllOfToday({ workspaceId, ...live });
    return db.query(
      sql`select distinct status, reason, length(text) as length, cost_usd::double precision as cost
          from answers where workspace_id = ${workspaceId}`,
    );
  };
  expect(await replied(50_000)).toEqual([{ status: 'valid', reason: null, length: 50_000, cost: 0.006 }]);
  expect(await replied(50_001)).toEqual([{ status: 'failed', reason: 'too_long', length: 0, cost: 0.006 }]);
});

test('nothing is asked beyond the budget, and what is left over waits until tomorrow', async () => {
  const live = await givenLive();
  await setCaps(db, live.workspaceId, { dailyCapUsd: 0.001, monthlyCapUsd: undefined });
  await askAllOfToday(live);
  expect(platform.asked).toEqual([]);
  const [waiting] = await db.query<{ count: number; soonest: number }>(
    sql`select count(*) as count, extract(epoch from min(due_at) - now())::double precision as soonest
        from questions where workspace_id = ${live.workspaceId} and done_at is null`,
  );
  expect(waiting?.count).toBeGreaterThanOrEqual(2);
  expect(waiting?.soonest).toBeGreaterThan(0);
});

test('collecting now at a cap says which cap it is and what to do', async () => {
  const live = await givenLive();
  const collect = async () => {
    const collected = await collectNow(live.deps, await live.current(), {
      choice: { keywords: [], platforms: [] },
      onProgress: () => {},
    });
    return cameBack(db, await live.current(), { ...collected, since: new Date() });
  };
  await setCaps(db, live.workspaceId, { dailyCapUsd: 0.001, monthlyCapUsd: 5 });
  expect(await collect()).toBe(
    [
      '0 of 2 prompts were sent.',
      'The daily cap of 0.001 USD leaves 0.0010 USD, which is too little for the next prompt. The others wait until tomorrow (UTC). Raise it: visibility budget --daily USD',
    ].join('\n'),
  );
  await setCaps(db, live.workspaceId, { dailyCapUsd: undefined, monthlyCapUsd: 0 });
  expect(await collect()).toContain('The monthly cap of 0 USD leaves 0.0000 USD, ');
  expect(platform.asked).toEqual([]);
});

test('a workspace’s own key goes before the operator’s, and no key is stored readable anywhere', async () => {
  const live = await givenLive();
  const sealed = server.deps.secrets.seal('secret-key-of-the-customer', `${live.workspaceId} perplexity`);
  await savePlatformKey(db, live.workspaceId, { platform: 'perplexity', sealed });
  await askAllOfToday(live);
  expect(new Set(platform.asked.map(({ key }) => key))).toEqual(new Set(['Bearer secret-key-of-the-customer']));
  const answers = await db.query<{ raw: Buffer; everything: string }>(
    sql`select raw, row_to_json(answers)::text as everything from answers where workspace_id = ${live.workspaceId}`,
  );
  expect(answers.length).toBeGreaterThan(0);
  for (const { raw, everything } of answers) {
    // The platform above even echoes the key it was sent.
    expect(gunzipSync(raw).toString()).toContain('search_results');
    expect(gunzipSync(raw).toString()).not.toContain('secret-key');
    expect(everything).not.toContain('secret-key');
  }
  expect(sealed.includes('secret-key')).toBe(false);
});

test('a question is not asked again after its answer was stored, whoever asks', async () => {
  const live = await givenLive();
  await db.query(sql`update questions set due_at = now() where workspace_id = ${live.workspaceId}`);
  const [planned] = await db.query<{ count: number }>(
    sql`select count(*) as count from questions where workspace_id = ${live.workspaceId}`,
  );
  await Promise.all([1, 2, 3, 4].map(() => askDue(live.deps, { workspaceId: live.workspaceId })));
  await askAllOfToday(live);
  await planRounds(live.deps, { ...(await live.current()), plannedThrough: undefined });
  await askAllOfToday(live);
  expect(platform.asked.length).toBe(planned?.count);
});

test('simulated questions whose answers could not be stored are free again at once', async () => {
  const account = await givenAccount(server.deps, { historyDays: 1 });
  const workspaceId = account.workspaces.test;
  await db.query(sql`update questions set due_at = now(), done_at = null where workspace_id = ${workspaceId}`);
  const { deps } = await givenLive();
  const away = { ...db, transaction: () => Promise.reject(new Error('away')) };
  await expect(askDue({ ...deps, db: away }, { workspaceId, limit: 5_000 })).rejects.toThrow('away');
  expect((await askDue(deps, { workspaceId, limit: 5_000 })).questions).toBeGreaterThan(0);
});

test('collecting now asks every prompt once more, and a week of the plan has a price', async () => {
  const live = await givenLive();
  await askAllOfToday(live);
  const before = platform.asked.length;
  const choice = { keywords: ['TOOLS'], platforms: ['perplexity'] };
  const workspace = await live.current();
  expect(await collectNow(live.deps, workspace, { choice, onProgress: () => {} })).toMatchObject({
    done: 2,
    planned: 2,
  });
  expect(platform.asked.length).toBe(before + 2);
  const estimate = await estimateWeek(live.deps, workspace, choice);
  expect(estimate.usd).toBeCloseTo(16 * 0.00525, 4);
  await expect(estimateWeek(live.deps, workspace, { keywords: [], platforms: ['grok'] })).rejects.toThrow(
    'grok has no API key here',
  );
});

test('the estimate of a week is unknown while a platform has no price', async () => {
  const { current } = await givenLive();
  const estimate = async (settings: Record<string, string>) => {
    const service = { ...server.deps, workspace: await current() } as unknown as WorkspaceService;
    const config = readConfig({ PERPLEXITY_API_KEY: KEY, ...settings });
    const options = { now: false, estimate: true, keyword: [], platform: [] };
    return (await run(service, callWith(options, [], config))).split('\n').map((line) => line.replace(/ +/, ' '));
  };
  const known = 'perplexity 0.08 USD per week';
  expect(await estimate({})).toEqual([known, 'all 0.08 USD per week, about 0.37 per month']);
  expect(await estimate({ GROK_API_KEY: KEY, GROK_MODEL: 'newer' })).toEqual([
    known,
    'grok price unknown',
    'all unknown; 0.08 USD per week for platforms with a price',
  ]);
});

test('an operator’s own prices are used in place of ours, and wrong ones are refused in words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prices-'));
  const path = join(folder, 'prices.json');
  const typical = { inputTokens: 0, outputTokens: 0 };
  const row = {
    platform: 'perplexity',
    model: 'perplexity/sonar',
    asOf: '2026-11-01',
    inputPerMillion: 0,
    outputPerMillion: 0,
    perRequest: 2,
    typical,
  };
  writeFileSync(path, JSON.stringify([row]));
  const live = await givenLive();
  const config = readConfig({ PERPLEXITY_API_KEY: KEY, PERPLEXITY_BASE_URL: platform.url, PRICES_FILE: path });
  const ask = chooseAsker(server.deps as unknown as Service, config);
  const choice = { keywords: [], platforms: [] };
  expect((await estimateWeek({ ...live.deps, ask }, await live.current(), choice)).usd).toBe(32);
  writeFileSync(path, JSON.stringify([{ ...row, perRequest: -1 }]));
  expect(() => chooseAsker(server.deps as unknown as Service, config)).toThrow('[0].perRequest: must be at least 0');
  rmSync(folder, { recursive: true });
});

test('without a brand to look for nothing is planned', async () => {
  const account = await givenAccount(server.deps);
  const key = await givenKey(server.deps, account, { mode: 'live' });
  await call(server, '/api/v1/keywords', { key, method: 'POST', body: { keyword: 'anything' } });
  const live = await findWorkspace(db, account.workspaces.live);
  if (!live) throw new Error('no workspace');
  await planRounds(server.deps, live);
  const open = await db.query(sql`select from questions where workspace_id = ${live.workspaceId}`);
  expect(open).toEqual([]);
});
