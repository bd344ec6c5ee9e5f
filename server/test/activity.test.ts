import { expect, test } from 'vitest';
import { dayOf } from '../src/base/time.ts';
import type { MeasureDeps } from '../src/measure/ask.ts';
import { askDue, planRounds } from '../src/measure/worker.ts';
import { sql } from '../src/store/db.ts';
import { insertActivity } from '../src/store/events/activity.ts';
import { sweepDeliveries } from '../src/store/webhooks/sweep.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startReceiver } from './support/receiver.ts';
import { givenSubscriber } from './support/subscriber.ts';
import { publishIn, visibilityChanged, wait } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

interface Entry {
  activity_id: string;
  type: string;
  message: string;
  data: Record<string, unknown>;
}

async function read(key: string, query = ''): Promise<Entry[]> {
  const { status, body } = await call(server, `/api/v1/activity${query}`, { key });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const note = (workspaceId: string, fact: string) =>
  insertActivity(db, { workspaceId, type: 'platform.key_refused', data: { platform: 'claude' }, fact });

test('a finished day of collecting is reported once, with how many prompts were sent', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const advance = (seconds: number) =>
    call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds } });
  await advance(86_400);
  const [newest] = await read(key, '?type=collection.finished');
  const questions = await db.query<{ count: number }>(
    sql`select count(*) from questions where workspace_id = ${account.workspaces.test} and round = ${newest?.data.day}`,
  );
  expect(newest?.data).toEqual({
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    prompts: questions[0]?.count,
    missed: 0,
  });
  expect(newest?.message).toBe(`Collection of ${newest?.data.day} finished: ${newest?.data.prompts} prompts, 0 missed`);
  await advance(2 * 86_400);
  const days = (await read(key, '?type=collection.finished')).map(({ data }) => data.day);
  expect(new Set(days).size).toBe(days.length);
  expect(days.length).toBeGreaterThanOrEqual(3);
});

test('a day with an open prompt is not finished', async () => {
  const account = await givenAccount(deps);
  const workspaceId = account.workspaces.test;
  await db.query(
    sql`update workspaces set clock_ahead = clock_ahead + interval '1 day' where workspace_id = ${workspaceId}`,
  );
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  await planRounds(deps as MeasureDeps, workspace);
  await db.query(sql`update questions set due_at = now() - interval '1 minute' where workspace_id = ${workspaceId}`);
  const day = dayOf(workspace.now);
  const finished = async () =>
    (
      await db.query(
        sql`select from activity where workspace_id = ${workspaceId} and fact = ${`collection.finished ${day}`}`,
      )
    ).length;
  await askDue(deps, { workspaceId, limit: 5 });
  expect(await finished()).toBe(0);
  while ((await askDue(deps, { workspaceId, limit: 500 })).questions > 0);
  expect(await finished()).toBe(1);
});

test('a failing and a disabled webhook are reported, with the delivery to look at', async () => {
  await using receiver = await startReceiver({ status: 500 });
  const { key, path, webhookId, workspaceId, sender } = await givenSubscriber(server, receiver);
  await publishIn(deps, workspaceId, [visibilityChanged()]);
  for (const seconds of [70, 320, 1_870, 7_270, 86_470, 0]) {
    await deliverDue(sender);
    await wait(deps, webhookId, seconds);
  }
  const entries = (await read(key)).filter(({ type }) => type.startsWith('webhook.'));
  expect(entries.map(({ type }) => type)).toEqual(['webhook.disabled', 'webhook.failing']);
  const [delivery] = (await call(server, `${path}/deliveries`, { key })).body.data;
  const data = { webhook_id: webhookId, url: receiver.url, delivery_id: delivery.delivery_id };
  expect(entries.map((entry) => entry.data)).toEqual([{ ...data, reason: 'delivery_failures' }, data]);
  expect(entries[0]?.message).toBe(`The webhook to ${receiver.url} was disabled after six failed attempts`);
  // The six types of webhooks stay as they are.
  expect(
    (await call(server, '/api/v1/events', { key })).body.data.every((one: Entry) => !one.type.startsWith('webhook')),
  ).toBe(true);
});

test('a reader that follows with after gets every entry once, also those committed late', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const { test: workspaceId } = account.workspaces;
  await note(workspaceId, 'first');
  const [start] = await read(key, '?per_page=1');
  const seen: string[] = [];
  const follow = async () => {
    const entries = await read(key, `?after=${seen.at(-1) ?? start?.activity_id}&per_page=2`);
    seen.push(...entries.map(({ activity_id }) => activity_id));
    return entries.length;
  };
  await db.transaction(async (tx) => {
    await insertActivity(tx, { workspaceId, type: 'platform.key_refused', data: { platform: 'gemini' }, fact: 'late' });
    await note(workspaceId, 'early');
    // The later entry is committed, the earlier one is not: none is shown yet.
    expect(await follow()).toBe(0);
  });
  await note(workspaceId, 'last');
  expect([await follow(), await follow(), await follow()]).toEqual([2, 1, 0]);
  const rows = await db.query<{ activity_id: string }>(
    sql`select activity_id from activity where workspace_id = ${workspaceId} and activity_id <> ${start?.activity_id}
        and type = 'platform.key_refused' order by stored_at`,
  );
  expect(seen).toEqual(rows.map(({ activity_id }) => activity_id));
});

test('an entry of someone else only says from when to follow, and 422: one that cannot be', async () => {
  const account = await givenAccount(deps);
  await note(account.workspaces.test, 'theirs');
  const [theirs] = await read(await givenKey(deps, account));
  const mine = await givenAccount(deps);
  const key = await givenKey(deps, mine);
  await note(mine.workspaces.test, 'mine');
  const [own] = await read(key);
  expect((await read(key, `?after=${theirs?.activity_id}`)).map(({ activity_id }) => activity_id)).toContain(
    own?.activity_id,
  );
  const { status, body } = await call(server, '/api/v1/activity?after=nothing', { key });
  expect([status, body.detail]).toEqual([422, 'after: must be an activity_id']);
});

test('entries are kept as long as events', async () => {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  await note(account.workspaces.test, 'old');
  await db.query(
    sql`update activity set stored_at = stored_at - interval '31 days' where workspace_id = ${account.workspaces.test}`,
  );
  await note(account.workspaces.test, 'new');
  while ((await sweepDeliveries(db, { keepDays: 30 })) > 0);
  expect(await read(key)).toHaveLength(1);
});
