import { afterEach, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import type { Price } from '../src/collect/prices.ts';
import type { Asker, Question, Reply } from '../src/measure/ask.ts';
import { askDue, planRounds } from '../src/measure/worker.ts';
import { sql } from '../src/store/db.ts';
import { savePlatformKey } from '../src/store/questions/platform-keys.ts';
import { setCaps } from '../src/store/questions/spend.ts';
import { saveReading } from '../src/store/workspaces/readings.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { addKeywords } from '../src/subject/add-keywords.ts';
import { givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { byLink } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);

/** What a platform of our own answers, and what it was asked. */
const asked: Question[] = [];
const COST = 0.01;
const PRICE: Price = {
  asOf: '2026-01-01',
  inputPerMillion: 0,
  outputPerMillion: 0,
  perSearch: 0,
  perRequest: COST,
  typical: { inputTokens: 0, outputTokens: 0 },
};

afterEach(() => {
  asked.length = 0;
});

function replyTo(question: Question, more: Partial<Reply['answer']> = {}): Reply {
  return {
    question,
    surface: 'api',
    askedAt: new Date(),
    status: 'valid',
    reason: undefined,
    answer: {
      ...{
        text: 'Acme leads.',
        cited: [],
        retrieved: [],
        queries: [],
        searched: true,
        model: 'm',
        requestedModel: 'm',
      },
      stop: 'stop',
      usage: {},
      costUsd: COST,
      raw: undefined,
      adapter: undefined,
      problems: [],
      ...more,
    },
  };
}

/** Asks two platforms, as far as the installation has a key for them. */
function askerOf(everywhere: string[], ask: Asker['ask'] = async (_, question) => replyTo(question)): Asker {
  return {
    everywhere,
    platforms: async () => everywhere,
    prices: async () => Object.fromEntries(everywhere.map((platform) => [platform, PRICE])),
    async ask(workspace, question, signal) {
      if (!everywhere.includes(question.platform)) return { waitsFor: undefined };
      asked.push(question);
      return ask(workspace, question, signal);
    },
  };
}

/** A live workspace whose brand is Acme, with a keyword of two prompts and nothing planned. */
async function givenLive() {
  const { accountId, workspaces } = await givenAccount(server.deps);
  const workspaceId = workspaces.live;
  const brand = { id: 'brand', name: 'Acme', aliases: [{ text: 'Acme' }], domains: ['acme.example'] };
  await db.transaction((tx) => saveReading(tx, workspaceId, { subject: { brand, competitors: [] }, now: new Date() }));
  const current = async () => {
    const workspace = await findWorkspace(db, workspaceId);
    if (!workspace) throw new Error('no workspace');
    return workspace;
  };
  const nobody = { ...server.deps, ask: askerOf([]) };
  await planRounds(nobody, await current());
  const prompts = ['Which tools are good?', 'What do people use?'];
  const wanted = { keyword: 'tools', tags: [], country: undefined, language: undefined, prompts };
  await addKeywords(nobody, await current(), [wanted]);
  return { accountId, workspaceId, current };
}

/** Questions that are due, the first of them the longest. */
async function givenDue(
  workspaceId: string,
  platform: string,
  { count, daysAgo = 0 }: { count: number; daysAgo?: number },
) {
  await db.query(
    sql`insert into questions (question_id, workspace_id, keyword_id, prompt_id, platform, round, repetition, due_at)
        select gen_random_uuid()::text, workspace_id, keyword_id, prompt_id, ${platform}, (now() at time zone 'UTC')::date - ${daysAgo}::integer, n,
               now() - interval '1 minute' - make_interval(days => ${daysAgo})
        from (select * from prompts where workspace_id = ${workspaceId} order by place limit 1) p, generate_series(1, ${count}::integer) n`,
  );
}

interface Open {
  platform: string;
  tries: number;
  until: Date | null;
}

const open = (workspaceId: string) =>
  db.query<Open>(
    sql`select platform, tries, lease_until as until
        from questions where workspace_id = ${workspaceId} and done_at is null`,
  );

const answers = (workspaceId: string) =>
  db.query<{ status: string; reason: string | null; text: string; cost_usd: number | null }>(
    sql`select status, reason, text, cost_usd from answers where workspace_id = ${workspaceId}`,
  );

async function spent(workspaceId: string): Promise<number> {
  const [row] = await db.query<{ usd: number }>(
    sql`select coalesce(sum(cost_usd), 0) as usd from spend where workspace_id = ${workspaceId}`,
  );
  return row?.usd ?? 0;
}

test('5,000 leftovers of a platform without a key keep nobody waiting', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'claude', { count: 5_000 });
  await db.query(sql`update questions set due_at = due_at - interval '1 hour' where workspace_id = ${workspaceId}`);
  await givenDue(workspaceId, 'perplexity', { count: 3 });
  const another = await givenLive();
  await givenDue(another.workspaceId, 'perplexity', { count: 2 });

  const deps = { ...server.deps, ask: askerOf(['perplexity']) };
  await askDue(deps);
  await askDue(deps);
  expect(asked.map((question) => question.platform)).toEqual(Array.from({ length: 5 }, () => 'perplexity'));
  expect(new Set(asked.map((question) => question.workspaceId))).toEqual(new Set([workspaceId, another.workspaceId]));
  const left = await open(workspaceId);
  expect(left.length).toBe(5_000);
  expect(left.every(({ tries }) => tries === 0)).toBe(true);
});

test('a platform whose key is a workspace’s own is asked there and nowhere else', async () => {
  const [own, other] = [await givenLive(), await givenLive()];
  await savePlatformKey(db, own.workspaceId, { platform: 'claude', sealed: Buffer.from('sealed') });
  for (const { workspaceId } of [own, other]) await givenDue(workspaceId, 'claude', { count: 1 });
  const ask = askerOf(['claude']);
  const deps = { ...server.deps, ask: { ...ask, everywhere: [] } };
  await askDue(deps, { workspaceId: own.workspaceId });
  await askDue(deps, { workspaceId: other.workspaceId });
  expect(asked.map(({ workspaceId }) => workspaceId)).toEqual([own.workspaceId]);
});

test('questions that nobody could be asked are forgotten when their day is over, and counted as missed', async () => {
  const { workspaceId, current } = await givenLive();
  await givenDue(workspaceId, 'claude', { count: 4, daysAgo: 1 });
  await givenDue(workspaceId, 'claude', { count: 2 });
  await givenDue(workspaceId, 'perplexity', { count: 3, daysAgo: 1 });
  await givenDue(workspaceId, 'perplexity', { count: 5, daysAgo: 2 });
  const deps = { ...server.deps, ask: askerOf(['perplexity']) };
  await planRounds(deps, { ...(await current()), plannedThrough: addDays(dayOf(new Date()), -1) });

  const today = dayOf(new Date());
  const missed = await db.query(
    sql`select day, platform, questions from missed_questions where workspace_id = ${workspaceId} order by day, platform`,
  );
  expect(missed).toEqual([
    { day: addDays(today, -2), platform: 'perplexity', questions: 5 },
    { day: addDays(today, -1), platform: 'claude', questions: 4 },
  ]);
  const left = await db.query<{ platform: string; round: string; count: number }>(
    sql`select platform, round, count(*) as count from questions
        where workspace_id = ${workspaceId} and repetition > 0 group by 1, 2 order by 1`,
  );
  expect(left).toMatchObject([
    { platform: 'claude', round: today, count: 2 },
    { platform: 'perplexity', round: addDays(today, -1), count: 3 },
  ]);
  expect(await answers(workspaceId)).toEqual([]);
});

test('the coverage of a week counts what was missed as planned', async () => {
  const { accountId, workspaceId, current } = await givenLive();
  const person = await byLink(server, accountId);
  const planned = async () => (await person.ask('/live/overview/coverage')).body.planned;
  const before = await planned();
  await givenDue(workspaceId, 'openai_compatible', { count: 4, daysAgo: 1 });
  const yesterday = addDays(dayOf(new Date()), -1);
  await planRounds({ ...server.deps, ask: askerOf([]) }, { ...(await current()), plannedThrough: yesterday });
  expect(await planned()).toBe(before + 4);
});

test('a platform that is resting is put off as a whole, and the next pass asks another', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'claude', { count: 300 });
  await db.query(sql`update questions set due_at = due_at - interval '1 hour' where workspace_id = ${workspaceId}`);
  await givenDue(workspaceId, 'perplexity', { count: 2 });
  const ask = askerOf(['claude', 'perplexity'], async (_, question) =>
    question.platform === 'claude' ? { waitsFor: undefined } : replyTo(question),
  );
  const deps = { ...server.deps, ask };
  expect(await askDue(deps, { workspaceId })).toMatchObject({ questions: 0 });
  expect(await askDue(deps, { workspaceId })).toMatchObject({ questions: 2 });
  const left = await open(workspaceId);
  expect(left.length).toBe(300);
  expect(left.every(({ tries, until }) => tries === 0 && until === null)).toBe(true);
});

const longHost = Array.from({ length: 900 }, (_, n) => `${(n * 2_654_435_761) % 4_294_967_291}`).join('.');

test.each([
  ['a NUL in its text', { text: 'Acme\0 leads.' }],
  ['half a character in its text', { text: 'Acme \ud83d leads.' }],
  ['an address that no index takes', { cited: [{ url: `https://${longHost}.example/`, title: 'A', spans: [] }] }],
  ['a value that its column does not take', { searched: 'maybe' as unknown as boolean }],
])('an answer with %s is paid for once', async (_name, more) => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 2 });
  const ask = askerOf(['perplexity'], async (_, question) => replyTo(question, question.repetition === 1 ? more : {}));
  const deps = { ...server.deps, ask };
  await askDue(deps, { workspaceId }).catch((error: Error) => expect(error.message).toContain('failed with an error'));
  await db.query(
    sql`update questions set lease_until = now() - interval '1 second'
        where workspace_id = ${workspaceId} and lease_until is not null`,
  );
  await askDue(deps, { workspaceId });
  expect(asked.length).toBe(2);
  expect(await open(workspaceId)).toEqual([]);
  expect((await answers(workspaceId)).length).toBe(2);
  expect(await spent(workspaceId)).toBeCloseTo(2 * COST);
});

test('a question that never comes to an end is not paid for without end', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 1 });
  const ask = askerOf(['perplexity'], async () => {
    throw new Error('the process dies here');
  });
  for (let pass = 0; pass < 20; pass++) {
    await askDue({ ...server.deps, ask }, { workspaceId }).catch(() => undefined);
    await db.query(sql`update questions set lease_until = null where workspace_id = ${workspaceId}`);
  }
  expect(asked.length).toBe(8);
});

test('a question that waits longer than its lease stays with who holds it', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 2 });
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ask = askerOf(['perplexity'], async (_, question) => {
    await waiting;
    return replyTo(question);
  });
  const pass = askDue({ ...server.deps, ask }, { workspaceId, leaseSeconds: 3 });
  await expect.poll(() => asked.length).toBe(2);
  const [first] = await open(workspaceId);
  const isRenewed = async () => (await open(workspaceId)).every(({ until }) => Number(until) > Number(first?.until));
  await expect.poll(isRenewed).toBe(true);
  answer();
  expect(await pass).toMatchObject({ questions: 2 });
});

test('who has lost a question to another does not ask it any more', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 1 });
  const sent: string[] = [];
  const waitsForItsTurn = askerOf(['perplexity'], async (_, question, signal) => {
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    return signal?.aborted ? { waitsFor: undefined } : replyTo(question);
  });
  const slow = askDue({ ...server.deps, ask: waitsForItsTurn }, { workspaceId, leaseSeconds: 3 });
  await expect.poll(() => asked.length).toBe(1);
  await db.query(
    sql`update questions set lease_until = now() - interval '1 second' where workspace_id = ${workspaceId}`,
  );
  const quick = askerOf(['perplexity'], async (_, question) => {
    sent.push(question.promptId);
    return replyTo(question);
  });
  await expect
    .poll(async () => (await askDue({ ...server.deps, ask: quick }, { workspaceId })).questions + sent.length)
    .toBeGreaterThan(0);
  expect(await slow).toMatchObject({ questions: 0 });
  expect(sent.length).toBe(1);
  expect((await answers(workspaceId)).length).toBe(1);
});

test('workers at the edge of a cap spend what it allows, however many they are', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 40 });
  await setCaps(db, workspaceId, { dailyCapUsd: 10 * COST, monthlyCapUsd: undefined });
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ask = askerOf(['perplexity'], async (_, question) => {
    await waiting;
    return replyTo(question);
  });
  const workers = [1, 2, 3, 4].map(() => askDue({ ...server.deps, ask }, { workspaceId, limit: 8 }));
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(10);
  answer();
  await Promise.all(workers);
  expect(asked.length).toBe(10);
  expect(await spent(workspaceId)).toBeCloseTo(10 * COST);
  const [reserved] = await db.query<{ usd: number }>(
    sql`select coalesce(sum(reserved_usd), 0) as usd from questions where workspace_id = ${workspaceId} and done_at is null`,
  );
  expect(reserved?.usd).toBe(0);
});

test('answers that do not say what they cost reach a cap too', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 20 });
  await setCaps(db, workspaceId, { dailyCapUsd: 5.5 * COST, monthlyCapUsd: undefined });
  const ask = askerOf(['perplexity'], async (_, question) => replyTo(question, { costUsd: undefined }));
  for (let pass = 0; pass < 5; pass++) await askDue({ ...server.deps, ask }, { workspaceId, limit: 2 });
  expect(asked.length).toBe(5);
  expect(await spent(workspaceId)).toBe(0);
});

test('an answer whose searches all failed is stored, shown and not counted', async () => {
  const { accountId, workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 2 });
  const ask = askerOf(['perplexity'], async (_, question) => {
    const reply = replyTo(question, { searched: false, stop: 'no_search' });
    return asked.length === 1 ? { ...reply, status: 'no_search', reason: 'no_search' } : replyTo(question);
  });
  await askDue({ ...server.deps, ask }, { workspaceId });
  const person = await byLink(server, accountId);
  const { data } = (await person.ask('/live/answers')).body;
  expect(data.map(({ status }: { status: string }) => status).sort()).toEqual(['no_search', 'valid']);
  const counts = await db.query(
    sql`select c.valid, c.failed from days d cross join bi.day_cells(d.value, 0) c where d.workspace_id = ${workspaceId}`,
  );
  expect(counts).toEqual([{ valid: 1, failed: 1 }]);
  const mentions = await db.query(sql`select 1 from mentions where workspace_id = ${workspaceId}`);
  expect(mentions).toHaveLength(1);
});

test('a model without a price is not asked under a cap, and is asked without one', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 1 });
  await givenDue(workspaceId, 'chatgpt', { count: 1 });
  await setCaps(db, workspaceId, { dailyCapUsd: 100, monthlyCapUsd: undefined });
  const ask = {
    ...askerOf(['perplexity', 'chatgpt']),
    prices: async () => ({ perplexity: undefined, chatgpt: PRICE }),
  };
  for (let pass = 0; pass < 2; pass++) await askDue({ ...server.deps, ask }, { workspaceId });
  expect(asked.map(({ platform }) => platform)).toEqual(['chatgpt']);
  await setCaps(db, workspaceId, { dailyCapUsd: undefined, monthlyCapUsd: undefined });
  await db.query(sql`update questions set due_at = now() where workspace_id = ${workspaceId} and done_at is null`);
  await askDue({ ...server.deps, ask }, { workspaceId });
  expect(asked.map(({ platform }) => platform)).toEqual(['chatgpt', 'perplexity']);
});

test('the cost of a reply that was lost with its process stays booked', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 1 });
  await setCaps(db, workspaceId, { dailyCapUsd: 2.5 * COST, monthlyCapUsd: undefined });
  const estimated = async () => {
    const rows = await db.query<{ usd: number }>(
      sql`select estimated_usd::double precision as usd from spend where workspace_id = ${workspaceId}`,
    );
    return rows[0]?.usd ?? 0;
  };
  // What a killed process leaves: a reservation under a lease that ends.
  const crash = () =>
    db.query(
      sql`update questions
          set reserved_usd = ${COST}, lease_token = gen_random_uuid(), lease_until = now() - interval '1 second', tries = tries + 1
          where workspace_id = ${workspaceId} and done_at is null`,
    );
  await crash();
  const ask = askerOf(['perplexity']);
  await askDue({ ...server.deps, ask }, { workspaceId });
  expect(asked).toHaveLength(1);
  expect(await estimated()).toBeCloseTo(COST);
  expect(await spent(workspaceId)).toBeCloseTo(COST);
  // Two are booked, so a third does not fit.
  await givenDue(workspaceId, 'perplexity', { count: 1, daysAgo: 1 });
  await askDue({ ...server.deps, ask }, { workspaceId });
  expect(asked).toHaveLength(1);
});

test('what cheaper answers left over is spent on the same day', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 2 });
  await setCaps(db, workspaceId, { dailyCapUsd: 1.6 * COST, monthlyCapUsd: undefined });
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ask = askerOf(['perplexity'], async (_, question) => {
    await waiting;
    return replyTo(question, { costUsd: COST / 2 });
  });
  const deps = { ...server.deps, ask };
  const first = askDue(deps, { workspaceId, limit: 1 });
  await expect.poll(() => asked.length).toBe(1);
  expect(await askDue(deps, { workspaceId })).toMatchObject({ questions: 0 });
  answer();
  await first;
  const [left] = await db.query<{ seconds: number }>(
    sql`select extract(epoch from due_at - now())::double precision as seconds
        from questions where workspace_id = ${workspaceId} and done_at is null`,
  );
  expect(left?.seconds).toBeLessThan(61);
  await db.query(sql`update questions set due_at = now() where workspace_id = ${workspaceId} and done_at is null`);
  expect(await askDue(deps, { workspaceId })).toMatchObject({ questions: 1 });
});

test('questions of a keyword that was deleted while they were held are dropped', async () => {
  const { workspaceId } = await givenLive();
  await givenDue(workspaceId, 'perplexity', { count: 2 });
  await db.query(sql`delete from keywords where workspace_id = ${workspaceId}`);
  await askDue({ ...server.deps, ask: askerOf(['perplexity']) }, { workspaceId });
  expect(asked).toEqual([]);
  expect(await open(workspaceId)).toEqual([]);
});
