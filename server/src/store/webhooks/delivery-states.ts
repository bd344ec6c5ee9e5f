import type { Delivery } from '@visibility/sdk';
import { sql } from '../db.ts';

/**
 * The states of a delivery and its transitions:
 *
 *     new             → pending     an event was published (`insertEvents`); a replay, retry or test (`queueAgain`)
 *     pending         → succeeded   the receiver returned 2xx (`completeDeliveries`, like the next three)
 *     pending         → pending     the attempt failed and a retry follows, or its outcome is unknown; a retry now (`attemptNow`)
 *     pending         → failed      the last attempt failed, or the receiver returned 410: the webhook is disabled
 *     pending         → held        the attempt failed after its webhook was disabled
 *     pending, failed → held        its webhook is disabled (`disableWebhook`, `holdFailed`, `claimDeliveries`, `sweepDeliveries`)
 *     held            → pending     its webhook is enabled, with held deliveries (`enableWebhook`)
 *     held            → cancelled   its webhook is enabled without them (`enableWebhook`), or too old or too many (`sweepDeliveries`)
 *
 * An attempt in progress is a pending delivery with a lease (`claimDeliveries`). `epoch` counts how often the webhook was
 * enabled: an attempt that started under an earlier epoch cannot disable it again.
 */
export type DeliveryStatus = Delivery['status'];

/** The maximum number of concurrent attempts per webhook. A receiver that times out gets fewer for a while. */
export const LANE_LIMIT = 8;

/** How many deliveries a disabled webhook keeps, and for how long. The sweep cancels the rest. */
export const MOST_HELD = 10_000;
export const HELD_DAYS = 7;

export const hold = sql`status = 'held', held_at = now(), next_attempt_at = null, unsent_since = null`;

export const cancel = sql`status = 'cancelled', held_at = null, next_attempt_at = null`;

/** With all attempts: if the last one fails, the webhook is disabled again and its owner is notified. */
export const release = (epoch: number) =>
  sql`status = 'pending', held_at = null, next_attempt_at = now(), attempt_count = 0, unknowns = 0, epoch = ${epoch}`;

/**
 * After an attempt: `d` is the delivery, `r` the result, `l` the locked lane. `unknown` (the outcome was not seen) and
 * `unsent` (nothing was sent) do not count as attempts. A delivery that failed while its webhook was enabled again
 * starts over, like held deliveries.
 */
export const afterAttempt = sql`
  leased_at = null,
  lease_token = null,
  worker_id = null,
  epoch = l.epoch,
  attempt_count = case when r.outcome <> 'succeeded' and d.epoch < l.epoch then 0
                       when r.outcome in ('unknown', 'unsent') then d.attempt_count - 1
                       else d.attempt_count end,
  unknowns = case r.outcome when 'unknown' then d.unknowns + 1 when 'unsent' then d.unknowns else 0 end,
  unsent_since = case when r.outcome = 'unsent' and not l.is_disabled then coalesce(d.unsent_since, r.started_at) end,
  response_status = case when r.outcome in ('unknown', 'unsent') then d.response_status else r.response_status end,
  status = case when r.outcome = 'succeeded' then 'succeeded'
                when l.is_disabled then 'held'
                when r.retry_in_seconds is null and d.epoch = l.epoch then 'failed'
                else 'pending' end,
  held_at = case when r.outcome <> 'succeeded' and l.is_disabled then now() end,
  next_attempt_at = case when r.outcome = 'succeeded' or l.is_disabled then null
                         when d.epoch < l.epoch then now() + make_interval(secs => least(r.retry_in_seconds, 60))
                         else now() + make_interval(secs => r.retry_in_seconds) end`;
