import type { Delivery } from '@visibility/sdk';
import { sql } from '../db.ts';

/**
 * The states of a delivery, and everything that takes it from one to the next:
 *
 *     new             → pending     an event was published (`insertEvents`); a replay, retry or test (`queueAgain`)
 *     pending         → succeeded   the receiver answered 2xx (`completeDeliveries`, as the next three)
 *     pending         → pending     the attempt failed and another follows, or its outcome is unknown
 *     pending         → failed      the last attempt failed, or the answer was 410: it disables its webhook
 *     pending         → held        the attempt failed after its webhook was disabled
 *     pending, failed → held        its webhook gets disabled (`disableWebhook`, `holdFailed`, `sweepDeliveries`)
 *     held            → pending     its webhook is enabled and what was held is wanted (`enableWebhook`)
 *     held            → cancelled   it is not wanted (`enableWebhook`), or too old or too many (`sweepDeliveries`)
 *
 * An attempt under way is a pending delivery with a lease (`claimDeliveries`). `epoch` counts how often the webhook was
 * enabled: what began under an earlier one cannot disable it again.
 */
export type DeliveryStatus = Delivery['status'];

/** How many attempts of one webhook may be under way at once; a receiver that times out gets fewer for a while. */
export const LANE_LIMIT = 8;

/** A disabled webhook keeps this many deliveries, and for so long; the sweep cancels what is more or older. */
export const MOST_HELD = 10_000;
export const HELD_DAYS = 7;

export const hold = sql`status = 'held', held_at = now(), next_attempt_at = null`;

export const cancel = sql`status = 'cancelled', held_at = null, next_attempt_at = null`;

/** With all attempts before it: one that fails to the end disables the webhook again, which its owner hears of. */
export const release = (epoch: number) =>
  sql`status = 'pending', held_at = null, next_attempt_at = now(), attempt_count = 0, unknowns = 0, epoch = ${epoch}`;

/**
 * After an attempt: `d` is the delivery, `r` the result, `l` the locked lane. `unknown` (the outcome was not seen) and
 * `unsent` (nothing left this machine) do not count as an attempt. What failed while its webhook was enabled again
 * starts over, as what was held does.
 */
export const afterAttempt = sql`
  lease_until = null,
  lease_token = null,
  epoch = l.epoch,
  attempt_count = case when r.outcome <> 'succeeded' and d.epoch < l.epoch then 0
                       when r.outcome in ('unknown', 'unsent') then d.attempt_count - 1
                       else d.attempt_count end,
  unknowns = case r.outcome when 'unknown' then d.unknowns + 1 when 'unsent' then d.unknowns else 0 end,
  response_status = case when r.outcome in ('unknown', 'unsent') then d.response_status else r.response_status end,
  status = case when r.outcome = 'succeeded' then 'succeeded'
                when l.is_disabled then 'held'
                when r.retry_in_seconds is null and d.epoch = l.epoch then 'failed'
                else 'pending' end,
  held_at = case when r.outcome <> 'succeeded' and l.is_disabled then now() end,
  next_attempt_at = case when r.outcome = 'succeeded' or l.is_disabled then null
                         when d.epoch < l.epoch then now() + make_interval(secs => least(r.retry_in_seconds, 60))
                         else now() + make_interval(secs => r.retry_in_seconds) end`;
