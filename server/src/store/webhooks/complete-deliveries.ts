import { type Db, sql, type Transaction } from '../db.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { afterAttempt, type DeliveryStatus, hold, LANE_LIMIT } from './delivery-states.ts';
import { lockLanes } from './lanes.ts';

/** How long each part of an attempt took. A reused connection needs no DNS, connect or TLS. */
export interface Timings {
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  firstByteMs?: number;
}

/** The outcome of an attempt and its consequences. */
export interface AttemptResult {
  delivery: Pick<ClaimedDelivery, 'deliveryId' | 'webhookId' | 'leaseToken' | 'attempt'>;
  startedAt: Date;
  durationMs: number | undefined;
  timings: Timings;
  /**
   * `unknown`: the outcome was not seen. `unsent`: a problem on our side, nothing was sent. Neither counts as an
   * attempt. Of several `unsent` in a row, the first is logged.
   */
  outcome: 'succeeded' | 'failed' | 'unknown' | 'unsent';
  error: string | undefined;
  responseStatus: number | undefined;
  responseBody: string | undefined;
  /** The sent body, if it was made for this attempt. Later attempts send the same bytes. */
  madeBody?: string | undefined;
  /** Undefined: no further attempt. */
  retryInSeconds: number | undefined;
  /** How long the receiver asked us to pause. */
  restSeconds: number | undefined;
}

/** A delivery whose result is stored. */
export interface CompletedDelivery {
  deliveryId: string;
  webhookId: string;
  epoch: number;
  status: DeliveryStatus;
  attempts: number;
  /** Whether more deliveries of the same webhook can be claimed now. */
  isLaneDue: boolean;
}

/**
 * Stores the outcomes of a batch: deliveries, log and lanes in one statement. Outcomes whose lease was lost change
 * nothing and are not returned.
 */
export async function completeDeliveries(on: Db | Transaction, results: AttemptResult[]): Promise<CompletedDelivery[]> {
  const rows = results.map(toRow);
  return on.records<CompletedDelivery>(
    sql`with results as materialized (
          select *
          from json_to_recordset(${JSON.stringify(rows)}) as r (
            delivery_id text, webhook_id text, lease_token uuid, attempt integer, started_at timestamptz,
            duration_ms integer, dns_ms integer, connect_ms integer, tls_ms integer, first_byte_ms integer,
            outcome text, error text, response_status integer, response_body text, made_body text,
            retry_in_seconds double precision, rest_seconds double precision)
        ), locked as materialized (
          -- Read after locking the lane, so the webhook's state is valid until the commit.
          select webhook_id, epoch, coalesce(paused_until = 'infinity', false) as is_disabled
          from webhook_lanes
          where webhook_id = any(${[...new Set(rows.map((row) => row.webhook_id))]})
          order by webhook_id
          for update
        ), done as (
          update deliveries d
          set ${afterAttempt},
              body = coalesce(d.body, r.made_body)
          from results r
          join locked l using (webhook_id)
          where d.delivery_id = r.delivery_id
            and d.lease_token = r.lease_token
          returning d.delivery_id, d.webhook_id, d.epoch, d.status, d.attempt_count, d.next_attempt_at,
                    r.outcome, r.error, r.rest_seconds, d.unsent_since
        ), logged as (
          insert into attempts (delivery_id, webhook_id, attempt, started_at, duration_ms, dns_ms, connect_ms, tls_ms,
                                first_byte_ms, outcome, error, response_status, response_body)
          select delivery_id, webhook_id, attempt, started_at, duration_ms, dns_ms, connect_ms, tls_ms,
                 first_byte_ms, outcome, error, response_status, response_body
          from results
          where delivery_id in (select delivery_id from done where unsent_since is null or unsent_since = started_at)
        ), lanes as (
          update webhook_lanes l
          set in_flight = greatest(0, l.in_flight - c.count),
              -- A receiver that times out gets fewer concurrent attempts, and more again once it responds.
              cap = case when c.succeeded > 0 then least(${LANE_LIMIT}::integer, l.cap + c.succeeded)
                         when c.timed_out > 0 then greatest(1, l.cap / 2)
                         else l.cap end,
              paused_until = greatest(l.paused_until, now() + make_interval(secs => c.rest_seconds)),
              next_due_at = greatest(least(l.next_due_at, c.next_attempt_at), l.paused_until,
                                     now() + make_interval(secs => c.rest_seconds))
          from (
            select webhook_id, count(*)::integer as count,
                   count(*) filter (where outcome = 'succeeded')::integer as succeeded,
                   count(*) filter (where error = 'timeout')::integer as timed_out,
                   max(rest_seconds) as rest_seconds,
                   min(next_attempt_at) filter (where status = 'pending') as next_attempt_at
            from done
            group by webhook_id
          ) c
          where l.webhook_id = c.webhook_id
          returning l.webhook_id, l.next_due_at <= now() and l.in_flight < l.cap as is_due
        )
        select d.delivery_id, d.webhook_id, d.epoch, d.status, d.attempt_count as attempts, l.is_due as is_lane_due
        from done d
        join lanes l using (webhook_id)`,
  );
}

function toRow(result: AttemptResult) {
  const { delivery, timings } = result;
  return {
    delivery_id: delivery.deliveryId,
    webhook_id: delivery.webhookId,
    lease_token: delivery.leaseToken,
    attempt: delivery.attempt,
    started_at: result.startedAt,
    duration_ms: result.durationMs,
    dns_ms: timings.dnsMs,
    connect_ms: timings.connectMs,
    tls_ms: timings.tlsMs,
    first_byte_ms: timings.firstByteMs,
    outcome: result.outcome,
    error: result.error,
    response_status: result.responseStatus,
    response_body: result.responseBody,
    made_body: result.madeBody,
    retry_in_seconds: result.retryInSeconds,
    rest_seconds: result.restSeconds,
  };
}

/** Holds a delivery that failed for good after another one disabled its webhook. The lane must be locked. */
export async function holdFailed(tx: Transaction, deliveryId: string): Promise<void> {
  await tx.query(
    sql`update deliveries
        set ${hold}
        where delivery_id = ${deliveryId}
          and status = 'failed'`,
  );
}

/** Recounts the attempts in progress of these webhooks. */
export async function recountLanes(tx: Transaction, webhookIds: string[]): Promise<void> {
  await lockLanes(tx, webhookIds);
  await tx.query(
    sql`update webhook_lanes l
        set in_flight = (
          select count(*)::integer
          from deliveries d
          where d.leased_at is not null
            and d.webhook_id = l.webhook_id)
        where l.webhook_id = any(${webhookIds})`,
  );
}
