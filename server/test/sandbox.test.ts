import { expect, test } from 'vitest';
import { askDue, planDue, planRounds } from '../src/measure/worker.ts';
import { createAccountWithSandbox } from '../src/sandbox/create.ts';
import { seedSandboxes } from '../src/sandbox/seed.ts';
import { sql } from '../src/store/db.ts';
import { workspaceOf } from '../src/store/workspaces/workspaces.ts';
import { call, FEW_KEYWORDS, fillAccount, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
const A_WEEK = 7 * 86_400;

type Numbers = {
  keyword: string;
  visibility_score: number;
  mentions: number;
  citations: number;
  platforms: object;
  trend: string;
};

async function numbersOf(key: string): Promise<Numbers[]> {
  const { body } = await call(server, '/api/v1/visibility', { key });
  return body.data.map(({ keyword_id: _, updated_at: __, ...numbers }: Record<string, unknown>) => numbers);
}

test('the same seed gives the same numbers, also after time has passed', async () => {
  const [one, two, other] = [
    await givenKey(deps, await fillAccount(deps, { historyDays: 8, seed: 'a', only: FEW_KEYWORDS })),
    await givenKey(deps, await fillAccount(deps, { historyDays: 8, seed: 'a', only: FEW_KEYWORDS })),
    await givenKey(deps, await givenAccount(deps, { historyDays: 8, seed: 'b', only: FEW_KEYWORDS })),
  ];
  const numbers = await numbersOf(one);
  expect(numbers.length).toBe(FEW_KEYWORDS.length);
  expect(await numbersOf(two)).toEqual(numbers);
  expect(await numbersOf(other)).not.toEqual(numbers);

  for (const key of [one, two]) {
    await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: 3 * 86_400 } });
  }
  const later = await numbersOf(one);
  expect(later).not.toEqual(numbers);
  expect(await numbersOf(two)).toEqual(later);
});

test('a history that was interrupted goes on where it stopped, and comes out the same', async () => {
  const whole = await givenAccount(deps, { historyDays: 8, seed: 'a' });
  const account = await db.transaction((tx) =>
    createAccountWithSandbox(tx, {
      name: 'Interrupted',
      seed: 'a',
      historyDays: 8,
      plan: 'enterprise',
    }),
  );
  const stopping = new AbortController();
  await seedSandboxes(deps, (done) => done >= 3 && stopping.abort(), stopping.signal);
  const key = await givenKey(deps, account);
  const early = await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: 60 } });
  expect([early.status, early.body]).toEqual([
    409,
    { detail: 'The sandbox is still being prepared. Try again in a minute.' },
  ]);

  await seedSandboxes(deps, () => {}, new AbortController().signal);
  expect(await numbersOf(key)).toEqual(await numbersOf(await givenKey(deps, whole)));
});

test('workers leave a sandbox to the one that generates its history', async () => {
  const account = await db.transaction((tx) =>
    createAccountWithSandbox(tx, { name: 'Waiting', seed: 'a', historyDays: 1, plan: 'enterprise' }),
  );
  const planned = async () => (await workspaceOf(db, account.accountId, 'test')).plannedThrough;
  await planDue(deps);
  expect(await planned()).toBeUndefined();
  await seedSandboxes(deps, () => {}, new AbortController().signal);
  const generated = await planned();
  await db.query(
    sql`update workspaces
        set clock_ahead = clock_ahead + interval '1 day'
        where workspace_id = ${account.workspaces.test}`,
  );
  await planDue(deps);
  expect(await planned()).not.toBe(generated);
});

test('workers that plan the same days while a history is generated do not ask a prompt twice', async () => {
  const account = await db.transaction((tx) =>
    createAccountWithSandbox(tx, { name: 'Busy', seed: 'a', historyDays: 7, plan: 'enterprise' }),
  );
  const { test: workspaceId } = account.workspaces;
  let isReady = false;
  let rounds = 0;
  const work = async () => {
    while (!isReady) {
      rounds += Number(await planRounds(deps, await workspaceOf(db, account.accountId, 'test')));
      await askDue(deps, { workspaceId });
    }
  };
  const seed = async () => {
    await seedSandboxes(deps, () => {}, new AbortController().signal);
    isReady = true;
  };
  await Promise.all([work(), seed()]);
  expect(rounds).toBeGreaterThan(0);
  const [counts] = await db.query<{ answers: number; finished: number }>(
    sql`select (select count(*) from answers where workspace_id = ${workspaceId}) as answers,
               (select count(*) from activity
                where workspace_id = ${workspaceId}
                  and type = 'collection.finished') as finished`,
  );
  expect(counts).toEqual({ answers: 1920, finished: 7 });
  // Without statistics, PostgreSQL reads what was just generated with bad plans.
  const unknown = await db.query(
    sql`select relname from pg_class where relkind = 'r' and reltuples < 0 and pg_relation_size(oid) > 1000000`,
  );
  expect(unknown).toEqual([]);
});

test('time passes as far as it is asked to, every planned question is asked once, and events fire', async () => {
  const account = await givenAccount(deps, { historyDays: 7 });
  const key = await givenKey(deps, account);
  const { status, body } = await call(server, '/api/v1/sandbox/advance', {
    key,
    method: 'POST',
    body: { seconds: A_WEEK },
  });
  expect(status).toBe(200);
  // Twelve keywords, five prompts, eight repetitions, four platforms.
  expect(body.questions_asked).toBe(12 * 5 * 8 * 4);
  expect(body.events).toBeGreaterThan(100);
  const today = new Date().toISOString().slice(0, 10);
  expect(Date.parse(body.now)).toBeGreaterThanOrEqual(Date.parse(today) + A_WEEK * 1000);
  const [counts] = await db.query<{ answers: number; counted: number }>(
    sql`select (select count(*) from answers where workspace_id = ${account.workspaces.test}) as answers,
               (
                 select sum(c.valid + c.truncated + c.refused + c.failed)
                 from days d
                 cross join bi.day_cells(d.value, 0) c
                 where d.workspace_id = ${account.workspaces.test}
               ) as counted`,
  );
  expect(counts).toEqual({ answers: 2 * 1920, counted: 2 * 1920 });
});

test('two requests to let time pass do not overtake each other', async () => {
  const key = await givenKey(deps, await givenAccount(deps, { historyDays: 1 }));
  const answers = await Promise.all(
    [1, 2].map(() => call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: 86_400 } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('only a test key moves time, and only by a whole number of seconds', async () => {
  const account = await givenAccount(deps);
  const live = await givenKey(deps, account, { mode: 'live' });
  const refused = await call(server, '/api/v1/sandbox/advance', { key: live, method: 'POST', body: { seconds: 60 } });
  expect(refused.status).toBe(403);
  const key = await givenKey(deps, account);
  for (const seconds of [0, -5, 1.5, '60', 99_999_999]) {
    expect((await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds } })).status).toBe(
      422,
    );
  }
});
