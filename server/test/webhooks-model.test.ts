import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql } from '../src/store/db.ts';
import type { ClaimedDelivery } from '../src/store/webhooks/claim-deliveries.ts';
import type { AttemptResult } from '../src/store/webhooks/complete-deliveries.ts';
import { sweepDeliveries } from '../src/store/webhooks/sweep.ts';
import { record } from '../src/webhooks/record.ts';
import { retryDelay } from '../src/webhooks/schedule.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { claimAll, givenWebhook, publishIn, takeOver, visibilityChanged, wait } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

function resultOf(delivery: ClaimedDelivery, status: number): AttemptResult {
  const isGood = status < 300;
  const isOver = isGood || status === 410;
  return {
    delivery,
    startedAt: new Date(),
    durationMs: 1,
    timings: {},
    responseStatus: status,
    responseBody: '',
    outcome: isGood ? 'succeeded' : 'failed',
    error: isGood ? undefined : status === 410 ? 'gone' : 'status',
    retryInSeconds: isOver ? undefined : retryDelay(delivery.attempt, Math.random),
    restSeconds: undefined,
  };
}

/** Two webhooks of one workspace, and everything that can happen to them. */
async function givenWorld() {
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const webhooks = [
    await givenWebhook(server, key, { url: 'https://example.com/a' }),
    await givenWebhook(server, key, { url: 'https://example.com/b' }),
  ];
  const sent: { eventId: string; body: string; deliveryId: string; attempt: number }[] = [];
  const deleted = new Set<string>();
  /** Who was subscribed when it was committed. */
  const promised: { webhookId: string; count: number }[] = [];
  const late: AttemptResult[] = [];
  /** Taken and not answered yet. */
  const open: ClaimedDelivery[] = [];

  const take = async () => {
    const { deliveries } = await claimAll(db);
    sent.push(...deliveries);
    return deliveries;
  };
  const expire = async () => {
    late.push(...open.splice(0).map((delivery) => resultOf(delivery, 500)));
    while ((await takeOver(db)) > 0);
  };
  const change = (which: number, method: string, body?: object) =>
    call(server, `/api/v1/webhooks/${webhooks[which]}`, { key, method, body });

  const actions = {
    async publish(which: number) {
      await publishIn(deps, account.workspaces.test, Array.from({ length: which + 1 }, visibilityChanged));
      for (const webhookId of webhooks) if (!deleted.has(webhookId)) promised.push({ webhookId, count: which + 1 });
    },
    async succeed() {
      await record(
        db,
        (await take()).map((delivery) => resultOf(delivery, 200)),
      );
    },
    async fail() {
      await record(
        db,
        (await take()).map((delivery) => resultOf(delivery, 500)),
      );
    },
    async gone(which: number) {
      const status = (delivery: ClaimedDelivery) => (delivery.webhookId === webhooks[which] ? 410 : 200);
      await record(
        db,
        (await take()).map((delivery) => resultOf(delivery, status(delivery))),
      );
    },
    async begin() {
      open.push(...(await take()));
    },
    async endWell() {
      await record(
        db,
        open.splice(0).map((delivery) => resultOf(delivery, 200)),
      );
    },
    async endBadly() {
      await record(
        db,
        open.splice(0).map((delivery) => resultOf(delivery, 500)),
      );
    },
    async disableMeanwhile(which: number) {
      await actions.begin();
      await actions.disable(which);
      await actions.endBadly();
    },
    async crash() {
      await take();
      await expire();
    },
    async lose() {
      // Taken and answered, but written down only after somebody else has taken it over.
      late.push(...(await take()).map((delivery) => resultOf(delivery, 500)));
      await expire();
    },
    async comeBack() {
      await record(db, late.splice(0));
    },
    async failToTheEnd(which: number) {
      await db.query(
        sql`update deliveries set attempt_count = 5 where webhook_id = ${webhooks[which]} and status = 'pending' and leased_at is null`,
      );
      await actions.fail();
    },
    disable: (which: number) => change(which, 'PATCH', { status: 'disabled' }),
    enable: (which: number) => change(which, 'PATCH', { status: 'enabled' }),
    enableWithout: (which: number) => change(which, 'PATCH', { status: 'enabled', deliver_held: false }),
    replay: (which: number) =>
      call(server, `/api/v1/webhooks/${webhooks[which]}/replay`, {
        key,
        method: 'POST',
        body: { since: '2020-01-01T00:00:00Z' },
      }),
    async delete(which: number) {
      await change(which, 'DELETE');
      deleted.add(webhooks[which] ?? '');
    },
    async pass() {
      for (const webhookId of webhooks) await wait(deps, webhookId, 100_000);
    },
    async sweep() {
      await sweepDeliveries(db, { keepDays: 30 });
    },
  };
  return { account, webhooks, deleted, promised, sent, actions };
}

type World = Awaited<ReturnType<typeof givenWorld>>;

/** What must be true whatever has happened. */
async function checkPromises({ account, webhooks, deleted, promised, sent }: World) {
  const alive = webhooks.filter((webhookId) => !deleted.has(webhookId));
  const rows = await db.query<Row>(
    sql`select d.webhook_id, d.trigger, d.status, d.attempt_count as attempts, d.leased_at is not null as is_leased, w.status as webhook_status,
               d.next_attempt_at is not null as has_next, l.next_due_at <= greatest(d.next_attempt_at, now()) as is_known_to_lane,
               exists (select from lane_wakeups m where m.webhook_id = d.webhook_id) as is_marked
        from deliveries d
        join webhooks w using (webhook_id)
        join webhook_lanes l using (webhook_id)
        where webhook_id = any(${alive})`,
  );
  for (const webhookId of alive) {
    const expected = promised.filter((one) => one.webhookId === webhookId).reduce((sum, one) => sum + one.count, 0);
    // 1: nothing that was committed is lost.
    expect(rows.filter((row) => row.webhook_id === webhookId && row.trigger === 'event').length).toBe(expected);
  }
  for (const row of rows) {
    expect(row.attempts).toBeLessThanOrEqual(6);
    const isWaiting = row.status === 'pending' && !row.is_leased;
    // 5: a disabled webhook's deliveries are held; and nobody forgets what waits.
    // A new delivery waits until a worker has seen its mark.
    if (row.webhook_status === 'disabled') expect(isWaiting && !row.is_marked).toBe(false);
    else if (isWaiting) expect([row.has_next, row.is_known_to_lane || row.is_marked]).toEqual([true, true]);
    if (row.webhook_status === 'enabled') expect(row.status).not.toBe('held');
  }
  // 2: the same bytes for an event, whenever and to whomever.
  const bodies = new Map<string, string>();
  for (const { eventId, body } of sent) {
    expect(bodies.get(eventId) ?? body).toBe(body);
    bodies.set(eventId, body);
  }
  const lanes = await db.query<{ in_flight: number; leased: number }>(
    sql`select in_flight, (select count(*) from deliveries d where d.webhook_id = l.webhook_id and d.leased_at is not null) as leased
        from webhook_lanes l where webhook_id = any(${alive})`,
  );
  for (const lane of lanes) expect(lane.in_flight).toBe(lane.leased);
  // 5: one email for each time that failures disabled a webhook, and none else.
  const mails = await db.query<{ dedupe_key: string }>(
    sql`select dedupe_key from mail_outbox where account_id = ${account.accountId} and dedupe_key like 'webhook.disabled%'`,
  );
  const disabled = await db.query<{ fact: string }>(
    sql`select 'webhook.disabled ' || webhook_id || ' ' || epoch as fact from webhooks
        where webhook_id = any(${alive}) and status = 'disabled' and disabled_reason in ('delivery_failures', 'gone')`,
  );
  for (const { fact } of disabled) expect(mails.map((mail) => mail.dedupe_key)).toContain(fact);
  // 5: no delivery comes to a bad end in silence: each one that did has disabled its webhook, with an email.
  for (const webhookId of alive) {
    const failed = rows.filter((row) => row.webhook_id === webhookId && row.status === 'failed').length;
    expect(mails.filter((mail) => mail.dedupe_key.startsWith(`webhook.disabled ${webhookId} `)).length).toBe(failed);
  }
}

interface Row {
  webhook_id: string;
  trigger: string;
  status: string;
  attempts: number;
  is_leased: boolean;
  webhook_status: string;
  has_next: boolean;
  is_known_to_lane: boolean;
  is_marked: boolean;
}

const step = fc.tuple(
  fc.constantFrom(
    ...([
      'publish',
      'publish',
      'succeed',
      'fail',
      'fail',
      'gone',
      'crash',
      'lose',
      'comeBack',
      'failToTheEnd',
    ] as const),
    ...(['begin', 'begin', 'disableMeanwhile', 'disableMeanwhile', 'endWell', 'endBadly', 'endBadly'] as const),
    ...(['disable', 'enable', 'enable', 'enableWithout', 'replay', 'pass', 'pass', 'sweep', 'delete'] as const),
  ),
  fc.integer({ min: 0, max: 1 }),
);

test('whatever happens to webhooks and their deliveries, in any order, the promises hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await db.query(sql`delete from webhooks`);
      await db.query(sql`delete from deliveries`);
      await db.query(sql`delete from lane_wakeups`);
      const world = await givenWorld();
      for (const [name, which] of steps) {
        await world.actions[name](which);
        await checkPromises(world);
      }
      await world.actions.endBadly();
      // In the end everything that was promised and not given up arrives.
      for (const which of [0, 1]) await world.actions.enable(which);
      for (let i = 0; i < 12; i++) {
        await world.actions.pass();
        await world.actions.succeed();
      }
      await checkPromises(world);
      const waiting = await db.query(
        sql`select from deliveries d join webhooks using (webhook_id) where d.status in ('pending', 'held')`,
      );
      expect(waiting).toEqual([]);
    }),
    { numRuns: 20, endOnFailure: true },
  );
});
