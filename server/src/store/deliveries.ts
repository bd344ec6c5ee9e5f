import { randomUUID } from 'node:crypto';
import { type Db, sql, type Transaction } from './db.ts';

/** A delivery under lease, with all that is needed to send it. */
export interface ClaimedDelivery {
  deliveryId: string;
  workspaceId: string;
  webhookId: string;
  eventId: string;
  /** Which attempt this is: 1 to 6. */
  attempt: number;
  epoch: number;
  body: string;
  url: string;
  sealedSecret: Buffer;
  leaseToken: string;
}

/** What came of an attempt, and what follows from it. */
export interface AttemptResult {
  delivery: ClaimedDelivery;
  startedAt: Date;
  durationMs: number;
  outcome: 'succeeded' | 'failed';
  error: string | undefined;
  responseStatus: number | undefined;
  responseBody: string | undefined;
  /** Undefined: there is no further attempt. */
  retryInSeconds: number | undefined;
}

export interface DeliveryClaim {
  /** How many webhooks are served in one pass, and how many deliveries of each. */
  lanes: number;
  perLane: number;
  leaseSeconds: number;
}

/**
 * Takes due deliveries under a lease, a few of each due webhook, so that a webhook with a hundred thousand
 * waiting does not keep the others waiting. No transaction stays open while a receiver is slow to answer.
 */
export async function claimDeliveries(db: Db, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    // Two statements: the second sees what was committed while the first waited for a lane. In one, it would look with
    // old eyes, find nothing, put the lane to rest, and a delivery queued meanwhile would wait for the next event.
    const lanes = await tx.query<{ webhook_id: string; room: number }>(
      sql`select webhook_id, cap - in_flight as room
          from webhook_lanes
          where next_due_at <= now()
            and in_flight < cap
            and (paused_until is null or paused_until <= now())
          order by next_due_at
          limit ${claim.lanes}
          for update skip locked`,
    );
    return lanes.length === 0 ? [] : claimInLanes(tx, lanes, claim);
  });
}

async function claimInLanes(
  tx: Transaction,
  lanes: { webhook_id: string; room: number }[],
  { perLane, leaseSeconds }: DeliveryClaim,
): Promise<ClaimedDelivery[]> {
  const leaseToken = randomUUID();
  const rows = await tx.query<ClaimedRow>(
    sql`with lanes as materialized (
          select *
          from unnest(${lanes.map((lane) => lane.webhook_id)}::text[], ${lanes.map((lane) => lane.room)}::integer[])
            as l (webhook_id, room)
        ), picked as materialized (
          select d.delivery_id
          from lanes
          cross join lateral (
            select x.delivery_id
            from deliveries x
            where x.webhook_id = lanes.webhook_id
              and x.status = 'pending'
              and x.lease_until is null
              and x.next_attempt_at <= now()
            order by x.next_attempt_at
            limit least(lanes.room, ${perLane})
            for update skip locked
          ) d
        ), claimed as (
          update deliveries
          set lease_until = now() + make_interval(secs => ${leaseSeconds}),
              lease_token = ${leaseToken},
              attempt_count = attempt_count + 1
          where delivery_id = any(array(select delivery_id from picked))
          returning delivery_id, workspace_id, webhook_id, event_id, attempt_count, epoch
        ), taken as (
          select webhook_id, count(*)::integer as count
          from claimed
          group by webhook_id
        ), moved as (
          update webhook_lanes l
          set in_flight = l.in_flight + coalesce(taken.count, 0),
              next_due_at = case when taken.count > 0 then now() else coalesce((
                select min(x.next_attempt_at)
                from deliveries x
                where x.webhook_id = l.webhook_id
                  and x.status = 'pending'
                  and x.lease_until is null), 'infinity') end
          from lanes
          left join taken using (webhook_id)
          where l.webhook_id = lanes.webhook_id
        )
        select c.*, e.body, w.url, w.secret
        from claimed c
        join events e using (event_id)
        join webhooks w using (webhook_id)`,
  );
  return rows.map((row) => ({
    deliveryId: row.delivery_id,
    workspaceId: row.workspace_id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    attempt: row.attempt_count,
    epoch: row.epoch,
    body: row.body,
    url: row.url,
    sealedSecret: row.secret,
    leaseToken,
  }));
}

/** Takes the lanes of these webhooks for the rest of the transaction, in one order for everybody, so that nobody waits in a circle. */
export async function lockLanes(tx: Transaction, webhookIds: string[]): Promise<void> {
  await tx.query(
    sql`select
        from webhook_lanes
        where webhook_id = any(${webhookIds})
        order by webhook_id
        for update`,
  );
}

/**
 * Writes down what came of a batch. Whoever lost the lease meanwhile changes nothing. Gives back the deliveries
 * that have now failed for good.
 */
export async function completeDeliveries(tx: Transaction, results: AttemptResult[]): Promise<FailedDelivery[]> {
  const rows = results.map((result) => ({
    delivery_id: result.delivery.deliveryId,
    webhook_id: result.delivery.webhookId,
    lease_token: result.delivery.leaseToken,
    attempt: result.delivery.attempt,
    started_at: result.startedAt,
    duration_ms: result.durationMs,
    outcome: result.outcome,
    error: result.error,
    response_status: result.responseStatus,
    response_body: result.responseBody,
    retry_in_seconds: result.retryInSeconds,
  }));
  await lockLanes(tx, [...new Set(rows.map((row) => row.webhook_id))]);
  const done = await tx.query<{ webhook_id: string; epoch: number; status: string }>(
    sql`with results as materialized (
          select *
          from json_to_recordset(${JSON.stringify(rows)}) as r (
            delivery_id text, webhook_id text, lease_token uuid, attempt integer, started_at timestamptz,
            duration_ms integer, outcome text, error text, response_status integer, response_body text,
            retry_in_seconds double precision)
        ), done as (
          update deliveries d
          set lease_until = null,
              lease_token = null,
              response_status = r.response_status,
              status = case when r.outcome = 'succeeded' then 'succeeded'
                            when r.retry_in_seconds is null then 'failed'
                            when w.status = 'disabled' then 'held'
                            else 'pending' end,
              next_attempt_at = case when w.status = 'enabled' then now() + make_interval(secs => r.retry_in_seconds) end
          from results r
          join webhooks w using (webhook_id)
          where d.delivery_id = r.delivery_id
            and d.lease_token = r.lease_token
          returning d.delivery_id, d.webhook_id, d.epoch, d.status, d.next_attempt_at
        ), logged as (
          insert into attempts (delivery_id, webhook_id, attempt, started_at, duration_ms, outcome, error, response_status, response_body)
          select delivery_id, webhook_id, attempt, started_at, duration_ms, outcome, error, response_status, response_body
          from results
          where delivery_id in (select delivery_id from done)
        ), lanes as (
          update webhook_lanes l
          set in_flight = greatest(0, l.in_flight - counted.count),
              next_due_at = least(l.next_due_at, counted.next_attempt_at)
          from (
            select webhook_id, count(*)::integer as count, min(next_attempt_at) filter (where status = 'pending') as next_attempt_at
            from done
            group by webhook_id
          ) counted
          where l.webhook_id = counted.webhook_id
        )
        select webhook_id, epoch, status
        from done`,
  );
  return done.filter((row) => row.status === 'failed').map((row) => ({ webhookId: row.webhook_id, epoch: row.epoch }));
}

export interface FailedDelivery {
  webhookId: string;
  epoch: number;
}

/**
 * Disables a webhook whose last retry failed and holds what still waits for it. Guarded by the epoch: what was begun
 * before the webhook was enabled again cannot disable it. Only the one who did disable it gets an answer.
 */
export async function disableWebhook(
  tx: Transaction,
  { webhookId, epoch }: FailedDelivery,
): Promise<{ url: string; accountId: string } | undefined> {
  const [webhook] = await tx.query<{ url: string; account_id: string }>(
    sql`update webhooks w
        set status = 'disabled',
            disabled_at = now(),
            disabled_reason = 'delivery_failures',
            updated_at = now()
        from workspaces s
        where w.webhook_id = ${webhookId}
          and w.epoch = ${epoch}
          and w.status = 'enabled'
          and s.workspace_id = w.workspace_id
        returning w.url, s.account_id`,
  );
  if (!webhook) return undefined;
  await tx.query(
    sql`update deliveries
        set status = 'held',
            next_attempt_at = null
        where webhook_id = ${webhookId}
          and status = 'pending'
          and lease_until is null`,
  );
  await tx.query(
    sql`update webhook_lanes
        set paused_until = 'infinity'
        where webhook_id = ${webhookId}`,
  );
  return { url: webhook.url, accountId: webhook.account_id };
}

/**
 * Gives back what a process that died had taken, without charging the receiver a try, and counts anew how much
 * each of those webhooks has in flight.
 */
export async function reapDeliveries(db: Db): Promise<number> {
  const rows = await db.query(
    sql`with reaped as (
          update deliveries
          set lease_until = null,
              lease_token = null,
              attempt_count = attempt_count - 1
          where delivery_id = any(array(
              select delivery_id
              from deliveries
              where lease_until < now()
              limit 500
              for update skip locked))
          returning webhook_id
        ), lanes as (
          update webhook_lanes l
          set next_due_at = now(),
              in_flight = greatest(0, l.in_flight - counted.count)
          from (select webhook_id, count(*)::integer as count from reaped group by webhook_id) counted
          where l.webhook_id = counted.webhook_id
        )
        select from reaped`,
  );
  return rows.length;
}

interface ClaimedRow {
  delivery_id: string;
  workspace_id: string;
  webhook_id: string;
  event_id: string;
  attempt_count: number;
  epoch: number;
  body: string;
  url: string;
  secret: Buffer;
}
