import { expect, test } from 'vitest';
import { z } from 'zod';
import { digestDue } from '../src/alerts/digest.ts';
import { addDays, dayOf } from '../src/base/time.ts';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { sql } from '../src/store/db.ts';
import { loadReading, saveReading } from '../src/store/workspaces/readings.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { rereadDue } from '../src/subject/reread.ts';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startReceiver } from './support/receiver.ts';
import { givenWebhook } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;
const NAMED = '1. **Heron Board** – for small teams.\n2. **Aplomb** – for large ones.\n';
const UNNAMED = 'A shared spreadsheet is enough for most teams.';
const KEYWORD = 'kanban board software';
const RULE = { name: 'Forgotten', condition: 'below', threshold: 40, platform: 'chatgpt_web' };
const A_DAY = 86_400;

/** A workspace whose numbers come from handed-in answers alone. */
async function givenWorkspace() {
  const account = await givenAccount(deps);
  const workspaceId = account.workspaces.test;
  const key = await givenKey(deps, account);
  const post = (path: string, body: unknown) => call(server, `/api/v1${path}`, { key, method: 'POST', body });
  const { data } = (await call(server, '/api/v1/keywords', { key })).body;
  const keywordId: string = data.find(({ keyword }: { keyword: string }) => keyword === KEYWORD).keyword_id;
  const today = async () => dayOf((await workspaceAt(workspaceId)).now);
  const handAll = async (texts: { text: string; daysAgo: number }[]) => {
    const day = await today();
    const answers = texts.map(({ text, daysAgo }) => ({
      keyword_id: keywordId,
      platform: 'chatgpt_web',
      prompt: 'Which board?',
      text,
      ...(daysAgo === 0 ? {} : { asked_at: `${addDays(day, -daysAgo)}T12:00:00Z` }),
    }));
    const given = await post('/answers', { answers });
    if (given.status !== 201) throw new Error(given.text);
  };
  /** Hands in this many answers, so many of them naming the brand, asked so many days ago. */
  const hand = (named: number, of: number, { daysAgo = 0 } = {}) =>
    handAll(Array.from({ length: of }, (_, i) => ({ text: i < named ? NAMED : UNNAMED, daysAgo })));
  const rule = async (body: object): Promise<string> => {
    const given = await post('/alerts', body);
    if (given.status !== 201) throw new Error(given.text);
    return given.body.alert_id;
  };
  const alerts = async () => (await call(server, '/api/v1/events?type=alert.triggered', { key })).body.data;
  return { account, workspaceId, key, keywordId, post, hand, handAll, rule, alerts };
}

async function workspaceAt(workspaceId: string) {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  return workspace;
}

/** Moves a workspace's time without asking anything. */
async function letPass(workspaceId: string, days: number) {
  await db.query(
    sql`update workspaces set clock_ahead = clock_ahead + make_interval(days => ${days}) where workspace_id = ${workspaceId}`,
  );
}

async function emails(accountId: string) {
  return db.query<{ subject: string; body: string }>(
    sql`select subject, body from mail_outbox where account_id = ${accountId} order by created_at, dedupe_key`,
  );
}

async function differences(workspaceId: string): Promise<string[]> {
  const found: string[] = [];
  const onResult = (one: { differences: string[] }) => void found.push(...one.differences);
  await verifyWorkspace(db, await workspaceAt(workspaceId), { keywords: [], onResult });
  return found;
}

const triggered = z.strictObject({
  id: z.string().regex(/^evt_/),
  type: z.literal('alert.triggered'),
  created_at: z.iso.datetime({ precision: 0 }),
  data: z.strictObject({
    alert_id: z.string(),
    alert_name: z.string(),
    trigger_reason: z.string(),
    keyword_id: z.string(),
    keyword: z.string(),
    current_score: z.int(),
    threshold: z.int(),
  }),
});

test('a crossing is told once, in words, with its evidence, and again only after the value came back', async () => {
  const { hand, rule, alerts, key, keywordId, workspaceId } = await givenWorkspace();
  await hand(22, 50);
  const alertId = await rule(RULE);
  await rule({ ...RULE, name: 'Somewhere else', platform: 'claude_web' });
  await hand(0, 8);
  const [event, ...others] = await alerts();
  expect(others).toEqual([]);
  expect(triggered.parse(event).data).toEqual({
    alert_id: alertId,
    alert_name: 'Forgotten',
    trigger_reason:
      'Visibility of "kanban board software" on chatgpt_web fell to 38, below your threshold of 40 (was 44; 95 % interval 17–64 from 58 answers)',
    keyword_id: keywordId,
    keyword: KEYWORD,
    current_score: 38,
    threshold: 40,
  });
  const { evidence } = (await call(server, `/api/v1/events/${event.id}`, { key })).body;
  expect(evidence).toMatchObject({
    value: 38,
    value_before: 44,
    // All answers are to one prompt and of one week, so they are taken for alike.
    interval: [17, 64],
    sample_size: 58,
    scatter: {},
    metric_version: 1,
    week_before: null,
    within_noise: true,
    rule: { name: 'Forgotten', condition: 'below', threshold: 40, platform: 'chatgpt_web', keyword_id: null },
  });
  expect(new Set(evidence.answer_ids).size).toBe(58);
  expect((await call(server, evidence.answers, { key })).body.meta.total).toBe(58);
  await hand(0, 5);
  await hand(10, 10); // 32 of 73: 44, back by more than two points.
  await letPass(workspaceId, 1);
  expect(await alerts()).toHaveLength(1);
  await hand(0, 30);
  expect((await alerts()).map((one: typeof event) => one.data.current_score)).toEqual([31, 38]);
  expect(await differences(workspaceId)).toEqual([]);
});

test('one point back does not count, nor does a second crossing on the same day', async () => {
  const { hand, rule, alerts } = await givenWorkspace();
  await hand(41, 100);
  await rule(RULE);
  await hand(0, 6); // 39
  await hand(3, 3); // 40
  await hand(3, 3); // 42, and back again on the same day:
  await hand(0, 12); // 38
  expect(await alerts()).toHaveLength(1);
});

test('what is past the threshold when a rule is made, changed or resumed does not fire', async () => {
  const { hand, rule, alerts, key, workspaceId } = await givenWorkspace();
  await hand(30, 100);
  const alertId = await rule(RULE);
  const change = (body: object) => call(server, `/api/v1/alerts/${alertId}`, { key, method: 'PATCH', body });
  await hand(0, 2);
  await change({ threshold: 50 });
  await hand(0, 2);
  await change({ status: 'paused' });
  await hand(80, 80);
  await hand(0, 200);
  await change({ status: 'active' });
  await hand(0, 2);
  expect(await alerts()).toEqual([]);
  // It watches all the same.
  await hand(300, 300);
  await letPass(workspaceId, 1);
  await hand(0, 400);
  expect(await alerts()).toHaveLength(1);
});

test('a rule that is changed forgets what it saw by its old threshold', async () => {
  const { hand, rule, alerts, key } = await givenWorkspace();
  await hand(21, 100);
  const alertId = await rule(RULE);
  await call(server, `/api/v1/alerts/${alertId}`, { key, method: 'PATCH', body: { threshold: 20 } });
  // Below 40 all the time, and never 2 points above 20; but 19 is a first crossing of 20.
  await hand(0, 12);
  expect((await alerts()).map(({ data }: { data: { current_score: number } }) => data.current_score)).toEqual([19]);
});

test('a keyword that is measured for the first time does not fire, whatever its score', async () => {
  const { hand, rule, alerts } = await givenWorkspace();
  await rule(RULE);
  await hand(0, 20);
  await hand(0, 20);
  expect(await alerts()).toEqual([]);
  await hand(40, 40);
  await hand(0, 40);
  expect(await alerts()).toHaveLength(1);
});

test('only when significant: silent until the answers leave no doubt', async () => {
  const { hand, rule, alerts } = await givenWorkspace();
  await hand(22, 50);
  await rule({ ...RULE, only_significant: true });
  await hand(0, 48); // 22, likely between 8 and 48.
  expect(await alerts()).toEqual([]);
  await hand(0, 150); // 9, likely between 2 and 32.
  expect((await alerts()).map(({ data }: { data: { current_score: number } }) => data.current_score)).toEqual([9]);
});

test('drops and rises are counted in points against the seven days before', async () => {
  const { hand, rule, alerts, workspaceId, key } = await givenWorkspace();
  await hand(50, 100);
  await rule({ ...RULE, name: 'drop', condition: 'drops_by', threshold: 10 });
  await rule({ ...RULE, name: 'rise', condition: 'rises_by', threshold: 10 });
  await letPass(workspaceId, 7);
  await hand(46, 100);
  expect(await alerts()).toEqual([]);
  await hand(1, 20);
  const [event, ...others] = await alerts();
  expect(others).toEqual([]);
  expect(event.data).toMatchObject({
    alert_name: 'drop',
    current_score: 39,
    threshold: 10,
    trigger_reason:
      'Visibility of "kanban board software" on chatgpt_web dropped by 11 points to 39, your threshold is 10 (50 in the seven days before; 95 % interval 19–64 from 120 answers)',
  });
  const { evidence } = (await call(server, `/api/v1/events/${event.id}`, { key })).body;
  expect(evidence).toMatchObject({ week_before: { value: 50, sample_size: 100 }, within_noise: true });
  expect(await differences(workspaceId)).toEqual([]);
});

test('a rule on a tag follows the tag', async () => {
  const { hand, rule, alerts, key, keywordId } = await givenWorkspace();
  const tag = (tags: string[]) =>
    call(server, `/api/v1/keywords/${keywordId}`, { key, method: 'PATCH', body: { tags } });
  await tag(['other']);
  await hand(50, 100);
  await rule({ ...RULE, tag: 'launch' });
  await hand(1, 2);
  await hand(60, 60);
  await hand(0, 200); // 31
  expect(await alerts()).toEqual([]);
  await hand(200, 200); // 55
  await tag(['launch']);
  await hand(1, 1);
  await hand(0, 400); // 32
  expect(await alerts()).toHaveLength(1);
});

test('history that is handed in moves the numbers and fires nothing, in any order', async () => {
  const { hand, handAll, rule, alerts, keywordId, post, workspaceId } = await givenWorkspace();
  await hand(50, 100, { daysAgo: 1 });
  await rule(RULE);
  await rule({ ...RULE, condition: 'rises_by', threshold: 5 });
  await rule({ ...RULE, condition: 'above', threshold: 60 });
  await hand(0, 100, { daysAgo: 4 }); // 25 now, by answers that are no news.
  expect(await alerts()).toEqual([]);
  await hand(100, 100, { daysAgo: 4 }); // 50 again.
  const mixed = [...Array<number>(200).fill(1), 30].map((daysAgo) => ({ text: UNNAMED, daysAgo }));
  await handAll(mixed); // 30, by a batch that reaches back a month.
  expect(await alerts()).toEqual([]);
  const { now } = await workspaceAt(workspaceId);
  const year = Array.from({ length: 400 }, (_, i) => ({
    keyword_id: keywordId,
    platform: 'chatgpt_web',
    prompt: 'Which board?',
    text: i % 7 < 3 ? NAMED : UNNAMED,
    asked_at: `${addDays(dayOf(now), -((i * 37) % 365) - 1)}T12:00:00Z`,
  }));
  for (let start = 0; start < year.length; start += 50) {
    expect((await post('/answers', { answers: year.slice(start, start + 50) })).status).toBe(201);
  }
  expect(await alerts()).toEqual([]);
});

test('the same answers sent again, or two batches at once, fire once', async () => {
  const { hand, rule, alerts, keywordId, post } = await givenWorkspace();
  await hand(50, 100);
  await rule(RULE);
  const answers = Array.from({ length: 40 }, (_, i) => ({
    keyword_id: keywordId,
    platform: 'chatgpt_web',
    prompt: 'Which board?',
    text: UNNAMED,
    external_id: `a-${i}`,
  }));
  await Promise.all([1, 2, 3, 4].map(() => post('/answers', { answers })));
  await Promise.all([hand(0, 20), hand(0, 20), hand(0, 20)]);
  expect(await alerts()).toHaveLength(1);
});

test('other names are no news: the rules take note of the new numbers and stay silent', async () => {
  const { account, hand, rule, alerts, workspaceId } = await givenWorkspace();
  await hand(60, 100);
  await rule({ ...RULE, email: 'each' });
  const { now, reading } = await workspaceAt(workspaceId);
  const subject = await loadReading(db, workspaceId, reading);
  if (!subject) throw new Error('no brand');
  const nobody = { ...subject.brand, aliases: [{ ...subject.brand.aliases[0], text: 'Nobody Ever' }] };
  await db.transaction((tx) =>
    saveReading(tx, workspaceId, { subject: { ...subject, brand: nobody as typeof subject.brand }, now }),
  );
  await rereadDue(db);
  await hand(0, 10);
  expect(await alerts()).toEqual([]);
  expect(await emails(account.accountId)).toEqual([]);
});

test('emails: each firing, one a day, or none', async () => {
  const { hand, rule, alerts, workspaceId, account } = await givenWorkspace();
  await hand(50, 100);
  await rule({ ...RULE, name: 'silent' });
  await rule({ ...RULE, name: 'at once', email: 'each' });
  await rule({ ...RULE, name: 'in the evening', email: 'daily' });
  await rule({ ...RULE, name: 'also in the evening', threshold: 45, email: 'daily' });
  await rule({ ...RULE, name: 'to somebody else', email: 'daily', recipients: ['ann@example.com'] });
  await hand(0, 50);
  expect(await alerts()).toHaveLength(5);
  expect(await emails(account.accountId)).toMatchObject([
    { subject: 'Alert: at once', body: expect.stringContaining('fell to 33, below your threshold of 40 (was 50;') },
  ]);
  // The interval reaches beyond the threshold.
  expect((await emails(account.accountId))[0]?.body).toMatch(/answers\)\. This is no clear change\.\n/);
  expect(await digestDue(db)).toBe(0);
  await letPass(workspaceId, 1);
  await rule({ ...RULE, name: 'the next day', threshold: 30, email: 'daily' });
  await hand(0, 50);
  const written = await Promise.all([digestDue(db), digestDue(db)]);
  expect(written.reduce((sum, one) => sum + one, 0)).toBe(2);
  const digests = (await emails(account.accountId)).filter(({ subject }) => !subject.startsWith('Alert'));
  expect(digests.map(({ subject }) => subject.replace(/ on .*/, '')).sort()).toEqual(['1 alert', '2 alerts']);
  const both = digests.find(({ subject }) => subject.startsWith('2 alerts'))?.body;
  expect(both).not.toContain('the next day');
  expect(both).toMatch(/^also in the evening\n- Visibility of .* 45 .*\n\nin the evening\n- Visibility of .* 40 /);
  expect(await digestDue(db)).toBe(0);
  await letPass(workspaceId, 1);
  expect(await digestDue(db)).toBe(1);
});

test('an email says whether the change is significant, and when there are too few answers for a score', async () => {
  const few = await givenWorkspace();
  await few.hand(9, 9);
  await few.rule({ ...RULE, threshold: 60, email: 'each' });
  await few.hand(0, 9);
  const [early] = await emails(few.account.accountId);
  expect(early?.body).toContain('from 18 answers). Too few answers for a score: collecting, 18 of 20.');
  const many = await givenWorkspace();
  await many.hand(90, 100, { daysAgo: 8 });
  await many.hand(90, 100);
  await many.rule({ ...RULE, condition: 'drops_by', threshold: 20, email: 'each' });
  await many.hand(0, 100);
  const [clear] = await emails(many.account.accountId);
  expect(clear?.body).toMatch(/dropped by 45 points to 45, .* answers\)\. This is significant\./);
});

test('an address no email can reach holds up neither the measuring nor the emails to the others', async () => {
  const { hand, rule, alerts, workspaceId, account } = await givenWorkspace();
  await hand(50, 100);
  await rule({ ...RULE, name: 'at once', email: 'each', recipients: ['ann@example.com'] });
  await rule({ ...RULE, name: 'in the evening', email: 'daily', recipients: ['bob@example.com'] });
  await db.query(
    sql`update alerts set recipients = recipients || ${`${'a'.repeat(65)}@example.com`}::text where workspace_id = ${workspaceId}`,
  );
  await hand(0, 50);
  expect(await alerts()).toHaveLength(2);
  await letPass(workspaceId, 1);
  await digestDue(db);
  const written = await db.query(
    sql`select recipient from mail_outbox where account_id = ${account.accountId} order by recipient`,
  );
  expect(written).toEqual([{ recipient: 'ann@example.com' }, { recipient: 'bob@example.com' }]);
});

test('one workspace whose emails cannot be written does not hold up those of the others', async () => {
  const given = [await givenWorkspace(), await givenWorkspace(), await givenWorkspace()];
  for (const [i, { hand, rule, workspaceId }] of given.entries()) {
    await hand(50, 100);
    await rule({ ...RULE, name: i === 1 ? 'Unwritable' : 'Forgotten', email: 'daily' });
    await hand(0, 50);
    await letPass(workspaceId, 1);
  }
  await db.query(
    sql`alter table mail_outbox add constraint no_such_email check (body not like 'Unwritable%') not valid`,
  );
  await expect(digestDue(db)).rejects.toThrow('Could not write digest emails. Workspaces affected: 1');
  await db.query(sql`alter table mail_outbox drop constraint no_such_email`);
  const counts = await Promise.all(given.map(async ({ account }) => (await emails(account.accountId)).length));
  expect(counts).toEqual([1, 0, 1]);
});

test('a webhook that asked for alerts gets them, signed like every event, and nothing else', async () => {
  await using receiver = await startReceiver();
  const { hand, rule, key, alerts } = await givenWorkspace();
  await givenWebhook(server, key, { url: receiver.url, events: ['alert.triggered'] });
  await hand(50, 100);
  await rule(RULE);
  await hand(0, 50);
  const agent = createWebhookAgent({ addresses: deps.addresses, ca: receiver.ca });
  expect(await deliverDue({ ...deps, agent })).toBe(1);
  await agent.destroy();
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual(await alerts());
});

test('in the sandbox a rule fires as time passes', async () => {
  const account = await givenAccount(deps, { historyDays: 8 });
  const key = await givenKey(deps, account);
  await call(server, '/api/v1/alerts', {
    key,
    method: 'POST',
    body: { name: 'Any move', condition: 'rises_by', threshold: 1, platform: 'gemini' },
  });
  await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: 6 * A_DAY } });
  const { body } = await call(server, '/api/v1/events?type=alert.triggered', { key });
  expect(body.meta.total).toBeGreaterThan(0);
  expect(await differences(account.workspaces.test)).toEqual([]);
});
